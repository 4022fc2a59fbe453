// E-mailed codes can be switched off by somebody who has a passkey; recovery codes and the command line are the ways back.
import type { LightMyRequestResponse } from 'fastify';
import { expect, test } from 'vitest';
import { Authenticator, questionOn } from '../../support/browser/authenticator.ts';
import { locationOf, type Browser } from '../../support/browser/browser.ts';
import { formsOf, headingOf, mainTextOf } from '../../support/browser/html.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { DASHBOARD, givenStaff, newStaffBrowser, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);
const [SIGN_IN, PERSON, RECOVERY] = ['/dashboard/sign-in', '/dashboard/person', '/dashboard/recovery'];
const [OFF, ON, RENEW] = [`${PERSON}/code/off`, `${PERSON}/code/on`, `${PERSON}/recovery-codes`];

interface Given {
  readonly site: TestSite;
  readonly email: string;
  readonly browser: Browser;
  readonly device: Authenticator;
  readonly codes: readonly string[];
}

async function addPasskey(browser: Browser): Promise<Authenticator> {
  const device = new Authenticator(DASHBOARD.DASHBOARD_URL);
  const page = await browser.open(`${PERSON}/passkeys/new`);
  const credential = device.create(questionOn(page.body, 'create'));
  await browser.submit(page, { name: 'Laptop', credential }, `${PERSON}/passkeys/new`);
  return device;
}

/** Somebody with a passkey who switched codes off. */
async function givenCodeOff(): Promise<Given> {
  const site = await givenSite(service());
  const email = `owner@${site.publication.siteHost}`;
  const browser = await signedInStaff(service(), site.publication, 'owner', email);
  const device = await addPasskey(browser);
  const shown = await browser.submit(await browser.open(PERSON), {}, OFF);
  return { site, email, browser, device, codes: codesOn(shown) };
}

const codesOn = ({ body }: LightMyRequestResponse): string[] =>
  [...body.matchAll(/<code class="secret">([0-9a-z-]+)</g)].map(([, code = '']) => code);

async function recover(browser: Browser, email: string, code: string): Promise<LightMyRequestResponse> {
  return browser.submit(await browser.open(RECOVERY), { email, code });
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.get(PERSON)).statusCode === 200;
}

const subjects = async (email: string) => (await newStaffBrowser(service()).mails(email)).map(({ subject }) => subject);
const actsOf = async ({ site }: Given): Promise<string[]> =>
  (await service().database.knex('audit_entries').where({ publicationId: site.publication.id }).orderBy('id')).map(
    ({ act }) => act,
  );

test('without a passkey, codes cannot be switched off', async () => {
  const { publication } = await givenSite(service());
  const browser = await signedInStaff(service(), publication, 'owner', 'none@code.example');
  const page = await browser.open(PERSON);
  expect(mainTextOf(page.body)).toContain('You can switch them off once you have a passkey.');
  const form = formsOf(page.body).find(({ action }) => action === PERSON);
  const formId = 'f'.repeat(43);
  expect(locationOf(await browser.post(OFF, { ...form?.fields, form_id: formId }))).toBe(PERSON);
  expect(mainTextOf((await browser.open(PERSON)).body)).toContain('Whoever reads your e-mail can sign in');
});

test('with codes off, asking for one brings a mail without digits, and the page is the same as ever', async () => {
  const given = await givenCodeOff();
  expect(given.codes).toHaveLength(10);
  const { publication } = given.site;
  await givenStaff(service(), publication, 'viewer', `on@${publication.siteHost}`);
  const seen = [];
  for (const email of [given.email, `on@${publication.siteHost}`]) {
    const visitor = newStaffBrowser(service());
    const page = await visitor.open(await visitor.askForCode(email, SIGN_IN));
    seen.push([page.statusCode, mainTextOf(page.body).replace(email, 'ADDRESS')]);
  }
  expect(seen[0]).toEqual(seen[1]);
  const [mail] = await newStaffBrowser(service()).mails(given.email);
  expect(mail?.subject).toBe('You switched codes by e-mail off');
  expect(mail?.text).not.toMatch(/\b\d{6}\b/);
});

test('a code that was sent before codes were switched off signs nobody in', async () => {
  const { publication } = await givenSite(service());
  const email = `early@${publication.siteHost}`;
  const browser = await signedInStaff(service(), publication, 'owner', email);
  await addPasskey(browser);
  const other = newStaffBrowser(service());
  const codePage = await other.askForCode(email, SIGN_IN);
  const code = await other.newestCode(email);
  await browser.submit(await browser.open(PERSON), {}, OFF);
  expect([(await other.enterCode(codePage, code)).statusCode, await isSignedIn(other)]).toEqual([410, false]);
});

test('an invitation signs in nobody who switched codes off, but is accepted after a sign-in', async () => {
  const given = await givenCodeOff();
  const site = await givenSite(service());
  const owner = await signedInStaff(service(), site.publication, 'owner', `boss@${site.publication.siteHost}`);
  const staff = `/dashboard/${site.publication.id}/staff`;
  await owner.submit(await owner.open(staff), { email: given.email, role: 'viewer' }, staff);
  const [mail] = await site.newBrowser().mails(given.email);
  const path = /\/dashboard\/invitations\/\w+/.exec(mail?.text ?? '')?.[0] ?? '';
  const thief = newStaffBrowser(service());
  const asked = await thief.submit(await thief.open(path));
  expect([headingOf(asked.body), await isSignedIn(thief)]).toEqual(['Sign in to your dashboard', false]);
  const back = await thief.submit(
    asked,
    { credential: given.device.get(questionOn(asked.body)) },
    '/dashboard/passkey',
  );
  const accepted = await thief.submit(back);
  expect(headingOf(accepted.body)).toBe('Overview');
});

test('each recovery code signs in once, of several at once one, and the others stay good', async () => {
  const { email, codes, browser } = await givenCodeOff();
  const [first = '', second = ''] = codes;
  const visitors = [newStaffBrowser(service()), newStaffBrowser(service())];
  await Promise.all(visitors.map((visitor) => recover(visitor, email, first)));
  const signedIn = await Promise.all(visitors.map(isSignedIn));
  expect(signedIn.filter(Boolean)).toHaveLength(1);
  const late = newStaffBrowser(service());
  expect([(await recover(late, email, first)).statusCode, await isSignedIn(late)]).toEqual([422, false]);
  // Typed from paper.
  const typed = ` ${second.replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l').toUpperCase()} `;
  expect(headingOf((await recover(late, email.toUpperCase(), typed)).body)).toBe('Overview');
  expect(mainTextOf((await browser.open(PERSON)).body)).toContain('You have 8 recovery codes left.');
  expect((await subjects(email)).filter((subject) => subject === 'A recovery code was used')).toHaveLength(2);
});

test('a recovery code signs in nobody else, and the answer is the same for addresses that nobody has', async () => {
  const [one, two] = [await givenCodeOff(), await givenCodeOff()];
  const seen = [];
  for (const email of [two.email, 'nobody@code.example']) {
    const visitor = newStaffBrowser(service());
    const refused = await recover(visitor, email, one.codes[0] ?? '');
    seen.push([refused.statusCode, mainTextOf(refused.body).replaceAll(email, 'ADDRESS'), await isSignedIn(visitor)]);
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.[2]).toBe(false);
  expect(headingOf((await recover(newStaffBrowser(service()), one.email, one.codes[0] ?? '')).body)).toBe('Overview');
});

test('codes are shown once and stored as hashes, and new ones end those from before', async () => {
  const given = await givenCodeOff();
  const { email, browser, codes } = given;
  expect((await browser.open(PERSON)).body).not.toContain(codes[0]);
  const rows = JSON.stringify(await service().database.knex('staff_recovery_codes'));
  for (const code of codes) expect(rows).not.toContain(code.replaceAll('-', ''));
  const renewed = codesOn(await browser.submit(await browser.open(PERSON), {}, RENEW));
  expect([renewed.length, renewed.filter((code) => codes.includes(code))]).toEqual([10, []]);
  expect((await recover(newStaffBrowser(service()), email, codes[1] ?? '')).statusCode).toBe(422);
  expect(headingOf((await recover(newStaffBrowser(service()), email, renewed[0] ?? '')).body)).toBe('Overview');
  expect(await actsOf(given)).toEqual(['passkey.create', 'sign-in-code.disable', 'recovery-codes.create']);
});

test('a form that is sent twice shows the same codes', async () => {
  const { browser } = await givenCodeOff();
  const page = await browser.open(PERSON);
  const [first, second] = [await browser.submit(page, {}, RENEW), await browser.submit(page, {}, RENEW)];
  expect(codesOn(second)).toEqual(codesOn(first));
});

test('codes that are switched on again sign in, and recovery codes end', async () => {
  const given = await givenCodeOff();
  const { email, browser, codes } = given;
  const page = await browser.submit(await browser.open(PERSON), {}, ON);
  expect(mainTextOf(page.body)).toContain('Codes by e-mail sign you in again.');
  expect((await actsOf(given)).at(-1)).toBe('sign-in-code.enable');
  const visitor = newStaffBrowser(service());
  expect((await recover(visitor, email, codes[0] ?? '')).statusCode).toBe(422);
  expect(headingOf((await visitor.signIn(email, SIGN_IN)).body)).toBe('Overview');
  expect((await subjects(email)).filter((subject) => subject.startsWith('Codes by e-mail'))).toEqual([
    'Codes by e-mail are on again',
    'Codes by e-mail are off',
  ]);
});

/** Two forms that remove both passkeys of somebody with codes off. */
async function givenRemovals(): Promise<Given & { readonly sends: readonly (() => Promise<unknown>)[] }> {
  const given = await givenCodeOff();
  const { browser } = given;
  await addPasskey(browser);
  const pages = [await browser.open(PERSON), await browser.open(PERSON)];
  const removals = formsOf(pages[0]?.body ?? '').filter(({ action }) => action.endsWith('/remove'));
  expect(removals).toHaveLength(2);
  return { ...given, sends: pages.map((page, index) => () => browser.submit(page, {}, removals[index]?.action)) };
}

test('removing the last passkey switches codes on again, also where two are removed at once', async () => {
  // Several people, so that on PostgreSQL the removals of one of them meet.
  const people = [];
  for (let count = 0; count < 6; count += 1) people.push(await givenRemovals());
  await Promise.all(people.flatMap(({ sends }) => sends.map((send) => send())));
  for (const { email, browser } of people) {
    expect(mainTextOf((await browser.open(PERSON)).body)).toContain('Whoever reads your e-mail can sign in');
    expect((await subjects(email))[0]).toBe('Codes by e-mail are on again');
    expect(headingOf((await newStaffBrowser(service()).signIn(email, SIGN_IN)).body)).toBe('Overview');
  }
});

test('one of several passkeys can go while codes are off', async () => {
  const { browser } = await givenCodeOff();
  await addPasskey(browser);
  const page = await browser.open(PERSON);
  await browser.submit(page, {}, formsOf(page.body).find(({ action }) => action.endsWith('/remove'))?.action);
  expect(mainTextOf((await browser.open(PERSON)).body)).toContain('Codes by e-mail are off');
});

test('the switch and new recovery codes need a fresh proof, which a recovery code gives too', async () => {
  const { browser, email, codes } = await givenCodeOff();
  const page = await browser.open(PERSON);
  service().clock.advance(16 * 60);
  for (const action of [RENEW, ON]) {
    const asked = await browser.submit(page, {}, action);
    expect(headingOf(asked.body)).toBe('Confirm that it is you');
    expect(mainTextOf(asked.body)).not.toContain('Send me a code');
  }
  const asked = await browser.submit(page, {}, RENEW);
  const link = /href="(\/dashboard\/recovery[^"]*)"/.exec(asked.body)?.[1] ?? '';
  const back = await browser.submit(await browser.open(link), { email, code: codes[0] ?? '' });
  expect(headingOf(back.body)).toBe('Your sign-in');
  expect(codesOn(await browser.submit(back, {}, RENEW))).toHaveLength(10);
});

test('wrong recovery codes are limited for a network', async () => {
  const { email, codes } = await givenCodeOff();
  const ip = '203.0.113.9';
  const wrong = 'a'.repeat(28);
  for (let count = 0; count < 20; count += 1)
    expect((await recover(newStaffBrowser(service(), ip), email, wrong)).statusCode).toBe(422);
  expect((await recover(newStaffBrowser(service(), ip), email, codes[0] ?? '')).statusCode).toBe(429);
  expect((await recover(newStaffBrowser(service(), '203.0.113.10'), email, codes[0] ?? '')).statusCode).toBe(200);
});

test('a switch in one window and the removal of the last passkey in another leave a way in', async () => {
  const { publication } = await givenSite(service());
  const email = `race@${publication.siteHost}`;
  const browser = await signedInStaff(service(), publication, 'owner', email);
  await addPasskey(browser);
  const pages = [await browser.open(PERSON), await browser.open(PERSON)];
  const remove = formsOf(pages[1]?.body ?? '').find(({ action }) => action.endsWith('/remove'))?.action;
  const [first, second] = pages;
  if (first === undefined || second === undefined) throw new Error('no pages');
  await Promise.all([browser.submit(first, {}, OFF), browser.submit(second, {}, remove)]);
  expect(headingOf((await newStaffBrowser(service()).signIn(email, SIGN_IN)).body)).toBe('Overview');
});
