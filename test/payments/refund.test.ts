// Paying back: in part, in whole, once under its name, never more than is left, and said on the receipt.
import { describe, expect, test } from 'vitest';
import { GatewayUnavailable } from '../../src/payments/gateway.ts';
import { refundPayment, type RefundRequest } from '../../src/payments/refund.ts';
import { textOf } from '../support/browser/html.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

/** A payment of 500. */
async function givenPayment() {
  const paid = await givenPayingSite(service());
  await paid.payingCustomer();
  const [payment] = await paid.rows<{ id: string; ref: string }>('payments');
  if (payment === undefined) throw new Error('nothing was paid');
  const pay = (given: Partial<RefundRequest> = {}) =>
    refundPayment(service(), paid.publication, {
      paymentId: payment.id,
      amount: undefined,
      key: undefined,
      ...given,
    });
  const refunded = async () => [
    (await theirs(paid))?.refundedAmount,
    (await paid.rows<{ refundedAmount: number }>('payments'))[0]?.refundedAmount,
  ];
  return { paid, payment, pay, refunded };
}

async function theirs(paid: PayingSite): Promise<{ refundedAmount: number } | undefined> {
  return (await paid.rows<{ refundedAmount: number }>('sandbox_payments'))[0];
}

test('a part and then the rest are paid back, each once however often it is asked for', async () => {
  const { paid, pay, refunded } = await givenPayment();
  expect(await pay({ amount: 200 })).toMatchObject({ state: 'done', amount: 200, payment: { refundedAmount: 200 } });
  for (let count = 0; count < 3; count += 1)
    expect(await pay({ amount: 200 })).toMatchObject({
      state: 'already',
      amount: 200,
      payment: { refundedAmount: 200 },
    });
  expect(await pay({ amount: 200, key: 'once more' })).toMatchObject({
    state: 'done',
    payment: { refundedAmount: 400 },
  });
  expect(await pay()).toMatchObject({ state: 'done', amount: 100, payment: { refundedAmount: 500 } });
  expect(await pay()).toMatchObject({ state: 'already', amount: 100, payment: { refundedAmount: 500 } });
  await paid.settle();
  expect(await refunded()).toEqual([500, 500]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('fifty at once under one name pay once', async () => {
  const { pay, refunded } = await givenPayment();
  await Promise.all(Array.from({ length: 50 }, () => pay({ amount: 120 })));
  expect(await refunded()).toEqual([120, 120]);
});

test('ten at once under names of their own never pay more than was paid', async () => {
  const { paid, pay, refunded } = await givenPayment();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => pay({ amount: 150, key: `name ${index}` })),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await paid.settle();
  expect(await refunded()).toEqual([450, 450]);
  const kept = await service().database.knex('refunds').where({ publicationId: paid.publication.id }).select('doneAt');
  expect(kept.filter(({ doneAt }) => doneAt !== null)).toHaveLength(3);
  expect(kept).toHaveLength(3);
});

describe('refuses', () => {
  test.each([
    ['more than is left', { amount: 501 }, 'Only 5.00 EUR of 5.00 EUR is left'],
    ['nothing', { amount: 0 }, 'above 0'],
    ['a negative amount', { amount: -1 }, 'above 0'],
    ['half a cent', { amount: 0.5 }, 'above 0'],
    ['what is no number', { amount: Number.NaN }, 'above 0'],
    ['an unknown payment', { paymentId: 'pay_unknown' }, 'No such payment'],
  ])('%s', async (_, wish, message) => {
    const { pay, refunded } = await givenPayment();
    await expect(pay(wish)).rejects.toThrow(message);
    expect(await refunded()).toEqual([0, 0]);
  });

  test('a name that stands for another amount, and a payment of another publication', async () => {
    const { payment, pay, refunded } = await givenPayment();
    await pay({ amount: 100, key: 'ticket 7' });
    await expect(pay({ amount: 200, key: 'ticket 7' })).rejects.toThrow('was for 1.00 EUR');
    const other = await givenPayingSite(service());
    await expect(
      refundPayment(service(), other.publication, { paymentId: payment.id, amount: 1, key: undefined }),
    ).rejects.toThrow('No such payment');
    expect(await refunded()).toEqual([100, 100]);
  });
});

test('what was paid back at the gateway itself counts', async () => {
  const { payment, pay } = await givenPayment();
  await service().database.transaction(({ knex }) =>
    knex('sandbox_payments').where({ id: payment.ref }).update({ refundedAmount: 450 }),
  );
  await expect(pay({ amount: 100 })).rejects.toThrow('Only 0.50 EUR');
  expect(await pay()).toMatchObject({ state: 'done', amount: 50 });
});

test('a gateway that does not answer: nothing is half done, and the same again goes on', async () => {
  const { paid, pay, refunded } = await givenPayment();
  await paid.setSandbox({ trouble: 'down' });
  await expect(pay({ amount: 70 })).rejects.toThrow(GatewayUnavailable);
  await paid.setSandbox({ trouble: 'none' });
  expect(await pay({ amount: 70 })).toMatchObject({ state: 'done' });
  expect(await refunded()).toEqual([70, 70]);
});

test('a refund that the gateway made and we never heard of is not made twice', async () => {
  const { paid, pay, refunded } = await givenPayment();
  await pay({ amount: 70 });
  // As after a crash between the gateway's answer and our note of it.
  await service().database.transaction(({ knex }) =>
    knex('refunds').where({ publicationId: paid.publication.id }).update({ doneAt: null }),
  );
  expect(await pay({ amount: 70 })).toMatchObject({ state: 'done', amount: 70 });
  expect(await refunded()).toEqual([70, 70]);
});

test('the receipt says what was paid back', async () => {
  const { paid, payment, pay } = await givenPayment();
  await pay({ amount: 125 });
  const browser = await paid.signedIn();
  expect(textOf((await browser.open(`/receipts/${payment.id}`)).body)).toContain('€1.25');
});
