// Our records against the gateway's: every way of going apart is found, reported by its line, and repaired; what is not ours is left alone.
import { describe, expect, test } from 'vitest';
import { applyEvents } from '../../src/payments/events.ts';
import { GatewayUnavailable } from '../../src/payments/gateway.ts';
import { NightlyReconciler, type NightlyResult } from '../../src/payments/reconciliation/nightly.ts';
import { gatewaysOf, reconcile } from '../../src/payments/reconciliation/reconcile.ts';
import { repair, repairAll } from '../../src/payments/reconciliation/repair.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const find = (paid: PayingSite) => reconcile(service(), paid.publication);
const change = (table: string, where: object, values: object) =>
  service().database.transaction(({ knex }) => knex(table).where(where).update(values));
const remove = (table: string, where: object) =>
  service().database.transaction(({ knex }) => knex(table).where(where).delete());

/** Drift is made behind the service's back here, so what was changed so has no event. */
async function faults(): Promise<string[]> {
  return (await ledgerFaults(service().database, [])).filter(
    (fault) => !/^(a cancel that was not told of once|an event of nothing)/.test(fault),
  );
}

/** Why Ada's subscription ended, and how the mail about it begins after its greeting; one row for each mail. */
async function endsOf(paid: PayingSite): Promise<(string | undefined)[][]> {
  await paid.settle();
  const [{ id: customerId }, subscriptions] = await Promise.all([
    paid.customer('ada@example.org'),
    paid.rows<{ customerId: string; endReason: string }>('subscriptions'),
  ]);
  const reason = subscriptions.find((one) => one.customerId === customerId)?.endReason;
  const mails = await paid.newBrowser().mails('ada@example.org');
  return mails
    .filter(({ subject }) => subject.includes('has ended'))
    .map(({ text }) => [reason, /The payment service reports that/.exec(text)?.[0]]);
}

async function repairLine(paid: PayingSite, ref: string) {
  const [gateway] = await gatewaysOf(service(), paid.publication);
  if (gateway === undefined) throw new Error('tests have a gateway');
  return repair(service(), gateway, paid.publication, ref);
}

/** One subscription of two months, whose references are known. */
async function givenPaid() {
  const paid = await givenPayingSite(service());
  await paid.payingCustomer();
  await paid.pass('1 month');
  const [billing] = await paid.rows<{ id: string; ref: string; subscriptionId: string }>('billings');
  const payments = await paid.rows<{ id: string; ref: string }>('payments');
  if (billing === undefined) throw new Error('nothing was billed');
  const fieldsOf = async () =>
    (await find(paid)).lines.map(({ kind, ref, differences }) => [kind, ref, differences.map(({ field }) => field)]);
  return { paid, billing, payments, fieldsOf };
}

test('without drift there is no line', async () => {
  const { paid, fieldsOf } = await givenPaid();
  await paid.payingCustomer('eve@example.org');
  expect(await fieldsOf()).toEqual([]);
  expect(await find(paid)).toMatchObject({ compared: 2, notOurs: [] });
});

describe('a difference is found and repaired', () => {
  test.each([
    ['state', { state: 'past_due', pastDueSince: 1 }, ['state']],
    ['price', { amount: 1 }, ['price']],
    ['next price', { nextPriceId: 'price_other' }, ['next price']],
    ['period end', { periodEnd: 1 }, ['period end']],
    ['asked-for end', { cancelAt: 1 }, ['cancel at']],
  ])('in the %s', async (_, values, fields) => {
    const { paid, billing, fieldsOf } = await givenPaid();
    await change('billings', { id: billing.id }, values);
    expect(await fieldsOf()).toEqual([['differing', billing.ref, fields]]);
    expect(await repairLine(paid, billing.ref)).toBeUndefined();
    expect(await fieldsOf()).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  test.each([
    ['an amount', { amount: 499 }, 'payment'],
    ['a period', { periodEnd: 1 }, 'payment'],
    ['less paid back', { refundedAmount: 20 }, 'refund of'],
  ])('in %s of a payment', async (_, values, field) => {
    const { paid, billing, payments, fieldsOf } = await givenPaid();
    const [payment] = payments;
    await change('payments', { id: payment?.id }, values);
    expect(await fieldsOf()).toEqual([['differing', billing.ref, [`${field} ${payment?.ref}`]]]);
    expect(await repairLine(paid, billing.ref)).toBeUndefined();
    await paid.settle();
    expect(await paid.rows('payments')).toMatchObject([
      { id: payment?.id, amount: 500, refundedAmount: 0 },
      { amount: 500 },
    ]);
    expect(await faults()).toEqual([]);
  });

  test('in a payment that we have not got, and in one that the gateway has not got', async () => {
    const { paid, billing, payments, fieldsOf } = await givenPaid();
    await change('payments', { id: payments[1]?.id }, { ref: 'sandbox_pay_never' });
    expect(await fieldsOf()).toEqual([
      ['differing', billing.ref, ['payment sandbox_pay_never', `payment ${payments[1]?.ref}`]],
    ]);
    expect(await repairLine(paid, billing.ref)).toBeUndefined();
    expect((await paid.rows<{ ref: string }>('payments')).map(({ ref }) => ref).toSorted()).toEqual(
      payments.map(({ ref }) => ref).toSorted(),
    );
  });

  test('in a refund that we have not heard of', async () => {
    const { paid, billing, payments, fieldsOf } = await givenPaid();
    await change('sandbox_payments', { id: payments[0]?.ref }, { refundedAmount: 120 });
    expect(await fieldsOf()).toEqual([['differing', billing.ref, [`refund of ${payments[0]?.ref}`]]]);
    expect(await repairLine(paid, billing.ref)).toBeUndefined();
    expect(await paid.rows('payments')).toMatchObject([{ refundedAmount: 120 }, { refundedAmount: 0 }]);
  });

  test('in what was canceled here and goes on there: it is ended there', async () => {
    const { paid, billing, fieldsOf } = await givenPaid();
    await change('billings', { id: billing.id }, { state: 'ended', endedAt: 1 });
    await change('subscriptions', { id: billing.subscriptionId }, { status: 'canceled', canceledAt: 1 });
    expect(await fieldsOf()).toEqual([['differing', billing.ref, ['state']]]);
    expect(await repairLine(paid, billing.ref)).toBeUndefined();
    await paid.settle();
    expect(await paid.rows('sandbox_subscriptions')).toMatchObject([{ state: 'ended' }]);
    expect(await fieldsOf()).toEqual([]);
    expect(await faults()).toEqual([]);
  });
});

test('what only the gateway has of a checkout of ours gets its record, its payments and its subscription', async () => {
  const { paid, billing, fieldsOf } = await givenPaid();
  await remove('payments', { billingId: billing.id });
  await remove('billings', { id: billing.id });
  await change(
    'checkouts',
    { subscriptionId: billing.subscriptionId },
    { state: 'open', subscriptionId: null, endedAt: null },
  );
  await remove('subscriptions', { id: billing.subscriptionId });
  expect(await fieldsOf()).toEqual([['theirs only', billing.ref, ['state']]]);
  expect(await repairLine(paid, billing.ref)).toBeUndefined();
  expect([await paid.rows('subscriptions'), await paid.rows('payments')]).toMatchObject([
    [{ status: 'active' }],
    [{}, {}],
  ]);
  expect(await fieldsOf()).toEqual([]);
  expect(await faults()).toEqual([]);
});

test('what the gateway does not know ends here, but not all at once where it knows none of ours', async () => {
  const { paid, billing, fieldsOf } = await givenPaid();
  await remove('sandbox_payments', { subscriptionId: billing.ref });
  await remove('sandbox_subscriptions', { id: billing.ref });
  expect(await fieldsOf()).toEqual([['ours only', billing.ref, ['state']]]);
  const told: string[] = [];
  expect(await repairAll(service(), paid.publication, await find(paid), (text) => told.push(text))).toMatchObject([
    { ref: billing.ref },
  ]);
  expect([told.length, (await paid.rows('subscriptions'))[0]?.['status']]).toEqual([1, 'active']);
  await paid.payingCustomer('eve@example.org');
  expect(await repairAll(service(), paid.publication, await find(paid), (text) => told.push(text))).toEqual([]);
  const left = await paid.rows<{ id: string; status: string }>('subscriptions');
  expect([told.length, left.filter(({ status }) => status === 'canceled').map(({ id }) => id), left.length]).toEqual([
    1,
    [billing.subscriptionId],
    2,
  ]);
  expect(await fieldsOf()).toEqual([]);
  expect(await faults()).toEqual([]);
  // Neither canceled it nor owed anything: the mail and the reason claim neither.
  expect((await endsOf(paid))[0]).toEqual(['gateway', 'The payment service reports that']);
});

test('what has ended at the gateway for no reason of ours ends here, and its reader is told what is known', async () => {
  const { paid, billing } = await givenPaid();
  await change('sandbox_subscriptions', { id: billing.ref }, { state: 'ended', dueAt: null });
  expect(await repairLine(paid, billing.ref)).toBeUndefined();
  expect(await endsOf(paid)).toEqual([['gateway', 'The payment service reports that']]);
  expect(await repairLine(paid, billing.ref)).toBeUndefined();
  expect(await endsOf(paid)).toHaveLength(1);
});

test('what this service did not make is listed, is no drift, and is never imported', async () => {
  const { paid, billing } = await givenPaid();
  const [theirs] = await paid.rows<Record<string, unknown>>('sandbox_subscriptions');
  await service().database.transaction(({ knex }) =>
    knex('sandbox_subscriptions').insert({ ...theirs, id: 'sandbox_sub_foreign', checkoutId: 'somebody else' }),
  );
  expect(await find(paid)).toMatchObject({ compared: 1, lines: [], notOurs: ['sandbox_sub_foreign'] });
  await expect(repairLine(paid, 'sandbox_sub_foreign')).rejects.toThrow('never imported');
  await expect(repairLine(paid, 'sandbox_sub_nowhere')).rejects.toThrow('No such subscription on either side');
  expect(await paid.rows('billings')).toMatchObject([{ id: billing.id }]);
});

test("another publication's line cannot be repaired from here", async () => {
  const { billing } = await givenPaid();
  const other = await givenPayingSite(service());
  await change('billings', { id: billing.id }, { amount: 1 });
  await expect(repairLine(other, billing.ref)).rejects.toThrow('No such subscription');
  expect(await find(other)).toEqual({ compared: 0, lines: [], notOurs: [] });
});

test('a repair that is repeated, or made by ten at once, is made once', async () => {
  const { paid, billing } = await givenPaid();
  await change('billings', { id: billing.id }, { periodEnd: 1 });
  await remove('payments', { billingId: billing.id });
  await Promise.all(Array.from({ length: 10 }, () => repairLine(paid, billing.ref)));
  expect(await find(paid)).toMatchObject({ lines: [] });
  expect(await paid.rows('payments')).toHaveLength(2);
});

describe('every night', () => {
  const nightly = (results: NightlyResult[], errors: unknown[] = []) =>
    new NightlyReconciler(service(), {
      onResult: (result) => results.push(result),
      onError: (error) => errors.push(error),
    });

  test('each publication is compared once, however many processes look, and what was found is kept without personal data', async () => {
    const { paid, billing } = await givenPaid();
    await change('billings', { id: billing.id }, { amount: 1 });
    const results: NightlyResult[] = [];
    const workers = Array.from({ length: 4 }, () => nightly(results));
    await Promise.all(workers.map((worker) => worker.wake()));
    await Promise.all(workers.map((worker) => worker.wake()));
    const { id } = paid.publication;
    const ofOurs = () => results.filter(({ publication }) => publication === id);
    expect(ofOurs()).toMatchObject([{ compared: 1, differing: 1, ours_only: 0, theirs_only: 0, not_ours: 0 }]);
    const [kept] = await paid.rows<{ found: string }>('reconciliations');
    expect(JSON.parse(kept?.found ?? '')).toMatchObject({
      lines: [{ ref: billing.ref, kind: 'differing' }],
      notOurs: [],
    });
    expect(JSON.stringify([kept, results])).not.toMatch(/ada@|@example\.org/);
    service().clock.advance(24 * 3600);
    await Promise.all(workers.map((worker) => worker.wake()));
    expect(ofOurs()).toHaveLength(2);
    // It repairs nothing.
    expect((await paid.rows('billings'))[0]).toMatchObject({ amount: 1 });
  });

  test('a gateway that is down is said and tried again two hours later, and keeps no other publication from its turn', async () => {
    const { paid } = await givenPaid();
    const other = await givenPaid();
    const [results, errors]: [NightlyResult[], unknown[]] = [[], []];
    await paid.setSandbox({ trouble: 'down' });
    const worker = nightly(results, errors);
    await worker.wake();
    const wasCompared = (site: PayingSite) => results.some(({ publication }) => publication === site.publication.id);
    expect([
      errors.length,
      errors[0] instanceof GatewayUnavailable,
      wasCompared(paid),
      wasCompared(other.paid),
    ]).toEqual([1, true, false, true]);
    await paid.setSandbox({ trouble: 'none' });
    await worker.wake();
    expect(wasCompared(paid)).toBe(false);
    service().clock.advance(2 * 3600 + 1);
    await worker.wake();
    expect(wasCompared(paid)).toBe(true);
  });
});

test('what changes while it is compared is no drift', async () => {
  const { paid } = await givenPaid();
  const comparing = find(paid);
  await paid.advance('1 month');
  await paid.settle();
  await applyEvents(service(), () => undefined);
  expect((await comparing).lines.filter(({ kind }) => kind !== 'differing')).toEqual([]);
  expect((await find(paid)).lines).toEqual([]);
});
