// Another e-mail address (decisions 26; reliability R-A3, R-A8): proved first; then the old one is told and every other session ends.
import { expect, test } from 'vitest';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { formOf, type Browser } from '../../support/browser/browser.ts';
import { headingOf, mainTextOf, titleOf } from '../../support/browser/html.ts';
import { givenRelyingParty } from '../../support/outside/relying-party.ts';
import { givenSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const NEW = 'Lovelace@example.org';

/** Returns the code page for the new address. */
async function askFor(browser: Browser, email = NEW) {
  return browser.submit(await browser.open('/email-address'), { email });
}

test('changes the address once its code is typed, and not before', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  const { id } = (await findCustomerByEmail(site.publication, service().database, parseEmailAddress(ADA))) ?? {};
  const codePage = await askFor(browser);
  expect(mainTextOf((await browser.open('/')).body)).toContain(ADA);
  const account = await browser.submit(codePage, { code: await browser.newestCode(NEW) });
  expect(mainTextOf(account.body)).toContain('Your e-mail address is changed.');
  expect(mainTextOf(account.body)).toContain(NEW);
  expect((await findCustomerByEmail(site.publication, service().database, parseEmailAddress(NEW)))?.id).toBe(id);
  expect(await findCustomerByEmail(site.publication, service().database, parseEmailAddress(ADA))).toBeUndefined();
});

test('tells the old address, without the new one', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  await browser.submit(await askFor(browser), { code: await browser.newestCode(NEW) });
  const [mail] = await browser.mails(ADA);
  expect(mail?.subject).toBe('Your e-mail address at The Weekly Test was changed');
  expect(mail?.text).toMatch(
    new RegExp(
      `another e-mail address[\\s\\S]*tell the publisher[\\s\\S]*\n\nThe Weekly Test\n${site.publication.siteUrl}\n?$`,
    ),
  );
  expect(`${mail?.text}${mail?.html}`.toLowerCase()).not.toContain(NEW.toLowerCase());
});

test('R-A8 ends every other session, and tells their applications', async () => {
  const site = await givenSite(service());
  const party = await givenRelyingParty(service(), { backchannelLogoutUri: 'https://www.example.test/logout' }, site);
  const [browser, phone] = [await site.signedIn(ADA), await site.signedIn(ADA)];
  await party.signInOn(browser);
  const { claims, tokens } = await party.signInOn(phone);
  await browser.submit(await askFor(browser), { code: await browser.newestCode(NEW) });
  expect(headingOf((await browser.open('/')).body)).toBe('Your account');
  expect(headingOf((await phone.open('/')).body)).toBe('Sign in');
  expect((await party.userinfo(tokens.access_token)).statusCode).toBe(401);
  const logouts: { payload: string }[] = await service()
    .database.knex('deliveries')
    .where({ publicationId: site.publication.id, kind: 'backchannel_logout' })
    .select('payload');
  expect(logouts.map(({ payload }) => (JSON.parse(payload) as { sid: string }).sid)).toEqual([claims['sid']]);
});

test('R-A3 a code that was asked for with the old address opens nothing after the change', async () => {
  const site = await givenSite(service());
  const [browser, phone] = [await site.signedIn(ADA), site.newBrowser()];
  const oldCodePage = await phone.askForCode(ADA);
  const oldCode = await phone.newestCode(ADA);
  const oldForm = formOf(await phone.get(oldCodePage));
  await browser.submit(await askFor(browser), { code: await browser.newestCode(NEW) });
  expect((await phone.post(oldForm.action, { ...oldForm.fields, code: oldCode })).statusCode).toBe(410);
  expect(await findCustomerByEmail(site.publication, service().database, parseEmailAddress(ADA))).toBeUndefined();
});

test("leaves another person's address alone, and says so only to who has proved it", async () => {
  const site = await givenSite(service());
  await site.signedIn(NEW.toLowerCase());
  const browser = await site.signedIn(ADA);
  const codePage = await askFor(browser);
  expect(headingOf(codePage.body)).toBe('Check your inbox');
  const refused = await browser.submit(codePage, { code: await browser.newestCode(NEW.toLowerCase()) });
  expect([refused.statusCode, headingOf(refused.body)]).toEqual([409, 'This address has an account already']);
  expect(mainTextOf((await browser.open('/')).body)).toContain(ADA);
});

test('nothing happens for who has signed out, or in as somebody else, before the code', async () => {
  const site = await givenSite(service());
  for (const leave of ['sign out', 'sign in as another'] as const) {
    const browser = await site.signedIn(ADA);
    const form = formOf(await askFor(browser));
    const code = await browser.newestCode(NEW);
    const { cookies } = site.newBrowser();
    for (const [name, value] of browser.cookies) cookies.set(name, value);
    await browser.submit(await browser.open('/'), {}, '/sign-out');
    if (leave === 'sign in as another')
      for (const [name, value] of (await site.signedIn('eve@example.org')).cookies)
        if (name.endsWith('session')) browser.cookies.set(name, value);
    expect((await browser.post(form.action, { ...form.fields, code })).statusCode).toBe(410);
    expect(await findCustomerByEmail(site.publication, service().database, parseEmailAddress(NEW))).toBeUndefined();
  }
});

test('asks for an address that can be one', async () => {
  const browser = await (await givenSite(service())).signedIn(ADA);
  const refused = await askFor(browser, 'nobody');
  expect([refused.statusCode, titleOf(refused.body)]).toEqual([422, 'Error: Change your address – The Weekly Test']);
});

test('a changed spelling of the same address needs no mail to it, and ends no code', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  const account = await browser.submit(await askFor(browser, 'ADA@example.org'), {
    code: await browser.newestCode('ADA@example.org'),
  });
  expect(mainTextOf(account.body)).toContain('ADA@example.org');
});

test.each(['/email-address', '/erase-account', '/my-data.json', '/my-data.csv'])(
  '%s leads who is signed out to sign in',
  async (path) => {
    const answer = await (await givenSite(service())).newBrowser().get(path);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/']);
  },
);
