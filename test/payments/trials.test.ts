// The letter before a trial ends, and what a checkout reserved and did not use: given back whatever became of it.
import { describe, expect, test } from 'vitest';
import { createDiscountCode } from '../../src/models/catalog/discount-code.ts';
import { updateOffer } from '../../src/models/catalog/offer.ts';
import { GatewayUnavailable } from '../../src/payments/gateway.ts';
import { cancelAtPeriodEnd, resume, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { ledgerFaults } from '../support/ledger.ts';
import { givenPayingSite, type PayingSite } from '../support/paying.ts';
import { openService, useService } from '../support/service.ts';

const service = useService();

async function givenTrial(days: number, on = service()): Promise<PayingSite> {
  const paid = await givenPayingSite(on);
  await on.database.transaction((transaction) =>
    updateOffer(paid.publication, transaction, 'supporter', { trialDays: days }),
  );
  return paid;
}

async function lettersTo(paid: PayingSite) {
  return (await paid.newBrowser().letters('ada@example.org')).filter(({ subject }) => subject.includes('free trial'));
}

async function subscriptionOf(paid: PayingSite, customerId: string): Promise<string> {
  return (await subscriptionDetailsOf(service(), paid.publication, customerId))[0]?.subscriptionId ?? '';
}

describe('the letter before the first charge', () => {
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
      expect(await lettersTo(paid)).toEqual([]);
      await paid.pass(`${more} days`);
      const [letter, ...others] = await lettersTo(paid);
      expect(others).toEqual([]);
      const [billing] = await paid.rows<{ trialEnd: number }>('billings');
      const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(billing?.trialEnd);
      const link = `${paid.publication.siteUrl}/subscriptions/${await subscriptionOf(paid, customer.id)}/cancel`;
      for (const words of [day, '€5', 'every month until you cancel', 'cancel before that day', link])
        expect(letter?.text).toContain(words);
      await paid.pass('40 days');
      expect(await lettersTo(paid)).toHaveLength(1);
    },
  );

  test('is not written for a trial that was canceled, and is when that was taken back', async () => {
    const paid = await givenTrial(14);
    const customer = await paid.payingCustomer();
    const { publication } = paid;
    const id = await subscriptionOf(paid, customer.id);
    await cancelAtPeriodEnd(service(), publication, customer.id, id);
    await paid.pass('10 days');
    expect(await lettersTo(paid)).toEqual([]);
    await resume(service(), publication, customer.id, id);
    await paid.settle();
    expect(await lettersTo(paid)).toHaveLength(1);
  });
});

test('what a checkout reserved that was begun while the gateway was down is given back after a day', async () => {
  const own = await openService();
  try {
    const paid = await givenTrial(14, own);
    const { publication } = paid;
    const { database, clock } = own;
    await database.transaction((transaction) =>
      createDiscountCode(publication, transaction, clock, {
        code: 'SPRING',
        percentOff: 50,
        periods: 1,
        maxRedemptions: 1,
        offerSlugs: [],
      }),
    );
    await paid.setSandbox({ trouble: 'down' });
    await expect(paid.start(await paid.customer(), { code: 'spring' })).rejects.toThrow(GatewayUnavailable);
    expect([await paid.rows('trials'), await paid.rows('discount_codes')]).toMatchObject([
      [{ beganAt: null }],
      [{ redemptions: 1 }],
    ]);
    await paid.setSandbox({ trouble: 'none' });
    await paid.settle();
    expect(await paid.rows('checkouts')).toMatchObject([{ state: 'open' }]);
    clock.advance(26 * 3600);
    await paid.settle();
    expect([await paid.rows('checkouts'), await paid.rows('trials'), await paid.rows('discount_codes')]).toMatchObject([
      [{ state: 'expired' }],
      [],
      [{ redemptions: 0 }],
    ]);
    expect(await ledgerFaults(database, [])).toEqual([]);
  } finally {
    await own.close();
  }
});
