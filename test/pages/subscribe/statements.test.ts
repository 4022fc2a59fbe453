// What a page that shows offers costs in statements: the gateway, its clock and the use of a code are asked for once in a request, however many
// prices there are.
import { beforeAll, describe, expect, test } from 'vitest';
import { createDiscountCode } from '../../../src/models/catalog/discount-code.ts';
import { createOffer } from '../../../src/models/catalog/offer.ts';
import { createPrice } from '../../../src/models/catalog/price.ts';
import { formOf, type Browser } from '../../support/browser/browser.ts';
import { givenOfferedSite, type OfferedSite } from '../../support/publications/paying.ts';
import { useService } from '../../support/service/service.ts';
import { workOf } from '../../support/service/work.ts';

const service = useService();
const MORE_PRICES = 6;
/** What is asked once: which gateway collects, what its clock shows, and whether the customer has used the code. */
const ASKED_ONCE = {
  gateway: /\bfrom stripe_accounts\b/,
  clock: /\bfrom sandbox_settings\b/,
  use: /\bfrom [`"]?discount_redemptions\b/,
};

type Visitor = 'signed out' | 'signed in';

let few: Record<Visitor, Browser>;
let many: Record<Visitor, Browser>;
let choice: string;

async function givenCodeSite(): Promise<OfferedSite> {
  const site = await givenOfferedSite(service());
  const code = { code: 'Spring', periods: 1, percentOff: 50, offerSlugs: [] };
  await service().database.transaction((transaction) =>
    createDiscountCode(site.publication, transaction, service().clock, code),
  );
  return site;
}

async function addPrices({ publication, plan }: OfferedSite): Promise<void> {
  const { database, clock } = service();
  await database.transaction(async (transaction) => {
    const priceIds: string[] = [];
    for (let count = 1; count <= MORE_PRICES; count += 1) {
      const given = { planId: plan.id, amount: 1000 + count, currency: 'EUR', interval: 'month' };
      priceIds.push((await createPrice(publication, transaction, clock, given)).id);
    }
    await createOffer(publication, transaction, clock, { slug: 'many', name: 'Many', planId: plan.id, priceIds });
  });
}

async function visitorsOf(site: OfferedSite): Promise<Record<Visitor, Browser>> {
  return { 'signed out': site.newBrowser(), 'signed in': await site.signedIn() };
}

beforeAll(async () => {
  few = await visitorsOf(await givenCodeSite());
  const site = await givenCodeSite();
  await addPrices(site);
  many = await visitorsOf(site);
  choice = site.monthly;
});

const PAGES = [
  '/offers',
  '/subscribe',
  '/subscribe?code=spring',
  '/subscribe?code=unknown',
  '/offers/reader?code=spring',
  '/gift',
];

async function shownWork(browser: Browser, path: string): Promise<readonly string[]> {
  const { answer, work } = await workOf(() => browser.get(path));
  expect(answer.statusCode).toBe(200);
  return work;
}

function timesOf(what: RegExp, work: readonly string[]): number {
  return work.filter((text) => what.test(text)).length;
}

describe.each<Visitor>(['signed out', 'signed in'])('for a visitor who is %s', (visitor) => {
  test.each(PAGES)('%s asks for its gateway once, and costs the same with more prices', async (path) => {
    const work = await shownWork(few[visitor], path);
    expect(timesOf(ASKED_ONCE.gateway, work)).toBe(1);
    for (const what of Object.values(ASKED_ONCE)) expect(timesOf(what, work)).toBeLessThanOrEqual(1);
    expect(await shownWork(many[visitor], path)).toHaveLength(work.length);
  });

  test('a code that is typed is looked up for all prices at once', async () => {
    const browser = many[visitor];
    const { action, fields } = formOf(await browser.get('/subscribe'));
    const { answer, work } = await workOf(() =>
      browser.post(action, { ...fields, choice, code: 'spring', step: 'code' }),
    );
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('With Spring');
    for (const what of Object.values(ASKED_ONCE)) expect(timesOf(what, work)).toBeLessThanOrEqual(1);
  });
});
