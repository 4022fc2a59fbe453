// The mail a week before a charge for a year: once for each period, and not of one that ends.
import { describe, expect, test } from 'vitest';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { createPrice, type Price } from '../../src/models/catalog/price.ts';
import { cancelAtPeriodEnd, resume, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { previewSwitch, switchPrice } from '../../src/payments/switch.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function givenYearly(paid: PayingSite, amount: number): Promise<{ price: Price; offerSlug: string }> {
  const { publication, plan } = paid;
  const offerSlug = `yearly-${amount}`;
  return service().database.transaction(async (transaction) => {
    const price = await createPrice(publication, transaction, service().clock, {
      planId: plan.id,
      amount,
      currency: 'EUR',
      interval: 'year',
    });
    await createOffer(publication, transaction, service().clock, {
      slug: offerSlug,
      name: 'Yearly',
      planId: plan.id,
      priceIds: [price.id],
    });
    return { price, offerSlug };
  });
}

async function subscribedYearly(paid: PayingSite, email = 'ada@example.org', amount = 5000) {
  const { price, offerSlug } = await givenYearly(paid, amount);
  const customer = await paid.payingCustomer(email, undefined, { offerSlug, priceId: price.id });
  const subscriptionId =
    (await subscriptionDetailsOf(service(), paid.publication, customer.id))[0]?.subscriptionId ?? '';
  return { customer, subscriptionId };
}

async function mailsTo(paid: PayingSite, words: string, email = 'ada@example.org') {
  return (await paid.newBrowser().mails(email)).filter(({ subject }) => subject.includes(words));
}

describe('a renewal of a year', () => {
  test('is told a week before, once for each period, with amount, day and how to cancel', async () => {
    const paid = await givenPayingSite(service());
    const { subscriptionId } = await subscribedYearly(paid);
    await paid.pass('51 weeks');
    expect(await mailsTo(paid, 'renews')).toEqual([]);
    await paid.pass('2 days');
    const [mail, ...others] = await mailsTo(paid, 'renews');
    expect(others).toEqual([]);
    const [billing] = await paid.rows<{ periodEnd: number }>('billings');
    const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(billing?.periodEnd);
    for (const words of [
      day,
      '€50',
      'cancel before that day',
      `${paid.publication.siteUrl}/subscriptions/${subscriptionId}/cancel`,
    ]) {
      expect(mail?.text).toContain(words);
      expect(mail?.html).toContain(words);
    }
    for (let count = 0; count < 5; count += 1) await paid.pass('1 day');
    expect(await mailsTo(paid, 'renews')).toHaveLength(1);
    await paid.pass('51 weeks');
    await paid.pass('6 days');
    expect(await mailsTo(paid, 'renews')).toHaveLength(2);
  });

  test('that is to be canceled is not told, and is when that was taken back', async () => {
    const paid = await givenPayingSite(service());
    const { customer, subscriptionId } = await subscribedYearly(paid);
    await cancelAtPeriodEnd(service(), paid.publication, customer.id, subscriptionId);
    await paid.pass('51 weeks');
    await paid.pass('3 days');
    expect(await mailsTo(paid, 'renews')).toEqual([]);
    await resume(service(), paid.publication, customer.id, subscriptionId);
    await paid.settle();
    expect(await mailsTo(paid, 'renews')).toHaveLength(1);
  });

  test('to another price is told with that price, and one to a monthly price is not told', async () => {
    const paid = await givenPayingSite(service());
    const [first, second] = [
      await subscribedYearly(paid, 'ada@example.org', 6000),
      await subscribedYearly(paid, 'eve@example.org', 7000),
    ];
    const { price: cheaper } = await givenYearly(paid, 4200);
    for (const [{ customer, subscriptionId }, newPriceId] of [
      [first, cheaper.id],
      [second, paid.price.id],
    ] as const) {
      const shown = await previewSwitch(service(), paid.publication, customer.id, { subscriptionId, newPriceId });
      expect(await switchPrice(service(), paid.publication, customer.id, shown.switchId)).toMatchObject({
        state: 'done',
      });
    }
    await paid.pass('51 weeks');
    await paid.pass('3 days');
    expect((await mailsTo(paid, 'renews'))[0]?.text).toContain('€42');
    expect(await mailsTo(paid, 'renews', 'eve@example.org')).toEqual([]);
  });

  test('of a month is not told, and two workers at once tell once', async () => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer('month@example.org');
    await subscribedYearly(paid);
    await paid.advance('51 weeks');
    await paid.advance('3 days');
    const other = paid.secondWorker();
    await Promise.all([paid.settle(), other.settle()]);
    expect(await mailsTo(paid, 'renews', 'month@example.org')).toEqual([]);
    expect(await mailsTo(paid, 'renews')).toHaveLength(1);
  });

  test('is told by the clock of its own publication', async () => {
    const [ahead, paid] = [await givenPayingSite(service()), await givenPayingSite(service())];
    await subscribedYearly(paid);
    await ahead.pass('51 weeks');
    await ahead.pass('3 days');
    await paid.settle();
    expect(await mailsTo(paid, 'renews')).toEqual([]);
  });
});
