// Signing in by an e-mailed code (decisions 26; sign-in rules S1, S2, A39, A40; reliability R-A1, R-A3, R-A4, R-A5, R-A7).
import { expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { listCustomers } from '../../../src/models/people/customer-list.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { headingOf, mainTextOf, titleOf } from '../../support/browser/html.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');
const customersOf = async (site: TestSite) =>
  (await listCustomers(site.publication, service().database, { limit: 100 })).objects;

async function isSignedIn(browser: Browser): Promise<boolean> {
  return headingOf((await browser.get('/')).body) === 'Your account';
}

test('signs a new address in by the code in its inbox, and answers forms with 303', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const page = await browser.open('/sign-in');
  expect(page.statusCode).toBe(200);
  const sent = await browser.post('/sign-in', { ...formOf(page).fields, email: ADA });
  expect([sent.statusCode, locationOf(sent)]).toEqual([303, expect.stringMatching(/^\/email-code\/emc_[0-9a-z]{26}$/)]);
  const confirmed = await browser.enterCode(locationOf(sent), await browser.newestCode(ADA));
  expect([confirmed.statusCode, locationOf(confirmed)]).toEqual([303, '/']);
  expect(await isSignedIn(browser)).toBe(true);
});

test('puts the code in the subject line and in both parts of the mail, with no image and three links, all to the site', async () => {
  const site = await givenSite(service(), { name: 'Stürme & <Gezeiten>' });
  const browser = site.newBrowser();
  await browser.askForCode(ADA);
  const [mail] = await browser.mails(ADA);
  const code = mail?.subject.slice(0, 6) ?? '';
  expect(code).toMatch(/^\d{6}$/);
  expect(mail?.subject).toBe(`${code} is your code for Stürme & <Gezeiten>`);
  expect(mail?.text).toContain(code);
  expect(mail?.text).toContain('Stürme & <Gezeiten>');
  expect(mail?.html).toContain(code);
  expect(mail?.html).toContain('Stürme &amp; &lt;Gezeiten&gt;');
  expect(mail?.html).not.toMatch(/<img|<script|url\(/);
  const { siteUrl } = site.publication;
  const signIn = expect.stringMatching(`^${siteUrl}/sign-in\\?inbox=[\\w-]+$`);
  expect(mail?.html.match(/https?:\/\/[^"<\s]+/g)).toEqual([
    expect.stringMatching(`^${siteUrl}/email-code/\\w+\\?code=${code}$`),
    signIn,
    siteUrl,
    siteUrl,
  ]);
});

test('records nobody before the code is proved', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(ADA);
  await browser.enterCode(codePage, wrong(await browser.newestCode(ADA)));
  expect(await customersOf(site)).toEqual([]);
  await browser.enterCode(codePage, await browser.newestCode(ADA));
  expect((await customersOf(site)).map(({ email, emailVerifiedAt }) => [email, emailVerifiedAt])).toEqual([
    [ADA, service().clock.now().getTime()],
  ]);
});

test('finds a known person by the address in whatever case, and marks the address as proved', async () => {
  const site = await givenSite(service());
  const created = await site.api.post('/customers', { email: 'Ada@Example.org', name: 'Ada' });
  const browser = site.newBrowser();
  const codePage = await browser.askForCode('aDA@example.ORG');
  await browser.enterCode(codePage, await browser.newestCode('Ada@Example.org'));
  const customers = await customersOf(site);
  expect(customers.map(({ id }) => id)).toEqual([created.json<{ id: string }>().id]);
  expect(customers[0]?.emailVerifiedAt).not.toBeNull();
});

test('answers known and unknown addresses alike, mail included', async () => {
  const site = await givenSite(service());
  await site.api.post('/customers', { email: 'known@example.org' });
  const seen = [];
  for (const email of ['known@example.org', 'stranger@example.org']) {
    const browser = site.newBrowser();
    const sent = await browser.post('/sign-in', { ...formOf(await browser.open('/sign-in')).fields, email });
    const page = await browser.follow(sent);
    const mails = await browser.mails(email);
    const plain = (text: string) =>
      text
        .replaceAll(email, 'ADDRESS')
        .replaceAll(/emc_\w+/g, 'ID')
        .replaceAll(/inbox=[\w-]+/g, 'INBOX')
        .replaceAll(/\d{6}/g, 'CODE')
        .replaceAll(/value="[^"]*"/g, '');
    seen.push([
      sent.statusCode,
      plain(locationOf(sent)),
      page.statusCode,
      plain(page.body),
      mails.map(({ subject, text }) => plain(subject + text)),
    ]);
  }
  expect(seen[0]).toEqual(seen[1]);
});

test('does not use the code up when the page is only looked at', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(ADA);
  const code = await browser.newestCode(ADA);
  for (let visits = 0; visits < 8; visits += 1) await browser.get(`${codePage}?code=${code}`);
  expect(await isSignedIn(browser)).toBe(false);
  await browser.enterCode(codePage, code);
  expect(await isSignedIn(browser)).toBe(true);
});

test.each([' 123 456 ', '123-456', '１２３４５６'])('understands a code typed as %j', async (typed) => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(ADA);
  const code = await browser.newestCode(ADA);
  const written = [...typed]
    .map((character) =>
      character.replace(/[1-6１-６]/u, (digit) => shape(digit, code.charAt(Number(digit.normalize('NFKC')) - 1))),
    )
    .join('');
  await browser.enterCode(codePage, written);
  expect(await isSignedIn(browser)).toBe(true);
});

/** The digit, in the width of the pattern's. */
function shape(pattern: string, digit: string): string {
  return pattern >= '０' ? String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xff10 - 0x30) : digit;
}

test('takes what cannot be a code for a slip, which costs no try', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(ADA);
  for (const slip of ['', '12345', '1234567', 'abcdef', '12 34', '<b>123456</b>']) {
    const refused = await browser.enterCode(codePage, slip);
    expect([refused.statusCode, titleOf(refused.body)]).toEqual([422, 'Error: Enter your code – The Weekly Test']);
  }
  await browser.enterCode(codePage, await browser.newestCode(ADA));
  expect(await isSignedIn(browser)).toBe(true);
});

test('allows five tries, and the sixth is refused though it is right', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(ADA);
  const code = await browser.newestCode(ADA);
  const page = formOf(await browser.get(codePage));
  const texts = [];
  for (let tries = 0; tries < 5; tries += 1) {
    const refused = await browser.post(codePage, { ...page.fields, code: wrong(code) });
    texts.push([refused.statusCode, /You have (\w+ \w+) left/.exec(mainTextOf(refused.body))?.[1]]);
  }
  expect(texts).toEqual([
    [422, '4 tries'],
    [422, '3 tries'],
    [422, '2 tries'],
    [422, 'one try'],
    [410, undefined],
  ]);
  const right = await browser.post(codePage, { ...page.fields, code });
  expect([right.statusCode, headingOf(right.body)]).toEqual([410, 'This code no longer works']);
  expect(await isSignedIn(browser)).toBe(false);
  await browser.signIn(ADA);
  expect(await isSignedIn(browser)).toBe(true);
});

test.each([
  ['a second before ten minutes are over', 599, true],
  ['when ten minutes are over', 600, false],
])('R-A3 decides by the clock: a code %s', async (_when, seconds, isGood) => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(ADA);
  const page = formOf(await browser.get(codePage));
  service().clock.advance(seconds);
  await browser.post(codePage, { ...page.fields, code: await browser.newestCode(ADA) });
  expect(await isSignedIn(browser)).toBe(isGood);
});

test('R-A3 a code works once', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(ADA);
  const fields = { ...formOf(await browser.get(codePage)).fields, code: await browser.newestCode(ADA) };
  await browser.post(codePage, fields);
  await browser.submit(await browser.open('/'), {}, '/sign-out');
  const again = await browser.post(codePage, fields);
  expect(again.statusCode).toBe(410);
  expect(await isSignedIn(browser)).toBe(false);
});

test('R-A3 a newer code replaces the older one', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const older = await browser.askForCode(ADA);
  const olderCode = await browser.newestCode(ADA);
  const fields = { ...formOf(await browser.get(older)).fields, code: olderCode };
  let codePage = await browser.submit(await browser.get(older), {}, `${older}/another`);
  expect(mainTextOf(codePage.body)).toContain('We sent you a new code');
  // Once in a million times the new code has the digits of the old one; twice in a row, never.
  if ((await browser.newestCode(ADA)) === olderCode)
    codePage = await browser.submit(codePage, {}, `${formOf(codePage).action}/another`);
  expect((await browser.post(older, fields)).statusCode).toBe(410);
  const newer = formOf(codePage).action;
  expect((await browser.post(newer, { ...fields, code: olderCode })).statusCode).toBe(422);
  await browser.post(newer, { ...fields, code: await browser.newestCode(ADA) });
  expect(await isSignedIn(browser)).toBe(true);
});

test('R-A3 a code works only in the browser that asked for it', async () => {
  const site = await givenSite(service());
  const [browser, other] = [site.newBrowser(), site.newBrowser()];
  const codePage = await browser.askForCode(ADA);
  const code = await browser.newestCode(ADA);
  const { fields } = formOf(await other.open('/sign-in'));
  expect((await other.get(codePage)).statusCode).toBe(410);
  expect((await other.post(codePage, { ...fields, code })).statusCode).toBe(410);
  expect(await isSignedIn(other)).toBe(false);
  await browser.enterCode(codePage, code);
  expect(await isSignedIn(browser)).toBe(true);
});

test("a code of one publication is unknown to another, and so are its browser's cookies", async () => {
  const [site, other] = [await givenSite(service()), await givenSite(service())];
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(ADA);
  const there = other.newBrowser();
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  expect((await there.get(codePage)).statusCode).toBe(410);
  await browser.enterCode(codePage, await browser.newestCode(ADA));
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  expect(await isSignedIn(there)).toBe(false);
  expect(await findCustomerByEmail(other.publication, service().database, parseEmailAddress(ADA))).toBeUndefined();
});

test('R-A3 of fifty right guesses at once exactly one signs in', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(ADA);
  const fields = { ...formOf(await browser.get(codePage)).fields, code: await browser.newestCode(ADA) };
  const answers = await Promise.all(Array.from({ length: 50 }, () => browser.post(codePage, fields)));
  const cookies = answers.filter(({ cookies: set }) => set.some(({ name }) => name.endsWith('masthead_session')));
  expect(cookies).toHaveLength(1);
  const sessions = await service()
    .database.knex('sessions')
    .where({ publicationId: site.publication.id })
    .count({ count: '*' });
  expect(Number(sessions[0]?.['count'])).toBe(1);
  expect(await customersOf(site)).toHaveLength(1);
});

test('S1 R-A7 gives a new session and a new cookie at each sign-in, and the old ones are dead', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn();
  const [name, first] = [...browser.cookies].find(([cookie]) => cookie.endsWith('masthead_session')) ?? [];
  // Whoever is signed in already is asked again only where an application needs it.
  await browser.submit(
    await browser.submit(
      await browser.open('/sign-in?return_to=%2Foauth%2Fauthorize%3Fsigned_in_since%3D99999999999999.x'),
      { email: ADA },
    ),
    { code: await browser.newestCode(ADA) },
  );
  expect(browser.cookies.get(name ?? '')).not.toBe(first);
  const thief = site.newBrowser();
  thief.cookies.set(name ?? '', first ?? '');
  expect(await isSignedIn(thief)).toBe(false);
  expect(await isSignedIn(browser)).toBe(true);
});

test('R-A7 does not adopt a session cookie that was planted before sign-in', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const planted = 'A'.repeat(43);
  browser.cookies.set('__Host-masthead_session', planted);
  await browser.signIn(ADA);
  expect(browser.cookies.get('__Host-masthead_session')).not.toBe(planted);
});

test('asks for an address that can be one, links the fault to its field, and keeps what was typed', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const page = await browser.submit(await browser.open('/sign-in'), { email: 'ada at "example"' });
  expect([page.statusCode, titleOf(page.body)]).toEqual([422, 'Error: Sign in – The Weekly Test']);
  expect(page.body).toContain('<a href="#email">Enter your <span class="whole">e-mail</span> address');
  expect(formOf(page).fields['email']).toBe('ada at "example"');
});

test('A40 two tabs each return to where their own sign-in came from', async () => {
  const site = await givenSite(service());
  const browser = site.newBrowser();
  const [first, second] = ['/oauth/authorize?client_id=one&state=1', '/oauth/authorize?client_id=two&state=2'];
  const tab = await browser.askForCode(ADA, `/sign-in?return_to=${encodeURIComponent(first)}`);
  const otherTab = await browser.askForCode(ADA, `/sign-in?return_to=${encodeURIComponent(second)}`);
  const open = formOf(await browser.get(otherTab));
  expect(locationOf(await browser.enterCode(otherTab, await browser.newestCode(ADA)))).toBe(second);
  expect(locationOf(await browser.get(tab))).toBe(first);
  expect(locationOf(await browser.post(tab, { ...open.fields, code: '000000' }))).toBe(first);
  expect(locationOf(await browser.get(otherTab))).toBe(second);
});

test('fills in the address that the application suggests', async () => {
  const site = await givenSite(service());
  const returnTo = `/oauth/authorize?client_id=one&login_hint=${encodeURIComponent(ADA)}`;
  const page = await site.newBrowser().open(`/sign-in?return_to=${encodeURIComponent(returnTo)}`);
  expect(formOf(page).fields).toMatchObject({ email: ADA, return_to: returnTo });
});
