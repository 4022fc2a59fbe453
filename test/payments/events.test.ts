// What a gateway tells us: believed only when signed and fresh, kept once, and applied to the same end whatever the order and the number.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SecretKeys } from '../../src/database/secrets.ts';
import { recordGatewayEvent } from '../../src/models/money/gateway-event.ts';
import { applyEvents } from '../../src/payments/events.ts';
import type { GatewayEvent } from '../../src/payments/gateway.ts';
import { SandboxGateway } from '../../src/payments/sandbox/gateway.ts';
import { SIGNATURE_HEADER, signEvent } from '../../src/payments/sandbox/signature.ts';
import { cancelAtPeriodEnd, resume, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { testDialect } from '../support/databases/database.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { givenPayingSite, type Notice, type PayingSite } from '../support/publications/paying.ts';
import { drawnCount } from '../support/runs/drawn.ts';
import { seeds } from '../support/runs/seeds.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
/** The order of events is not the database's matter: the long run is on one. */
const RUNS = testDialect === 'postgres' ? drawnCount(10, 50) : drawnCount(60, 300);

const TOLD = ['sandbox_subscriptions', 'sandbox_payments', 'sandbox_checkouts'] as const;
type Rows = readonly Record<string, unknown>[];

/** What the gateway told of, and its books after each step of the life. */
interface Life {
  readonly books: readonly Rows[][];
  readonly events: readonly { readonly step: number; readonly event: GatewayEvent }[];
}

/** A life with a failed renewal that is mended, a refund, a cancel, its undo and the end. */
async function givenLife(paid: PayingSite): Promise<Life> {
  const { publication } = paid;
  const gateway = new SandboxGateway(service());
  const [books, events]: [Rows[][], { step: number; event: GatewayEvent }[]] = [[], []];
  const step = async (work: () => Promise<unknown>): Promise<void> => {
    await work();
    books.push(await Promise.all(TOLD.map((table) => paid.rows(table))));
    await paid.settle();
    for (const { body, headers } of paid.notices.splice(0))
      events.push({ step: books.length - 1, event: await eventOf(gateway, body, headers) });
  };
  const customer = await paid.customer();
  const subscriptionId = async (): Promise<string> =>
    (await subscriptionDetailsOf(service(), publication, customer.id))[0]?.subscriptionId ?? '';
  await step(async () => paid.payAt((await paid.start(customer)).redirectUrl, LATER_FAILING_CARD));
  await step(() => paid.advance('1 month'));
  await step(async () => paid.payAt((await paid.startCardUpdate(customer, await subscriptionId())).redirectUrl));
  await step(async () =>
    gateway.refund(publication, 'a part', String((await paid.rows('sandbox_payments', 'paid_at'))[0]?.['id']), 120),
  );
  await step(async () => cancelAtPeriodEnd(service(), publication, customer.id, await subscriptionId()));
  await step(async () => resume(service(), publication, customer.id, await subscriptionId()));
  await step(async () => cancelAtPeriodEnd(service(), publication, customer.id, await subscriptionId()));
  await step(() => paid.advance('1 month'));
  return { books, events };
}

async function eventOf(gateway: SandboxGateway, body: string, headers: Notice['headers']): Promise<GatewayEvent> {
  const event = await gateway.parseEvent(undefined, Buffer.from(body), headers);
  if (event === undefined) throw new Error('a notification told nothing');
  return event;
}

/** As if nothing had ever been heard of the gateway but the checkout that was begun. */
async function forget(paid: PayingSite): Promise<void> {
  const { id: publicationId } = paid.publication;
  await service().database.transaction(async ({ knex }) => {
    await knex('gateway_events').delete();
    await knex('checkouts').where({ publicationId, purpose: 'card_update' }).delete();
    await knex('checkouts')
      .where({ publicationId })
      .update({ state: 'open', subscriptionId: null, endedAt: null, failure: null });
    await knex('billings').where({ publicationId }).delete();
    await knex('subscriptions').where({ publicationId }).delete();
    for (const table of ['events', 'pendingEvents'])
      await knex(table)
        .where({ publicationId })
        .whereNot('type', 'like', 'customer.%')
        .whereNot('type', 'like', 'session.%')
        .delete();
  });
}

/** The gateway as it was after that step. */
async function rewind({ publication }: PayingSite, tables: readonly Rows[]): Promise<void> {
  await service().database.transaction(async ({ knex }) => {
    // Payments go with their subscriptions.
    for (const table of ['sandbox_subscriptions', 'sandbox_checkouts'])
      await knex(table).where({ publicationId: publication.id }).delete();
    for (const [index, rows] of tables.entries()) if (rows.length > 0) await knex(TOLD[index] ?? '').insert([...rows]);
  });
}

async function hear(events: readonly GatewayEvent[]): Promise<void> {
  const { database, clock } = service();
  await database.transaction(async (transaction) => {
    for (const event of events) await recordGatewayEvent(transaction, clock, 'sandbox', event);
  });
  const onError = (error: unknown): never => {
    throw error;
  };
  while (await applyEvents(service(), onError));
}

/** Everything but what is made anew each time. */
async function stateOf(paid: PayingSite): Promise<unknown> {
  const fresh = new Set([
    'id',
    'revision',
    'createdAt',
    'endedAt',
    'canceledAt',
    'subscriptionId',
    'billingId',
    'reminders',
    'firstReminderAt',
  ]);
  const tables = [
    await paid.rows('subscriptions'),
    await paid.rows('billings'),
    await paid.rows('payments', 'ref'),
    await paid.rows('checkouts'),
  ];
  return tables.map((rows) =>
    rows.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !fresh.has(name)))),
  );
}

test(`R-A20 ${RUNS} random orders, delays and repeats end in the same state`, { timeout: 300_000 }, async () => {
  const paid = await givenPayingSite(service());
  const { books, events } = await givenLife(paid);
  const last = books.length - 1;
  expect(events.length).toBeGreaterThan(10);
  await forget(paid);
  for (const [step, tables] of books.entries()) {
    await rewind(paid, tables);
    await hear(events.filter((told) => told.step === step).map(({ event }) => event));
  }
  const expected = await stateOf(paid);
  expect(expected).toMatchObject([
    [{ status: 'canceled' }],
    [{ state: 'ended' }],
    [{ amount: 500 }, { amount: 500 }],
    [{ state: 'complete' }],
  ]);
  // The worker looks at the end, and mostly once before. Each is heard of at a look after it happened, and some once more, under the same id or
  // as news.
  const heard = fc.record({
    lateness: fc.nat(),
    again: fc.option(fc.record({ lateness: fc.nat(), isNews: fc.boolean() }), { freq: 4 }),
    lot: fc.nat(),
  });
  const order = fc.tuple(
    fc.option(fc.nat(last - 1)),
    fc.array(heard, { minLength: events.length, maxLength: events.length }),
  );
  await fc.assert(
    fc.asyncProperty(order, async ([early, hearings]) => {
      await forget(paid);
      const looks = early === null ? [last] : [early, last];
      const lookFor = (step: number, lateness: number): number => {
        const possible = looks.filter((look) => look >= step);
        return possible[lateness % possible.length] ?? last;
      };
      const plan = hearings.flatMap(({ lateness, again, lot }, index) => {
        const told = events[index];
        if (told === undefined) return [];
        const { step, event } = told;
        const once = { look: lookFor(step, lateness), lot, event };
        const id = again?.isNews ? `${event.id} again` : event.id;
        return again === null
          ? [once]
          : [once, { look: lookFor(step, again.lateness), lot: lot + 1, event: { ...event, id } }];
      });
      for (const look of looks) {
        await rewind(paid, books[look] ?? []);
        await hear(
          plan
            .filter((heardOf) => heardOf.look === look)
            .toSorted((a, b) => a.lot - b.lot)
            .map(({ event }) => event),
        );
      }
      expect(await stateOf(paid)).toEqual(expected);
    }),
    { numRuns: RUNS, seed: seeds.ofTheDay },
  );
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('two workers that read and apply at once end where the gateway is', async () => {
  const paid = await givenPayingSite(service());
  const customer = await paid.payingCustomer();
  const { publication } = paid;
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

describe('R-A20 a notification has no effect', () => {
  const notice = async (): Promise<{ paid: PayingSite; kept: Notice }> => {
    const paid = await givenPayingSite(service());
    await paid.payingCustomer();
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
    const body = JSON.stringify({
      id: 'sandbox_evt_foreign',
      kind: 'payment_ok',
      object: 'subscription',
      ref: 'sandbox_sub_foreign',
      at: 1,
    });
    expect((await paid.deliver({ ...kept, body, headers: signed(body) })).statusCode).toBe(200);
    await paid.settle();
    expect(await service().database.knex('gateway_events').select('outcome')).toEqual([{ outcome: 'not ours' }]);
    expect(await paid.rows('billings')).toHaveLength(1);
  });
});
