// What a gateway tells us: believed only when signed and fresh, kept once, and applied to the same end whatever the order and the number.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cancelAtPeriodEnd, resume, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { signEvent, SIGNATURE_HEADER } from '../../src/payments/sandbox/signature.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { ledgerFaults } from '../support/ledger.ts';
import { FAILS_LATER, givenPaidSite, type Notice, type PaidSite } from '../support/payments.ts';
import { useService } from '../support/service.ts';

const service = useService();
const SEED = 20_261_121;
/** Each takes seven times as long on PostgreSQL, where what matters is that the statements are right. */
const RUNS = process.env['TEST_DATABASE'] === 'postgres' ? 150 : 1000;

/** A life with a failed renewal that is mended, a cancel, its undo and the end; its notifications were kept back. */
async function givenLife(paid: PaidSite): Promise<Notice[]> {
  const { publication } = paid.site;
  const customer = await paid.subscribed('ada@example.org', FAILS_LATER);
  const subscriptionId = (await subscriptionDetailsOf(service(), publication, customer.id))[0]?.subscriptionId ?? '';
  await paid.pass('1 month');
  await paid.payAt((await paid.startMend(customer, subscriptionId)).redirectUrl);
  await paid.settle();
  await cancelAtPeriodEnd(service(), publication, customer.id, subscriptionId);
  await resume(service(), publication, customer.id, subscriptionId);
  await cancelAtPeriodEnd(service(), publication, customer.id, subscriptionId);
  await paid.pass('1 month');
  return [...paid.notices];
}

/** As if nothing had ever been heard of the gateway but the checkouts that were begun. */
async function forget(paid: PaidSite): Promise<void> {
  const { database } = service();
  const { id: publicationId } = paid.site.publication;
  await database.transaction(async ({ knex }) => {
    await knex('gateway_events').delete();
    await knex('payments').where({ publicationId }).delete();
    await knex('checkouts').where({ publicationId, purpose: 'mend' }).delete();
    await knex('checkouts').where({ publicationId }).update({ state: 'open', subscriptionId: null, endedAt: null, failure: null });
    await knex('billings').where({ publicationId }).delete();
    await knex('subscriptions').where({ publicationId }).delete();
  });
}

/** Everything but what is made anew each time. */
async function stateOf(paid: PaidSite): Promise<unknown> {
  const fresh = new Set(['id', 'revision', 'createdAt', 'endedAt', 'canceledAt', 'subscriptionId', 'billingId', 'reminders']);
  const tables = [await paid.rows('subscriptions'), await paid.rows('billings'), await paid.rows('payments', 'ref'), await paid.rows('checkouts')];
  return tables.map((rows) => rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !fresh.has(name)))));
}

test('random orders with repeats end in the same state', { timeout: 300_000 }, async () => {
  const paid = await givenPaidSite(service());
  const notices = await givenLife(paid);
  expect(notices.length).toBeGreaterThan(8);
  await forget(paid);
  for (const notice of notices) await paid.deliver(notice);
  await paid.settle();
  const expected = await stateOf(paid);
  expect(expected).toMatchObject([[{ status: 'canceled' }], [{ state: 'ended' }], [{ amount: 500 }, { amount: 500 }], [{ state: 'complete' }]]);
  const order = fc.tuple(fc.shuffledSubarray(notices, { minLength: notices.length }), fc.array(fc.constantFrom(...notices), { maxLength: 4 }), fc.nat(notices.length));
  await fc.assert(
    fc.asyncProperty(order, async ([all, again, cut]) => {
      await forget(paid);
      // What is delivered at once is kept in any order; the worker looks once in between.
      await Promise.all([...all.slice(0, cut), ...again].map((notice) => paid.deliver(notice)));
      await paid.settle();
      await Promise.all([...again, ...all.slice(cut)].map((notice) => paid.deliver(notice)));
      await paid.settle();
      expect(await stateOf(paid)).toEqual(expected);
    }),
    { numRuns: RUNS, seed: SEED },
  );
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('two workers that read and apply at once end where the gateway is', async () => {
  const paid = await givenPaidSite(service());
  const customer = await paid.subscribed();
  const { publication } = paid.site;
  const subscriptionId = (await subscriptionDetailsOf(service(), publication, customer.id))[0]?.subscriptionId ?? '';
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([
      cancelAtPeriodEnd(service(), publication, customer.id, subscriptionId),
      resume(service(), publication, customer.id, subscriptionId),
      paid.settle(),
    ]);
    await paid.settle();
    const [[theirs], [ours]] = [await paid.rows('sandbox_subscriptions'), await paid.rows('billings')];
    expect(ours?.['cancelAt']).toBe(theirs?.['cancelAt']);
  }
});

describe('a notification has no effect', () => {
  const notice = async (): Promise<{ paid: PaidSite; kept: Notice }> => {
    const paid = await givenPaidSite(service());
    await paid.subscribed();
    const [kept] = paid.notices;
    if (kept === undefined) throw new Error('no notification went out');
    await service().database.transaction(({ knex }) => knex('gateway_events').delete());
    return { paid, kept };
  };
  const countOf = async (): Promise<number> => (await service().database.knex('gateway_events').select('*')).length;
  const signed = (body: string, keys: SecretKeys = service().secretKeys): Record<string, string> => ({
    'content-type': 'application/json',
    [SIGNATURE_HEADER]: signEvent(keys, service().clock, Buffer.from(body)),
  });

  test('with a bad, missing, foreign or doubled signature, an altered body, or one that is no notification', async () => {
    const { paid, kept } = await notice();
    const foreign = new SecretKeys(['another secret key that is long enough to be one']);
    const signature = kept.headers[SIGNATURE_HEADER] ?? '';
    const bad: Notice[] = [
      { ...kept, headers: { 'content-type': 'application/json' } },
      { ...kept, headers: { ...kept.headers, [SIGNATURE_HEADER]: '' } },
      { ...kept, headers: { ...kept.headers, [SIGNATURE_HEADER]: signature.replace(/v1=.*/, 'v1=') } },
      { ...kept, headers: { ...kept.headers, [SIGNATURE_HEADER]: signature.replace(/^t=\d+/, 't=x') } },
      { ...kept, headers: { ...kept.headers, [SIGNATURE_HEADER]: signature.replace('v1=', 'v0=') } },
      { ...kept, headers: signed(kept.body, foreign) },
      { ...kept, body: kept.body.replace('sandbox', 'sandboX') },
      { ...kept, body: `${kept.body} ` },
      { ...kept, body: '' },
    ];
    for (const sent of bad) expect((await paid.deliver(sent)).statusCode).toBe(400);
    expect((await paid.deliver({ ...kept, url: kept.url.replace('sandbox', 'nobody') })).statusCode).toBe(404);
    expect(await countOf()).toBe(0);
    expect((await paid.deliver(kept)).statusCode).toBe(200);
    expect(await countOf()).toBe(1);
  });

  test('that is older or newer than five minutes', async () => {
    const { paid, kept } = await notice();
    service().clock.advance(301);
    expect((await paid.deliver(kept)).statusCode).toBe(400);
    const newer = { ...kept, headers: signed(kept.body) };
    service().clock.advance(-700);
    expect((await paid.deliver(newer)).statusCode).toBe(400);
    service().clock.advance(401);
    expect((await paid.deliver(newer)).statusCode).toBe(200);
    expect(await countOf()).toBe(1);
  });

  test('the second to the hundredth time', async () => {
    const { paid, kept } = await notice();
    const answers = await Promise.all(Array.from({ length: 100 }, () => paid.deliver(kept)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await countOf()).toBe(1);
    await paid.settle();
    expect([(await paid.rows('subscriptions')).length, (await paid.rows('payments')).length]).toEqual([1, 1]);
  });

  test('about an object that is not ours, but is listed', async () => {
    const { paid, kept } = await notice();
    const body = JSON.stringify({ id: 'sandbox_evt_foreign', kind: 'payment_ok', object: 'subscription', ref: 'sandbox_sub_foreign', at: 1 });
    expect((await paid.deliver({ ...kept, body, headers: signed(body) })).statusCode).toBe(200);
    await paid.settle();
    expect(await service().database.knex('gateway_events').select('outcome')).toEqual([{ outcome: 'not ours' }]);
    expect(await paid.rows('billings')).toHaveLength(1);
  });
});
