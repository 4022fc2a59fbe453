// R-F16: ten instances start at once, on an empty database and on one of the oldest released version: one of them migrates, all serve.
import { expect, onTestFinished, test } from 'vitest';
import { MIGRATIONS } from '../../src/database/migrations/list.ts';
import { openDatabase } from '../../src/database/open.ts';
import { newDatabase, type Dialect } from '../support/databases/database.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { startServerProcess } from '../support/processes/server-process.ts';
import { accessOf, openReleased, RELEASED } from '../support/releases/released.ts';
import { PLATFORM_KEY, WEBHOOK_SECRET } from '../support/stripe/stand-in.ts';

const INSTANCES = 10;
const READY_MILLISECONDS = 15_000;
const [OLDEST = ''] = RELEASED;

async function newOld(dialect: Dialect): Promise<string> {
  const { url, drop } = await openReleased(OLDEST, dialect);
  onTestFinished(drop);
  return url;
}

async function newEmpty(dialect: Dialect): Promise<string> {
  const { url, remove } = await newDatabase(dialect);
  onTestFinished(remove);
  return url;
}

const PLACES = { empty: newEmpty, old: newOld };

test.each(
  (['sqlite', 'postgres'] as const).flatMap((dialect) => (['empty', 'old'] as const).map((age) => ({ dialect, age }))),
)('R-F16 ten instances start at once on an $age database of $dialect', async ({ dialect, age }) => {
  const url = await PLACES[age](dialect);
  const settings = {
    DATABASE_URL: url,
    SECRET_KEY: accessOf(OLDEST).secretKey,
    // A publication of the old one is paid by Stripe, at whose place nobody answers.
    STRIPE_SECRET_KEY: PLATFORM_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    STRIPE_API_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'info',
  };
  const started = await Promise.allSettled(
    Array.from({ length: INSTANCES }, async () => {
      const server = await startServerProcess(settings);
      onTestFinished(async () => void (await server.end()));
      return server;
    }),
  );
  const servers = started.map((one) => {
    if (one.status === 'rejected') throw one.reason;
    return one.value;
  });
  expect(servers.filter(({ output }) => output().includes('"migrated"'))).toHaveLength(1);
  expect(Math.max(...servers.map(({ readyAfter }) => readyAfter))).toBeLessThan(READY_MILLISECONDS);
  for (const server of servers) expect(server.output()).not.toMatch(/"level":[56]0/);
  const database = openDatabase(url);
  onTestFinished(() => database.close());
  expect(await database.knex('knex_migrations').orderBy('id').pluck('name')).toEqual(
    MIGRATIONS.map(({ name }) => name),
  );
  expect(await ledgerFaults(database, [])).toEqual([]);
});
