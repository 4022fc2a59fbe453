// Brings a database to the newest schema: everything in one transaction that holds the lock, so that two instances may start at once
// and a killed one leaves neither half a schema nor a lock behind.
import type { Knex } from 'knex';
import type { Database } from './connection.ts';
import * as foundation from './migrations/0001-foundation.ts';
import * as leaving from './migrations/0002-leaving.ts';
import * as payments from './migrations/0003-payments.ts';
import * as branding from './migrations/0004-branding.ts';
import * as stripe from './migrations/0005-stripe.ts';
import * as reconciliation from './migrations/0006-reconciliation.ts';
import * as trialsCodesGifts from './migrations/0007-trials-codes-gifts.ts';
import * as events from './migrations/0008-events.ts';
import * as widerApi from './migrations/0009-wider-api.ts';
import * as cheaperEvents from './migrations/0010-cheaper-events.ts';
import * as logOfAPublication from './migrations/0011-log-of-a-publication.ts';

const MIGRATIONS: Record<string, Knex.Migration> = {
  '0001-foundation': foundation,
  '0002-leaving': leaving,
  '0003-payments': payments,
  '0004-branding': branding,
  '0005-stripe': stripe,
  '0006-reconciliation': reconciliation,
  '0007-trials-codes-gifts': trialsCodesGifts,
  '0008-events': events,
  '0009-wider-api': widerApi,
  '0010-cheaper-events': cheaperEvents,
  '0011-log-of-a-publication': logOfAPublication,
};

/** Any constant; PostgreSQL instances that migrate the same database queue on it. */
const ADVISORY_LOCK = 7_043_881;

const source: Knex.MigrationSource<string> = {
  getMigrations: () => Promise.resolve(Object.keys(MIGRATIONS)),
  getMigrationName: (name) => name,
  getMigration: async (name) => {
    const migration = MIGRATIONS[name];
    if (migration === undefined) throw new Error(`no migration is called ${name}`);
    return migration;
  },
};

/** Returns the names of the migrations that were applied now. */
export async function migrate(database: Database): Promise<string[]> {
  if (await isUpToDate(database)) return [];
  return database.schemaChange(async (knex) => {
    if (database.dialect === 'postgres') {
      await knex.raw('set local statement_timeout = 0');
      await knex.raw('set local lock_timeout = 0');
      await knex.raw('select pg_advisory_xact_lock(?)', [ADVISORY_LOCK]);
    }
    // The migrator switches the conversion of names off, for whoever shares this Knex's settings, and leaves it off.
    const { wrapIdentifier, postProcessResponse } = knex.client.config;
    const [, applied] = await knex.migrate.latest({ migrationSource: source });
    Object.assign(knex.client.config, { wrapIdentifier, postProcessResponse });
    return applied;
  });
}

/** Whether every migration that this program knows was applied. */
export async function isUpToDate({ knex }: Database): Promise<boolean> {
  if (!(await knex.schema.hasTable('knex_migrations'))) return false;
  const applied = await knex('knex_migrations').count({ count: '*' });
  return Number(applied[0]?.['count']) >= Object.keys(MIGRATIONS).length;
}
