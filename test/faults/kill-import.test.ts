// kill -9 of a worker in the middle of a block of an import of people: what is counted as done is done, each block once
// with its events, and the next worker goes on with the rest.
import { test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { Standstill } from '../support/databases/standstill.ts';
import { fastClock } from '../support/processes/fast-clock.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/processes/worker-process.ts';
import { startedImport } from '../support/publications/imports.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { drawnDialects } from '../support/runs/drawn.ts';
import { MovableClock } from '../support/service/clock.ts';
import { restart } from '../support/service/restarted.ts';

const ROWS = 1000;
const KILL_AT = 400;
const PATIENCE = { timeout: 60_000, interval: 5 };
const FILE = `email,name,newsletters,plan,paid until\n${Array.from({ length: ROWS }, (_, at) => `r${at}@example.org,R ${at},weekly,supporter,2099-01-01`).join('\n')}\n`;

test.concurrent.for(drawnDialects(2))(
  'kill -9 in the middle of an import loses and doubles nothing on %s',
  async (dialect, { expect }) => {
    const ends: (() => void | Promise<void>)[] = [];
    const running = new Set<WorkerProcess>();
    try {
      const { url, database } = await newOwnDatabase(dialect, (end) => ends.unshift(end));
      const config = readConfig({ ENVIRONMENT: 'test', DATABASE_URL: url });
      const service = await restart({ config, database, clock: new MovableClock() }, {});
      ends.unshift(() => service.close());
      const { publication } = await givenPublication(service);
      const id = await startedImport(service, publication, FILE);
      const stateOf = async () => database.knex('imports').where({ id }).first();
      // The rows of a block are written, and are being counted.
      const standstill = new Standstill(url, database, 'imports');
      await standstill.begin('update of done_count', `new.done_count >= ${KILL_AT}`);
      const first = await startWorkerProcess(url, fastClock(1));
      running.add(first);
      const isKillTime = async () => (await stateOf()).doneCount > 0 && (await standstill.isStanding());
      await expect.poll(isKillTime, PATIENCE).toBe(true);
      await first.kill();
      running.clear();
      await standstill.endConnections();
      await expect.poll(() => standstill.isStanding(), PATIENCE).toBe(false);
      await standstill.end();
      const [killed, people] = [await stateOf(), await database.knex('customers')];
      expect([people.length, killed.createdCount]).toEqual([killed.doneCount, killed.doneCount]);
      expect(killed.state).toBe('running');
      const last = await startWorkerProcess(url, fastClock(1));
      running.add(last);
      await expect.poll(async () => (await stateOf()).state, PATIENCE).toBe('done');
      await last.kill();
      running.clear();
      expect(await stateOf()).toMatchObject({ createdCount: ROWS, faultyCount: 0 });
      for (const table of ['customers', 'subscriptions', 'newsletter_subscriptions', 'imported_people'])
        expect([table, (await database.knex(table)).length]).toEqual([table, ROWS]);
      expect(await ledgerFaults(database, [])).toEqual([]);
    } finally {
      for (const worker of running) await worker.kill();
      for (const end of ends) await end();
    }
  },
);
