// The preview of a price change is what happens: counted here from the gateway's own records, and from what everybody is charged in the end.
import { beforeAll, expect, test } from 'vitest';
import { createDiscountCode } from '../../src/models/catalog/discount-code.ts';
import { createOffer } from '../../src/models/catalog/offer.ts';
import type { PriceChange } from '../../src/models/money/price-change.ts';
import { addDays, startOfDay } from '../../src/payments/calendar.ts';
import type { GatewaySubscription } from '../../src/payments/gateway.ts';
import { getGateway } from '../../src/payments/gateways.ts';
import { beginPriceChange } from '../../src/payments/price-change/change.ts';
import { previewPriceChange, renewalClock } from '../../src/payments/price-change/preview.ts';
import { cancelAtPeriodEnd, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { GOOD_CARD, LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { givenOfferedSite, type OfferedSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
// On the tenth of a month, so that no renewal is on a day that a month does not have.
beforeAll(() => {
  const now = service().clock.now();
  const tenth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10, 12);
  service().clock.advance((tenth - now.getTime()) / 1000);
});

const KINDS = ['plain', 'half', 'euro', 'trial', 'ending', 'yearly'] as const;
type Kind = (typeof KINDS)[number] | 'failing';
const OF_EACH = 5;
const NEW = 600;
/** What each kind pays at the price of €5, and at that of €6. */
const AMOUNTS: Readonly<Record<Kind, readonly [number, number]>> = {
  plain: [500, 600],
  half: [250, 300],
  euro: [400, 500],
  trial: [500, 600],
  ending: [500, 600],
  failing: [500, 600],
  yearly: [5000, 5000],
};

interface Reader {
  readonly kind: Kind;
  readonly customerId: string;
}

async function furnish({ publication, plan, price }: OfferedSite): Promise<void> {
  const { database, clock } = service();
  await database.transaction(async (transaction) => {
    const codes = [
      { code: 'HALF', percentOff: 50, periods: null },
      { code: 'EURO', amountOff: 100, currency: 'EUR', periods: null },
    ];
    for (const code of codes) await createDiscountCode(publication, transaction, clock, { ...code, offerSlugs: [] });
    const offer = { slug: 'try', name: 'Try', planId: plan.id, priceIds: [price.id], trialDays: 28 };
    await createOffer(publication, transaction, clock, offer);
  });
}

async function join(site: OfferedSite, kind: Kind, number: number): Promise<Reader> {
  const customer = await site.customer(`${kind}${number}@example.org`);
  const [, yearly = ''] = site.yearly.split('/');
  const given = {
    ...(kind === 'half' && { code: 'HALF' }),
    ...(kind === 'euro' && { code: 'EURO' }),
    ...(kind === 'trial' && { offerSlug: 'try' }),
    ...(kind === 'yearly' && { offerSlug: 'reader', priceId: yearly }),
  };
  const { redirectUrl } = await site.start(customer, given);
  await site.payAt(redirectUrl, kind === 'failing' ? LATER_FAILING_CARD : GOOD_CARD);
  await site.settle();
  if (kind === 'ending') {
    const [{ subscriptionId = '' } = {}] = await subscriptionDetailsOf(service(), site.publication, customer.id);
    await cancelAtPeriodEnd(service(), site.publication, customer.id, subscriptionId);
  }
  return { kind, customerId: customer.id };
}

/** Those who will not pay come first; two readers a day follow, up to the 25th, so that every month has their day. */
async function fill(site: OfferedSite): Promise<Reader[]> {
  const readers: Reader[] = [];
  for (let number = 0; number < OF_EACH; number += 1) readers.push(await join(site, 'failing', number));
  for (let number = 0; number < OF_EACH; number += 1)
    for (const kind of KINDS) {
      readers.push(await join(site, kind, number));
      await site.pass('12 hours');
    }
  // Those who canceled in the first days have ended by then, and those who do not pay owe.
  await site.pass('20 days');
  return readers;
}

const tally = (values: readonly (number | string)[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(values, String)].map(([value, its]) => [value, its.length]).toSorted());
const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

function firstAt({ periodEnd }: GatewaySubscription, from: number): number {
  const day = new Date(periodEnd);
  while (day.getTime() < from) day.setUTCMonth(day.getUTCMonth() + 1);
  return day.getTime();
}

test(
  'three dozen readers: with discounts, in a trial, yearly, canceled, in arrears',
  { timeout: 120_000 },
  async () => {
    const site = await givenOfferedSite(service());
    const { publication, price } = site;
    await furnish(site);
    const readers = await fill(site);
    const now = await renewalClock(service(), publication);
    const startsAt = startOfDay(addDays(now.getTime(), 35));
    const wish = { priceId: price.id, amount: NEW, startsAt };
    const preview = await previewPriceChange(service(), publication, wish);

    const billings = await site.rows<{ gateway: string; ref: string }>('billings');
    const known = await Promise.all(
      billings.map(({ gateway, ref }) => getGateway(service(), gateway).readSubscription(publication, ref)),
    );
    const held = known.filter(({ state, price: its }) => state !== 'ended' && its.priceId === price.id);
    const moving = held.filter(({ state, cancelAt }) => state === 'active' && cancelAt === null);
    const owing = held.filter(({ state }) => state === 'past_due');
    expect([held.length, moving.length, owing.length]).toEqual([preview.holders, preview.moving, OF_EACH]);
    expect(preview.moving).toBe(4 * OF_EACH);
    expect(tally(preview.byAmount.flatMap(({ amount, count }) => Array<number>(count).fill(amount)))).toEqual(
      tally(held.map(({ nextAmount, price: its }) => nextAmount ?? its.amount)),
    );
    const byMonth = Object.fromEntries(preview.byMonth.map(({ month, count }) => [month, count]));
    expect(byMonth).toEqual(tally(moving.map((one) => monthOf(firstAt(one, startsAt)))));
    expect(Object.keys(byMonth)).toHaveLength(2);
    expect(preview.skipped.toSorted((a, b) => a.reason.localeCompare(b.reason))).toEqual([
      { reason: 'ending', count: held.length - moving.length - owing.length },
      { reason: 'past_due', count: owing.length },
    ]);
    expect(preview.worthAYear).toBe(4 * OF_EACH * 100 * 12);

    const { database, clock } = service();
    await database.transaction((transaction) =>
      beginPriceChange(publication, transaction, clock, { wish, shown: preview, now }),
    );
    for (let day = 0; day < 35 + 35; day += 1) await site.pass('1 day');
    const [{ toPriceId = '' } = {}] = await site.rows<PriceChange>('price_changes');
    const charges = await site.rows<{ customerId: string; priceId: string; amount: number; periodStart: number }>(
      'payments',
      'periodStart',
    );
    const first = readers.flatMap(({ customerId }) => {
      const found = charges.find((one) => one.customerId === customerId && one.priceId === toPriceId);
      return found === undefined ? [] : [found];
    });
    expect(tally(first.map(({ periodStart }) => monthOf(periodStart)))).toEqual(byMonth);
    for (const { kind, customerId } of readers) {
      const [old, later] = AMOUNTS[kind];
      for (const charge of charges.filter((one) => one.customerId === customerId))
        expect([kind, charge.amount]).toEqual([kind, charge.priceId === toPriceId ? later : old]);
    }
    expect(await ledgerFaults(database, [])).toEqual([]);
  },
);
