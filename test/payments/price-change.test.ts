// A price change (decisions 40): new buyers pay the new price from now on; present subscribers keep theirs, or move at
// their first renewal after a date, told 30 days ahead; it can be taken back until it begins.
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { setOfferPrices } from '../../src/models/catalog/offer-prices.ts';
import { listOffers } from '../../src/models/catalog/offer.ts';
import { archivePrice, unarchivePrice, type Price } from '../../src/models/catalog/price.ts';
import type { PriceChangeMove } from '../../src/models/money/price-change-move.ts';
import { listPriceChanges, type PriceChange } from '../../src/models/money/price-change.ts';
import { addDays, addIntervals } from '../../src/payments/calendar.ts';
import { beginPriceChange, undoPriceChange } from '../../src/payments/price-change/change.ts';
import { previewPriceChange, renewalClock, type PriceChangeWish } from '../../src/payments/price-change/preview.ts';
import { cancelAtPeriodEnd, resume, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { previewSwitch, switchPrice } from '../../src/payments/switch.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { givenOfferedSite, givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
// On the tenth of a month, so that no renewal is on a day that a month does not have.
beforeAll(() => {
  const now = service().clock.now();
  const tenth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10, 12);
  service().clock.advance((tenth - now.getTime()) / 1000);
});
afterEach(async () => {
  const faults = await ledgerFaults(service().database, []);
  if (faults.length > 0) throw new Error(faults.join('\n'));
});

/** A move in so many days, or none. In 33 days the first renewal has passed, however long the month is. */
async function wishOf(paid: PayingSite, days: number | null, amount = 600): Promise<PriceChangeWish> {
  const now = await renewalClock(service(), paid.publication);
  return { priceId: paid.price.id, amount, startsAt: days === null ? null : addDays(now.getTime(), days) };
}

async function begin(paid: PayingSite, wish: PriceChangeWish): Promise<string> {
  const { database, clock } = service();
  const { publication } = paid;
  const shown = await previewPriceChange(service(), publication, wish);
  const now = await renewalClock(service(), publication);
  const id = await database.transaction((transaction) =>
    beginPriceChange(publication, transaction, clock, { wish, shown, now }),
  );
  await paid.settle();
  return id;
}

async function undo(paid: PayingSite, id: string): Promise<void> {
  const { database, clock } = service();
  const now = await renewalClock(service(), paid.publication);
  await database.transaction((transaction) => undoPriceChange(paid.publication, transaction, clock, { id, now }));
  await paid.settle();
}

const movesOf = (paid: PayingSite) => paid.rows<PriceChangeMove>('price_change_moves');
const statesOf = async (paid: PayingSite) => (await movesOf(paid)).map(({ state, reason }) => [state, reason]);
const chargesOf = async (paid: PayingSite) =>
  (await paid.rows<{ amount: number }>('payments', 'periodStart')).map(({ amount }) => amount);

async function mailsAbout(paid: PayingSite, words: string, email = 'ada@example.org') {
  return (await paid.newBrowser().mails(email)).filter(({ subject }) => subject.includes(words));
}

async function subscriptionOf(paid: PayingSite, customerId: string) {
  const [found] = await subscriptionDetailsOf(service(), paid.publication, customerId);
  if (found === undefined) throw new Error('no subscription');
  return found;
}

/** Day by day, as workers do. */
async function passDays(paid: PayingSite, days: number): Promise<void> {
  for (let count = 0; count < days; count += 1) await paid.pass('1 day');
}

describe('new buyers', () => {
  test('pay the new price from now on, while present subscribers keep theirs', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    await begin(paid, await wishOf(paid, null));
    const offers = await listOffers(paid.publication, service().database);
    expect(offers.flatMap(({ prices }) => prices.map(({ amount }) => amount))).toContain(600);
    expect(offers.flatMap(({ prices }) => prices.map(({ id }) => id))).not.toContain(paid.price.id);
    await expect(paid.start(await paid.customer('old@example.org'))).rejects.toThrow(Error);
    const browser = await paid.signedIn('ada@example.org');
    expect((await browser.open('/upgrade')).body).not.toContain('€6');
    const priceId = offers.find(({ slug }) => slug === 'supporter')?.prices[0]?.id ?? '';
    await paid.payingCustomer('new@example.org', undefined, { priceId });
    await paid.pass('1 month');
    await paid.pass('1 month');
    expect((await chargesOf(paid)).toSorted()).toEqual([500, 500, 500, 600, 600, 600]);
    expect([await movesOf(paid), await mailsAbout(paid, 'price')]).toEqual([[], []]);
  });

  test('who opened the page before pay what they were shown, and are moved like the others', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.customer();
    const { redirectUrl } = await paid.start(customer);
    await begin(paid, await wishOf(paid, 40));
    await paid.payAt(redirectUrl);
    await paid.settle();
    expect(await chargesOf(paid)).toEqual([500]);
    service().clock.advance(700);
    await paid.settle();
    expect(await statesOf(paid)).toEqual([['waiting', null]]);
  });
});

describe('subscribers who move', () => {
  test('are told 30 days ahead, once, and pay the new price from the day that the mail says', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 40));
    expect(await mailsAbout(paid, 'price')).toEqual([]);
    let toldAt = 0;
    for (let day = 1; day <= 62 && toldAt === 0; day += 1) {
      await paid.pass('1 day');
      if ((await mailsAbout(paid, 'Your price')).length > 0) toldAt = (await paid.advance('1 hour')).getTime();
    }
    const [move] = await movesOf(paid);
    expect((move?.firstAt ?? 0) - toldAt).toBeGreaterThanOrEqual(30 * 86_400_000);
    const [mail] = await mailsAbout(paid, 'Your price');
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(move?.firstAt ?? 0);
    for (const words of [day, '€5', '€6', '/cancel', `${paid.publication.siteUrl}/`])
      expect([mail?.text, mail?.html]).toEqual([expect.stringContaining(words), expect.stringContaining(words)]);
    await passDays(paid, 35);
    expect(await statesOf(paid)).toEqual([['moved', null]]);
    const payments = await paid.rows<{ amount: number; periodStart: number }>('payments', 'periodStart');
    const before = payments.filter(({ periodStart }) => periodStart < (move?.firstAt ?? 0));
    expect(before.every(({ amount }) => amount === 500)).toBe(true);
    expect(payments.slice(before.length).map(({ amount, periodStart }) => [amount, periodStart])).toEqual([
      [600, move?.firstAt],
    ]);
    expect(await mailsAbout(paid, 'Your price')).toHaveLength(1);
    const changes = (await paid.rows<{ type: string }>('pending_events', 'type')).concat(
      await paid.rows<{ type: string }>('events'),
    );
    expect(changes.filter(({ type }) => type === 'subscription.changed')).toHaveLength(1);
    expect((await subscriptionOf(paid, customer.id)).price?.amount).toBe(600);
  });

  test('see the coming price on their account once it is the next one', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 33));
    await passDays(paid, 32);
    const { billing } = await subscriptionOf(paid, customer.id);
    expect(billing).toMatchObject({ nextAmount: 600, nextPrice: { amount: 600 } });
    const browser = await paid.signedIn('ada@example.org');
    expect((await browser.open('/')).body).toContain('€6');
  });

  test('are no subscribers of another publication, and nobody at another price', async () => {
    const [paid, other] = [await givenPayingSite(service()), await givenOfferedSite(service())];
    await paid.payingCustomer();
    await other.payer();
    await begin(paid, await wishOf(paid, 33));
    expect([(await movesOf(paid)).length, (await movesOf(other)).length]).toEqual([1, 0]);
  });

  test('with a yearly price are told before their own renewal', async () => {
    const paid = await givenOfferedSite(service());
    await paid.payer('ada@example.org', paid.yearly);
    const [, priceId = ''] = paid.yearly.split('/');
    const wish = { ...(await wishOf(paid, 33, 6000)), priceId };
    await begin(paid, wish);
    await paid.pass('10 months');
    expect(await mailsAbout(paid, 'Your price')).toEqual([]);
    await paid.pass('1 month');
    expect(await mailsAbout(paid, 'Your price')).toHaveLength(1);
    await passDays(paid, 25);
    expect((await mailsAbout(paid, 'renews'))[0]?.text).toContain('€60');
    await passDays(paid, 8);
    expect(await chargesOf(paid)).toEqual([5000, 6000]);
  });

  test('are told a period before the last one where a month is short, and pay the old price until then', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    const [{ periodEnd = 0 } = {}] = await paid.rows<{ periodEnd: number }>('billings');
    const renewal = (count: number) => addIntervals(periodEnd, 'month', count);
    let last = 2;
    while (renewal(last) - renewal(last - 1) > 30 * 86_400_000) last += 1;
    await begin(paid, { priceId: paid.price.id, amount: 600, startsAt: renewal(last) - 3_600_000 });
    for (let month = 0; month <= last; month += 1) await passDays(paid, 31);
    expect((await movesOf(paid))[0]?.firstAt).toBe(renewal(last));
    const payments = await paid.rows<{ amount: number; periodStart: number }>('payments', 'periodStart');
    expect(payments.find(({ amount }) => amount === 600)?.periodStart).toBe(renewal(last));
  });

  test('who are told late, as the worker stood still, move at a later renewal', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 33));
    await paid.advance('45 days');
    await passDays(paid, 60);
    const [move] = await movesOf(paid);
    expect((move?.firstAt ?? 0) - (move?.toldAt ?? 0)).toBeGreaterThanOrEqual(30 * 86_400_000);
    const payments = await paid.rows<{ amount: number; periodStart: number }>('payments', 'periodStart');
    expect(payments.map(({ amount }) => amount)).toEqual([500, 500, 500, 600]);
    expect(payments[3]?.periodStart).toBe(move?.firstAt);
  });

  test('are told by one of two workers, and moved once', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 33));
    const other = paid.secondWorker();
    for (let day = 0; day < 65; day += 1) {
      await paid.advance('1 day');
      await Promise.all([paid.settle(), other.settle()]);
    }
    expect(await mailsAbout(paid, 'Your price')).toHaveLength(1);
    expect((await chargesOf(paid)).at(-1)).toBe(600);
  });
});

describe('subscribers who are left alone', () => {
  test('cancel: nothing happens to them, and after they resumed they move with the mail ahead', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 33));
    const { subscriptionId } = await subscriptionOf(paid, customer.id);
    await cancelAtPeriodEnd(service(), paid.publication, customer.id, subscriptionId);
    await passDays(paid, 5);
    expect(await statesOf(paid)).toEqual([['waiting', null]]);
    await resume(service(), paid.publication, customer.id, subscriptionId);
    await passDays(paid, 40);
    expect([(await statesOf(paid))[0]?.[0], (await mailsAbout(paid, 'Your price')).length]).toEqual(['told', 1]);
  });

  test('cancel after the mail: they are charged nothing more, and have left', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 33));
    await passDays(paid, 32);
    expect(await statesOf(paid)).toEqual([['told', null]]);
    const { subscriptionId } = await subscriptionOf(paid, customer.id);
    await cancelAtPeriodEnd(service(), paid.publication, customer.id, subscriptionId);
    await paid.settle();
    expect(await statesOf(paid)).toEqual([['skipped', 'ending']]);
    await passDays(paid, 62);
    expect([await statesOf(paid), (await chargesOf(paid)).includes(600)]).toEqual([[['left', null]], false]);
  });

  test('resume in the last period: the new price waits again', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 33));
    await passDays(paid, 35);
    const { subscriptionId } = await subscriptionOf(paid, customer.id);
    await cancelAtPeriodEnd(service(), paid.publication, customer.id, subscriptionId);
    await paid.settle();
    await resume(service(), paid.publication, customer.id, subscriptionId);
    await paid.settle();
    await passDays(paid, 30);
    expect([await statesOf(paid), (await chargesOf(paid)).at(-1)]).toEqual([[['moved', null]], 600]);
    expect(await mailsAbout(paid, 'Your price')).toHaveLength(1);
  });

  test('owe a payment: they pay what they owe at their old price, and move later', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.payingCustomer('ada@example.org', LATER_FAILING_CARD);
    await begin(paid, await wishOf(paid, 33));
    await passDays(paid, 33);
    expect(await statesOf(paid)).toEqual([['skipped', 'past_due']]);
    const { subscriptionId } = await subscriptionOf(paid, customer.id);
    await paid.payAt((await paid.startCardUpdate(customer, subscriptionId)).redirectUrl);
    await paid.settle();
    expect(await chargesOf(paid)).toEqual([500, 500]);
    await passDays(paid, 65);
    expect([await statesOf(paid), (await chargesOf(paid)).at(-1)]).toEqual([[['moved', null]], 600]);
  });

  test('switch by themselves: their switch wins, before the mail and after it', async () => {
    const paid = await givenOfferedSite(service());
    const customers = [await paid.payingCustomer('ada@example.org'), await paid.payingCustomer('eve@example.org')];
    await begin(paid, await wishOf(paid, 33));
    const [, yearly = ''] = paid.yearly.split('/');
    const switchTo = async (customerId: string) => {
      const { subscriptionId } = await subscriptionOf(paid, customerId);
      const given = { subscriptionId, newPriceId: yearly };
      const shown = await previewSwitch(service(), paid.publication, customerId, given);
      expect((await switchPrice(service(), paid.publication, customerId, shown.switchId)).state).toBe('done');
      await paid.settle();
    };
    await switchTo(customers[0]?.id ?? '');
    await passDays(paid, 32);
    await switchTo(customers[1]?.id ?? '');
    await passDays(paid, 40);
    expect(await statesOf(paid)).toEqual([
      ['left', null],
      ['left', null],
    ]);
    const { price } = await subscriptionOf(paid, customers[1]?.id ?? '');
    expect([price?.amount, (await mailsAbout(paid, 'Your price')).length]).toEqual([5000, 0]);
  });

  test('cannot escape by switching to the price that they have', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 33));
    await passDays(paid, 32);
    const { subscriptionId } = await subscriptionOf(paid, customer.id);
    const given = { subscriptionId, newPriceId: paid.price.id };
    await expect(previewSwitch(service(), paid.publication, customer.id, given)).rejects.toThrow('price');
  });

  test('have no address to be told at: they keep their price', async () => {
    const paid = await givenPayingSite(service());
    const { id } = await paid.payingCustomer();
    await service().database.transaction((transaction) =>
      transaction.knex('customers').where({ id }).update({ email: null, emailNormalized: null }),
    );
    await begin(paid, await wishOf(paid, 33));
    await passDays(paid, 65);
    expect([await statesOf(paid), (await chargesOf(paid)).includes(600)]).toEqual([[['skipped', 'no_address']], false]);
  });
});

describe('a change that is taken back before it begins', () => {
  test('leaves everybody at the old price, at the gateway too, and is told to those who had been told', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.payingCustomer();
    const before = await listOffers(paid.publication, service().database);
    const id = await begin(paid, await wishOf(paid, 33));
    await passDays(paid, 32);
    expect((await subscriptionOf(paid, customer.id)).billing?.nextAmount).toBe(600);
    await paid.payingCustomer('eve@example.org', undefined, {
      priceId: (await listOffers(paid.publication, service().database))[0]?.prices[0]?.id ?? '',
    });
    await undo(paid, id);
    expect(await listOffers(paid.publication, service().database)).toEqual(before);
    expect((await subscriptionOf(paid, customer.id)).billing?.nextAmount).toBe(500);
    expect(await mailsAbout(paid, 'stays as it is')).toHaveLength(1);
    await passDays(paid, 40);
    expect(await statesOf(paid)).toEqual([['returned', null]]);
    const charges = (await paid.rows<{ amount: number; customerId: string }>('payments')).filter(
      ({ customerId }) => customerId === customer.id,
    );
    expect(charges.map(({ amount }) => amount)).toEqual([500, 500, 500]);
    expect(await mailsAbout(paid, 'stays as it is')).toHaveLength(1);
  });

  test('before anybody was told is told to nobody', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    const id = await begin(paid, await wishOf(paid, 60));
    await undo(paid, id);
    await passDays(paid, 70);
    expect([await statesOf(paid), await mailsAbout(paid, 'price')]).toEqual([[['kept', null]], []]);
    expect((await chargesOf(paid)).includes(600)).toBe(false);
    await expect(undo(paid, id)).rejects.toThrow('no longer');
  });

  test('and one that has begun is not taken back', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    const id = await begin(paid, await wishOf(paid, 31));
    await passDays(paid, 32);
    await expect(undo(paid, id)).rejects.toThrow('no longer');
  });

  test('gives back also whoever a renewal outran', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    const id = await begin(paid, await wishOf(paid, 33));
    await passDays(paid, 33 - 1);
    const { database, clock } = service();
    const now = await renewalClock(service(), paid.publication);
    await paid.advance('1 month');
    await database.transaction((transaction) => undoPriceChange(paid.publication, transaction, clock, { id, now }));
    await paid.settle();
    expect((await chargesOf(paid)).at(-1)).toBe(600);
    await paid.pass('1 month');
    expect((await chargesOf(paid)).at(-1)).toBe(500);
    expect(await statesOf(paid)).toEqual([['returned', null]]);
  });
});

describe('the old price', () => {
  const isArchived = async (paid: PayingSite) =>
    Object.fromEntries((await paid.rows<Price>('prices')).map(({ id, archivedAt }) => [id, archivedAt !== null]));
  const toPriceOf = async (paid: PayingSite) =>
    (await paid.rows<PriceChange>('price_changes')).at(-1)?.toPriceId ?? 'none';

  test('is archived with the change, and stays shown to those who pay it; the new one is archived with the way back', async () => {
    const paid = await givenPayingSite(service());
    const customer = await paid.payingCustomer();
    const id = await begin(paid, await wishOf(paid, 33));
    const to = await toPriceOf(paid);
    expect(await isArchived(paid)).toMatchObject({ [paid.price.id]: true, [to]: false });
    expect((await subscriptionOf(paid, customer.id)).price?.amount).toBe(500);
    expect((await (await paid.signedIn()).open('/')).body).toContain('€5');
    await undo(paid, id);
    expect(await isArchived(paid)).toMatchObject({ [paid.price.id]: false, [to]: true });
  });

  test('that was archived before puts its successor on no offer, and stays archived with the way back', async () => {
    const paid = await givenOfferedSite(service());
    const { database, clock } = service();
    const offered = async () => (await listOffers(paid.publication, database)).map(({ prices }) => prices.length);
    const [, yearly = ''] = paid.yearly.split('/');
    await database.transaction((transaction) => archivePrice(paid.publication, transaction, clock, yearly));
    const before = await offered();
    const id = await begin(paid, { ...(await wishOf(paid, 33)), priceId: yearly });
    const to = await toPriceOf(paid);
    expect([await offered(), await isArchived(paid)]).toMatchObject([before, { [yearly]: true, [to]: true }]);
    await undo(paid, id);
    expect([await offered(), await isArchived(paid)]).toMatchObject([before, { [yearly]: true, [to]: true }]);
  });

  test('that an offer shows again beside the new one is there once after the way back', async () => {
    const paid = await givenPayingSite(service());
    const { database } = service();
    const id = await begin(paid, await wishOf(paid, null));
    const priceIds = [paid.price.id, await toPriceOf(paid)];
    await database.transaction(async (transaction) => {
      await unarchivePrice(paid.publication, transaction, paid.price.id);
      await setOfferPrices(paid.publication, transaction, 'supporter', priceIds);
    });
    await undo(paid, id);
    const offer = (await listOffers(paid.publication, database)).find(({ slug }) => slug === 'supporter');
    expect(offer?.prices.map((price) => price.id)).toEqual([paid.price.id]);
  });

  test('is taken back beside a click that archives it: an offer for sale always has a price', async () => {
    const paid = await givenPayingSite(service());
    const { database, clock } = service();
    const id = await begin(paid, await wishOf(paid, null));
    const to = await toPriceOf(paid);
    await Promise.allSettled([
      undo(paid, id),
      database.transaction((transaction) => archivePrice(paid.publication, transaction, clock, to)),
      database.transaction((transaction) => archivePrice(paid.publication, transaction, clock, paid.price.id)),
    ]);
    const offers = await listOffers(paid.publication, database);
    expect(offers.every(({ prices }) => prices.length > 0)).toBe(true);
  });
});

describe('races and refusals', () => {
  test('two editors at once: one change', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    const wish = await wishOf(paid, 33);
    const outcomes = await Promise.allSettled([begin(paid, wish), begin(paid, { ...wish, amount: 700 })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await listPriceChanges(paid.publication, service().database)).toHaveLength(1);
    const offers = await listOffers(paid.publication, service().database);
    expect(new Set(offers.map(({ prices }) => prices.length))).toEqual(new Set([1]));
  });

  test('what was previewed is what happens, or nothing', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    const wish = await wishOf(paid, 33);
    const { publication } = paid;
    const shown = await previewPriceChange(service(), publication, wish);
    await paid.payingCustomer('eve@example.org');
    const { database, clock } = service();
    const now = await renewalClock(service(), publication);
    const begun = database.transaction((transaction) =>
      beginPriceChange(publication, transaction, clock, { wish, shown, now }),
    );
    await expect(begun).rejects.toThrow('since the preview');
    expect(await listPriceChanges(publication, database)).toEqual([]);
  });

  test.each([
    ['a date that is too early', { days: 30, amount: 600 }],
    ['the same amount', { days: 40, amount: 500 }],
    ['no amount', { days: 40, amount: 0 }],
    ['half a cent', { days: 40, amount: 5.5 }],
  ])('%s is refused', async (_what, { days, amount }) => {
    const paid = await givenPayingSite(service());
    await expect(previewPriceChange(service(), paid.publication, await wishOf(paid, days, amount))).rejects.toThrow(
      Error,
    );
  });

  test('a renewal of the same second: charged at the old price or at the new one, and never twice', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 33));
    // The worker sets the price of the last renewal while that renewal is made.
    for (let month = 0; month < 4; month += 1) {
      const other = paid.secondWorker();
      await paid.advance('29 days');
      await Promise.all([paid.settle(), paid.advance('2 days'), other.settle()]);
      await paid.settle();
    }
    const charges = await chargesOf(paid);
    expect(charges).toEqual(charges.toSorted((one, other) => one - other));
    expect([charges.length, charges.at(-1), await statesOf(paid)]).toEqual([5, 600, [['moved', null]]]);
  });

  test('a cancel and a switch of the same second as the move win, and the ledger is right', async () => {
    const paid = await givenOfferedSite(service());
    const [ada, eve] = [await paid.payingCustomer(), await paid.payingCustomer('eve@example.org')];
    await begin(paid, await wishOf(paid, 33));
    await paid.advance('30 days');
    await paid.advance('12 hours');
    const { subscriptionId } = await subscriptionOf(paid, ada.id);
    const [, newPriceId = ''] = paid.yearly.split('/');
    const given = { subscriptionId: (await subscriptionOf(paid, eve.id)).subscriptionId, newPriceId };
    const shown = await previewSwitch(service(), paid.publication, eve.id, given);
    const [, , switched] = await Promise.all([
      paid.settle(),
      cancelAtPeriodEnd(service(), paid.publication, ada.id, subscriptionId),
      switchPrice(service(), paid.publication, eve.id, shown.switchId),
    ]);
    if (switched.state === 'stale') {
      const again = await previewSwitch(service(), paid.publication, eve.id, given);
      expect((await switchPrice(service(), paid.publication, eve.id, again.switchId)).state).toBe('done');
    }
    await paid.settle();
    await passDays(paid, 65);
    const charges = await chargesOf(paid);
    expect([charges.includes(600), charges.filter((amount) => amount > 600).length]).toEqual([false, 1]);
    expect(await statesOf(paid)).toEqual([
      ['left', null],
      ['left', null],
    ]);
  });

  test('a taking back beside the worker that moves: everybody keeps the old price', async () => {
    const paid = await givenPayingSite(service());
    for (const name of ['ada', 'eve', 'ida']) await paid.payingCustomer(`${name}@example.org`);
    const id = await begin(paid, await wishOf(paid, 33));
    await paid.advance('31 days');
    const other = paid.secondWorker();
    await Promise.all([other.settle(), undo(paid, id), paid.settle()]);
    // A step that was under way ends by its lease.
    await paid.advance('1 hour');
    await paid.settle();
    await passDays(paid, 65);
    expect((await chargesOf(paid)).includes(600)).toBe(false);
    const states = new Set((await statesOf(paid)).map(([state]) => state));
    expect([...states].every((state) => state === 'kept' || state === 'returned')).toBe(true);
  });

  test('a worker that dies between the gateway and its own write ends in one effect', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 33));
    await passDays(paid, 32);
    const { database } = service();
    await paid.settle();
    // As if the worker had died after the gateway's answer: told and due, while the gateway has the price already.
    const of = { publicationId: paid.publication.id };
    await database.transaction(async ({ knex }) => {
      await knex('price_change_moves').where(of).update({ dueAt: 0, leasedUntil: null });
      await knex('billings').where(of).update({ nextPriceId: null, nextAmount: 500 });
    });
    await paid.settle();
    expect(await paid.rows('billings')).toMatchObject([{ nextAmount: 600 }]);
    await passDays(paid, 35);
    expect([await statesOf(paid), (await chargesOf(paid)).filter((amount) => amount === 600)]).toEqual([
      [['moved', null]],
      [600],
    ]);
  });

  test('a gateway that is down delays a move, and loses none', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    await begin(paid, await wishOf(paid, 33));
    await paid.advance('31 days');
    await paid.setSandbox({ trouble: 'down' });
    await paid.settle();
    await paid.setSandbox({ trouble: 'none' });
    await passDays(paid, 65);
    expect([await statesOf(paid), (await chargesOf(paid)).at(-1)]).toEqual([[['moved', null]], 600]);
  });

  test('a change is done once everybody has moved', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
    const id = await begin(paid, await wishOf(paid, 33));
    await passDays(paid, 65);
    service().clock.advance(700);
    await paid.settle();
    const changes: PriceChange[] = await listPriceChanges(paid.publication, service().database);
    expect(changes.map((change) => [change.id, change.state])).toEqual([[id, 'done']]);
  });
});

describe('the preview', () => {
  test('says who pays what, who moves when, who is left alone and what it is worth a year', async () => {
    const paid = await givenPayingSite(service());
    for (const name of ['ada', 'eve', 'ida']) await paid.payingCustomer(`${name}@example.org`);
    const customer = await paid.payingCustomer('bob@example.org');
    const { subscriptionId } = await subscriptionOf(paid, customer.id);
    await cancelAtPeriodEnd(service(), paid.publication, customer.id, subscriptionId);
    await paid.settle();
    const wish = await wishOf(paid, 40);
    const preview = await previewPriceChange(service(), paid.publication, wish);
    expect(preview).toMatchObject({
      mode: 'move',
      offers: ['supporter'],
      holders: 4,
      byAmount: [{ amount: 500, count: 4 }],
      moving: 3,
      skipped: [{ reason: 'ending', count: 1 }],
      worthAYear: 3 * 100 * 12,
    });
    expect(preview.byMonth.map(({ count }) => count)).toEqual([3]);
    expect(preview.examples.map(({ email, amount }) => [email, amount])).toEqual([
      ['ada@example.org', 500],
      ['eve@example.org', 500],
      ['ida@example.org', 500],
    ]);
    const [example] = preview.examples;
    expect(example?.firstAt).toBeGreaterThanOrEqual(wish.startsAt ?? 0);
  });
});
