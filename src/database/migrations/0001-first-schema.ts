// The first schema. The primary keys of a publication's tables begin with the publication, and their foreign keys
// include it, so that the database itself refuses a reference to another publication's record. Times are milliseconds
// since 1970, amounts are in minor units. It is frozen as 0.1.0 has it: test/releases/ keeps a copy.
import type { Migration } from '../migrating/migration.ts';
import { catalogTables } from './first-schema/catalog.ts';
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

const TABLES = [
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
];

export const firstSchema: Migration = {
  name: '0001-first-schema',
  release: '0.1.0',
  step: 'expand',
  // The database belongs to the environment from now on (decisions 34).
  statements: (columns, environment) => [
    ...TABLES.flatMap((tables) => tables(columns)),
    `insert into deployment (id, environment) values (1, '${environment}')`,
  ],
};
