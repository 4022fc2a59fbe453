// The twin of the hosted pages: fast-check opens each page of the table and sends each of its forms, with what a visitor would type, with what
// nobody would, and with what another page's form has. R-B2: no answer is a 5xx, and none has a status that pages do not have. Half of the cases are
// drawn by a fixed seed, half by that of the day (support/runs/seeds.ts). PAGE_CASES sets their number per page.
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { PAGES } from '../../src/pages/routes.ts';
import type { Browser } from '../support/browser/browser.ts';
import { formsOf } from '../support/browser/html.ts';
import { testDialect } from '../support/databases/database.ts';
import { CONTINUE_URL, givenSite, type TestSite } from '../support/publications/site.ts';
import { drawnSeeds } from '../support/runs/seeds.ts';
import { useService } from '../support/service/service.ts';

const CASES = Number(process.env['PAGE_CASES'] ?? (testDialect === 'postgres' ? 6 : 12));
const CASES_BY_SEED = Math.ceil(CASES / drawnSeeds.length);
/** 405 is a method that the page has not, 413 and 414 are what is too long. */
const STATUSES: ReadonlySet<number> = new Set([200, 302, 303, 400, 403, 404, 405, 409, 410, 413, 414, 422, 429]);
const VISITORS = ['signed out', 'signed in', 'subscribed'] as const;

const service = useService({ CODE_LIMITS: 'off' });
let site: TestSite;
let browsers: Record<(typeof VISITORS)[number], Browser>;
/** Names and values of the fields of all forms that were seen, and of links. */
const fields = new Map<string, string>([
  ['continue_url', CONTINUE_URL],
  ['email', 'new@example.org'],
  ['code', '123456'],
  ['lang', 'de'],
  ['offer', 'supporter'],
]);

let readers = 0;

/** New readers, since forms may have changed those before. */
async function signIn(): Promise<void> {
  readers += 1;
  const signedIn = await site.signedIn(`ada${readers}@example.org`);
  const subscribed = await site.subscribed(`grace${readers}@example.org`);
  browsers = { 'signed out': site.newBrowser(), 'signed in': signedIn, subscribed };
}

beforeAll(async () => {
  site = await givenSite(service());
  await signIn();
  for (const browser of Object.values(browsers))
    for (const { path, show } of PAGES) {
      if (show === undefined || path.includes(':language')) continue;
      for (const form of formsOf(
        (await browser.get(path.replace(':offer', 'supporter').replaceAll(/:\w+/g, 'x'))).body,
      ))
        for (const [name, value] of Object.entries(form.fields)) if (!fields.has(name)) fields.set(name, value);
    }
  fields.delete('csrf_token');
});

const HOSTILE = [
  '',
  ' ',
  '\0',
  '\r\nSet-Cookie: a=b',
  '__proto__',
  "' or 1=1 --",
  '<script>',
  '\ud800',
  '%',
  '../..',
  'x'.repeat(5000),
  '9'.repeat(40),
];

const text = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...fields.values()) },
    { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
    { weight: 2, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
    { weight: 1, arbitrary: fc.emailAddress() },
  );

/** Mostly names that a form of ours has, with the value that it showed or another; sometimes one twice, or one that no form has. */
const pairs = (): fc.Arbitrary<string> => {
  const own = fc.constantFrom(...fields.entries());
  const changed = fc.tuple(fc.constantFrom(...fields.keys()), text());
  const stray = fc.tuple(fc.constantFrom('__proto__', 'constructor', 'a[b]', 'csrf_token', ''), text());
  return fc
    .array(
      fc.oneof({ weight: 5, arbitrary: own }, { weight: 6, arbitrary: changed }, { weight: 1, arbitrary: stray }),
      {
        maxLength: 8,
      },
    )
    .map((all) => new URLSearchParams(all.map(([name, value]) => [name, value.toWellFormed()])).toString());
};

interface Case {
  readonly visitor: (typeof VISITORS)[number];
  readonly method: 'GET' | 'POST';
  readonly place: string;
  readonly query: string;
  readonly form: string;
  readonly hasToken: boolean;
}

const cases = (path: string): fc.Arbitrary<Case> =>
  fc.record({
    visitor: fc.constantFrom(...VISITORS),
    method: fc.constantFrom<Case['method'][]>('GET', 'POST'),
    place: fc.oneof(fc.constantFrom('supporter', 'patron', 'de', 'x'), text()).map((value) => {
      const segment = encodeURIComponent(value.toWellFormed().slice(0, 300));
      return path.replaceAll(/:\w+/g, segment === '' ? 'x' : segment);
    }),
    query: pairs(),
    form: pairs(),
    hasToken: fc.boolean(),
  });

/** The token of the visitor's forms on this page, or of any other that has one. */
async function tokenOf(browser: Browser, place: string): Promise<string> {
  for (const path of [place, '/', '/subscribe', '/sign-in']) {
    const token = /name="csrf_token" value="([^"]*)"/.exec((await browser.get(path)).body)?.[1];
    if (token !== undefined) return token;
  }
  return '';
}

async function statusOf({ visitor, method, place, query, form, hasToken }: Case): Promise<number> {
  const browser = browsers[visitor];
  const url = `${place}?${query}`;
  if (method === 'GET') return (await browser.get(url)).statusCode;
  const token = hasToken ? `&csrf_token=${encodeURIComponent(await tokenOf(browser, place))}` : '';
  const headers = {
    'sec-fetch-site': 'same-origin',
    origin: 'null',
    'content-type': 'application/x-www-form-urlencoded',
  };
  return (await browser.send('POST', url, form + token, headers)).statusCode;
}

const TIMEOUT = 60_000 + CASES * 300;

test.each(PAGES.map(({ path }) => path))(
  'R-B2 %s answers whatever it is sent as a page does',
  { timeout: TIMEOUT },
  async (path) => {
    for (const seed of drawnSeeds)
      await fc.assert(
        fc.asyncProperty(cases(path), async (drawn) => {
          expect([...STATUSES]).toContain(await statusOf(drawn));
        }),
        { seed, numRuns: CASES_BY_SEED, endOnFailure: true },
      );
    // Some forms sign out, or end what there is to see.
    if ((await browsers.subscribed.get('/postal-address')).statusCode !== 200) await signIn();
  },
);

test.each(PAGES.filter(({ path }) => path.includes(':')))(
  'R-B7 $path with NUL in it is no page',
  async ({ path, show }) => {
    const url = path.replaceAll(/:\w+/g, 'a%00b');
    const { statusCode } = await (show === undefined
      ? browsers.subscribed.post(url, {})
      : browsers.subscribed.get(url));
    expect(statusCode).toBe(404);
  },
);

test.each(['/assets/logos/a%00b', '/sandbox/checkout/a%00b'])('R-B7 %s is nothing', async (url) => {
  expect((await browsers.subscribed.get(url)).statusCode).toBe(404);
});
