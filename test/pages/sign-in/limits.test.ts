// Limits of e-mailed codes (decisions 33 and 36; reliability R-A1, R-A5): mails for each address, source and browser, guesses for each address.
import { expect, test } from 'vitest';
import { formOf, locationOf } from '../../support/browser/browser.ts';
import { headingOf, mainTextOf } from '../../support/browser/html.ts';
import { changeRecords } from '../../support/outside/relying-party.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const service = useService();
const HOUR = 3600;

/** The status of asking for a code, from a browser of its own. */
async function ask(site: TestSite, email: string, ip?: string): Promise<number> {
  const browser = site.newBrowser(ip);
  const sent = await browser.post('/sign-in', { ...formOf(await browser.open('/sign-in')).fields, email });
  return sent.statusCode;
}

async function mailsTo(site: TestSite, email: string): Promise<number> {
  return (await site.newBrowser().mails(email)).length;
}

test('R-A5 sends an address at most five mails an hour and ten a day', async () => {
  const site = await givenSite(service());
  const email = 'bombed@example.org';
  for (let asked = 0; asked < 8; asked += 1) await ask(site, email);
  expect(await mailsTo(site, email)).toBe(5);
  for (let hours = 0; hours < 5; hours += 1) {
    service().clock.advance(HOUR);
    for (let asked = 0; asked < 6; asked += 1) await ask(site, email.toUpperCase());
  }
  expect((await mailsTo(site, email)) + (await mailsTo(site, email.toUpperCase()))).toBe(10);
  service().clock.advance(24 * HOUR);
  expect(await ask(site, email)).toBe(303);
});

test('says when to try again, with 429 and without telling whether the address is known', async () => {
  const site = await givenSite(service());
  for (let asked = 0; asked < 5; asked += 1) await ask(site, 'ada@example.org');
  const browser = site.newBrowser();
  const page = await browser.submit(await browser.open('/sign-in'), { email: 'ada@example.org' });
  expect(page.statusCode).toBe(429);
  expect(page.headers['retry-after']).toBe('3600');
  expect(mainTextOf(page.body)).toMatch(
    /You asked for too many codes\. Please wait until .*\d:\d\d [AP]M UTC, 60 minutes from now\./,
  );
});

test.each([
  ['an IPv4 address', () => '203.0.113.7', () => '203.0.113.8'],
  [
    'an IPv6 network of 64 bits',
    (index: number) => `2001:db8:1:2:${(index + 1).toString(16)}::9`,
    () => '2001:db8:1:3::1',
  ],
])(
  'R-A5 sends thirty mails at once and sixty an hour for %s, in all publications together',
  async (_source, same: (index: number) => string, other: () => string) => {
    const sites = [await givenSite(service()), await givenSite(service())];
    let asked = 0;
    const askNext = async (): Promise<number> => {
      const site = sites[(asked += 1) % 2];
      return site === undefined ? 0 : ask(site, `reader-${asked}@example.org`, same(asked));
    };
    const statuses = [];
    for (let index = 0; index < 33; index += 1) statuses.push(await askNext());
    // From half of it on, one a minute.
    expect(statuses).toEqual([...Array.from({ length: 31 }, () => 303), 429, 429]);
    for (let minute = 0; minute < 29; minute += 1) {
      service().clock.advance(60);
      expect([minute, await askNext(), await askNext()]).toEqual([minute, 303, 429]);
    }
    service().clock.advance(60);
    expect(await askNext()).toBe(429);
    const [site] = sites;
    if (site === undefined) throw new Error('no site');
    expect(await ask(site, 'someone@example.org', other())).toBe(303);
    service().clock.advance(HOUR);
    expect(await askNext()).toBe(303);
  },
);

/** The mails that an address has had are forgotten, so that nothing but the guesses is limited. */
const forgetMails = () =>
  changeRecords(service(), (knex) => knex('limits').whereLike('bucket', 'email-code %Mails%').delete());

test('R-A1 fifty guesses a day are looked at for an address, whatever else would allow more: the next one is refused though it is right', async () => {
  const site = await givenSite(service());
  const email = 'guessed-more@example.org';
  const guess = async (typed: 'wrong' | 'right', tries: number) => {
    await forgetMails();
    const browser = site.newBrowser();
    const codePage = await browser.askForCode(email);
    const { fields } = formOf(await browser.get(codePage));
    const right = await browser.newestCode(email);
    const wrong = right === '111111' ? '222222' : '111111';
    const statuses = [];
    for (let count = 0; count < tries; count += 1)
      statuses.push((await browser.post(codePage, { ...fields, code: typed === 'right' ? right : wrong })).statusCode);
    return { statuses, browser };
  };
  for (let mails = 0; mails < 12; mails += 1) expect((await guess('wrong', 4)).statuses).toEqual([422, 422, 422, 422]);
  expect((await guess('wrong', 2)).statuses).toEqual([422, 422]);
  const { statuses, browser } = await guess('right', 1);
  expect(statuses).toEqual([429]);
  expect(headingOf((await browser.open('/')).body)).not.toBe('Your account');
  service().clock.advance(24 * HOUR);
  expect((await guess('right', 1)).statuses).toEqual([303]);
});

test('evaluates at most fifty guesses a day for an address, and tells so', async () => {
  const site = await givenSite(service());
  const email = 'guessed@example.org';
  let evaluated = 0;
  let refused = 0;
  // Ten mails a day is all that one address gets, and five tries is all that one of them allows.
  for (let hours = 0; hours < 3; hours += 1) {
    for (let asked = 0; asked < 5; asked += 1) {
      const browser = site.newBrowser();
      const sent = await browser.post('/sign-in', { ...formOf(await browser.open('/sign-in')).fields, email });
      if (sent.statusCode !== 303) continue;
      const codePage = locationOf(sent);
      const { fields } = formOf(await browser.get(codePage));
      const right = await browser.newestCode(email);
      for (let tries = 0; tries < 6; tries += 1) {
        const answer = await browser.post(codePage, { ...fields, code: right === '111111' ? '222222' : '111111' });
        if (headingOf(answer.body) === 'Check your inbox' || tries === 4) evaluated += 1;
        else refused += 1;
      }
    }
    service().clock.advance(HOUR);
  }
  expect([evaluated, refused]).toEqual([50, 10]);
});

test('names no address and no source in what it counts by', async () => {
  const site = await givenSite(service());
  await ask(site, 'ada@example.org', '203.0.113.99');
  const buckets: { bucket: string }[] = await service().database.knex('limits').select('bucket');
  expect(buckets.length).toBeGreaterThan(0);
  expect(buckets.filter(({ bucket }) => /@|example\.org|203\.0/.test(bucket))).toEqual([]);
});

test('sends at most twenty mails an hour for one browser, wherever it connects from', async () => {
  const site = await givenSite(service());
  const first = site.newBrowser();
  await first.open('/sign-in');
  const statuses = [];
  for (let index = 0; index < 22; index += 1) {
    const elsewhere = site.newBrowser();
    for (const [name, value] of first.cookies) elsewhere.cookies.set(name, value);
    const sent = await elsewhere.post('/sign-in', {
      ...formOf(await elsewhere.open('/sign-in')).fields,
      email: `mover-${index}@example.org`,
    });
    statuses.push(sent.statusCode);
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 303), 429, 429]);
});
