// The account page and its sign-out buttons (service.md, Endpoints A and Events; sign-in rules S1, S5, B1, B9).
import { expect, test } from 'vitest';
import { updateNewsletter } from '../../../src/models/catalog/newsletter.ts';
import { formOf, locationOf } from '../../support/browser/browser.ts';
import { formsOf, headingOf, linksOf, mainTextOf, titleOf } from '../../support/browser/html.ts';
import { givenRelyingParty, type RelyingParty } from '../../support/outside/relying-party.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';

async function logoutsOf({ publication }: TestSite): Promise<string[]> {
  const rows: { payload: string }[] = await service()
    .database.knex('deliveries')
    .where({ publicationId: publication.id, kind: 'backchannel_logout' })
    .orderBy('id')
    .select('payload');
  return rows.map(({ payload }) => payload);
}

function application(site: TestSite, path: string): Promise<RelyingParty> {
  return givenRelyingParty(service(), { backchannelLogoutUri: `https://www.example.test/${path}` }, site);
}

test('shows name, address, plan, newsletters and sessions', async () => {
  const site = await givenSite(service());
  await site.api.post('/customers', { email: 'grace@example.org', name: 'Grace Hopper' });
  const browser = await site.subscribed('grace@example.org');
  const page = await browser.open('/');
  const text = mainTextOf(page.body);
  expect(formOf(page, '/').fields['name']).toBe('Grace Hopper');
  expect(text).toContain('E-mail address grace@example.org');
  expect(text).toContain('Your subscription Supporter €5 a month');
  expect(text).toContain('The Weekly');
  expect(text).toContain('this browser');
});

test('lists only sessions that are live, and names the browser they are in', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  const phone = site.newBrowser();
  const codePage = await phone.askForCode(ADA);
  const form = formOf(await phone.get(codePage));
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';
  await phone.post(
    form.action,
    { ...form.fields, code: await phone.newestCode(ADA) },
    { 'sec-fetch-site': 'same-origin', 'user-agent': agent },
  );
  expect(mainTextOf((await browser.open('/')).body)).toContain('Safari on iPhone');
  await phone.submit(await phone.open('/'), {}, '/sign-out');
  expect(mainTextOf((await browser.open('/')).body)).not.toContain('iPhone');
});

test('signs out by the button: 303, the cookie gone, the session dead', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  const before = new Map(browser.cookies);
  const form = formOf(await browser.open('/'), '/sign-out');
  const answer = await browser.post(form.action, form.fields);
  expect([answer.statusCode, locationOf(answer)]).toEqual([303, '/signed-out']);
  expect([...browser.cookies.keys()].some((name) => name.endsWith('masthead_session'))).toBe(false);
  const thief = site.newBrowser();
  for (const [name, value] of before) thief.cookies.set(name, value);
  expect(headingOf((await thief.open('/')).body)).toBe('Sign in');
});

test('a sign-out never happens by GET', async () => {
  const browser = await (await givenSite(service())).signedIn(ADA);
  for (const path of ['/sign-out', '/sign-out-everywhere']) {
    const answer = await browser.get(path);
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
  }
  expect(headingOf((await browser.open('/')).body)).toBe('Your account');
});

test('B1 tells each application with a logout URI that this session signed in to, and no other', async () => {
  const site = await givenSite(service());
  const [first, second, unused] = [
    await application(site, 'first'),
    await application(site, 'second'),
    await application(site, 'unused'),
  ];
  const silent = await givenRelyingParty(service(), {}, site);
  const browser = await site.signedIn(ADA);
  const { claims } = await first.signInOn(browser);
  for (const party of [second, silent]) await party.signInOn(browser);
  await browser.submit(await browser.open('/'), {}, '/sign-out');
  const logouts = await logoutsOf(site);
  expect(logouts).toHaveLength(2);
  for (const { application: told } of [first, second]) expect(logouts.join()).toContain(told.id);
  expect(logouts.join()).not.toContain(unused.application.id);
  for (const logout of logouts) expect(JSON.parse(logout)).toMatchObject({ sid: claims['sid'], sub: claims.sub });
});

test('B9 a double click signs out once and tells once', async () => {
  const site = await givenSite(service());
  const party = await application(site, 'logout');
  const browser = await site.signedIn(ADA);
  await party.signInOn(browser);
  const form = formOf(await browser.open('/'), '/sign-out');
  const answers = await Promise.all(Array.from({ length: 8 }, () => browser.post(form.action, form.fields)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 303));
  expect(await logoutsOf(site)).toHaveLength(1);
});

test('S5 R-A8 ends the access tokens of the session with it', async () => {
  const site = await givenSite(service());
  const party = await givenRelyingParty(service(), {}, site);
  const browser = await site.signedIn(ADA);
  const { tokens } = await party.signInOn(browser);
  expect((await party.userinfo(tokens.access_token)).statusCode).toBe(200);
  await browser.submit(await browser.open('/'), {}, '/sign-out');
  expect((await party.userinfo(tokens.access_token)).statusCode).toBe(401);
});

test('signs out everywhere: every session ends and each is told of', async () => {
  const site = await givenSite(service());
  const party = await application(site, 'logout');
  const [desk, phone] = [await site.signedIn(ADA), await site.signedIn(ADA)];
  const sids = [];
  for (const browser of [desk, phone]) sids.push((await party.signInOn(browser)).claims['sid']);
  const stranger = await site.signedIn('eve@example.org');
  await desk.submit(await desk.open('/'), {}, '/sign-out-everywhere');
  for (const browser of [desk, phone]) expect(headingOf((await browser.open('/')).body)).toBe('Sign in');
  expect(headingOf((await stranger.open('/')).body)).toBe('Your account');
  const told = (await logoutsOf(site)).map((payload): unknown => (JSON.parse(payload) as { sid: string }).sid);
  expect(told.toSorted()).toEqual(sids.toSorted());
});

test('offers to sign out everywhere only where there is another session', async () => {
  const browser = await (await givenSite(service())).signedIn(ADA);
  expect(formsOf((await browser.open('/')).body).map(({ action }) => action)).toEqual([
    '/newsletters',
    '/',
    '/sign-in-mails',
    '/sign-out',
  ]);
});

test('ends one listed session: the browser is signed out, its applications are told, and no other is touched', async () => {
  const site = await givenSite(service());
  const party = await application(site, 'logout');
  const [desk, phone, tablet] = [await site.signedIn(ADA), await site.signedIn(ADA), await site.signedIn(ADA)];
  await party.signInOn(desk);
  const { claims } = await party.signInOn(phone);
  const page = await desk.open('/');
  expect(formsOf(page.body).filter(({ action }) => action.startsWith('/sessions/'))).toHaveLength(2);
  const after = await desk.submit(page, {}, `/sessions/${String(claims['sid'])}/end`);
  expect(mainTextOf(after.body)).toContain('That browser is signed out.');
  expect(headingOf((await phone.open('/')).body)).toBe('Sign in');
  for (const browser of [desk, tablet]) expect(headingOf((await browser.open('/')).body)).toBe('Your account');
  const logouts = await logoutsOf(site);
  expect(logouts).toHaveLength(1);
  expect(JSON.parse(logouts[0] ?? '')).toMatchObject({ sid: claims['sid'] });
});

test('ends no session of another customer, whatever the form names', async () => {
  const site = await givenSite(service());
  const party = await application(site, 'logout');
  const eve = await site.signedIn('eve@example.org');
  const { claims } = await party.signInOn(eve);
  const browser = await site.signedIn(ADA);
  const { csrf_token: token = '' } = formOf(await browser.open('/'), '/').fields;
  await browser.post(`/sessions/${String(claims['sid'])}/end`, { csrf_token: token });
  expect(headingOf((await eve.open('/')).body)).toBe('Your account');
  expect(await logoutsOf(site)).toEqual([]);
});

test('leads to everything in one click', async () => {
  const links = linksOf((await (await (await givenSite(service())).signedIn(ADA)).open('/')).body);
  for (const path of ['/email-address', '/my-data.json', '/my-data.csv', '/erase-account'])
    expect(links).toContain(path);
});

test('updates the name, and takes an empty one for none', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  const saved = await browser.submit(await browser.open('/'), { name: ' Ada King ' }, '/');
  expect(mainTextOf(saved.body)).toContain('Your changes have been saved.');
  expect(formOf(saved, '/').fields['name']).toBe('Ada King');
  await browser.submit(saved, { name: '  ' }, '/');
  const { objects } = (await site.api.get('/members')).json<{ objects: { name: string | null }[] }>();
  expect(objects.map(({ name }) => name)).toEqual([null]);
});

test('refuses a name that is too long, and saves nothing', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  const refused = await browser.submit(await browser.open('/'), { name: 'x'.repeat(256), newsletter: 'none' }, '/');
  expect([refused.statusCode, titleOf(refused.body)]).toEqual([422, 'Error: Your account – The Weekly Test']);
  expect(formOf(await browser.open('/'), '/').fields['name']).toBe('');
});

test('lets a customer leave a newsletter and join those that are open to all, and no other', async () => {
  const site = await givenSite(service());
  await service().database.transaction((transaction) =>
    updateNewsletter(site.publication, transaction, 'daily', { audience: 'paying' }),
  );
  const browser = await site.signedIn(ADA);
  const newsletters: { id: string; slug: string }[] = await service()
    .database.knex('newsletters')
    .where({ publicationId: site.publication.id })
    .select('id', 'slug');
  const idOf = (slug: string): string => newsletters.find((newsletter) => newsletter.slug === slug)?.id ?? '';
  const received = async () =>
    (await site.api.get('/members')).json<{ objects: { newsletter_slugs: string[] }[] }>().objects[0]?.newsletter_slugs;
  const choose = async (slugs: string[]) => {
    const { csrf_token: token = '' } = formOf(await browser.open('/'), '/newsletters').fields;
    const body = new URLSearchParams([
      ['csrf_token', token],
      ...slugs.map((slug): [string, string] => ['newsletter', idOf(slug)]),
    ]);
    return browser.send('POST', '/newsletters', body.toString(), { 'sec-fetch-site': 'same-origin' });
  };
  await choose(['weekly', 'daily']);
  expect(await received()).toEqual(['weekly']);
  await choose([]);
  expect(await received()).toEqual([]);
});
