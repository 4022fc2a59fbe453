// Another e-mail address (decisions 26 and 35; reliability R-A3, R-A8): the present one is proved first, then the new one; both are told, every other
// session ends, and the old address can undo it for seven days.
import { describe, expect, test } from 'vitest';
import { sendDueMails } from '../../../src/mails/due-mails.ts';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { findCustomerByEmail } from '../../../src/models/people/customer-summary.ts';
import { formOf, type Browser } from '../../support/browser/browser.ts';
import { headingOf, linksOf, mainTextOf, titleOf } from '../../support/browser/html.ts';
import { givenRelyingParty } from '../../support/outside/relying-party.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const NEW = 'Lovelace@example.org';

/** Returns the code page for the present address. */
async function askFor(browser: Browser, email = NEW) {
  return browser.submit(await browser.open('/email-address'), { email });
}

/** Returns the code page for the new address. */
async function askAndProve(browser: Browser, email = NEW, present = ADA) {
  return browser.submit(await askFor(browser, email), { code: await browser.newestCode(present) });
}

async function change(browser: Browser, email = NEW, present = ADA) {
  return browser.submit(await askAndProve(browser, email, present), { code: await browser.newestCode(email) });
}

/** Returns the mails to the address once those that are due are sent. */
async function mailsTo(browser: Browser, email: string) {
  await sendDueMails(service(), (error) => {
    throw error;
  });
  return browser.mails(email);
}

async function undoLink(browser: Browser, email: string): Promise<string> {
  const [mail] = await mailsTo(browser, email);
  return /https:\/\/\S+\/email-address\/undo\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
}

async function idOf({ publication }: TestSite, email: string): Promise<string | undefined> {
  return (await findCustomerByEmail(publication, service().database, parseEmailAddress(email)))?.id;
}

test('changes the address once both codes are typed, and not before', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  const id = await idOf(site, ADA);
  const codePage = await askFor(browser);
  expect(mainTextOf(codePage.body)).toContain(`We sent a code to ${ADA}`);
  expect(await browser.mails(NEW)).toEqual([]);
  const nextPage = await browser.submit(codePage, { code: await browser.newestCode(ADA) });
  expect(mainTextOf(nextPage.body)).toContain(`We sent a code to ${NEW}`);
  expect(mainTextOf((await browser.open('/')).body)).toContain(ADA);
  const account = await browser.submit(nextPage, { code: await browser.newestCode(NEW) });
  expect(mainTextOf(account.body)).toContain('Your e-mail address has been changed.');
  expect(mainTextOf(account.body)).toContain(NEW);
  expect([await idOf(site, NEW), await idOf(site, ADA)]).toEqual([id, undefined]);
});

test('the mail with the first code says what it is for, and what to do for who did not ask', async () => {
  const browser = await (await givenSite(service())).signedIn(ADA);
  await askFor(browser);
  const [mail] = await browser.mails(ADA);
  expect(mail?.text).toContain('Your code to change the e-mail address of your account:');
  expect(mail?.text).toContain('sign out everywhere');
});

test('a session alone changes nothing: the code to the new address is sent to nobody before the present one is proved', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  const codePage = await askFor(browser);
  const wrong = (await browser.newestCode(ADA)) === '000000' ? '111111' : '000000';
  expect((await browser.submit(codePage, { code: wrong })).statusCode).toBe(422);
  expect(await browser.mails(NEW)).toEqual([]);
  expect(await idOf(site, NEW)).toBeUndefined();
});

test('a proof of the present address is good for half an hour, however often the second code is sent again', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  let page = await askAndProve(browser);
  for (let times = 0; times < 2; times += 1) {
    service().clock.advance(16 * 60);
    page = await browser.submit(page, {}, formOf(page, `${formOf(page).action}/another`).action);
  }
  expect((await browser.submit(page, { code: await browser.newestCode(NEW) })).statusCode).toBe(410);
  expect(await idOf(site, NEW)).toBeUndefined();
});

test('a proof is of no use once the address was changed', async () => {
  const site = await givenSite(service());
  const browser = await site.signedIn(ADA);
  const page = await askAndProve(browser);
  const code = await browser.newestCode(NEW);
  // In another browser, so that the code stays open.
  const phone = await site.signedIn(ADA);
  for (const [name, value] of browser.cookies) if (name.endsWith('session')) phone.cookies.set(name, value);
  await change(phone, 'third@example.org');
  expect((await browser.submit(page, { code })).statusCode).toBe(410);
  expect(await idOf(site, NEW)).toBeUndefined();
});

describe('after a change', () => {
  test('the old address is told, without the new one, and the new one, too', async () => {
    const site = await givenSite(service());
    const browser = await site.signedIn(ADA);
    await change(browser);
    const [mail] = await mailsTo(browser, ADA);
    expect(mail?.subject).toBe('Your e-mail address at The Weekly Test was changed');
    expect(mail?.text).toMatch(
      new RegExp(
        `another e-mail address[\\s\\S]*undo it by[\\s\\S]*tell the publisher[\\s\\S]*\n\nThe Weekly Test\n${site.publication.siteUrl}\n?$`,
      ),
    );
    expect(`${mail?.text}${mail?.html}`.toLowerCase()).not.toContain(NEW.toLowerCase());
    const [told] = await mailsTo(browser, NEW);
    expect(told?.subject).toBe('Your account at The Weekly Test has this e-mail address now');
    expect(await mailsTo(browser, ADA)).toHaveLength(3);
  });

  test('the link to the old address undoes it for seven days: the account comes back, and nobody stays signed in', async () => {
    const site = await givenSite(service());
    const party = await givenRelyingParty(service(), { backchannelLogoutUri: 'https://www.example.test/logout' }, site);
    const thief = await site.signedIn(ADA);
    const id = await idOf(site, ADA);
    await change(thief);
    const { claims } = await party.signInOn(thief);
    service().clock.advance(7 * 24 * 3600 - 60);
    const owner = site.newBrowser();
    const link = await undoLink(owner, ADA);
    const page = await owner.open(link);
    expect([page.statusCode, headingOf(page.body)]).toEqual([200, 'Undo the change of your address?']);
    expect(await idOf(site, NEW)).toBe(id);
    expect(headingOf((await owner.submit(page)).body)).toBe('Your account has its previous address again');
    expect([await idOf(site, ADA), await idOf(site, NEW)]).toEqual([id, undefined]);
    expect(headingOf((await thief.open('/')).body)).toBe('Sign in');
    const logouts: { payload: string }[] = await service()
      .database.knex('deliveries')
      .where({ publicationId: site.publication.id, kind: 'backchannel_logout' })
      .select('payload');
    expect(logouts.map(({ payload }) => (JSON.parse(payload) as { sid: string }).sid)).toEqual([claims['sid']]);
    const [told] = await mailsTo(thief, NEW);
    expect(told?.text).toContain('undone from its former address');
    expect(told?.text).not.toContain('/email-address/undo/');
    expect((await mailsTo(owner, ADA))[0]?.text).toContain('was undone: it has this address again');
    expect((await owner.open(link)).statusCode).toBe(410);
  });

  test('after seven days, and with another token, the link is over', async () => {
    const site = await givenSite(service());
    const browser = await site.signedIn(ADA);
    await change(browser);
    const link = await undoLink(browser, ADA);
    const forged = `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`;
    expect((await browser.open(forged)).statusCode).toBe(410);
    service().clock.advance(7 * 24 * 3600);
    const late = await browser.open(link);
    expect([late.statusCode, headingOf(late.body)]).toEqual([410, 'This link no longer works']);
  });

  test('an address that took the account cannot take it back by a link of its own', async () => {
    const site = await givenSite(service());
    const browser = await site.signedIn(ADA);
    const id = await idOf(site, ADA);
    await change(browser);
    const ownersLink = await undoLink(browser, ADA);
    await change(browser, 'third@example.org', NEW);
    const thiefsLink = await undoLink(browser, NEW);
    await browser.submit(await browser.open(ownersLink));
    expect((await browser.open(thiefsLink)).statusCode).toBe(410);
    expect(await idOf(site, ADA)).toBe(id);
  });

  test.each(['/sign-in', '/free_offering/subscribe', '/subscribe'])(
    'who proves the old address on %s is shown how to undo it, and becomes nobody new',
    async (path) => {
      const site = await givenSite(service());
      const first = await site.signedIn(ADA);
      const id = await idOf(site, ADA);
      await change(first);
      const owner = site.newBrowser();
      const form = formOf(await owner.open(path));
      const choice = form.fields['choice'] ?? `supporter/${site.price.id}`;
      const codePage = await owner.follow(await owner.post(form.action, { ...form.fields, choice, email: ADA }));
      const page = await owner.submit(codePage, { code: await owner.newestCode(ADA) });
      expect([page.statusCode, headingOf(page.body)]).toEqual([409, 'This account has a new e-mail address']);
      expect(await idOf(site, ADA)).toBeUndefined();
      const link = linksOf(page.body).find((href) => href.includes('/email-address/undo/')) ?? '';
      await owner.submit(await owner.open(link));
      expect([await idOf(site, ADA), await idOf(site, NEW)]).toEqual([id, undefined]);
    },
  );
});

test('R-A8 ends every other session, and tells their applications', async () => {
  const site = await givenSite(service());
  const party = await givenRelyingParty(service(), { backchannelLogoutUri: 'https://www.example.test/logout' }, site);
  const [browser, phone] = [await site.signedIn(ADA), await site.signedIn(ADA)];
  await party.signInOn(browser);
  const { claims, tokens } = await party.signInOn(phone);
  await change(browser);
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
  await change(browser);
  expect((await phone.post(oldForm.action, { ...oldForm.fields, code: oldCode })).statusCode).toBe(410);
  expect(await findCustomerByEmail(site.publication, service().database, parseEmailAddress(ADA))).toBeUndefined();
});

test("leaves another person's address alone, and says so only to who has proved it", async () => {
  const site = await givenSite(service());
  await site.signedIn(NEW.toLowerCase());
  const browser = await site.signedIn(ADA);
  const codePage = await askAndProve(browser);
  expect(headingOf(codePage.body)).toBe('Check your inbox');
  const refused = await browser.submit(codePage, { code: await browser.newestCode(NEW.toLowerCase()) });
  expect([refused.statusCode, headingOf(refused.body)]).toEqual([409, 'This address already has an account']);
  expect(mainTextOf((await browser.open('/')).body)).toContain(ADA);
});

test('nothing happens for who has signed out, or in as somebody else, before the code', async () => {
  for (const [leave, ask, email] of [
    ['sign out', askFor, ADA],
    ['sign in as another', askFor, ADA],
    ['sign out', askAndProve, NEW],
    ['sign in as another', askAndProve, NEW],
  ] as const) {
    const site = await givenSite(service());
    const browser = await site.signedIn(ADA);
    const form = formOf(await ask(browser));
    const code = await browser.newestCode(email);
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
  expect([refused.statusCode, titleOf(refused.body)]).toEqual([
    422,
    'Error: Change your e-mail address – The Weekly Test',
  ]);
});

test('a changed spelling of the same address ends no session, and is told to nobody', async () => {
  const site = await givenSite(service());
  const [browser, phone] = [await site.signedIn(ADA), await site.signedIn(ADA)];
  const account = await change(browser, 'ADA@example.org');
  expect(mainTextOf(account.body)).toContain('ADA@example.org');
  expect(headingOf((await phone.open('/')).body)).toBe('Your account');
  expect((await mailsTo(browser, ADA)).filter(({ subject }) => subject.includes('was changed'))).toEqual([]);
});

test.each(['/email-address', '/erase-account', '/my-data.json', '/my-data.csv'])(
  '%s leads who is signed out to sign in',
  async (path) => {
    const answer = await (await givenSite(service())).newBrowser().get(path);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      303,
      // A download has no page to come out on.
      path.startsWith('/my-data') ? '/' : `/sign-in?return_to=${encodeURIComponent(path)}`,
    ]);
  },
);
