// R-A2: one guess at each of many addresses. What a network, or a group of them, may have looked at follows from the codes that are mailed at its
// request: five guesses for each.
import { expect, test } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { formOf, locationOf } from '../../support/browser/browser.ts';
import { givenSite } from '../../support/publications/site.ts';
import { useService } from '../../support/service/service.ts';

const WIDE_MAILS = 12;
const NEAR_MAILS = 6;
const GUESSES_OF_A_CODE = 5;
const service = useService({
  LIMIT_WIDE_NETWORK_MAILS_PER_HOUR: String(WIDE_MAILS),
  LIMIT_NETWORK_MAILS_PER_HOUR: String(NEAR_MAILS),
});

test.each([
  ['an IPv6 /48 that changes its /64', WIDE_MAILS, (index: number) => `2001:db8:1:${index.toString(16)}::9`],
  ['an IPv4 address', NEAR_MAILS, () => '203.0.113.7'],
])(
  'R-A2 of the guesses of %s no more are looked at than five for each mail it may ask for',
  async (_source, mails, ipOf) => {
    const site = await givenSite(service());
    for (let index = 0; index < 2 * mails; index += 1) {
      const browser = site.newBrowser(ipOf(index));
      const email = `sprayed-${mails}-${index}@example.org`;
      const sent = await browser.post('/sign-in', { ...formOf(await browser.open('/sign-in')).fields, email });
      if (sent.statusCode === 429) continue;
      const codePage = locationOf(sent);
      const { fields } = formOf(await browser.get(codePage));
      const wrong = (await browser.newestCode(email)) === '111111' ? '222222' : '111111';
      for (let guess = 0; guess < GUESSES_OF_A_CODE + 2; guess += 1)
        await browser.post(codePage, { ...fields, code: wrong });
    }
    const looked: { attempts: number }[] = await service()
      .database.knex('email_codes')
      .where({ publicationId: site.publication.id })
      .select('attempts');
    const evaluated = looked.reduce((sum, { attempts }) => sum + attempts, 0);
    expect(evaluated).toBeGreaterThan(0);
    expect(evaluated).toBeLessThanOrEqual(GUESSES_OF_A_CODE * mails);
    expect(evaluated % GUESSES_OF_A_CODE).toBe(0);
  },
);

test('R-A2 by the numbers of a deployment that sets none that is a thousand an hour', () => {
  const { limits } = readConfig({});
  const mails = Math.max(limits.wideNetworkMailsPerHour.count, limits.networkMailsPerHour.count);
  expect(GUESSES_OF_A_CODE * mails).toBeLessThanOrEqual(1000);
  expect([limits.wideNetworkMailsPerHour.seconds, limits.networkMailsPerHour.seconds]).toEqual([3600, 3600]);
});
