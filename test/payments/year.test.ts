// A year in the life of subscriptions, on the sandbox clock in seconds: renewed, failed and mended, given up, canceled and taken back, changed to
// a dearer and a cheaper price, paused, taxed by the reader's country; and at the end of it the ledger check.
import { expect, test } from 'vitest';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { cancelSubscription } from '../../src/models/money/subscription.ts';
import { listReceipts } from '../../src/models/receipts/receipt-record.ts';
import { setBuyer } from '../../src/models/tax/buyer.ts';
import { changeSeller } from '../../src/models/tax/seller.ts';
import { setRate } from '../../src/models/tax/tax-rate.ts';
import { pauseSubscription } from '../../src/payments/pause.ts';
import {
  cancelAtPeriodEnd,
  listPaymentsOf,
  resume,
  subscriptionDetailsOf,
  type SubscriptionDetails,
} from '../../src/payments/subscription.ts';
import { previewSwitch, switchPrice } from '../../src/payments/switch.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { DEBIT_CARD, LATER_FAILING_CARD, LATER_FAILING_DEBIT_CARD } from '../support/publications/cards.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const DAY = 86_400_000;

async function detailsOf(paid: PayingSite, customerId: string): Promise<SubscriptionDetails | undefined> {
  return (await subscriptionDetailsOf(service(), paid.publication, customerId))[0];
}

/** The four of one failure have a subject each. */
async function remindersTo(paid: PayingSite, email: string): Promise<number> {
  const subjects = (await paid.newBrowser().mails(email)).map(({ subject }) => subject);
  return new Set(subjects.filter((subject) => subject.includes('did not go through'))).size;
}

/** A seller in Germany, which leaves the tax of businesses of other countries to them. */
async function givenTaxes({ publication }: PayingSite): Promise<void> {
  await service().database.transaction(async (transaction) => {
    await changeSeller(publication, transaction, { name: 'Echo Press', country: 'DE', hasReverseCharge: true });
    await setRate(publication, transaction, { percent: '19' });
    await setRate(publication, transaction, { country: 'AT', percent: '20' });
  });
}

function livesInAustria({ publication }: PayingSite, customerId: string, vatNumber: string): Promise<unknown> {
  const buyer = { company: '', vatNumber, country: vatNumber === '' ? 'AT' : '' };
  return service().database.transaction((transaction) => setBuyer(publication, transaction, customerId, buyer));
}

/** How many receipts a reader has of each kind of tax, with what each says. */
async function taxedTo({ publication }: PayingSite, customerId: string): Promise<Record<string, number>> {
  const receipts = await listReceipts(publication, service().database, customerId);
  const kinds = receipts.map(
    ({ treatment, country, gross, net, tax }) => `${treatment} ${country} ${gross} = ${net} + ${tax}`,
  );
  return Object.fromEntries([...new Set(kinds)].map((kind) => [kind, kinds.filter((one) => one === kind).length]));
}

test(
  'a year: who pays has access and a receipt for each month, who does not loses it after the grace',
  { timeout: 120_000 },
  async () => {
    const paid = await givenPayingSite(service());
    const { publication } = paid;
    await paid.setSandbox({ sendsTwice: true, shuffles: true });
    await givenTaxes(paid);
    const good = await paid.payingCustomer('good@example.org');
    const mended = await paid.payingCustomer('mended@example.org', LATER_FAILING_CARD);
    const lost = await paid.payingCustomer('lost@example.org', LATER_FAILING_CARD);
    const leaving = await paid.payingCustomer('leaving@example.org');
    const byApi = await paid.payingCustomer('api@example.org');
    const resting = await paid.payingCustomer('resting@example.org');
    const business = await paid.payingCustomer('business@example.org');
    const debited = await paid.payingCustomer('debited@example.org', DEBIT_CARD);
    const bounced = await paid.payingCustomer('bounced@example.org', LATER_FAILING_DEBIT_CARD);
    await livesInAustria(paid, good.id, '');
    await livesInAustria(paid, business.id, 'ATU12345678');

    const { subscriptionId: restingId = '', billing } = (await detailsOf(paid, resting.id)) ?? {};
    await pauseSubscription(service(), publication, {
      customerId: resting.id,
      subscriptionId: restingId,
      until: new Date((billing?.periodEnd ?? 0) + 60 * DAY),
    });

    const leavingId = (await detailsOf(paid, leaving.id))?.subscriptionId ?? '';
    await cancelAtPeriodEnd(service(), publication, leaving.id, leavingId);
    expect((await detailsOf(paid, leaving.id))?.billing).toMatchObject({
      cancelAt: expect.any(Number),
      nextPrice: null,
    });
    await resume(service(), publication, leaving.id, leavingId);
    expect((await detailsOf(paid, leaving.id))?.billing).toMatchObject({ cancelAt: null });
    await cancelAtPeriodEnd(service(), publication, leaving.id, leavingId);

    const apiId = (await detailsOf(paid, byApi.id))?.subscriptionId ?? '';
    await service().database.transaction((transaction) =>
      cancelSubscription(publication, transaction, service().clock, apiId),
    );
    await paid.settle();
    expect(await detailsOf(paid, byApi.id)).toBeUndefined();

    await paid.pass('27 days');
    expect((await detailsOf(paid, leaving.id))?.subscriptionId).toBe(leavingId);
    for (const { id } of [debited, bounced]) expect(await listPaymentsOf(service(), publication, id)).toHaveLength(1);
    const reminders: number[] = [];
    for (let day = 27; day < 54; day += 1) {
      await paid.pass('1 day');
      reminders.push(await remindersTo(paid, 'lost@example.org'));
      const { pastDue } = (await detailsOf(paid, mended.id))?.billing ?? {};
      if (pastDue && reminders.at(-1) === 4)
        await paid.payAt(
          (await paid.startCardUpdate(mended, (await detailsOf(paid, mended.id))?.subscriptionId ?? '')).redirectUrl,
        );
    }
    expect([...new Set(reminders)]).toEqual([0, 1, 2, 3, 4]);
    const first = reminders.indexOf(1);
    expect([2, 3, 4].map((count) => reminders.indexOf(count) - first)).toEqual([3, 5, 7]);
    expect(await detailsOf(paid, leaving.id)).toBeUndefined();
    expect(await detailsOf(paid, lost.id)).toBeUndefined();
    expect((await detailsOf(paid, mended.id))?.billing).toMatchObject({ pastDue: null });

    expect(await detailsOf(paid, resting.id)).toBeUndefined();
    await service().database.transaction((transaction) =>
      setRate(publication, transaction, { country: 'AT', percent: '10' }),
    );

    for (let month = 0; month < 11; month += 1) await paid.pass('1 month');
    for (const { id } of [good, debited]) expect((await detailsOf(paid, id))?.billing).toMatchObject({ pastDue: null });
    expect(await detailsOf(paid, bounced.id)).toBeUndefined();
    const counts = await Promise.all(
      [good, mended, lost, leaving, byApi, resting, business, debited, bounced].map(
        async ({ id }) => (await listPaymentsOf(service(), publication, id)).length,
      ),
    );
    expect(counts).toEqual([13, 13, 1, 1, 1, 11, 13, 13, 1]);
    // Who has not said where they live is taxed where the seller is; a new rate holds for what is paid from then on.
    expect(await taxedTo(paid, good.id)).toEqual({
      'rate DE 500 = 420 + 80': 1,
      'rate AT 500 = 417 + 83': 1,
      'rate AT 500 = 455 + 45': 11,
    });
    expect(await taxedTo(paid, business.id)).toEqual({
      'rate DE 500 = 420 + 80': 1,
      'reverse_charge AT 500 = 500 + 0': 12,
    });
    expect(await taxedTo(paid, resting.id)).toEqual({ 'rate DE 500 = 420 + 80': 11 });
    expect(await remindersTo(paid, 'mended@example.org')).toBe(4);
    // The bank refuses a debit three days after the period began: the mails are spread over the eleven that are left.
    expect(await remindersTo(paid, 'bounced@example.org')).toBe(4);
    for (const name of ['good', 'debited']) expect(await remindersTo(paid, `${name}@example.org`)).toBe(0);
    expect(await taxedTo(paid, debited.id)).toEqual({ 'rate DE 500 = 420 + 80': 13 });
    expect(await paid.rows('sandbox_subscriptions')).toHaveLength(9);
    expect(await ledgerFaults(service().database, [])).toEqual([]);
  },
);

test('access lasts through the grace of 14 days, and ends with it', async () => {
  const paid = await givenPayingSite(service());
  const customer = await paid.payingCustomer('late@example.org', LATER_FAILING_CARD);
  await paid.pass('1 month');
  const { pastDue } = (await detailsOf(paid, customer.id))?.billing ?? {};
  expect((pastDue?.accessUntil ?? 0) - (pastDue?.since ?? 0)).toBe(14 * DAY);
  const [mail] = await paid.newBrowser().mails('late@example.org');
  expect(mail?.text).toContain(`${paid.publication.siteUrl}/card/`);
  await paid.pass('13 days');
  expect(await detailsOf(paid, customer.id)).toBeDefined();
  await paid.pass('1 day');
  expect(await detailsOf(paid, customer.id)).toBeUndefined();
  expect(await paid.rows('billings')).toMatchObject([{ state: 'ended', endReason: 'unpaid' }]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

/** A second monthly price of another plan, dearer and in the same currency. */
async function givenDearerPrice(paid: PayingSite, currency = 'EUR', amount = 1200) {
  const { publication, otherPlan } = paid;
  return service().database.transaction(async (transaction) => {
    const price = await createPrice(publication, transaction, service().clock, {
      planId: otherPlan.id,
      amount,
      currency,
      interval: 'month',
    });
    await createOffer(publication, transaction, service().clock, {
      slug: `dearer-${amount}-${currency.toLowerCase()}`,
      name: 'Dearer',
      planId: otherPlan.id,
      priceIds: [price.id],
    });
    return price;
  });
}

test('an upgrade is charged as it was shown, at once, and the next period costs the new price', async () => {
  const paid = await givenPayingSite(service());
  const { publication, otherPlan } = paid;
  const customer = await paid.payingCustomer();
  const dearer = await givenDearerPrice(paid);
  const subscriptionId = (await detailsOf(paid, customer.id))?.subscriptionId ?? '';
  await paid.pass('10 days');
  const shown = await previewSwitch(service(), publication, customer.id, { subscriptionId, newPriceId: dearer.id });
  expect(shown.dueNow).toBeGreaterThan(400);
  expect(shown.dueNow).toBeLessThan(700);
  await paid.advance('1 hour');
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, () => switchPrice(service(), publication, customer.id, shown.switchId)),
  );
  expect(outcomes.filter(({ state }) => state === 'done').length).toBeGreaterThan(0);
  await paid.settle();
  const payments = await listPaymentsOf(service(), publication, customer.id);
  expect(payments).toMatchObject([
    { reason: 'switch', amount: shown.dueNow },
    { reason: 'start', amount: 500 },
  ]);
  expect(await detailsOf(paid, customer.id)).toMatchObject({
    subscriptionId,
    plan: { id: otherPlan.id },
    price: { amount: 1200 },
    billing: { periodEnd: shown.nextAt },
  });
  await paid.pass('1 month');
  expect((await listPaymentsOf(service(), publication, customer.id))[0]).toMatchObject({
    reason: 'renewal',
    amount: shown.nextAmount,
    periodStart: shown.nextAt,
  });
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('a downgrade costs nothing now and waits for the period’s end', async () => {
  const paid = await givenPayingSite(service());
  const { publication, price, plan } = paid;
  const dearer = await givenDearerPrice(paid);
  const customer = await paid.payingCustomer('ada@example.org', undefined, {
    offerSlug: 'dearer-1200-eur',
    priceId: dearer.id,
  });
  const before = await detailsOf(paid, customer.id);
  const subscriptionId = before?.subscriptionId ?? '';
  const shown = await previewSwitch(service(), publication, customer.id, { subscriptionId, newPriceId: price.id });
  expect(shown).toMatchObject({ dueNow: 0, nextAmount: 500, from: before?.billing?.periodEnd });
  expect(await switchPrice(service(), publication, customer.id, shown.switchId)).toMatchObject({ state: 'done' });
  expect(await detailsOf(paid, customer.id)).toMatchObject({
    price: { amount: 1200 },
    billing: { nextPrice: { amount: 500 } },
  });
  await paid.pass('1 month');
  expect(await detailsOf(paid, customer.id)).toMatchObject({
    subscriptionId,
    plan: { id: plan.id },
    price: { amount: 500 },
  });
  expect((await listPaymentsOf(service(), publication, customer.id)).map(({ amount }) => amount)).toEqual([500, 1200]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('a change that was shown before something else changed, or half an hour ago, is stale; other currencies and foreign subscriptions are refused', async () => {
  const paid = await givenPayingSite(service());
  const { publication } = paid;
  const customer = await paid.payingCustomer();
  const stranger = await paid.customer('eve@example.org');
  const [dearer, dollars] = [await givenDearerPrice(paid), await givenDearerPrice(paid, 'USD', 1300)];
  const subscriptionId = (await detailsOf(paid, customer.id))?.subscriptionId ?? '';
  const show = (newPriceId = dearer.id, customerId = customer.id) =>
    previewSwitch(service(), publication, customerId, { subscriptionId, newPriceId });
  await expect(show(dollars.id)).rejects.toThrow('another currency');
  await expect(show(dearer.id, stranger.id)).rejects.toThrow('No such subscription');
  await expect(show('price_unknown')).rejects.toThrow('No such price');
  const old = await show();
  await expect(switchPrice(service(), publication, stranger.id, old.switchId)).rejects.toThrow('No such change');
  service().clock.advance(31 * 60);
  expect(await switchPrice(service(), publication, customer.id, old.switchId)).toEqual({ state: 'stale' });
  const fresh = await show();
  await cancelAtPeriodEnd(service(), publication, customer.id, subscriptionId);
  expect(await switchPrice(service(), publication, customer.id, fresh.switchId)).toEqual({ state: 'stale' });
  expect(await listPaymentsOf(service(), publication, customer.id)).toHaveLength(1);
});

test('a card that is declined leaves price and plan as they were', async () => {
  const paid = await givenPayingSite(service());
  const { publication } = paid;
  const customer = await paid.payingCustomer('ada@example.org', LATER_FAILING_CARD);
  const dearer = await givenDearerPrice(paid);
  const subscriptionId = (await detailsOf(paid, customer.id))?.subscriptionId ?? '';
  const shown = await previewSwitch(service(), publication, customer.id, { subscriptionId, newPriceId: dearer.id });
  expect(await switchPrice(service(), publication, customer.id, shown.switchId)).toEqual({
    state: 'declined',
    reason: 'declined',
  });
  expect(await detailsOf(paid, customer.id)).toMatchObject({ price: { amount: 500 } });
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});
