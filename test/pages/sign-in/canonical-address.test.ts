// Canonical addresses (decisions 35): spellings that reach one inbox are one address for people, limits and trials, and a
// code for a known person goes to the spelling on file.
import { expect, test } from 'vitest';
import { formOf, locationOf } from '../../support/browser/browser.ts';
import { headingOf, mainTextOf } from '../../support/browser/html.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const KELVIN_SIGN = '\u212a';

/** Letters and dots of a domain that UTS-46 replaces or leaves out. */
const SPELLINGS = [
  'ada@example.org',
  'ada@exam\u00adple.org',
  'ada@example\uff0eorg',
  'ada@example\u3002org',
  'ada@\uff45xample.org',
  'ada@\u24d4xample.org',
  'ada@EXAMPLE.org',
  'ADA@example.org',
];

async function ask(site: TestSite, email: string) {
  const browser = site.newBrowser();
  const answer = await browser.post('/sign-in', { ...formOf(await browser.open('/sign-in')).fields, email });
  return { browser, answer };
}

const emailsOf = async ({ api }: TestSite) =>
  (await api.get('/customers')).json<{ objects: { email: string }[] }>().objects.map(({ email }) => email);

test.each([
  ['the Kelvin sign for K', `${KELVIN_SIGN}ate@example.org`],
  ['a full-width letter', '\uff4bate@example.org'],
  ['a long s', 'ro\u017fe@example.org'],
  ['a capital I with a dot', '\u0130da@example.org'],
  ['a soft hyphen', 'ka\u00adte@example.org'],
  ['a ligature', 'o\ufb03ce@example.org'],
  ['a variation selector', 'kate\ufe0f@example.org'],
])('refuses %s before the @, says what is wrong and keeps what was typed', async (_what, email) => {
  const site = await givenSite(service());
  await site.api.post('/customers', { email: 'kate@example.org' });
  for (const path of ['/sign-in', '/free_offering/subscribe', '/subscribe']) {
    const browser = site.newBrowser();
    const choice: Record<string, string> = path === '/subscribe' ? { choice: `supporter/${site.price.id}` } : {};
    const page = await browser.submit(await browser.open(path), { ...choice, email });
    expect([path, page.statusCode]).toEqual([path, 422]);
    expect(mainTextOf(page.body)).toContain('The part before the @ has a character that only looks like a letter.');
    expect(formOf(page).fields['email']).toBe(email);
  }
  const mails = await service().database.knex('deliveries').where({ publicationId: site.publication.id });
  expect(mails).toEqual([]);
});

test('takes letters outside ASCII before the @, in any case, and domains of any script', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  await browser.signIn('JOSÉ.Weiß@Bücher.example');
  await browser.submit(await browser.open('/'), {}, '/sign-out');
  const codePage = await browser.askForCode('jose\u0301.weiß@xn--bcher-kva.example');
  const known = 'JOSÉ.Weiß@Bücher.example';
  expect(
    headingOf((await browser.follow(await browser.enterCode(codePage, await browser.newestCode(known)))).body),
  ).toBe('Your account');
  expect(await emailsOf(site)).toEqual([known]);
});

test('all spellings of one address share its limit', async () => {
  const site = await givenSite(service());
  const statuses = [];
  for (const email of SPELLINGS) statuses.push((await ask(site, email)).answer.statusCode);
  expect(statuses).toEqual([...Array.from({ length: 5 }, () => 303), 429, 429, 429]);
});

test('all spellings are one person, and the data API names who has the address', async () => {
  const site = await givenSite(service());
  const { id } = (await site.api.post('/customers', { email: 'ada@example.org' })).json<{ id: string }>();
  for (const email of SPELLINGS) {
    const again = await site.api.post('/customers', { email });
    expect([email, again.statusCode]).toEqual([email, 409]);
    expect(again.json()).toMatchObject({ error: { message: expect.stringContaining(id) } });
    const listed = await site.api.get(`/customers?email=${encodeURIComponent(email)}`);
    expect(listed.json<{ objects: unknown[] }>().objects).toHaveLength(1);
  }
});

test('stores a domain that it had to map as what it stands for, and any other as typed', async () => {
  const site = await givenSite(service());
  const stored = [];
  for (const email of ['one@exam\u00adple.org', 'two@example\uff0eORG', 'three@Example.ORG', 'four@BÜCHER.example'])
    stored.push((await site.api.post('/customers', { email })).json<{ email: string }>().email);
  expect(stored).toEqual(['one@example.org', 'two@example.org', 'three@Example.ORG', 'four@BÜCHER.example']);
});

test.each(['kate@exa%6dple.org', 'kate@example.org/x', 'kate@example..org', 'kate@example.org.', 'kate@\u0301x.org'])(
  'does not take %j for an address',
  async (email) => {
    const site = await givenSite(service());
    expect((await site.api.post('/customers', { email })).statusCode).toBe(400);
    expect((await ask(site, email)).answer.statusCode).toBe(422);
  },
);

test('the data API refuses a look-alike character when creating, changing and looking for people, and says why', async () => {
  const site = await givenSite(service());
  const { id } = (await site.api.post('/customers', { email: 'kate@example.org' })).json<{ id: string }>();
  const email = `${KELVIN_SIGN}ate@example.org`;
  for (const answer of [
    await site.api.post('/customers', { email }),
    await site.api.post(`/customers/${id}`, { email }),
    await site.api.get(`/customers?email=${encodeURIComponent(email)}`),
    await site.api.get(`/members?email=${encodeURIComponent(email)}`),
  ]) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      error: { code: 'invalid_param', message: expect.stringContaining('email has a character before the @') },
    });
  }
});

test('sends the code for a known person to the spelling on file, and the page shows what was typed', async () => {
  const site = await givenSite(service());
  await site.api.post('/customers', { email: 'Kate@Example.org' });
  const { browser, answer } = await ask(site, 'kATE@example.org');
  const page = await browser.open(locationOf(answer));
  expect([mainTextOf(page.body).includes('kATE@example.org'), page.body.includes('Kate@Example.org')]).toEqual([
    true,
    false,
  ]);
  expect([await browser.mails('kATE@example.org'), (await browser.mails('Kate@Example.org')).length]).toEqual([[], 1]);
  await browser.submit(page, {}, `${locationOf(answer)}/another`);
  expect((await browser.mails('Kate@Example.org')).length).toBe(2);
});

test('activation by another spelling keeps the one on file, to which the code went', async () => {
  const site = await givenSite(service());
  const made = await site.api.post('/customers', { email: 'Kate@example.org' });
  const browser = site.newBrowser();
  const url = made.json<{ activation_url: string }>().activation_url;
  const codePage = await browser.submit(await browser.open(url), { email: 'kate@EXAMPLE.org' });
  await browser.submit(codePage, { code: await browser.newestCode('Kate@example.org') });
  expect(await emailsOf(site)).toEqual(['Kate@example.org']);
});

test('who changes the spelling of their own address gets the code there', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn('kate@example.org');
  const codePage = await browser.submit(await browser.open('/email-address'), { email: 'Kate@example.org' });
  const newPage = await browser.submit(codePage, { code: await browser.newestCode('kate@example.org') });
  await browser.submit(newPage, { code: await browser.newestCode('Kate@example.org') });
  expect(await emailsOf(site)).toEqual(['Kate@example.org']);
});
