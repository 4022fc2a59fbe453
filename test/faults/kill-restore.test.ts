// kill -9 of a worker in the middle of a slice of an export that is brought back by the dashboard: the next worker goes on
// where it was, and nothing comes twice or is lost.
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { listExports, readChunks, requestExport } from '../../src/models/lifecycle/kept-export.ts';
import { findRestore, requestRestore, startRestore } from '../../src/models/lifecycle/moving/restore.ts';
import { keepUpload } from '../../src/models/lifecycle/upload.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import { makeNextExport } from '../../src/moving/export-job.ts';
import { advanceRestores } from '../../src/moving/restore-job.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { Standstill } from '../support/databases/standstill.ts';
import { fastClock } from '../support/processes/fast-clock.ts';
import { startWorkerProcess } from '../support/processes/worker-process.ts';
import { settleImports, startedImport } from '../support/publications/imports.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { MovableClock } from '../support/service/clock.ts';
import { restart } from '../support/service/restarted.ts';

/** More than a slice. */
const PEOPLE = 600;
const SLICE = 500;
const FILE = `email,name,newsletters\n${Array.from({ length: PEOPLE }, (_, at) => `r${at}@example.org,R ${at},weekly`).join('\n')}\n`;
const PATIENCE = { timeout: 60_000, interval: 5 };

test('kill -9 in the middle of an export that is brought back loses and doubles nothing', async ({
  onTestFinished,
}) => {
  const { url, database } = await newOwnDatabase('sqlite', onTestFinished);
  const config = readConfig({ ENVIRONMENT: 'test', DATABASE_URL: url });
  const clock = new MovableClock();
  const service = await restart({ config, database, clock }, {});
  onTestFinished(() => service.close());
  const { publication } = await givenPublication(service);
  await startedImport(service, publication, FILE);
  await settleImports(service);
  const target = await database.transaction(async (transaction) => {
    await requestExport(publication, transaction, clock, 'Ada');
    return createPublication(transaction, clock, { name: 'Target', siteUrl: 'https://target.example.localhost' });
  });
  await makeNextExport(service, () => false);
  const [made] = await listExports(publication, database);
  if (made === undefined) throw new Error('there is no export');
  const upload = await keepUpload(service, target, readChunks(publication, database, made));
  await database.transaction((transaction) =>
    requestRestore(target, transaction, clock, { upload, requestedBy: 'Ada' }),
  );
  await advanceRestores(service, () => false);
  await database.transaction((transaction) => startRestore(target, transaction));

  const people = () => database.knex('customers').where({ publicationId: target.id });
  const [middle] = await database
    .knex('customers')
    .where({ publicationId: publication.id })
    .orderBy('id')
    .offset(SLICE + 9)
    .limit(1);
  const standstill = new Standstill(url, database, 'customers');
  await standstill.begin('insert', `new.publication_id = '${target.id}' and new.email = '${middle?.['email']}'`);
  const first = await startWorkerProcess(url, fastClock(1));
  const isInMiddle = async () => (await people()).length === SLICE && (await standstill.isStanding());
  await expect.poll(isInMiddle, PATIENCE).toBe(true);
  await first.kill();
  expect(await people()).toHaveLength(SLICE);
  await standstill.end();
  // Its lease has lapsed.
  await database.transaction(({ knex }) => knex('restores').update({ leasedUntil: 0 }));
  const last = await startWorkerProcess(url, fastClock(1));
  await expect.poll(async () => (await findRestore(target, database))?.state, PATIENCE).toBe('placed');
  await expect.poll(async () => (await database.knex('pending_events')).length, PATIENCE).toBe(0);
  await last.kill();
  for (const table of ['customers', 'newsletter_subscriptions', 'events'])
    expect([table, (await database.knex(table).where({ publicationId: target.id })).length]).toEqual([
      table,
      (await database.knex(table).where({ publicationId: publication.id })).length,
    ]);
  expect(await people()).toHaveLength(PEOPLE);
});
