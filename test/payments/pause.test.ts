// Pauses (decisions 43): active while it is paid for; then nothing is granted and nothing is charged, until the pause ends by itself.
import { expect, test } from 'vitest';
import { mergePeople } from '../../src/models/lifecycle/merge-people.ts';
import { createSubscription } from '../../src/models/money/subscription.ts';
import { CustomerRecord } from '../../src/models/people/customer-record.ts';
import { findCustomer } from '../../src/models/people/customer-summary.ts';
import { endPause, pauseSubscription } from '../../src/payments/pause.ts';
import { listPausedOf, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { givenPayingSite, type PayingSite } from '../support/publications/paying.ts';
import { useService } from '../support/service/service.ts';

const service = useService();

async function givenReader(card?: string) {
  const site = await givenPayingSite(service());
  const { publication } = site;
  const { id: customerId } = await site.payingCustomer('ada@example.org', card);
  const held = await subscriptionDetailsOf(service(), publication, customerId);
  const subscriptionId = held[0]?.subscriptionId ?? '';
  const paidUntil = held[0]?.billing?.periodEnd ?? 0;
  const until = new Date(paidUntil + 60 * 86_400_000);
  return { site, customerId, subscriptionId, paidUntil, until };
}

/** State, plan and subscriptions. */
async function standing(site: PayingSite, customerId: string) {
  const { publication } = site;
  const person = await findCustomer(publication, service().database, customerId);
  const { state } = await CustomerRecord.get(publication, service().database, customerId);
  const subscriptions = await site.rows<{ id: string; status: string }>('subscriptions');
  return { state, plan: person?.planSlug ?? null, all: subscriptions.map(({ status }) => status).toSorted() };
}

test('a pause begins with the end of the paid period, grants and costs nothing, and ends by itself', async () => {
  const { site, customerId, subscriptionId, until } = await givenReader();
  const { publication } = site;
  await pauseSubscription(service(), publication, { customerId, subscriptionId, until });
  expect(await standing(site, customerId)).toEqual({ state: 'paying', plan: 'supporter', all: ['active'] });
  await site.pass('1 month');
  expect(await standing(site, customerId)).toEqual({ state: 'paused', plan: null, all: ['canceled'] });
  expect(await listPausedOf(service(), publication, customerId)).toMatchObject([
    { subscriptionId, until: until.getTime(), amount: 500 },
  ]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
  await site.pass('61 days');
  expect(await standing(site, customerId)).toEqual({ state: 'paying', plan: 'supporter', all: ['active', 'canceled'] });
  expect(await site.rows('payments')).toMatchObject([{ amount: 500 }, { amount: 500, periodStart: until.getTime() }]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('a pause that waits is undone, and one that runs is ended with a charge', async () => {
  const { site, customerId, subscriptionId, until } = await givenReader();
  const { publication } = site;
  await pauseSubscription(service(), publication, { customerId, subscriptionId, until });
  for (let count = 0; count < 2; count += 1) await endPause(service(), publication, customerId, subscriptionId);
  await site.pass('1 month');
  expect(await site.rows('payments')).toHaveLength(2);
  const next = new Date(until.getTime() + 40 * 86_400_000);
  await pauseSubscription(service(), publication, { customerId, subscriptionId, until: next });
  await site.pass('40 days');
  expect(await standing(site, customerId)).toMatchObject({ state: 'paused' });
  await endPause(service(), publication, customerId, subscriptionId);
  expect(await standing(site, customerId)).toEqual({ state: 'paying', plan: 'supporter', all: ['active', 'canceled'] });
  expect(await site.rows('payments')).toHaveLength(3);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('who comes back with a card that fails owes, and reads nothing', async () => {
  const { site, customerId, subscriptionId, until } = await givenReader(LATER_FAILING_CARD);
  await pauseSubscription(service(), site.publication, { customerId, subscriptionId, until });
  await site.pass('1 month');
  await site.pass('61 days');
  expect(await standing(site, customerId)).toEqual({ state: 'past_due', plan: null, all: ['canceled'] });
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('who is given the plan in a pause gets back what is charged after it', async () => {
  const { site, customerId, subscriptionId, until } = await givenReader();
  const { publication } = site;
  await pauseSubscription(service(), publication, { customerId, subscriptionId, until });
  await site.pass('1 month');
  // A checkout of their own is refused; the publisher gives it.
  await expect(site.payingCustomer('ada@example.org')).rejects.toThrow('paused');
  await service().database.transaction((transaction) =>
    createSubscription(publication, transaction, service().clock, {
      customerId,
      planId: site.plan.id,
      complimentary: true,
    }),
  );
  await site.pass('61 days');
  const left = { state: 'complimentary', plan: 'supporter', all: ['active', 'canceled'] };
  expect(await standing(site, customerId)).toEqual(left);
  expect(await site.rows('billings')).toMatchObject([{ state: 'ended' }]);
  const payments = await site.rows<{ refundedAmount: number }>('payments', 'periodStart');
  expect(payments.map(({ refundedAmount }) => refundedAmount)).toEqual([0, 500]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('a pause of who is merged into somebody with the plan ends, and nothing is charged after it', async () => {
  const { site, customerId, subscriptionId, until } = await givenReader();
  const { publication } = site;
  await pauseSubscription(service(), publication, { customerId, subscriptionId, until });
  await site.pass('1 month');
  const { id: intoId } = await site.payingCustomer('eve@example.org');
  await service().database.transaction((transaction) =>
    mergePeople(publication, transaction, service().clock, { fromId: customerId, intoId }),
  );
  await site.settle();
  expect((await site.rows<{ state: string }>('billings')).map(({ state }) => state)).toEqual(['ended', 'active']);
  const ends = await service().database.knex('figure_changes').where({ publicationId: publication.id, figure: 'end' });
  expect(ends).toEqual([]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test.each([
  ['a day after the paid period', 1],
  ['two years after it', 730],
])('a pause until %s is refused', async (_name, days) => {
  const { site, customerId, subscriptionId, paidUntil } = await givenReader();
  const until = new Date(paidUntil + days * 86_400_000);
  const asked = pauseSubscription(service(), site.publication, { customerId, subscriptionId, until });
  await expect(asked).rejects.toThrow('between a week and a year');
});
