// What a checkout reserved and did not use is given back, whatever became of it.
import { expect, test } from 'vitest';
import { createDiscountCode } from '../../src/models/catalog/discount-code.ts';
import { updateOffer } from '../../src/models/catalog/offer.ts';
import { GatewayUnavailable } from '../../src/payments/gateway.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { openService, type TestService } from '../support/service/service.ts';

async function givenTrial(days: number, on: TestService): Promise<PayingSite> {
  const paid = await givenPayingSite(on);
  await on.database.transaction((transaction) =>
    updateOffer(paid.publication, transaction, 'supporter', { trialDays: days }),
  );
  return paid;
}

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
