// Ceilings for a publication and for the deployment (decisions 36), and the settings by which an operator moves or lifts the limits.
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { formOf } from '../../support/browser/browser.ts';
import { headingOf, mainTextOf } from '../../support/browser/html.ts';
import { PRODUCTION_SETTINGS } from '../../support/processes/command-line.ts';
import { givenSite, type TestSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const HOUR = 3600;
const service = useService({
  LIMIT_PUBLICATION_MAILS_PER_HOUR: '20',
  LIMIT_DEPLOYMENT_MAILS_PER_HOUR: '40',
  LIMIT_PUBLICATION_ACTIVATION_CODES_PER_HOUR: '30',
});
const patient = useService({ LIMIT_PUBLICATION_ACTIVATION_CODES_PER_HOUR: '1000' });
const free = useService({ CODE_LIMITS: 'off' });

async function ask(site: TestSite, email: string): Promise<number> {
  const browser = site.newBrowser();
  return (await browser.post('/sign-in', { ...formOf(await browser.open('/sign-in')).fields, email })).statusCode;
}

async function type(site: TestSite, code: string, ip?: string) {
  const browser = site.newBrowser(ip);
  return browser.post('/activate', { ...formOf(await browser.open('/activate')).fields, code });
}

async function askTimes(site: TestSite, times: number): Promise<number> {
  let sent = 0;
  for (let index = 0; index < times; index += 1)
    if ((await ask(site, `new-${index}-${Math.abs(service().clock.now().getTime())}@example.org`)) === 303) sent += 1;
  return sent;
}

describe('a ceiling', () => {
  test('of a publication slows down from half of it on, stops at its end, and is no limit of another publication', async () => {
    const [site, other] = [await givenSite(service()), await givenSite(service())];
    // Half of twenty, and one in each of the minutes after.
    expect(await askTimes(site, 14)).toBe(11);
    for (let minute = 0; minute < 9; minute += 1) {
      service().clock.advance(60);
      expect([minute, await askTimes(site, 2)]).toEqual([minute, 1]);
    }
    service().clock.advance(60);
    expect(await askTimes(site, 2)).toBe(0);
    expect(await askTimes(other, 1)).toBe(1);
    service().clock.advance(HOUR);
    expect(await askTimes(site, 1)).toBe(1);
  });

  test('gets back what was proved, and lets a browser through that proved its address before', async () => {
    service().clock.advance(HOUR);
    const site = await givenSite(service());
    const readers = [];
    for (let index = 0; index < 25; index += 1) readers.push(await site.signedIn(`honest-${index}@example.org`));
    expect(await askTimes(site, 12)).toBe(11);
    const [reader] = readers;
    await reader?.submit(await reader.open('/'), {}, '/sign-out');
    await reader?.signIn('honest-0@example.org');
    expect(reader && headingOf((await reader.open('/')).body)).toBe('Your account');
  });

  test('of the deployment holds for all publications together', async () => {
    service().clock.advance(HOUR);
    let sent = 0;
    for (let publications = 0; publications < 4; publications += 1)
      sent += await askTimes(await givenSite(service()), 8);
    expect(sent).toBe(21);
  });
});

describe('activation codes', () => {
  test('right ones are not counted', async () => {
    const site = await givenSite(service());
    await site.api.post('/customers', { activation_code: 'PRINT-0001' });
    for (let index = 0; index < 25; index += 1)
      expect((await type(site, 'PRINT-0001', '203.0.113.77')).statusCode).toBe(303);
  });

  test('of one /48 sixty wrong ones an hour are looked up, however many /64 they come from', async () => {
    const site = await givenSite(patient());
    await site.api.post('/customers', { activation_code: '12345678' });
    const statuses: Record<number, number> = {};
    for (let index = 0; index < 62; index += 1) {
      const { statusCode } = await type(site, `0000${1000 + index}`, `2001:db8:77:${index.toString(16)}::1`);
      statuses[statusCode] = (statuses[statusCode] ?? 0) + 1;
    }
    expect(statuses).toEqual({ 422: 60, 429: 2 });
    expect((await type(site, '12345678', '2001:db8:77:ffff::1')).statusCode).toBe(429);
    expect((await type(site, '12345678', '2001:db8:78::1')).statusCode).toBe(303);
  });

  test('wrong ones are counted for the publication, from wherever they come', async () => {
    const [site, other] = [await givenSite(service()), await givenSite(service())];
    for (const { api } of [site, other]) await api.post('/customers', { activation_code: '12345678' });
    const statuses = [];
    for (let index = 0; index < 18; index += 1) statuses.push((await type(site, `0000${1000 + index}`)).statusCode);
    expect(statuses).toEqual([...Array.from({ length: 16 }, () => 422), 429, 429]);
    const refused = await type(site, '12345678');
    expect([refused.statusCode, mainTextOf(refused.body)]).toEqual([429, expect.stringMatching(/Please wait until/)]);
    expect((await type(other, '12345678')).statusCode).toBe(303);
    service().clock.advance(60);
    expect((await type(site, '12345678')).statusCode).toBe(303);
  });
});

describe('settings', () => {
  test('CODE_LIMITS=off lifts the limits for tests of a publisher', async () => {
    const site = await givenSite(free());
    const statuses = new Set<number>();
    for (let asked = 0; asked < 12; asked += 1) statuses.add(await ask(site, 'often@example.org'));
    for (let typed = 0; typed < 25; typed += 1)
      statuses.add((await type(site, `wrong-code-${typed}`, '203.0.113.5')).statusCode);
    expect([...statuses]).toEqual([303, 422]);
  });

  test.each([
    [{ ...PRODUCTION_SETTINGS, CODE_LIMITS: 'off' }, 'CODE_LIMITS must not be off in production'],
    [{ CODE_LIMITS: '0' }, 'CODE_LIMITS must be on or off'],
    [{ LIMIT_NETWORK_MAILS_PER_HOUR: '0' }, 'LIMIT_NETWORK_MAILS_PER_HOUR must be a whole number from 1 on'],
    [{ LIMIT_DEVICE_MAILS_PER_DAY: 'many' }, 'LIMIT_DEVICE_MAILS_PER_DAY must be a whole number from 1 on'],
  ])('refuses %j', (settings, words) => {
    expect(() => readConfig(settings)).toThrow(words);
  });
});
