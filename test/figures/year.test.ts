// The kept figures of a year of the sandbox's clock are those of a slow recount, on each day that was looked at: trials,
// discounts, yearly prices, another currency, failed payments, cancels, pauses, changes of price by readers and by the
// publisher, refunds, gifts, merges, erasures.
import { expect, test } from 'vitest';
import { createDiscountCode } from '../../src/models/catalog/discount-code.ts';
import { createOffer, updateOffer } from '../../src/models/catalog/offer.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { publicationNow } from '../../src/models/figure-change.ts';
import { readCohorts } from '../../src/models/figures/cohorts.ts';
import { foldFigures, foldWaiting } from '../../src/models/figures/fold.ts';
import { addDaysTo, addMonthsTo, dayIn, lastDayOf } from '../../src/models/figures/local-day.ts';
import { listPeopleAt, type FigureAt } from '../../src/models/figures/people-at.ts';
import { LIVING_STATES, readPeriods, type Period } from '../../src/models/figures/period.ts';
import { erasePerson } from '../../src/models/lifecycle/erasure.ts';
import { mergePeople } from '../../src/models/lifecycle/merge-people.ts';
import { mergeCustomer } from '../../src/models/lifecycle/merge.ts';
import { listBillingsOf } from '../../src/models/money/billing-record.ts';
import { findGift } from '../../src/models/money/gift-record.ts';
import { getPriceChange } from '../../src/models/money/price-change.ts';
import { cancelSubscription, createSubscription } from '../../src/models/money/subscription.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import { startOfDayIn } from '../../src/models/time-zone.ts';
import { addDays } from '../../src/payments/calendar.ts';
import { claim } from '../../src/payments/gift.ts';
import { endPause, pauseSubscription } from '../../src/payments/pause.ts';
import { beginPriceChange, undoPriceChange } from '../../src/payments/price-change/change.ts';
import { previewPriceChange, renewalClock } from '../../src/payments/price-change/preview.ts';
import { refundPayment } from '../../src/payments/refund.ts';
import { cancelAtPeriodEnd, listPaymentsOf, resume, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { previewSwitch, switchPrice } from '../../src/payments/switch.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { givenGift } from '../support/publications/gift.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';
import { Recount } from './recount.ts';

const service = useService();
const TIME_ZONE = 'Pacific/Auckland';
const STEP_DAYS = 4;

/** What is sold beside the site's own monthly price: a trial, a yearly price, dollars, and a dearer plan. */
async function givenChoices({ publication, plan, otherPlan, price }: PayingSite) {
  const { database, clock } = service();
  return database.transaction(async (transaction) => {
    const priceOf = (planId: string, amount: number, interval: string, currency = 'EUR') =>
      createPrice(publication, transaction, clock, { planId, amount, currency, interval });
    const offer = (slug: string, planId: string, priceId: string) =>
      createOffer(publication, transaction, clock, { slug, name: slug, planId, priceIds: [priceId] });
    const [yearly, dollars] = [await priceOf(plan.id, 5005, 'year'), await priceOf(otherPlan.id, 777, 'month', 'USD')];
    const dearer = await priceOf(otherPlan.id, 1200, 'month');
    await offer('yearly', plan.id, yearly.id);
    await offer('dollars', otherPlan.id, dollars.id);
    await offer('dearer', otherPlan.id, dearer.id);
    await offer('tried', plan.id, price.id);
    await updateOffer(publication, transaction, 'tried', { trialDays: 10 });
    await createDiscountCode(publication, transaction, clock, {
      code: 'HALF',
      percentOff: 50,
      periods: 2,
      maxRedemptions: undefined,
      offerSlugs: [],
    });
    return { yearly: yearly.id, dollars: dollars.id, dearer: dearer.id };
  });
}

/** Pauses of the one subscription that each person named has. */
function pausesOf({ publication }: PayingSite, idOf: (name: string) => string) {
  const parts = service();
  const billingOf = async (name: string) => {
    const billings = await listBillingsOf(publication, parts.database, idOf(name));
    const billing = billings.find(({ state }) => state !== 'ended');
    if (billing === undefined) throw new Error(`${name} pays nothing`);
    return { billing, subscriptionId: billing.subscriptionId ?? '' };
  };
  /** From the end of the paid period on. */
  const pause = async (name: string, days: number) => {
    const { billing, subscriptionId } = await billingOf(name);
    const until = new Date(addDays(billing.periodEnd, days));
    await pauseSubscription(parts, publication, { customerId: idOf(name), subscriptionId, until });
  };
  const endPauseOf = async (name: string) =>
    endPause(parts, publication, idOf(name), (await billingOf(name)).subscriptionId);
  const cancelPaused = async (name: string) =>
    cancelAtPeriodEnd(parts, publication, idOf(name), (await billingOf(name)).subscriptionId);
  /** By the publisher, who asks why. */
  const endPaused = async (name: string) => {
    const { subscriptionId } = await billingOf(name);
    await parts.database.transaction((transaction) =>
      cancelSubscription(publication, transaction, parts.clock, subscriptionId, 'no_time'),
    );
  };
  return { pause, endPauseOf, cancelPaused, endPaused };
}

/** Changes of what a price costs, which move everybody who pays it. */
function priceChangesOf({ publication }: PayingSite) {
  const parts = service();
  const { database, clock } = parts;
  const begun: { readonly id: string; readonly toPriceId: string }[] = [];
  const change = async (priceId: string, amount: number) => {
    const now = await renewalClock(parts, publication);
    const wish = { priceId, amount, startsAt: addDays(now.getTime(), 32) };
    const shown = await previewPriceChange(parts, publication, wish);
    const id = await database.transaction((transaction) =>
      beginPriceChange(publication, transaction, clock, { wish, shown, now }),
    );
    begun.push(await getPriceChange(publication, database, id));
  };
  const latestPrice = (): string => begun.at(-1)?.toPriceId ?? '';
  const undoLatest = async () => {
    const now = await renewalClock(parts, publication);
    const id = begun.at(-1)?.id ?? '';
    await database.transaction((transaction) => undoPriceChange(publication, transaction, clock, { id, now }));
  };
  return { change, latestPrice, undoLatest };
}

/** The acts of the year, by the number of the step at which each is done. */
function actsOf(site: PayingSite, prices: Awaited<ReturnType<typeof givenChoices>>) {
  const { publication, plan, price } = site;
  const parts = service();
  const { database, clock } = parts;
  const people = new Map<string, string>();
  const pay = async (
    name: string,
    given: { offerSlug?: string; priceId?: string; code?: string } = {},
    card?: string,
  ) => {
    const customer = await site.customer(`${name}@example.org`);
    people.set(name, customer.id);
    await site.payAt((await site.start(customer, given)).redirectUrl, card);
  };
  const idOf = (name: string): string => people.get(name) ?? '';
  const subscriptionOf = async (name: string): Promise<string> =>
    (await subscriptionDetailsOf(parts, publication, idOf(name)))[0]?.subscriptionId ?? '';
  const refund = async (name: string, amount?: number) => {
    const [payment] = await listPaymentsOf(parts, publication, idOf(name));
    await refundPayment(parts, publication, { paymentId: payment?.id ?? '', amount, key: undefined });
  };
  const give = (name: string, complimentary: boolean) =>
    database.transaction(async (transaction) => {
      const { id } = await createCustomer(publication, transaction, clock, parts.secretKeys, {
        activationCode: `code-${name}`,
      });
      people.set(name, id);
      await createSubscription(publication, transaction, clock, {
        customerId: id,
        planId: plan.id,
        priceId: complimentary ? null : price.id,
        complimentary,
      });
    });
  const cancel = async (name: string) => {
    const id = await subscriptionOf(name);
    await database.transaction((transaction) => cancelSubscription(publication, transaction, clock, id));
  };
  const switchTo = async (name: string, newPriceId: string) => {
    const subscriptionId = await subscriptionOf(name);
    const shown = await previewSwitch(parts, publication, idOf(name), { subscriptionId, newPriceId });
    await switchPrice(parts, publication, idOf(name), shown.switchId);
  };
  const merge = (from: string, into: string) =>
    database.transaction((transaction) =>
      mergeCustomer(publication, transaction, clock, { fromId: idOf(from), intoId: idOf(into) }),
    );
  const mergePaying = (from: string, into: string) =>
    database.transaction((transaction) =>
      mergePeople(publication, transaction, clock, { fromId: idOf(from), intoId: idOf(into) }),
    );
  const erase = (name: string) =>
    database.transaction((transaction) => erasePerson(parts, publication, transaction, idOf(name), 'customer'));
  const { pause, endPauseOf, cancelPaused, endPaused } = pausesOf(site, idOf);
  const { change, latestPrice, undoLatest } = priceChangesOf(site);
  const acts: Readonly<Record<number, () => Promise<unknown>>> = {
    0: () => pay('monthly'),
    1: () => pay('yearly', { offerSlug: 'yearly', priceId: prices.yearly }),
    2: () => pay('dollars', { offerSlug: 'dollars', priceId: prices.dollars }),
    3: () => pay('failing', {}, LATER_FAILING_CARD),
    4: () => pay('tried', { offerSlug: 'tried' }),
    5: () => pay('failing-trial', { offerSlug: 'tried' }, LATER_FAILING_CARD),
    6: () => pay('half', { code: 'half' }),
    7: () => give('given', true),
    8: () => give('outside', false),
    9: async () => pay('left-trial', { offerSlug: 'tried' }),
    10: async () => cancelAtPeriodEnd(parts, publication, idOf('left-trial'), await subscriptionOf('left-trial')),
    11: () => pay('resting'),
    12: () => givenGift(site),
    13: async () => {
      const [given] = await site.rows<{ id: string }>('gifts');
      const gift = await findGift(publication, database, given?.id ?? '');
      if (gift === undefined) throw new Error('there is no gift');
      people.set('claimant', (await site.customer('recipient@example.org')).id);
      await claim(parts, publication, idOf('claimant'), gift);
    },
    14: () => switchTo('monthly', prices.dearer),
    15: async () => {
      await pay('left-pause');
      await pay('failing-pause', {}, LATER_FAILING_CARD);
      await pay('merged-pause', { offerSlug: 'dearer', priceId: prices.dearer });
      await pause('resting', 30);
    },
    16: () => refund('yearly', 1001),
    17: () => refund('yearly', 500),
    18: async () => {
      for (const name of ['left-pause', 'failing-pause', 'merged-pause']) await pause(name, 60);
      // Taken back before it begins.
      await pause('tried', 40);
      await endPauseOf('tried');
      await cancelAtPeriodEnd(parts, publication, idOf('half'), await subscriptionOf('half'));
    },
    19: async () => resume(parts, publication, idOf('half'), await subscriptionOf('half')),
    20: () => refund('dollars'),
    22: () => cancel('tried'),
    24: () => pay('tried', {}),
    25: () => refund('left-pause', 200),
    26: async () => people.set('target', (await site.customer('target@example.org')).id),
    28: () => merge('given', 'target'),
    29: () => cancelPaused('left-pause'),
    30: () => pay('payer', { offerSlug: 'dearer', priceId: prices.dearer }),
    31: async () => {
      await change(prices.dollars, 888);
      await change(prices.dearer, 1300);
    },
    32: () => merge('outside', 'payer'),
    33: () => mergePaying('merged-pause', 'payer'),
    36: () => pause('resting', 100),
    40: () => switchTo('monthly', price.id),
    42: () => change(price.id, 450),
    44: () => erase('dollars'),
    46: () => endPauseOf('resting'),
    48: () => pause('half', 90),
    50: () => pay('late', { offerSlug: 'yearly', priceId: prices.yearly }),
    60: () => erase('half'),
    65: () => change(latestPrice(), 700),
    68: () => undoLatest(),
    70: () => erase('target'),
    74: () => pause('monthly', 80),
    84: () => endPaused('monthly'),
  };
  return acts;
}

/** In the shape of a recount. */
function asCounted(period: Period) {
  const { joined, began, lost, trialsConverted, trialsLost } = period;
  return {
    joined,
    began,
    lost,
    trialsConverted,
    trialsLost,
    states: Object.fromEntries(Object.entries(period.states).filter(([, count]) => count > 0)),
    revenue: Object.fromEntries(
      [...period.revenue].flatMap(([currency, { byPlan }]) =>
        [...byPlan].map(([planId, twelfths]) => [`${currency} ${planId}`, twelfths]),
      ),
    ),
  };
}

function moneyInOf(periods: readonly Period[]): Record<string, number> {
  const entries = periods.flatMap(({ from, money }) =>
    [...money].filter(([, one]) => one.in !== 0).map(([currency, one]) => [`${from} ${currency}`, one.in] as const),
  );
  return Object.fromEntries(entries);
}

function moneyOutOf(periods: readonly Period[]): Record<string, number> {
  const out: Record<string, number> = {};
  for (const { money } of periods) for (const [currency, one] of money) out[currency] = (out[currency] ?? 0) + one.out;
  return out;
}

test('a year: the kept figures of each day are those of a slow recount', { timeout: 180_000 }, async () => {
  const site = await givenPayingSite(service());
  const { database, clock } = service();
  const publication = { id: site.publication.id, timeZone: TIME_ZONE };
  await database.transaction(({ knex }) =>
    knex('publications').where({ id: publication.id }).update({ timeZone: TIME_ZONE }),
  );
  const acts = actsOf(site, await givenChoices(site));
  const recount = new Recount(site);
  const dayOf = dayIn(TIME_ZONE);
  const today = async (): Promise<string> => dayOf(await publicationNow(publication, database, clock));
  const first = await today();
  const looked: string[] = [];
  for (let step = 0; step * STEP_DAYS <= 366; step += 1) {
    const day = await today();
    await recount.look(day);
    await acts[step]?.();
    await recount.look(day);
    await site.settle();
    await recount.look(day);
    // Some are folded as they come, the others by the reader at the end.
    if (step % 20 === 0) await foldFigures(database, publication);
    looked.push(day);
    // By our own clock, the worker looks at running price changes every ten minutes.
    service().clock.advance(601);
    await site.pass(`${STEP_DAYS} days`);
    await recount.look(await today());
  }
  const last = await today();
  while (!(await foldFigures(database, publication)));
  const kept = await readPeriods(publication, database, { from: first, to: last }, 'day');
  expect(kept.filter(({ from }) => looked.includes(from)).map((day) => [day.from, asCounted(day)])).toEqual(
    looked.map((day) => [day, recount.days.get(day)]),
  );
  expect(moneyInOf(kept)).toEqual((await recount.money(dayOf)).in);
  const months = await readPeriods(publication, database, { from: first, to: last }, 'month');
  expect(moneyOutOf(months)).toEqual((await recount.money(dayOf)).out);
  for (const name of ['began', 'lost', 'trialsConverted', 'trialsLost'] as const) {
    const sum = (periods: readonly Period[]): number => periods.reduce((before, period) => before + period[name], 0);
    expect([name, sum(months)]).toEqual([name, sum(kept)]);
    expect([name, sum(months) > 0]).toEqual([name, true]);
  }
  const ends = new Map<string, number>();
  for (const month of months) for (const [part, count] of month.ends) ends.set(part, (ends.get(part) ?? 0) + count);
  expect(Object.fromEntries(ends)).toEqual(await recount.ends());
  expect(ends.get('publisher/no_time')).toBe(1);
  const cohorts = await readCohorts(publication, database, { first: first.slice(0, 7), last: last.slice(0, 7) });
  const monthNames = months.map(({ from }) => from.slice(0, 7));
  expect(cohorts.map(({ month, left }) => [month, left])).toEqual(
    cohorts.map(({ month }) => [
      month,
      monthNames.filter((one) => one >= month).map((one) => recount.cohorts.get(`${month} ${one}`)),
    ]),
  );
  expect(cohorts.reduce((sum, { size }) => sum + size, 0)).toBe(recount.firstPaid.size);

  // Who stands in the lists of past days: as many as were counted, and what they paid.
  const sumAt = async (figure: FigureAt, day: string): Promise<number> => {
    const until = startOfDayIn(TIME_ZONE, Date.parse(addDaysTo(day, 1))).getTime();
    const { people } = await listPeopleAt(publication, database, { figure, until, before: undefined, limit: 1000 });
    return people.reduce((sum, { amount }) => sum + amount, 0);
  };
  for (const period of kept.filter(({ from }, index) => index % 10 === 0 || from === last)) {
    const { to: day } = period;
    const counted: Record<string, number> = {};
    for (const group of LIVING_STATES) counted[group] = await sumAt({ group }, day);
    expect([day, counted]).toEqual([day, period.states]);
    expect(await sumAt({ group: 'members' }, day)).toBe(period.members);
    for (const [currency, { byPlan }] of period.revenue)
      for (const [plan, twelfths] of byPlan) expect(await sumAt({ currency, planIds: [plan] }, day)).toBe(twelfths);
  }
  for (const { month, left } of cohorts) {
    const startOf = (one: string): number => startOfDayIn(TIME_ZONE, Date.parse(`${one}-01`)).getTime();
    const cohort = { from: startOf(month), until: startOf(addMonthsTo(month, 1)) };
    const days = left.map((_, since) => lastDayOf(addMonthsTo(month, since)));
    expect([month, await Promise.all(days.map((day) => sumAt({ cohort }, day)))]).toEqual([month, left]);
  }

  // In another time zone all is folded again, once, however many workers do it at the same time.
  await database.transaction(({ knex }) =>
    knex('publications').where({ id: publication.id }).update({ timeZone: 'UTC' }),
  );
  const fold = async (): Promise<void> => {
    while (await foldWaiting(database));
  };
  await Promise.all([fold(), fold(), fold(), fold()]);
  expect(await foldFigures(database, { ...publication, timeZone: 'UTC' })).toBe(true);
  const whole = { from: addDaysTo(first, -1), to: addDaysTo(last, 1) };
  const again = await readPeriods(publication, database, whole, 'day');
  expect(moneyInOf(again)).toEqual((await recount.money(dayIn('UTC'))).in);
  expect(moneyOutOf(again)).toEqual(moneyOutOf(months));
  expect(again.at(-1)?.states).toEqual(kept.at(-1)?.states);
  expect(again.reduce((sum, { joined }) => sum + joined, 0)).toBe(kept.reduce((sum, { joined }) => sum + joined, 0));
  expect(await ledgerFaults(database, [])).toEqual([]);
});
