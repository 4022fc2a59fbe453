// Limits tell attackers from readers (decisions 36): a reader signs in while strangers flood their address, networks of honest readers are not
// stopped, and who has to wait is told until when and shown the way to the last code.
import { describe, expect, test } from 'vitest';
import { updatePublication } from '../../../src/models/publication/publication.ts';
import { formOf, locationOf, type Browser } from '../../support/browser/browser.ts';
import { headingOf, linksOf, mainTextOf } from '../../support/browser/html.ts';
import { changeRecords } from '../../support/outside/relying-party.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const ADA = 'ada@example.org';
const HOUR = 3600;

async function ask(browser: Browser, email: string) {
  return browser.post('/sign-in', { ...formOf(await browser.open('/sign-in')).fields, email });
}

const isSignedIn = async (browser: Browser) => headingOf((await browser.open('/')).body) === 'Your account';
const signOut = async (browser: Browser) => browser.submit(await browser.open('/'), {}, '/sign-out');

/** A browser that has signed in before, and is signed out. */
async function returning(site: TestSite, email = ADA): Promise<Browser> {
  const browser = await site.signedIn(email);
  await signOut(browser);
  return browser;
}

/** Requests for the address from many networks, until all of them are refused. */
async function flood(site: TestSite, ipOf: (index: number) => string): Promise<number[]> {
  const statuses = [];
  for (let index = 0; index < 24; index += 1) statuses.push((await ask(site.newBrowser(ipOf(index)), ADA)).statusCode);
  return statuses;
}

const EVERYWHERE = (index: number) => `2001:db8:${(index + 1).toString(16)}::1`;
const ONE_NETWORK = (index: number) => `2001:db8:f00:${(index + 1).toString(16)}::1`;

const inboxLinkOf = (text: string): string => /^https:\S+\/sign-in\?inbox=\S+$/m.exec(text)?.[0] ?? '';

describe('while strangers flood requests for an address', () => {
  test('its reader signs in on the browser that proved it before, hour after hour', async () => {
    const site = await givenSite(service());
    const reader = await returning(site);
    for (let hours = 0; hours < 4; hours += 1) {
      expect((await flood(site, EVERYWHERE)).slice(-12)).toEqual(Array.from({ length: 12 }, () => 429));
      await reader.signIn(ADA);
      expect([hours, await isSignedIn(reader)]).toEqual([hours, true]);
      await signOut(reader);
      service().clock.advance(HOUR);
    }
  });

  test('its reader signs in on a new browser, if the strangers have one network', async () => {
    const site = await givenSite(service());
    for (let hours = 0; hours < 3; hours += 1) {
      expect((await flood(site, ONE_NETWORK)).slice(-12)).toEqual(Array.from({ length: 12 }, () => 429));
      const reader = site.newBrowser();
      await reader.signIn(ADA);
      expect([hours, await isSignedIn(reader)]).toEqual([hours, true]);
      service().clock.advance(HOUR);
    }
  });

  test('its reader signs in on a new browser by the link in the last mail, wherever the strangers are', async () => {
    const site = await givenSite(service());
    for (let hours = 0; hours < 3; hours += 1) {
      await flood(site, EVERYWHERE);
      service().clock.advance(HOUR);
    }
    await changeRecords(service(), (knex) =>
      knex('limits').whereLike('bucket', 'email-code addressGuesses%').update({ count: 50 }),
    );
    const reader = site.newBrowser();
    const told = await reader.submit(await reader.open('/sign-in'), { email: ADA });
    expect([told.statusCode, mainTextOf(told.body)]).toEqual([
      429,
      expect.stringContaining('open the link in the newest e-mail with a code that went to this address'),
    ]);
    const link = inboxLinkOf((await reader.mails(ADA))[0]?.text ?? '');
    expect(formOf(await reader.open(link)).fields['email']).toBe(ADA);
    expect(await isSignedIn(reader)).toBe(false);
    await reader.signIn(ADA);
    expect(await isSignedIn(reader)).toBe(true);
  });

  test('a link is over after a day, and is nothing on another site or if it was changed', async () => {
    const [site, other] = [await givenSite(service()), await givenSite(service())];
    const asker = site.newBrowser();
    await ask(asker, ADA);
    const link = inboxLinkOf((await asker.mails(ADA))[0]?.text ?? '');
    const cookieBy = async (browser: Browser, url: string) => {
      await browser.open(url);
      return browser.cookies.has('__Host-masthead_device');
    };
    const path = link.slice(site.publication.siteUrl.length);
    expect(await cookieBy(site.newBrowser(), path)).toBe(true);
    expect(await cookieBy(other.newBrowser(), path)).toBe(false);
    expect(await cookieBy(site.newBrowser(), path.slice(0, -2))).toBe(false);
    expect(await cookieBy(site.newBrowser(), '/sign-in?inbox=')).toBe(false);
    service().clock.advance(24 * HOUR - 1);
    expect(await cookieBy(site.newBrowser(), path)).toBe(true);
    service().clock.advance(1);
    expect(await cookieBy(site.newBrowser(), path)).toBe(false);
  });

  test('its reader enters a code, though strangers have guessed all that they may', async () => {
    const site = await givenSite(service());
    const reader = await returning(site);
    let guesses = 0;
    for (let index = 0; index < 11; index += 1) {
      const stranger = site.newBrowser(EVERYWHERE(index));
      const sent = await ask(stranger, ADA);
      // One of the five mails of the first hour was the reader's own.
      if (sent.statusCode === 429) service().clock.advance(HOUR);
      else {
        const codePage = locationOf(sent);
        const { fields } = formOf(await stranger.get(codePage));
        const wrong = (await stranger.newestCode(ADA)) === '111111' ? '222222' : '111111';
        for (let tries = 0; tries < 5; tries += 1) await stranger.post(codePage, { ...fields, code: wrong });
        guesses += 5;
      }
    }
    expect(guesses).toBe(45);
    await changeRecords(service(), (knex) =>
      knex('limits').whereLike('bucket', 'email-code addressGuesses%').update({ count: 50 }),
    );
    await reader.signIn(ADA);
    expect(await isSignedIn(reader)).toBe(true);
  });

  test('its inbox gets no more mails by strangers than before', async () => {
    const site = await givenSite(service());
    await returning(site);
    for (let hours = 0; hours < 5; hours += 1) {
      await flood(site, EVERYWHERE);
      service().clock.advance(HOUR);
    }
    // The reader's own, of before the browser was known, is one of the ten.
    expect(await site.newBrowser().mails(ADA)).toHaveLength(10);
  });
});

describe('a browser that has proved an address', () => {
  test('has five mails an hour and ten a day of its own for it, and none for another address', async () => {
    const site = await givenSite(service());
    const reader = await returning(site);
    await flood(site, EVERYWHERE);
    const statuses = [];
    for (let asked = 0; asked < 6; asked += 1) statuses.push((await ask(reader, ADA)).statusCode);
    expect(statuses).toEqual([303, 303, 303, 303, 303, 429]);
    service().clock.advance(HOUR);
    for (let asked = 0; asked < 5; asked += 1) statuses.push((await ask(reader, ADA)).statusCode);
    service().clock.advance(HOUR);
    expect((await ask(reader, ADA)).statusCode).toBe(429);
    for (let index = 0; index < 6; index += 1) await ask(site.newBrowser(EVERYWHERE(index)), 'bob@example.org');
    expect((await ask(reader, 'bob@example.org')).statusCode).toBe(429);
  });

  test('keeps those of the people who share it', async () => {
    const site = await givenSite(service());
    const browser = await returning(site);
    for (const email of ['bob@example.org', 'eve@example.org']) {
      await browser.signIn(email);
      await signOut(browser);
    }
    await flood(site, EVERYWHERE);
    await browser.signIn(ADA);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('is nothing to another publication, and cannot be made up', async () => {
    const [site, other] = [await givenSite(service()), await givenSite(service())];
    const reader = await returning(site);
    await flood(other, EVERYWHERE);
    await flood(site, EVERYWHERE);
    const name = '__Host-masthead_device';
    const value = reader.cookies.get(name) ?? '';
    expect(value).toMatch(/^[\w-]{44}$/);
    const forgeries = [value.slice(0, -1), value.slice(0, 43) + (value.endsWith('A') ? 'B' : 'A'), 'A'.repeat(44), '.'];
    for (const [where, cookie] of [[other, value] as const, ...forgeries.map((forged) => [site, forged] as const)]) {
      const stranger = where.newBrowser();
      stranger.cookies.set(name, cookie);
      expect((await ask(stranger, ADA)).statusCode).toBe(429);
    }
    expect((await ask(reader, ADA)).statusCode).toBe(303);
  });
});

describe('a network', () => {
  test('gets back each mail whose code was entered, so that an office of honest readers never has to wait', async () => {
    const site = await givenSite(service());
    for (let reader = 0; reader < 70; reader += 1) {
      const browser = site.newBrowser('203.0.113.50');
      await browser.signIn(`colleague-${reader}@example.org`);
      expect([reader, await isSignedIn(browser)]).toEqual([reader, true]);
    }
  });

  test('of 48 bits has a limit of its own, however many of 64 bits are in it', async () => {
    const site = await givenSite(service());
    let sent = 0;
    for (let index = 0; index < 110; index += 1) {
      const browser = site.newBrowser(`2001:db8:abcd:${index.toString(16)}::1`);
      if ((await ask(browser, `one-${index}@example.org`)).statusCode === 303) sent += 1;
    }
    // Half of two hundred at once, and two a minute from then on.
    expect(sent).toBe(102);
    expect((await ask(site.newBrowser('2001:db8:abce::1'), 'elsewhere@example.org')).statusCode).toBe(303);
  });
});

describe('who has to wait', () => {
  test('is told until when, and led to the code that this browser was sent', async () => {
    const site = await givenSite(service());
    const browser = site.newBrowser();
    const code = await browser.askForCode(ADA);
    await flood(site, EVERYWHERE);
    const page = await browser.submit(await browser.open('/sign-in'), { email: ADA });
    expect([page.statusCode, page.headers['retry-after']]).toEqual([429, '3600']);
    expect(mainTextOf(page.body)).toMatch(/Please wait until .*\d:\d\d [AP]M UTC, 60 minutes from now\./);
    expect(linksOf(page.body)).toContain(code);
    expect(formOf(page).fields['email']).toBe(ADA);
    const again = await browser.submit(await browser.open(code), {}, `${code}/another`);
    expect([again.statusCode, headingOf(again.body), linksOf(again.body).includes(code)]).toEqual([
      429,
      'Please wait',
      true,
    ]);
    // The newest mail is a stranger's: of all of them, one is good here.
    const digits = (await browser.mails(ADA)).map(({ subject }) => subject.slice(0, 6)).at(-1) ?? '';
    await browser.submit(await browser.open(code), { code: digits });
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('is told so in the time zone of the publication, rounded up to the minute, with the day if it is another one', async () => {
    const site = await givenSite(service());
    await service().database.transaction((transaction) =>
      updatePublication(transaction, site.publication.id, { timeZone: 'Asia/Kolkata', locale: 'de' }),
    );
    // From noon there on, a wait of an hour ends on the same day, and one of 23 hours on the next.
    const secondOfDay = (service().clock.now().getTime() / 1000 + 5.5 * HOUR) % (24 * HOUR);
    service().clock.advance((36 * HOUR - secondOfDay) % (24 * HOUR));
    await flood(site, EVERYWHERE);
    const told = async () => {
      const browser = site.newBrowser();
      return mainTextOf((await browser.submit(await browser.open('/sign-in'), { email: ADA })).body);
    };
    const until = Math.ceil((service().clock.now().getTime() + HOUR * 1000) / 60_000) * 60_000;
    const time = new Date(until + 5.5 * HOUR * 1000).toISOString().slice(11, 16);
    expect(await told()).toMatch(
      new RegExp(`Bitte warten Sie bis (\\d+\\. \\S+ um )?${time} GMT\\+5:30, noch 60 Minuten\\.`),
    );
    service().clock.advance(HOUR);
    await flood(site, EVERYWHERE);
    expect(await told()).toMatch(/Bitte warten Sie bis \d+\. \S+ um \d\d:\d\d GMT\+5:30, noch 23 Stunden\./);
  });

  test('is not promised a code that another browser was sent', async () => {
    const site = await givenSite(service());
    await flood(site, EVERYWHERE);
    const browser = site.newBrowser();
    const page = await browser.submit(await browser.open('/sign-in'), { email: ADA });
    expect([page.statusCode, page.body.includes('/email-code/')]).toEqual([429, false]);
  });

  test.each([
    ['de', 'Bitte warten Sie bis'],
    ['en', 'Please wait until'],
  ])('is told so in %s', async (language, words) => {
    const site = await givenSite(service());
    await flood(site, EVERYWHERE);
    const browser = site.newBrowser();
    const { fields } = formOf(await browser.open('/sign-in'));
    const answer = await browser.post('/sign-in', { ...fields, email: ADA }, { 'accept-language': language });
    expect(mainTextOf(answer.body)).toContain(words);
    expect(mainTextOf(answer.body)).toContain('UTC');
  });

  test('a code that was entered leads nowhere', async () => {
    const site = await givenSite(service());
    const browser = site.newBrowser();
    const page = await ask(browser, ADA);
    await browser.enterCode(locationOf(page), await browser.newestCode(ADA));
    await signOut(browser);
    for (let asked = 0; asked < 5; asked += 1) await ask(browser, ADA);
    const last = (await ask(browser, ADA)).body;
    expect(linksOf(last)).not.toContain(locationOf(page));
  });
});
