// No change lacks its event, and no event lacks its change: the ledger check after journeys that make every kind of change, by the doors.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createNewsletter } from '../../src/models/catalog/newsletter.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { changeEmail } from '../../src/models/lifecycle/customer-email.ts';
import { eraseCustomer } from '../../src/models/lifecycle/erasure.ts';
import { mergeCustomer } from '../../src/models/lifecycle/merge.ts';
import { cancelSubscription, createSubscription } from '../../src/models/money/subscription.ts';
import { listEvents, logPendingEvents } from '../../src/models/outbox/event-log.ts';
import type { LoggedEvent } from '../../src/models/outbox/event-record.ts';
import { EVENT_TYPES } from '../../src/models/outbox/event.ts';
import { createCustomer, findOrCreateVerifiedCustomer, renameCustomer } from '../../src/models/people/customer.ts';
import { subscribeToNewsletter, unsubscribeFromNewsletter } from '../../src/models/people/newsletter-subscription.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { startSession } from '../../src/models/sign-in/session.ts';
import { toEventObject } from '../../src/outbound/event-object.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

let parts: TestParts;
let publication: Publication;

beforeAll(async () => {
  parts = await openParts();
  publication = await newPublication(parts);
});
afterAll(() => parts.drop());

type Transaction = Parameters<Parameters<TestParts['database']['transaction']>[0]>[0];
const write = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => parts.database.transaction(work);
const create = (given: { email?: string; name?: string; activationCode?: string }) =>
  write((transaction) =>
    createCustomer(publication, transaction, parts.clock, parts.secretKeys, {
      ...given,
      email: given.email === undefined ? undefined : parseEmailAddress(given.email),
    }),
  );

async function eventsOf(...ids: readonly string[]): Promise<LoggedEvent[]> {
  await logPendingEvents(parts.database, parts.clock);
  const { objects } = await listEvents(publication, parts.database, { limit: 100, after: '0'.repeat(26) });
  return objects.filter(({ objectId, customerId }) => ids.includes(objectId) || ids.includes(customerId));
}

test('each change of a person has its event, with what changed', async () => {
  const weekly = await write((transaction) =>
    createNewsletter(publication, transaction, parts.clock, { slug: 'weekly', name: 'Weekly' }),
  );
  const { id } = await create({ email: 'ada@example.org' });
  await write((transaction) =>
    findOrCreateVerifiedCustomer(publication, transaction, parts.clock, {
      address: parseEmailAddress('ada@example.org'),
    }),
  );
  for (let times = 0; times < 2; times += 1) {
    await write((transaction) => renameCustomer(publication, transaction, parts.clock, id, 'Ada'));
    await write((transaction) =>
      subscribeToNewsletter(publication, transaction, parts.clock, { customerId: id, newsletterId: weekly.id }),
    );
    await write((transaction) =>
      changeEmail(publication, transaction, parts.clock, {
        customerId: id,
        address: parseEmailAddress('ada@example.com'),
        keepSession: '',
      }),
    );
  }
  await write((transaction) =>
    unsubscribeFromNewsletter(publication, transaction, parts.clock, { customerId: id, newsletterId: weekly.id }),
  );
  const found = (await eventsOf(id)).map((event) => toEventObject(event, publication, parts.secretKeys));
  expect(found.map(({ type, previous, data }) => [type, previous, data['activation_url'] !== null])).toEqual([
    ['customer.created', null, true],
    ['customer.activated', null, false],
    ['customer.updated', { name: null }, false],
    ['customer.updated', { newsletter_slugs: [] }, false],
    ['customer.updated', { email: 'ada@example.org' }, false],
    ['customer.updated', { newsletter_slugs: ['weekly'] }, false],
  ]);
  expect(found.at(-1)?.data).toEqual({
    id,
    email: 'ada@example.com',
    name: 'Ada',
    postal_address: null,
    newsletter_slugs: [],
    plan_slug: null,
    activation_url: null,
  });
  expect(await ledgerFaults(parts.database, [])).toEqual([]);
});

test('a merge tells of both, of what moved, and of what was given up', async () => {
  const plans = await write(async (transaction) => [
    await createPlan(publication, transaction, parts.clock, { slug: 'one', name: 'One' }),
    await createPlan(publication, transaction, parts.clock, { slug: 'two', name: 'Two' }),
  ]);
  const from = await create({ activationCode: 'PRINTED-CODE', name: 'Bob' });
  const into = await write((transaction) =>
    findOrCreateVerifiedCustomer(publication, transaction, parts.clock, {
      address: parseEmailAddress('bob@example.org'),
    }),
  );
  const subscribe = (customerId: string, planId: string) =>
    write((transaction) =>
      createSubscription(publication, transaction, parts.clock, { customerId, planId, complimentary: true }),
    );
  const [double, moved] = [await subscribe(from.id, plans[0]?.id ?? ''), await subscribe(from.id, plans[1]?.id ?? '')];
  await subscribe(into.id, plans[0]?.id ?? '');
  const before = (await eventsOf(from.id, into.id)).length;
  await write((transaction) =>
    mergeCustomer(publication, transaction, parts.clock, { fromId: from.id, intoId: into.id }),
  );
  const found = (await eventsOf(from.id, into.id))
    .slice(before)
    .map((event) => toEventObject(event, publication, parts.secretKeys));
  const told = found.map(({ type, data, previous }) => [type, data['id'], previous]);
  expect(told.slice(0, 1)).toEqual([['subscription.canceled', double.id, null]]);
  expect(new Set(told.slice(1, 3))).toEqual(
    new Set([
      ['subscription.changed', double.id, { customer_id: from.id }],
      ['subscription.changed', moved.id, { customer_id: from.id }],
    ]),
  );
  expect(told.slice(3)).toEqual([
    ['customer.erased', from.id, null],
    ['customer.updated', into.id, { name: null }],
  ]);
  expect(found[3]?.data).toEqual({ id: from.id, merged_into_id: into.id });
  expect(await ledgerFaults(parts.database, [])).toEqual([]);
});

test("an erased person's events stay, without what was personal, those of records merged into theirs as well", async () => {
  const from = await create({ activationCode: 'ANOTHER-CODE', name: 'Carla Canary' });
  const plan = await write((transaction) =>
    createPlan(publication, transaction, parts.clock, { slug: 'three', name: 'Three' }),
  );
  const into = await write((transaction) =>
    findOrCreateVerifiedCustomer(publication, transaction, parts.clock, {
      address: parseEmailAddress('carla@example.org'),
    }),
  );
  const { id: subscriptionId } = await write((transaction) =>
    createSubscription(publication, transaction, parts.clock, {
      customerId: into.id,
      planId: plan.id,
      complimentary: true,
    }),
  );
  await write((transaction) =>
    startSession(publication, transaction, parts.clock, { customerId: into.id, browser: null }),
  );
  await write((transaction) =>
    mergeCustomer(publication, transaction, parts.clock, { fromId: from.id, intoId: into.id }),
  );
  await eventsOf(into.id);
  await write((transaction) => renameCustomer(publication, transaction, parts.clock, into.id, 'Carla C.'));
  await write(async (transaction) => {
    await eraseCustomer(publication, transaction, parts.clock, parts.secretKeys, into.id);
  });
  const found = (await eventsOf(into.id, from.id)).map((event) => toEventObject(event, publication, parts.secretKeys));
  expect(JSON.stringify(found)).not.toMatch(/carla|canary/i);
  expect(JSON.stringify(await parts.database.knex('events').where({ customerId: into.id }))).not.toMatch(
    /carla|canary/i,
  );
  expect(found.map(({ type }) => type)).toEqual([
    'customer.created',
    'customer.created',
    'customer.activated',
    'subscription.created',
    'customer.erased',
    'customer.updated',
    'customer.updated',
    'session.ended',
    'subscription.canceled',
    'customer.erased',
  ]);
  expect(found.at(-2)?.data).toMatchObject({ id: subscriptionId, status: 'canceled' });
  expect(await ledgerFaults(parts.database, [])).toEqual([]);
});

test('the check finds a change without its event, and an event without its change', async () => {
  const { id } = await create({ email: 'dora@example.org' });
  await eventsOf(id);
  const [kept] = await parts.database.knex('events').where({ objectId: id });
  const setEvent = (change: object) =>
    write((transaction) => transaction.knex('events').where({ id: kept.id }).update(change));
  await setEvent({ type: 'customer.updated' });
  expect(await ledgerFaults(parts.database, [])).toEqual([`a customer who was not told of once: ${id}`]);
  await setEvent({ type: 'customer.created', objectId: 'cus_0' });
  expect(await ledgerFaults(parts.database, [])).toEqual([
    `a customer who was not told of once: ${id}`,
    'an event of nothing: cus_0',
  ]);
  await setEvent({ type: 'customer.created', objectId: id });
  const plan = await write((transaction) =>
    createPlan(publication, transaction, parts.clock, { slug: 'four', name: 'Four' }),
  );
  const subscription = await write((transaction) =>
    createSubscription(publication, transaction, parts.clock, { customerId: id, planId: plan.id, complimentary: true }),
  );
  await write((transaction) => cancelSubscription(publication, transaction, parts.clock, subscription.id));
  expect(await ledgerFaults(parts.database, [])).toEqual([]);
  await write((transaction) =>
    transaction.knex('pendingEvents').where({ type: 'subscription.canceled', objectId: subscription.id }).delete(),
  );
  expect(await ledgerFaults(parts.database, [])).toEqual([`a cancel that was not told of once: ${subscription.id}`]);
});

test('there are fifteen types', () => {
  expect(EVENT_TYPES).toHaveLength(15);
});
