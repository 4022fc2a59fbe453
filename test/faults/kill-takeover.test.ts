// kill -9 of a worker in the middle of a takeover: what is counted as done is done, each subscription once, and the next worker
// goes on with the rest.
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { getImport } from '../../src/models/imports/import-record.ts';
import { checkReading } from '../../src/models/imports/reading.ts';
import { keepStripeAccount } from '../../src/payments/stripe/connection.ts';
import { startAnyImport } from '../../src/payments/takeover/map-prices.ts';
import { beginTakeover } from '../../src/payments/takeover/source.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { fastClock } from '../support/processes/fast-clock.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/processes/worker-process.ts';
import { settleImports } from '../support/publications/imports.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { MovableClock } from '../support/service/clock.ts';
import { restart } from '../support/service/restarted.ts';
import { FormerService } from '../support/stripe/former-service.ts';
import { PLATFORM_KEY, StripeStandIn, WEBHOOK_SECRET } from '../support/stripe/stand-in.ts';

const SUBSCRIPTIONS = 80;
const KILL_AT = 20;
const PATIENCE = { timeout: 60_000, interval: 5 };

test('kill -9 in the middle of a takeover loses and doubles nothing', async () => {
  const ends: (() => void | Promise<void>)[] = [];
  const running = new Set<WorkerProcess>();
  const clock = new MovableClock();
  const stripe = await StripeStandIn.listen(clock);
  ends.unshift(() => stripe.close());
  const settings = {
    STRIPE_SECRET_KEY: PLATFORM_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url,
  };
  const startWorker = async (url: string): Promise<WorkerProcess> => {
    const started = await startWorkerProcess(url, fastClock(1), settings);
    running.add(started);
    return started;
  };
  try {
    const { url, database } = await newOwnDatabase('sqlite', (end) => ends.unshift(end));
    const config = readConfig({ ENVIRONMENT: 'test', DATABASE_URL: url, ...settings });
    const service = await restart({ config, database, clock }, settings);
    ends.unshift(() => service.close());
    const { publication, price } = await givenPublication(service);
    const former = new FormerService(stripe.open('acct_kill'), () => stripe.now());
    const sold = former.price('Supporter', price.amount);
    for (let at = 0; at < SUBSCRIPTIONS; at += 1) former.sell(former.customer(`r${at}@example.org`), sold);
    const account = { kind: 'connected', accountId: 'acct_kill' } as const;
    await database.transaction((transaction) =>
      keepStripeAccount(publication, transaction, clock, service.secretKeys, account),
    );
    const id = await database.transaction((transaction) =>
      beginTakeover(service, publication, transaction, { gateway: 'stripe', name: 'account' }),
    );
    await settleImports(service);
    const said = { prices: { [sold.id]: price.id }, isForEverybody: true };
    await database.transaction((transaction) => checkReading(publication, transaction, id, said));
    await settleImports(service);
    const { revision } = await getImport(publication, database, id);
    await database.transaction((transaction) =>
      startAnyImport(publication, transaction, clock, { id, revision, invitation: null }),
    );
    const stateOf = () => getImport(publication, database, id);
    const first = await startWorker(url);
    await expect.poll(async () => (await stateOf()).doneCount, PATIENCE).toBeGreaterThanOrEqual(KILL_AT);
    await first.kill();
    running.clear();
    const [killed, billings] = [await stateOf(), await database.knex('billings')];
    expect([billings.length, killed.createdCount]).toEqual([killed.doneCount, killed.doneCount]);
    expect(killed.state).toBe('running');
    const last = await startWorker(url);
    await expect.poll(async () => (await stateOf()).state, PATIENCE).toBe('done');
    await last.kill();
    running.clear();
    expect(await stateOf()).toMatchObject({ createdCount: SUBSCRIPTIONS, changedCount: 0, faultyCount: 0 });
    for (const table of ['customers', 'subscriptions', 'billings', 'payments', 'gateway_customers'])
      expect([table, (await database.knex(table)).length]).toEqual([table, SUBSCRIPTIONS]);
    expect(former.account.invoices.size).toBe(2 * SUBSCRIPTIONS);
    expect(await ledgerFaults(database, [])).toEqual([]);
  } finally {
    for (const worker of running) await worker.kill();
    for (const end of ends) await end();
  }
});
