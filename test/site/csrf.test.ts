// Forms are taken only from our own pages (sign-in rules S3; reliability R-A6): every unsafe route against every way to forge one.
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { undoPath } from '../../src/models/people/address-change.ts';
import { issueSignInLink } from '../../src/models/sign-in/sign-in-link.ts';
import { PAGES } from '../../src/pages/routes.ts';
import { formOf, type Browser } from '../support/browser/browser.ts';
import { formsOf, headingOf } from '../support/browser/html.ts';
import { givenOfferedSite, type OfferedSite } from '../support/publications/paying.ts';
import { BERLIN } from '../support/publications/postal.ts';
import { useService } from '../support/service/service.ts';
import { PAID_FORMS, type PaidForm } from './paid-forms.ts';

const service = useService();
const OWN = { 'sec-fetch-site': 'same-origin' };

interface Route {
  /** Where the form is; the browser is made ready to send it. */
  readonly prepare: (
    site: OfferedSite,
  ) => Promise<{ browser: Browser; action: string; fields: Record<string, string>; holder: string }>;
  /** Undefined when nothing was changed. */
  readonly effect: (site: OfferedSite, browser: Browser, before: string) => Promise<boolean>;
}

async function stateOf({ publication }: OfferedSite): Promise<string> {
  const { knex } = service().database;
  const tables = [
    'email_codes',
    'sessions',
    'customers',
    'newsletter_subscriptions',
    'deliveries',
    'checkouts',
    'billings',
    'buyers',
    'price_switches',
    'gifts',
  ];
  const owned = tables.map((table) => knex(table).where({ publicationId: publication.id }).select('*'));
  const found: object[][] = await Promise.all([...owned, knex('limits').select('*')]);
  // The clock stands still, so nothing but their text orders rows of one moment.
  return found.flatMap((rows) => rows.map((row) => JSON.stringify(row)).toSorted()).join('\n');
}

const changes: Route['effect'] = async (site, _browser, before) => (await stateOf(site)) !== before;

let activationCodes = 0;

async function newActivationUrl(site: OfferedSite): Promise<string> {
  activationCodes += 1;
  return (await site.api.post('/customers', { activation_code: `from letter ${activationCodes}` })).json<{
    activation_url: string;
  }>().activation_url;
}

async function fromPage(
  browser: Browser,
  page: LightMyRequestResponse,
  action: string | undefined,
  fields: Record<string, string>,
) {
  const form = formOf(page, action);
  return {
    browser,
    action: form.action,
    fields: { ...form.fields, ...fields },
    holder: form.fields['csrf_token'] ?? '',
  };
}

function fromForm({ browser, page, action, fields }: PaidForm) {
  return fromPage(browser, page, action, fields);
}

async function atCodePage(site: OfferedSite) {
  const browser = site.newBrowser();
  const page = await browser.submit(await browser.open('/sign-in'), { email: 'ada@example.org' });
  return { browser, page, codeAction: formOf(page).action };
}

const routes: Record<string, Route> = {
  '/': {
    prepare: async (site) => {
      const browser = await site.signedIn();
      return fromPage(browser, await browser.open('/'), '/', { name: 'Another name' });
    },
    effect: changes,
  },
  '/sign-in': {
    prepare: async (site) => {
      const browser = site.newBrowser();
      return fromPage(browser, await browser.open('/sign-in'), '/sign-in', { email: 'ada@example.org' });
    },
    effect: changes,
  },
  '/sign-in-link/:token': {
    prepare: async (site) => {
      const customer = await site.customer('linked@example.org');
      const { token } = await service().database.transaction((transaction) =>
        issueSignInLink(site.publication, transaction, service(), { customerId: customer.id, destination: null }),
      );
      const browser = site.newBrowser();
      return fromPage(browser, await browser.open(`/sign-in-link/${token}`), `/sign-in-link/${token}`, {});
    },
    effect: changes,
  },
  '/free_offering/subscribe': {
    prepare: async (site) => {
      const browser = await site.signedIn();
      return fromPage(browser, await browser.open('/free_offering/subscribe'), '/free_offering/subscribe', {});
    },
    effect: changes,
  },
  '/email-code/:id': {
    prepare: async (site) => {
      const { browser, page, codeAction } = await atCodePage(site);
      return fromPage(browser, page, codeAction, { code: await browser.newestCode('ada@example.org') });
    },
    effect: changes,
  },
  '/email-code/:id/another': {
    prepare: async (site) => {
      const { browser, page, codeAction } = await atCodePage(site);
      return fromPage(browser, page, `${codeAction}/another`, {});
    },
    effect: changes,
  },
  '/email-code/:id/address': {
    prepare: async (site) => {
      const { browser, page, codeAction } = await atCodePage(site);
      return fromPage(browser, page, `${codeAction}/address`, { email: 'other@example.org' });
    },
    effect: changes,
  },
  '/tax-details': {
    prepare: async (site) => {
      const browser = await site.signedIn();
      const page = await browser.open('/tax-details');
      return fromPage(browser, page, '/tax-details', { company: '', vat_number: '', country: 'FR' });
    },
    effect: changes,
  },
  '/postal-address': {
    prepare: async (site) => {
      const browser = await site.signedIn();
      const page = await browser.open('/postal-address');
      return fromPage(browser, page, '/postal-address', BERLIN);
    },
    effect: changes,
  },
  '/activate': {
    prepare: async (site) => {
      await newActivationUrl(site);
      const browser = site.newBrowser();
      return fromPage(browser, await browser.open('/activate'), '/activate', {
        code: `from letter ${activationCodes}`,
      });
    },
    // A right code is only led on, but what was typed is counted.
    effect: changes,
  },
  '/activate/:token': {
    prepare: async (site) => {
      const browser = site.newBrowser();
      return fromPage(browser, await browser.open(await newActivationUrl(site)), undefined, {
        email: 'ada@example.org',
      });
    },
    effect: changes,
  },
  '/activate/:token/merge': {
    prepare: async (site) => {
      const browser = await site.signedIn();
      return fromPage(browser, await browser.open(await newActivationUrl(site)), undefined, {});
    },
    effect: changes,
  },
  '/newsletters': {
    prepare: async (site) => {
      const browser = await site.signedIn();
      const page = await browser.open('/');
      const [, id = ''] = /name="newsletter" value="([^"]*)"/.exec(page.body) ?? [];
      return fromPage(browser, page, '/newsletters', { newsletter: id });
    },
    effect: changes,
  },
  '/email-address': {
    prepare: async (site) => {
      const browser = await site.signedIn();
      return fromPage(browser, await browser.open('/email-address'), undefined, { email: 'lovelace@example.org' });
    },
    effect: changes,
  },
  '/email-address/undo/:token': {
    prepare: async (site) => {
      const { id } = (await site.signedIn().then(() => site.api.get('/customers'))).json<{
        objects: [{ id: string }];
      }>().objects[0];
      await site.api.post(`/customers/${id}`, { email: 'lovelace@example.org' });
      const [change] = await service().database.knex('address_changes').where({ customerId: id }).select('id');
      const browser = site.newBrowser();
      return fromPage(browser, await browser.open(undoPath(service().secretKeys, change.id)), undefined, {});
    },
    effect: changes,
  },
  '/erase-account': {
    prepare: async (site) => {
      const browser = await site.signedIn();
      return fromPage(browser, await browser.open('/erase-account'), undefined, {});
    },
    effect: changes,
  },
  '/sessions/:id/end': {
    prepare: async (site) => {
      await site.signedIn();
      const browser = await site.signedIn();
      const page = await browser.open('/');
      const action = formsOf(page.body).find((form) => form.action.startsWith('/sessions/'))?.action;
      return fromPage(browser, page, action, {});
    },
    effect: changes,
  },
  '/sign-out': {
    prepare: async (site) => {
      const browser = await site.signedIn();
      return fromPage(browser, await browser.open('/'), '/sign-out', {});
    },
    effect: changes,
  },
  '/sign-in-mails': {
    prepare: async (site) => {
      const browser = await site.signedIn();
      return fromPage(browser, await browser.open('/'), '/sign-in-mails', {});
    },
    effect: changes,
  },
  '/sign-out-everywhere': {
    prepare: async (site) => {
      await site.signedIn();
      const browser = await site.signedIn();
      return fromPage(browser, await browser.open('/'), '/sign-out-everywhere', {});
    },
    effect: changes,
  },
  ...Object.fromEntries(
    Object.entries(PAID_FORMS).map(([path, prepare]): [string, Route] => [
      path,
      { prepare: async (site) => fromForm(await prepare(site)), effect: changes },
    ]),
  ),
};

const everyRoute = Object.entries(routes);

/** The token that another visitor's form of the same kind holds. */
async function foreignToken(site: OfferedSite, path: string): Promise<string> {
  const route = routes[path];
  if (route === undefined) throw new Error(`no route ${path}`);
  return (await route.prepare(site)).holder;
}

type Forgery = (
  site: OfferedSite,
  path: string,
  fields: Record<string, string>,
) => Promise<{ fields: Record<string, string>; headers: Record<string, string> }>;

const forgeries: Record<string, Forgery> = {
  'no token': async (_site, _path, { csrf_token: _token, ...fields }) => ({ fields, headers: OWN }),
  'an empty token': async (_site, _path, fields) => ({ fields: { ...fields, csrf_token: '' }, headers: OWN }),
  'a made-up token': async (_site, _path, fields) => ({
    fields: { ...fields, csrf_token: 'A'.repeat(43) },
    headers: OWN,
  }),
  "another visitor's token": async (site, path, fields) => ({
    fields: { ...fields, csrf_token: await foreignToken(site, path) },
    headers: OWN,
  }),
  'a token of another publication': async (_site, path, fields) => ({
    fields: { ...fields, csrf_token: await foreignToken(await givenOfferedSite(service()), path) },
    headers: OWN,
  }),
  'Sec-Fetch-Site cross-site': async (_site, _path, fields) => ({
    fields,
    headers: { 'sec-fetch-site': 'cross-site', origin: 'null' },
  }),
  'Sec-Fetch-Site same-site': async (_site, _path, fields) => ({ fields, headers: { 'sec-fetch-site': 'same-site' } }),
  'Sec-Fetch-Site none': async (_site, _path, fields) => ({ fields, headers: { 'sec-fetch-site': 'none' } }),
  'Origin of another site': async (_site, _path, fields) => ({ fields, headers: { origin: 'https://evil.example' } }),
  'Origin null': async (_site, _path, fields) => ({ fields, headers: { origin: 'null' } }),
  'Origin with the host as its beginning': async (site, _path, fields) => ({
    fields,
    headers: { origin: `${site.publication.siteUrl}.evil.example` },
  }),
};

test('R-A6 the list of unsafe routes is the list of forms', () => {
  // A link from a mail is a right in itself, and mail programs send its form (RFC 8058): test/pages/account/unsubscribe.
  const unsafe = PAGES.filter(({ form }) => form !== undefined && form.holder !== 'link').map(({ path }) => path);
  expect(Object.keys(routes).toSorted()).toEqual(unsafe.toSorted());
});

test.each(everyRoute)(
  'POST %s works as the page sends it, and where the browser says nothing but the Origin',
  async (_path, route) => {
    for (const headers of [OWN, {}, 'origin']) {
      const site = await givenOfferedSite(service());
      const { browser, action, fields } = await route.prepare(site);
      const before = await stateOf(site);
      const sent = await browser.post(
        action,
        fields,
        headers === 'origin' ? { origin: site.publication.siteUrl } : { ...(headers as Record<string, string>) },
      );
      expect(sent.statusCode).toBe(303);
      expect(await route.effect(site, browser, before)).toBe(true);
    }
  },
);

const attacks = everyRoute.flatMap(([path, route]) =>
  Object.entries(forgeries).map(([name, forge]) => [path, name, route, forge] as const),
);

interface Target extends Awaited<ReturnType<Route['prepare']>> {
  readonly site: OfferedSite;
}

const targets = new Map<string, Promise<Target>>();

/** One form a route for all attacks: what changes nothing leaves it good, which the last test shows. */
function targetOf(path: string, route: Route): Promise<Target> {
  const prepare = async (): Promise<Target> => {
    const site = await givenOfferedSite(service());
    return { site, ...(await route.prepare(site)) };
  };
  const target = targets.get(path) ?? prepare();
  targets.set(path, target);
  return target;
}

test.each(attacks)('R-A6 POST %s with %s changes nothing', async (path, _name, route, forge) => {
  const { site, browser, action, fields } = await targetOf(path, route);
  const forged = await forge(site, path, fields);
  const before = await stateOf(site);
  const answer = await browser.post(action, forged.fields, forged.headers);
  expect([answer.statusCode, headingOf(answer.body)]).toEqual([403, 'This form has expired']);
  expect(await route.effect(site, browser, before)).toBe(false);
});

test.each(everyRoute)('R-A6 GET %s with the fields of its form changes nothing', async (path, route) => {
  const { site, browser, action, fields } = await targetOf(path, route);
  const before = await stateOf(site);
  await browser.get(`${action}?${new URLSearchParams(fields).toString()}`, { 'sec-fetch-dest': 'image' });
  expect(await route.effect(site, browser, before)).toBe(false);
});

test.each(everyRoute)('POST %s works after all that, as the page sent it before', async (path, route) => {
  const { site, browser, action, fields } = await targetOf(path, route);
  const before = await stateOf(site);
  expect((await browser.post(action, fields, OWN)).statusCode).toBe(303);
  expect(await route.effect(site, browser, before)).toBe(true);
});

test('every form of every page is a POST and holds a token', async () => {
  const site = await givenOfferedSite(service());
  const [visitor, customer] = [site.newBrowser(), await site.signedIn()];
  const { page } = await atCodePage(site);
  const pages = [
    await visitor.open('/'),
    await visitor.open('/sign-in'),
    await visitor.open('/free_offering/subscribe'),
    await customer.open('/'),
    await customer.open('/free_offering/subscribe'),
    page,
  ];
  const forms = pages.flatMap(({ body }) => formsOf(body));
  expect(forms.length).toBeGreaterThanOrEqual(7);
  for (const form of forms)
    expect([form.method, form.fields['csrf_token']]).toEqual(['post', expect.stringMatching(/^[\w-]{43}$/)]);
});
