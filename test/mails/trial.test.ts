// The mail before a trial ends and the first charge comes: once for each trial, and not of one that ends unpaid.
import { describe, expect, test } from 'vitest';
import { updateOffer } from '../../src/models/catalog/offer.ts';
import { cancelAtPeriodEnd, resume, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function givenTrial(days: number): Promise<PayingSite> {
  const paid = await givenPayingSite(service());
  await service().database.transaction((transaction) =>
    updateOffer(paid.publication, transaction, 'supporter', { trialDays: days }),
  );
  return paid;
}

async function mailsTo(paid: PayingSite) {
  return (await paid.newBrowser().mails('ada@example.org')).filter(({ subject }) => subject.includes('free trial'));
}

async function subscriptionOf(paid: PayingSite, customerId: string): Promise<string> {
  return (await subscriptionDetailsOf(service(), paid.publication, customerId))[0]?.subscriptionId ?? '';
}

describe('the mail before the first charge', () => {
  test.each([
    [30, 22, 2],
    [14, 6, 2],
    [4, 1, 2],
  ])(
    'of a trial of %i days: not after %i, but %i days later, once, with amount, day and how to cancel',
    async (days, before, more) => {
      const paid = await givenTrial(days);
      const customer = await paid.payingCustomer();
      await paid.pass(`${before} days`);
      expect(await mailsTo(paid)).toEqual([]);
      await paid.pass(`${more} days`);
      const [mail, ...others] = await mailsTo(paid);
      expect(others).toEqual([]);
      const [billing] = await paid.rows<{ trialEnd: number }>('billings');
      const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(billing?.trialEnd);
      const link = `${paid.publication.siteUrl}/subscriptions/${await subscriptionOf(paid, customer.id)}/cancel`;
      for (const words of [day, '€5', 'every month until you cancel', 'cancel before that day', link])
        expect(mail?.text).toContain(words);
      await paid.pass('40 days');
      expect(await mailsTo(paid)).toHaveLength(1);
    },
  );

  test('is not written for a trial that was canceled, and is when that was taken back', async () => {
    const paid = await givenTrial(14);
    const customer = await paid.payingCustomer();
    const { publication } = paid;
    const id = await subscriptionOf(paid, customer.id);
    await cancelAtPeriodEnd(service(), publication, customer.id, id);
    await paid.pass('10 days');
    expect(await mailsTo(paid)).toEqual([]);
    await resume(service(), publication, customer.id, id);
    await paid.settle();
    expect(await mailsTo(paid)).toHaveLength(1);
  });
});
