// Signing in to the dashboard: by an e-mailed code or a link that works once, with sessions that are worth nothing on a
// publication's site, and the reverse (decisions 37).
import { expect, test } from 'vitest';
import type { Transaction } from '../../../src/database/connection.ts';
import { issueSignInLink } from '../../../src/models/staff/sign-in-link.ts';
import { locationOf, type Browser } from '../../support/browser/browser.ts';
import { formsOf, headingOf, mainTextOf, titleOf } from '../../support/browser/html.ts';
import { givenSite } from '../../support/publications/site.ts';
import { DASHBOARD, givenStaff, newStaffBrowser, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);
const SIGN_IN = '/dashboard/sign-in';
const OWNER = 'owner@example.org';

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get('/dashboard/person')).statusCode === 200;
}

test('signs a staff member in by the code in their inbox, and leads to the publication', async () => {
  const { publication } = await givenSite(service());
  await givenStaff(service(), publication, 'owner', 'ada@example.org');
  const browser = newStaffBrowser(service());
  const codePage = await browser.askForCode('ADA@example.org', SIGN_IN);
  const page = await browser.follow(await browser.enterCode(codePage, await browser.newestCode('ada@example.org')));
  expect([page.statusCode, titleOf(page.body)]).toEqual([200, 'Overview – The Weekly Test']);
  const [mail] = await browser.mails('ada@example.org');
  expect(mail?.subject).toMatch(/^\d{6} is your code for Masthead$/);
});

test('answers known and unknown addresses alike, and tells an unknown one by mail that it has no access', async () => {
  const { publication } = await givenSite(service());
  await givenStaff(service(), publication, 'owner', 'known@example.org');
  const seen = [];
  for (const email of ['known@example.org', 'stranger@example.org']) {
    const browser = newStaffBrowser(service());
    const sent = await browser.open(await browser.askForCode(email, SIGN_IN));
    seen.push([sent.statusCode, mainTextOf(sent.body).replace(email, 'ADDRESS')]);
  }
  expect(seen[0]).toEqual(seen[1]);
  const [mail] = await newStaffBrowser(service()).mails('stranger@example.org');
  expect(mail?.subject).toBe('This address has no access to the dashboard');
  expect(mail?.text).not.toMatch(/\d{6}/);
});

test('opening the code page uses nothing up, five wrong codes end it, and no other browser can use it', async () => {
  const { publication } = await givenSite(service());
  await givenStaff(service(), publication, 'owner', 'tries@example.org');
  const [browser, other] = [newStaffBrowser(service()), newStaffBrowser(service())];
  const page = await browser.askForCode('tries@example.org', SIGN_IN);
  const code = await browser.newestCode('tries@example.org');
  await other.open(SIGN_IN);
  expect((await other.get(page)).statusCode).toBe(410);
  for (let tries = 1; tries <= 4; tries += 1) expect((await browser.enterCode(page, wrong(code))).statusCode).toBe(422);
  await browser.get(page);
  expect((await browser.enterCode(page, wrong(code))).statusCode).toBe(410);
  expect((await browser.get(page)).statusCode).toBe(410);
  expect(await isSignedIn(browser)).toBe(false);
});

test('of two browsers of one person that send the same code at once, and of a code sent twice, one session begins', async () => {
  const { publication } = await givenSite(service());
  const id = await givenStaff(service(), publication, 'owner', 'twice@example.org');
  const browser = newStaffBrowser(service());
  const page = await browser.askForCode('twice@example.org', SIGN_IN);
  const code = await browser.newestCode('twice@example.org');
  const form = formsOf((await browser.get(page)).body)[0];
  const send = () => browser.post(page, { ...form?.fields, code });
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 410]);
  const sessions = await service().database.knex('staff_sessions').where({ staffId: id });
  expect(sessions).toHaveLength(1);
});

test('too many codes for one address are refused, with the time to wait', async () => {
  const { publication } = await givenSite(service());
  await givenStaff(service(), publication, 'owner', 'many@example.org');
  for (let count = 0; count < 5; count += 1)
    expect(await newStaffBrowser(service()).askForCode('many@example.org', SIGN_IN)).toMatch(/^\/dashboard\/code\//);
  const browser = newStaffBrowser(service());
  const refused = await browser.submit(await browser.open(SIGN_IN), { email: 'many@example.org' });
  expect([refused.statusCode, Number(refused.headers['retry-after']) > 3000]).toEqual([429, true]);
  expect(mainTextOf(refused.body)).toContain('use the last code that we sent');
});

test('a browser that has proved the address keeps a budget of its own, whatever strangers ask for', async () => {
  const { publication } = await givenSite(service());
  await givenStaff(service(), publication, 'owner', 'known@budget.example');
  const own = newStaffBrowser(service());
  await own.signIn('known@budget.example', SIGN_IN);
  await own.submit(await own.open('/dashboard/person'), {}, '/dashboard/sign-out');
  const statuses = [];
  for (let count = 0; count < 6; count += 1) {
    const stranger = newStaffBrowser(service());
    const sent = await stranger.submit(await stranger.open(SIGN_IN), { email: 'known@budget.example' });
    statuses.push(sent.statusCode);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(headingOf((await own.signIn('known@budget.example', SIGN_IN)).body)).toBe('Overview');
});

test("a reader's code is worth nothing on the dashboard, and a staff member's nothing on the site", async () => {
  const site = await givenSite(service());
  await givenStaff(service(), site.publication, 'owner', 'both@codes.example');
  const [staff, reader] = [newStaffBrowser(service()), site.newBrowser()];
  const staffPage = await staff.askForCode('both@codes.example', SIGN_IN);
  const readerPage = await reader.askForCode('both@codes.example');
  const [staffCookie, readerCookie] = ['__Host-masthead_staff_browser', '__Host-masthead_browser'];
  const [ofStaff = '', ofReader = ''] = [staff.cookies.get(staffCookie), reader.cookies.get(readerCookie)];
  staff.cookies.set(staffCookie, ofReader);
  reader.cookies.set(readerCookie, ofStaff);
  const idOf = (page: string) => page.replace(/^.*\//, '');
  expect((await staff.get(`/dashboard/code/${idOf(readerPage)}`)).statusCode).toBe(410);
  expect((await reader.get(`/email-code/${idOf(staffPage)}`)).statusCode).toBe(410);
  staff.cookies.set(staffCookie, ofStaff);
  expect((await staff.get(staffPage)).statusCode).toBe(200);
});

test('a page that needs a session leads to the sign-in and back, and to no other place', async () => {
  const { publication } = await givenSite(service());
  await givenStaff(service(), publication, 'owner', 'deep@example.org');
  const path = `/dashboard/${publication.id}/staff?x=1`;
  const browser = newStaffBrowser(service());
  const redirect = await browser.get(path);
  expect([redirect.statusCode, locationOf(redirect)]).toEqual([
    303,
    `${SIGN_IN}?return_to=${encodeURIComponent(path)}`,
  ]);
  const page = await browser.signIn('deep@example.org', locationOf(redirect));
  expect(headingOf(page.body)).toBe('Staff');
  for (const target of [
    'https://evil.example/dashboard',
    '//evil.example/dashboard',
    '/dashboardx',
    '/offers',
    '/dashboard/../offers',
  ]) {
    const hostile = newStaffBrowser(service());
    const form = formsOf((await hostile.open(`${SIGN_IN}?return_to=${encodeURIComponent(target)}`)).body)[0];
    expect(form?.fields['return_to']).toBe('/dashboard');
  }
});

test('a link signs in once, only by its button, and only while it is good', async () => {
  const { publication } = await givenSite(service());
  const staffId = await givenStaff(service(), publication, 'owner', 'link@example.org');
  const newLink = async (): Promise<string> => {
    const given = { staffId, lifetimeSeconds: 600 };
    const issue = (transaction: Transaction) => issueSignInLink(transaction, service().clock, given);
    return `/dashboard/link/${await service().database.transaction(issue)}`;
  };
  const path = await newLink();
  const [first, second] = [newStaffBrowser(service()), newStaffBrowser(service())];
  await first.get(path);
  const pages = [await first.open(path), await second.open(path)] as const;
  expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, false]);
  await Promise.all([first.submit(pages[0]), second.submit(pages[1])]);
  expect([await isSignedIn(first), await isSignedIn(second)].filter(Boolean)).toHaveLength(1);
  const late = await newLink();
  service().clock.advance(600);
  for (const over of [path, late, '/dashboard/link/x', `/dashboard/link/${'a'.repeat(43)}`]) {
    const other = newStaffBrowser(service());
    const refused = await other.submit(await other.open(over));
    expect([refused.statusCode, headingOf(refused.body)]).toEqual([410, 'This link is no longer valid']);
  }
});

test("a reader's session is worth nothing on the dashboard, and a staff session nothing on the site", async () => {
  const site = await givenSite(service());
  const staff = await signedInStaff(service(), site.publication, 'owner', OWNER);
  const reader = await site.signedIn();
  const staffCookie = staff.cookies.get('__Host-masthead_staff') ?? '';
  const readerCookie = reader.cookies.get('__Host-masthead_session') ?? '';
  expect([staffCookie, readerCookie]).toEqual([expect.stringMatching(/^\w{43}$/), expect.stringMatching(/^\w{43}$/)]);
  reader.cookies.set('__Host-masthead_session', staffCookie);
  expect(headingOf((await reader.get('/')).body)).toBe('Sign in');
  staff.cookies.set('__Host-masthead_staff', readerCookie);
  expect(await isSignedIn(staff)).toBe(false);
});

test('sessions are listed and ended one by one or all but this one, and signing out ends this one', async () => {
  const { publication } = await givenSite(service());
  const sign = () => signedInStaff(service(), publication, 'owner', 'sessions@example.org');
  const [here, second, third] = [await sign(), await sign(), await sign()];
  const page = await here.open('/dashboard/person');
  const ends = formsOf(page.body)
    .map(({ action }) => action)
    .filter((action) => /sessions\/sts_/.test(action));
  expect(ends).toHaveLength(2);
  await here.submit(page, {}, ends[0]);
  expect([await isSignedIn(second), await isSignedIn(third)].filter(Boolean)).toHaveLength(1);
  await here.submit(await here.open('/dashboard/person'), {}, '/dashboard/person/sessions/end-others');
  expect([await isSignedIn(here), await isSignedIn(second), await isSignedIn(third)]).toEqual([true, false, false]);
  await here.submit(await here.open('/dashboard/person'), {}, '/dashboard/sign-out');
  expect(await isSignedIn(here)).toBe(false);
});

test('nobody ends the session of somebody else', async () => {
  const { publication } = await givenSite(service());
  const victim = await signedInStaff(service(), publication, 'owner', 'victim@example.org');
  const [row] = await service().database.knex('staff_sessions').orderBy('id', 'desc').limit(1);
  const attacker = await signedInStaff(service(), publication, 'viewer', 'attacker@example.org');
  const form = formsOf((await attacker.open('/dashboard/person')).body)[0];
  await attacker.post(`/dashboard/person/sessions/${row?.id}/end`, { ...form?.fields });
  expect(await isSignedIn(victim)).toBe(true);
});

test('a session ends after two weeks without use, and sensitive acts ask for a fresh proof after 15 minutes', async () => {
  const { publication } = await givenSite(service());
  const browser = await signedInStaff(service(), publication, 'owner', 'idle@example.org');
  const keys = `/dashboard/${publication.id}/keys`;
  const keysPage = await browser.open(keys);
  service().clock.advance(14 * 60);
  expect(mainTextOf((await browser.submit(keysPage, { name: 'Export' }, keys)).body)).toContain('Your new key');
  service().clock.advance(2 * 60);
  const asked = await browser.submit(await browser.open(keys), {}, keys);
  expect(headingOf(asked.body)).toBe('Confirm that it is you');
  const codePage = await browser.submit(asked, {}, '/dashboard/prove');
  const form = formsOf(codePage.body)[0];
  const back = await browser.follow(
    await browser.post(form?.action ?? '', { ...form?.fields, code: await browser.newestCode('idle@example.org') }),
  );
  expect(headingOf(back.body)).toBe('API keys');
  expect(mainTextOf((await browser.submit(back, { name: 'Export' }, keys)).body)).toContain('Your new key');
  service().clock.advance(13 * 24 * 3600);
  expect(await isSignedIn(browser)).toBe(true);
  service().clock.advance(14 * 24 * 3600 + 1);
  expect(await isSignedIn(browser)).toBe(false);
});

test('a page with an error allows the script that it loads', async () => {
  const browser = newStaffBrowser(service());
  const page = await browser.get('/dashboard/invitations/nothing');
  expect(page.statusCode).toBe(410);
  expect(page.body).toContain('<script src="/assets/dashboard.');
  expect(page.headers['content-security-policy']).toContain("script-src 'self'");
});
