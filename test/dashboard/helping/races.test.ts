// Two who do something to one person at the same time: each is done as a whole, one after the other, and once.
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Transaction } from '../../../src/database/connection.ts';
import { erasePerson } from '../../../src/models/lifecycle/erasure.ts';
import { mergePeople } from '../../../src/models/lifecycle/merge-people.ts';
import { cancelSubscription } from '../../../src/models/money/subscription.ts';
import { addDays } from '../../../src/payments/calendar.ts';
import { pauseSubscription } from '../../../src/payments/pause.ts';
import { cancelAtPeriodEnd, subscriptionDetailsOf } from '../../../src/payments/subscription.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { ledgerFaults } from '../../support/databases/ledger.ts';
import { settleImports, startedImport } from '../../support/publications/imports.ts';
import { givenPayingSite, type PayingSite } from '../../support/publications/paying.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';

const service = useService(DASHBOARD);

/**
 * Begins `beside` while the transaction of `work` is open, and commits once it waits. On SQLite transactions of one
 * process wait for each other by themselves.
 */
async function whileOpen<Result>(
  work: (transaction: Transaction) => Promise<unknown>,
  beside: () => Promise<Result>,
): Promise<Result> {
  const { database } = service();
  const begun: Promise<Result>[] = [];
  await database.transaction(async (transaction) => {
    await work(transaction);
    begun.push(beside());
    await (database.dialect === 'postgres' ? vi.waitFor(isAnyWaiting, { timeout: 20_000, interval: 10 }) : turn());
  });
  const [result] = await Promise.all(begun);
  if (result === undefined) throw new Error('nothing was begun');
  return result;
}

async function isAnyWaiting(): Promise<void> {
  const waiting: { rows: unknown[] } = await service().database.knex.raw(
    "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  expect(waiting.rows.length).toBeGreaterThan(0);
}

const merge =
  ({ publication }: PayingSite, fromId: string, intoId: string) =>
  (transaction: Transaction) =>
    mergePeople(publication, transaction, service().clock, { fromId, intoId });

const settled = (results: readonly PromiseSettledResult<unknown>[]): string[] => results.map(({ status }) => status);

test('an erasure that waits for a merge erases whom they were merged into', async () => {
  const site = await givenPayingSite(service());
  const [ada, eve] = [await site.payingCustomer('ada@example.org'), await site.customer('eve@example.org')];
  const { database, clock, secretKeys } = service();
  const erase = () =>
    database.transaction(async (transaction) => {
      await erasePerson({ clock, secretKeys }, site.publication, transaction, ada.id, 'customer');
      return 'erased';
    });
  expect(await whileOpen(merge(site, ada.id, eve.id), erase)).toBe('erased');
  await site.settle();
  expect((await site.rows('customers')).map((row) => [row['email'], row['state']])).toEqual([
    [null, 'gone'],
    [null, 'gone'],
  ]);
  expect((await site.rows<{ state: string }>('billings')).map(({ state }) => state)).toEqual(['ended']);
  expect(await ledgerFaults(database, [])).toEqual([]);
});

test('a renewal that is told during a merge is that of whoever stays', async () => {
  const site = await givenPayingSite(service());
  const [ada, eve] = [await site.payingCustomer('ada@example.org'), await site.customer('eve@example.org')];
  const renew = async () => {
    await site.settle();
    return 'renewed';
  };
  await site.advance('32 days');
  expect(await whileOpen(merge(site, ada.id, eve.id), renew)).toBe('renewed');
  await site.settle();
  for (const [table, count] of [
    ['payments', 2],
    ['billings', 1],
    ['subscriptions', 1],
  ] as const)
    expect((await site.rows<{ customerId: string }>(table)).map((row) => row.customerId)).toEqual(
      Array(count).fill(eve.id),
    );
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

/** What can be done about a subscription at the same moment as it is paused. */
const BESIDE_A_PAUSE = [
  {
    name: 'a cancel by the reader',
    cancel: ({ publication }: PayingSite, customerId: string, subscriptionId: string) =>
      cancelAtPeriodEnd(service(), publication, customerId, subscriptionId),
  },
  {
    name: 'a cancel by the publisher',
    cancel: ({ publication }: PayingSite, _customerId: string, subscriptionId: string) =>
      service().database.transaction((transaction) =>
        cancelSubscription(publication, transaction, service().clock, subscriptionId),
      ),
  },
];

test.each(BESIDE_A_PAUSE)('of a pause and $name at once nothing is charged any more', async ({ cancel }) => {
  const site = await givenPayingSite(service());
  const { publication } = site;
  const { id } = await site.payingCustomer();
  const [held] = await subscriptionDetailsOf(service(), publication, id);
  const subscriptionId = held?.subscriptionId ?? '';
  const until = new Date(addDays(held?.billing?.periodEnd ?? 0, 30));
  const results = await Promise.allSettled([
    pauseSubscription(service(), publication, { customerId: id, subscriptionId, until }),
    cancel(site, id, subscriptionId),
  ]);
  expect(settled(results)[1]).toBe('fulfilled');
  await site.settle();
  for (let days = 0; days < 70; days += 14) await site.pass('14 days');
  expect(await site.rows('payments')).toHaveLength(1);
  expect(await site.rows('billings')).toMatchObject([{ state: 'ended' }]);
  expect(await site.rows('subscriptions')).toMatchObject([{ status: 'canceled' }]);
  expect((await site.rows('customers')).map(({ state }) => state)).toEqual(['ended']);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});

test('of refunds of one payment at once no more is paid back than was paid', async () => {
  const site = await givenPayingSite(service());
  const { publication, service: parts } = site;
  const { id } = await site.payingCustomer();
  const [payment] = await site.rows<{ id: string }>('payments');
  const path = `/dashboard/${publication.id}/people/${id}/payments/${payment?.id}/refund`;
  const send = async (browser: Browser, page: Awaited<ReturnType<Browser['open']>>, amount: string) =>
    (await browser.submit(page, { amount }, path)).statusCode;
  const colleagues = await Promise.all(
    [1, 2, 3].map((number) => signedInStaff(parts, publication, 'owner', `o${number}@${publication.siteHost}`)),
  );
  const pages = await Promise.all(colleagues.map(async (browser) => ({ browser, page: await browser.open(path) })));
  await Promise.all(pages.map(({ browser, page }, index) => send(browser, page, ['3', '2.50', '4'][index] ?? '')));
  await site.settle();
  const [after] = await site.rows<{ refundedAmount: number }>('payments');
  expect([250, 300, 400]).toContain(after?.refundedAmount);
  // The rest by all at once, and each form twice.
  const rest = await Promise.all(colleagues.map(async (browser) => ({ browser, page: await browser.open(path) })));
  const left = ((500 - (after?.refundedAmount ?? 0)) / 100).toFixed(2);
  await Promise.all([...rest, ...rest].map(({ browser, page }) => send(browser, page, left)));
  await site.settle();
  expect(await site.rows('payments')).toMatchObject([{ refundedAmount: 500 }]);
  const counted = await parts.database.knex('figure_changes').where({ publicationId: publication.id, figure: 'out' });
  expect(counted.reduce((sum: number, { amount }) => sum + Number(amount), 0)).toBe(500);
  expect(await ledgerFaults(parts.database, [])).toEqual([]);
});

test('an import beside a cancel of what it changes leaves one subscription of a plan at most, as one of them says', async () => {
  const site = await givenPayingSite(service());
  const { publication } = site;
  const READERS = 5;
  const file = (until: string) =>
    `email,plan,complimentary until\n${Array.from({ length: READERS }, (_, at) => `r${at}@example.org,${site.plan.slug},${until}`).join('\n')}\n`;
  await startedImport(service(), publication, file('2098-01-01'));
  await settleImports(service());
  const given = await site.rows<{ id: string; status: string }>('subscriptions');
  expect(given).toHaveLength(READERS);
  await startedImport(service(), publication, file('2099-01-01'));
  const results = await Promise.allSettled([
    settleImports(service()),
    ...given.map(({ id }) => site.api.post(`/subscriptions/${id}/cancel`)),
  ]);
  expect(new Set(settled(results))).toEqual(new Set(['fulfilled']));
  const after = await site.rows<{ id: string; customerId: string; status: string; endsAt: number }>('subscriptions');
  expect(after.filter(({ id }) => given.some((one) => one.id === id)).map(({ status }) => status)).toEqual(
    given.map(() => 'canceled'),
  );
  const active = after.filter(({ status }) => status === 'active');
  expect(new Set(active.map(({ customerId }) => customerId)).size).toBe(active.length);
  expect(active.every(({ endsAt }) => new Date(Number(endsAt)).getUTCFullYear() === 2099)).toBe(true);
  const people = await site.rows<{ id: string; state: string }>('customers');
  const holders = new Set(active.map(({ customerId }) => customerId));
  expect(people.map(({ state }) => state)).toEqual(
    people.map(({ id }) => (holders.has(id) ? 'complimentary' : 'ended')),
  );
  expect((await site.rows('imports')).map(({ state, faultyCount }) => [state, faultyCount])).toEqual([
    ['done', 0],
    ['done', 0],
  ]);
  expect(await ledgerFaults(service().database, [])).toEqual([]);
});
