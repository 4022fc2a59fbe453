// The first schema. The primary keys of a publication's tables begin with the publication, and their foreign keys
// include it, so that the database itself refuses a reference to another publication's record. Times are milliseconds
// since 1970, amounts are in minor units.
import type { Knex } from 'knex';
import type { Environment } from '../environment.ts';
import { catalogTables } from './first-schema/catalog.ts';
import { columnsOf } from './first-schema/columns.ts';
import { deploymentTables } from './first-schema/deployment.ts';
import { exportTables } from './first-schema/exports.ts';
import { figureTables } from './first-schema/figures.ts';
import { giftTables } from './first-schema/gifts.ts';
import { importTables } from './first-schema/imports.ts';
import { moneyTables } from './first-schema/money.ts';
import { outboxTables } from './first-schema/outbox.ts';
import { peopleTables } from './first-schema/people.ts';
import { publicationTables } from './first-schema/publication.ts';
import { receiptTables } from './first-schema/receipts.ts';
import { sandboxTables } from './first-schema/sandbox.ts';
import { signInTables } from './first-schema/sign-in.ts';
import { staffTables } from './first-schema/staff.ts';
import { expectStatistics } from './first-schema/statistics.ts';

/** @param environment to which the database belongs from now on (decisions 34) */
export function firstSchema(environment: Environment): Knex.Migration {
  return { up: (knex) => up(knex, environment), down };
}

async function up(knex: Knex, environment: Environment): Promise<void> {
  const dialect = knex.client.config.client === 'pg' ? 'postgres' : 'sqlite';
  const columns = columnsOf(dialect);
  for (const tables of [
    deploymentTables,
    publicationTables,
    catalogTables,
    peopleTables,
    signInTables,
    moneyTables,
    giftTables,
    receiptTables,
    outboxTables,
    sandboxTables,
    staffTables,
    figureTables,
    importTables,
    exportTables,
  ]) {
    for (const statement of tables(columns)) await knex.raw(statement);
  }
  await knex.raw('insert into deployment (id, environment) values (1, ?)', [environment]);
  if (dialect === 'sqlite') await expectStatistics(knex);
}

/** A released schema is never reverted; a later migration corrects it. */
async function down(): Promise<void> {
  throw new Error('the first migration cannot be undone');
}
