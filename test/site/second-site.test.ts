// The machine of all pages serves a site that is no publication's (test/site/office.ts) beside the publications', in one process and over real
// HTTP: what the one knows is worth nothing on the other.
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { request as send } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApp, surfacesOf } from '../../src/app.ts';
import { Surfaces } from '../../src/http/surface.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { findCustomerByEmail } from '../../src/models/people/customer-summary.ts';
import { startSession } from '../../src/models/sign-in/session.ts';
import { formsOf, headingOf, linksOf, mainTextOf, titleOf } from '../support/browser/html.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';
import { Office, OFFICE_HOST, SENSITIVE_DOMAIN } from './office.ts';

type Fields = Readonly<Record<string, string>>;
type Cookies = Map<string, string>;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

const service = useService();
const office = new Office();
let app: FastifyInstance;
let port: number;
let weekly: TestSite;

beforeAll(async () => {
  weekly = await givenSite(service(), { name: 'The Weekly' });
  const surfaces = new Surfaces([...surfacesOf(service()), office.surface(service())]);
  app = await createApp(service(), pino({ level: 'silent' }), new AbortController().signal, surfaces);
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

/** A browser's request to a host, with the cookies that it has of it; those that the answer sets are kept. */
async function ask(
  host: string,
  cookies: Cookies,
  path: string,
  { method = 'GET', form, headers = {} }: { method?: 'GET' | 'POST' | 'PUT'; form?: Fields; headers?: Fields } = {},
): Promise<Answer> {
  const type: Fields = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const sender: Fields = method === 'GET' ? {} : { 'sec-fetch-site': 'same-origin' };
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await send(`http://127.0.0.1:${port}${path}`, {
    method: form === undefined ? method : 'POST',
    headers: { host, ...(cookie === '' ? {} : { cookie }), ...sender, ...type, ...headers },
    body: form === undefined ? null : new URLSearchParams(form).toString(),
  });
  for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
}

const OWN = { 'sec-fetch-site': 'same-origin' };
const atOffice = (cookies: Cookies, path: string, given: Parameters<typeof ask>[3] = {}): Promise<Answer> =>
  ask(OFFICE_HOST, cookies, path, given);
const atWeekly = (cookies: Cookies, path: string, given: Parameters<typeof ask>[3] = {}): Promise<Answer> =>
  ask(weekly.publication.siteHost, cookies, path, given);
const staff = (role: 'editor' | 'viewer' | 'guest'): Cookies =>
  new Map([['__Host-office_session', office.signIn(role)]]);

function fieldsOf({ body }: Answer, action: string): Fields {
  const form = formsOf(body).find((candidate) => candidate.action === action);
  if (form === undefined) throw new Error(`no form ${action} on ${mainTextOf(body)}`);
  return form.fields;
}

/** Signed in on the publication's site, without its mails. */
async function readerCookies(): Promise<Cookies> {
  const { publication } = weekly;
  await weekly.signedIn('reader@example.org');
  const { database, clock } = service();
  const customer = await findCustomerByEmail(publication, database, parseEmailAddress('reader@example.org'));
  const session = { customerId: customer?.id ?? '', browser: null };
  const { cookie } = await database.transaction((transaction) =>
    startSession(publication, transaction, clock, session),
  );
  return new Map([['__Host-masthead_session', cookie]]);
}

describe('the host', () => {
  it('alone tells whose page a path is', async () => {
    const pages = [await atOffice(new Map(), '/sign-in'), await atWeekly(new Map(), '/sign-in')];
    expect(pages.map(({ status, body }) => [status, titleOf(body)])).toEqual([
      [200, 'Sign in – The Office'],
      [200, 'Sign in – The Weekly'],
    ]);
    expect(pages.map(({ body }) => linksOf(body).filter((href) => href.startsWith('/')))).toEqual([
      ['/email-address', '/email-address'],
      ['/', '/offers', '/', '/language/de?to=%2Fsign-in'],
    ]);
    expect((await ask('nobody.example.test', new Map(), '/sign-in')).status).toBe(404);
  });

  it.each(['/', '/offers', '/nothing', '/2023-04-11/members', '/oauth/authorize', '/docs', '/assets/nothing'])(
    'has nothing of the other surfaces at %s, and says so in its own frame',
    async (path) => {
      const { status, body } = await atOffice(new Map(), path);
      expect([status, titleOf(body)]).toEqual([404, 'Page not found – The Office']);
      expect(linksOf(body)).toContain('/email-address');
      expect(body).not.toContain('/offers');
    },
  );

  it('has its own stylesheets', async () => {
    const { body } = await atOffice(new Map(), '/sign-in');
    const sheets = [...body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href = '']) => href);
    expect(sheets).toHaveLength(2);
    for (const href of sheets) expect((await atOffice(new Map(), href)).status).toBe(200);
  });

  it('is written in the language of the visitor', async () => {
    const { body } = await atOffice(new Map(), '/sign-in', { headers: { 'accept-language': 'de' } });
    expect(titleOf(body)).toBe('Anmelden – The Office');
  });

  it('answers another method with 405 and Allow', async () => {
    const { status, headers } = await atOffice(new Map(), '/email-address', { method: 'PUT' });
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD, POST']);
  });
});

describe('a session', () => {
  it('has a cookie of a name of its own, and signing in leads where it was wanted', async () => {
    const cookies: Cookies = new Map();
    const page = await atOffice(cookies, '/sign-in?return_to=%2Femail-address%3Fa%3D1');
    const fields = { ...fieldsOf(page, '/sign-in'), email: 'ada@example.org' };
    const sent = await atOffice(cookies, '/sign-in', { form: fields, headers: OWN });
    expect([sent.status, sent.headers['location']]).toEqual([303, '/email-address?a=1']);
    expect([...cookies.keys()]).toEqual(['__Host-office_browser', '__Host-office_session']);
    expect(headingOf((await atOffice(cookies, '/email-address')).body)).toBe('Change your e-mail address');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/email-address/../x',
    '/sign-in',
    '/oauth/authorize?a=1',
  ])('is not led to %s', async (returnTo) => {
    const cookies: Cookies = new Map();
    const fields = fieldsOf(await atOffice(cookies, '/sign-in'), '/sign-in');
    const form = { ...fields, email: 'ada@example.org', return_to: returnTo };
    expect((await atOffice(cookies, '/sign-in', { form, headers: OWN })).headers['location']).toBe('/');
  });

  it('is asked for by a page that needs one', async () => {
    const { status, headers } = await atOffice(new Map(), '/email-address');
    expect([status, headers['location']]).toEqual([303, '/sign-in']);
  });

  it('of the one site is worth nothing on the other, under either name', async () => {
    const [reader, editor] = [await readerCookies(), staff('editor')];
    expect(headingOf((await atWeekly(reader, '/')).body)).toBe('Your account');
    expect((await atOffice(editor, '/email-address')).status).toBe(200);
    const [readerValue, editorValue] = [[...reader.values()][0] ?? '', [...editor.values()][0] ?? ''];
    for (const cookies of [reader, new Map([['__Host-office_session', readerValue]])])
      expect((await atOffice(cookies, '/email-address')).status).toBe(303);
    for (const cookies of [editor, new Map([['__Host-masthead_session', editorValue]])])
      expect(headingOf((await atWeekly(cookies, '/')).body)).toBe('Sign in');
  });
});

describe('a role', () => {
  it.each([
    ['editor', 200, 303],
    ['viewer', 200, 403],
    ['guest', 403, 403],
  ] as const)('of %s sees the page with %i and sends its form with %i', async (role, seen, sent) => {
    const cookies = staff(role);
    const page = await atOffice(cookies, '/email-address');
    expect(page.status).toBe(seen);
    const fields = seen === 200 ? fieldsOf(page, '/email-address') : {};
    const form = { ...fields, email: `${role}-new@example.org` };
    expect((await atOffice(cookies, '/email-address', { form, headers: OWN })).status).toBe(sent);
    expect(office.taken.includes(form.email)).toBe(sent === 303);
  });

  it('that does not include a page is told so', async () => {
    const { body } = await atOffice(staff('guest'), '/email-address');
    expect(headingOf(body)).toBe('You do not have access to this page');
  });
});

describe('a form', () => {
  it('with a fault is shown again with what was typed', async () => {
    const cookies = staff('editor');
    const fields = fieldsOf(await atOffice(cookies, '/email-address'), '/email-address');
    const again = await atOffice(cookies, '/email-address', { form: { ...fields, email: 'nobody' }, headers: OWN });
    expect(again.status).toBe(422);
    expect(fieldsOf(again, '/email-address')['email']).toBe('nobody');
  });

  const forgeries: Readonly<Record<string, (fields: Fields) => Promise<{ form: Fields; headers: Fields }>>> = {
    'no token': async ({ csrf_token: _token, ...form }) => ({ form, headers: OWN }),
    'a made-up token': async (fields) => ({ form: { ...fields, csrf_token: 'A'.repeat(43) }, headers: OWN }),
    "another visitor's token": async (fields) => ({
      form: {
        ...fields,
        csrf_token: fieldsOf(await atOffice(staff('editor'), '/email-address'), '/email-address')['csrf_token'] ?? '',
      },
      headers: OWN,
    }),
    'Sec-Fetch-Site cross-site': async (form) => ({ form, headers: { 'sec-fetch-site': 'cross-site' } }),
    "another site's Origin": async (form) => ({
      form,
      headers: { 'sec-fetch-site': 'same-site', origin: weekly.publication.siteUrl },
    }),
  };

  it.each(Object.entries(forgeries))('with %s changes nothing, and says where to begin again', async (_, forge) => {
    const cookies = staff('editor');
    const fields = fieldsOf(await atOffice(cookies, '/email-address'), '/email-address');
    const before = [...office.taken];
    const { form, headers } = await forge({ ...fields, email: 'forged@example.org' });
    const { status, body } = await atOffice(cookies, '/email-address', { form, headers });
    expect([status, headingOf(body)]).toEqual([403, 'This form has expired']);
    expect(linksOf(body)).toContain('/email-address');
    expect(office.taken).toEqual(before);
  });

  it("holds a token that is worth nothing on a publication's site, whoever holds the same cookie there", async () => {
    const value = 'B'.repeat(43);
    const there = new Map([['__Host-masthead_browser', value]]);
    const here = new Map([['__Host-office_browser', value]]);
    const [ofWeekly, ofOffice] = [await atWeekly(there, '/sign-in'), await atOffice(here, '/sign-in')];
    const typed = { email: 'ada@example.org', return_to: '' };
    for (const [page, atOther, cookies] of [
      [ofWeekly, atOffice, here],
      [ofOffice, atWeekly, there],
    ] as const) {
      const form = { ...fieldsOf(page, '/sign-in'), ...typed };
      expect((await atOther(cookies, '/sign-in', { form, headers: OWN })).status).toBe(403);
    }
  });

  it('sent by a visitor whose session is over leads to where one begins again', async () => {
    const { status, headers } = await atOffice(new Map(), '/email-address', {
      form: { email: 'late@example.org' },
      headers: OWN,
    });
    expect([status, headers['location']]).toEqual([303, '/email-address']);
    expect(office.taken).not.toContain('late@example.org');
  });
});

describe('what was typed may need a fresh proof', () => {
  const typed = `ada@${SENSITIVE_DOMAIN}`;

  async function sendAs(cookies: Cookies, email: string): Promise<Answer> {
    const fields = fieldsOf(await atOffice(cookies, '/email-address'), '/email-address');
    return atOffice(cookies, '/email-address', { form: { ...fields, email }, headers: OWN });
  }

  it('which is asked for before anything is done, and what was typed is there again afterwards', async () => {
    const cookies = staff('editor');
    const { status, headers } = await sendAs(cookies, typed);
    const location = new URL(String(headers['location']), 'https://office.example.test');
    expect([status, location.pathname]).toEqual([303, '/prove']);
    expect(office.taken).not.toContain(typed);
    const back = location.searchParams.get('return_to') ?? '';
    office.prove(cookies.get('__Host-office_session') ?? '');
    expect(fieldsOf(await atOffice(cookies, back), '/email-address')['email']).toBe(typed);
    expect((await sendAs(cookies, typed)).headers['location']).toBe('/email-address');
    expect(office.taken).toContain(typed);
  });

  it('and otherwise it is not asked for', async () => {
    expect((await sendAs(staff('editor'), 'plain@example.org')).headers['location']).toBe('/email-address');
    expect(office.taken).toContain('plain@example.org');
  });

  it('only of those who may send the form, and only for a form of our own page', async () => {
    const cookies = staff('viewer');
    expect((await sendAs(cookies, typed)).status).toBe(403);
    const forged = await atOffice(staff('editor'), '/email-address', { form: { email: typed }, headers: OWN });
    expect(forged.status).toBe(403);
  });
});
