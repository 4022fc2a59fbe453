// R-A1: 100,000 guesses at the codes of 1,000 addresses in a day, from as many networks. However they are spread, no code is guessed at more than five
// times and no address more than fifty, none of them gets in, and an owner whose browser is known signs in all the while.
import { expect, test } from 'vitest';
import { formOf, locationOf, type Browser } from '../support/browser/browser.ts';
import { headingOf } from '../support/browser/html.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const ADDRESSES = 1000;
const ROUNDS = 20;
const GUESSES_A_ROUND = 5;
const SECONDS_A_ROUND = (24 * 3600) / ROUNDS;
const GUESSES_OF_A_CODE = 5;
const GUESSES_OF_A_DAY = 50;

const service = useService({
  // What a deployment of this size sets, so that nothing but the limits of addresses and codes is tried.
  LIMIT_PUBLICATION_MAILS_PER_HOUR: '1000000',
  LIMIT_DEPLOYMENT_MAILS_PER_HOUR: '1000000',
});

interface Guessed {
  readonly email: string;
  /** Where the newest code is entered, and what it is. */
  page: { readonly path: string; readonly fields: Readonly<Record<string, string>>; readonly code: string } | undefined;
  browser: Browser;
}

test('R-A1 100,000 guesses at 1,000 addresses in a day', { timeout: 3_000_000 }, async () => {
  const site = await givenSite(service());
  const ipOf = (index: number, round: number): string => `10.${round}.${Math.floor(index / 250)}.${(index % 250) + 1}`;
  const guessed = Array.from({ length: ADDRESSES }, (_, index): Guessed => ({
    email: `guessed${index}@example.org`,
    page: undefined,
    browser: site.newBrowser(),
  }));
  const owner = site.newBrowser('192.0.2.1');
  const [first] = guessed;
  await owner.signIn(first?.email ?? '');
  let guesses = 0;
  let signedIn = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, one] of guessed.entries()) {
      const browser = site.newBrowser(ipOf(index, round));
      const sent = await browser.post('/sign-in', {
        ...formOf(await browser.open('/sign-in')).fields,
        email: one.email,
      });
      if (sent.statusCode === 303) {
        const path = locationOf(sent);
        const { fields } = formOf(await browser.get(path));
        Object.assign(one, { browser, page: { path, fields, code: await browser.newestCode(one.email) } });
      }
      const { page } = one;
      for (let guess = 0; guess < GUESSES_A_ROUND; guess += 1) {
        guesses += 1;
        if (page === undefined) continue;
        const code = page.code === '111111' ? '222222' : '111111';
        const answer = await one.browser.post(page.path, { ...page.fields, code });
        if (answer.statusCode === 303) signedIn += 1;
      }
      // After the fifth miss the right one is refused as well.
      if (page !== undefined && index % 100 === 0) {
        const right = await one.browser.post(page.path, { ...page.fields, code: page.code });
        expect([410, 422, 429]).toContain(right.statusCode);
      }
    }
    if (round === ROUNDS / 2) {
      await owner.open('/');
      const again = site.newBrowser('192.0.2.2');
      for (const [name, value] of owner.cookies) if (!name.includes('session')) again.cookies.set(name, value);
      await again.signIn(first?.email ?? '');
      expect(headingOf((await again.open('/')).body)).toBe('Your account');
    }
    service().clock.advance(SECONDS_A_ROUND);
  }
  expect([guesses, signedIn]).toEqual([ADDRESSES * ROUNDS * GUESSES_A_ROUND, 0]);
  const codes: { email: string; attempts: number }[] = await service()
    .database.knex('email_codes')
    .where({ publicationId: site.publication.id })
    .select('email', 'attempts');
  expect(Math.max(...codes.map(({ attempts }) => attempts))).toBeLessThanOrEqual(GUESSES_OF_A_CODE);
  const perAddress = [...Map.groupBy(codes, ({ email }) => email).values()].map((of) =>
    of.reduce((sum, { attempts }) => sum + attempts, 0),
  );
  expect(perAddress).toHaveLength(ADDRESSES);
  expect(Math.min(...perAddress)).toBeGreaterThanOrEqual(GUESSES_OF_A_DAY - GUESSES_OF_A_CODE);
  expect(Math.max(...perAddress)).toBeLessThanOrEqual(GUESSES_OF_A_DAY);
});
