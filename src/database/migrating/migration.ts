// What a migration is: one of four forms, each of which is safe while a version that does not know it serves (docs/migrations.md).
import type { Environment } from '../environment.ts';
import type { Columns } from '../migrations/first-schema/columns.ts';
import type { Dialect } from '../statement.ts';

/** Statements that hold their locks for a moment only: in one transaction, which is tried again where it has to wait. */
interface StatementsForm {
  readonly statements: (columns: Columns, environment: Environment) => readonly string[];
}

/** An index of a table that may be large: built while others write. */
interface IndexForm {
  readonly index: string;
  /** The table, its columns in parentheses, and a condition where it has one. */
  readonly on: string;
  readonly isUnique?: boolean;
}

/** Checks the rows of before against a constraint that was added as `not valid`. On SQLite there is nothing to do. */
interface ValidationForm {
  readonly validates: string;
  readonly of: string;
}

/** An update of about a thousand rows, run until it changes none. */
interface FillForm {
  readonly fills: string;
}

/** A version that does not know an expand step serves on. A contract step takes away what only versions before `needs` use. */
type Step = { readonly step: 'expand' } | { readonly step: 'contract'; readonly needs: string };

export type Migration = {
  /** A number of four digits and words. Migrations are applied in this order. */
  readonly name: string;
  /** The version that brings it. */
  readonly release: string;
} & Step &
  (StatementsForm | IndexForm | ValidationForm | FillForm);

/** A version of Masthead, as far as the schema depends on it. */
export interface Program {
  readonly version: string;
  readonly migrations: readonly Migration[];
}

/** SQL that is a transaction, or runs outside of any. */
export interface Work {
  readonly statements: readonly string[];
  readonly runs: 'together' | 'alone' | 'until nothing changes';
}

export function workOf(migration: Migration, columns: Columns, environment: Environment): Work {
  if ('statements' in migration) return { statements: migration.statements(columns, environment), runs: 'together' };
  if ('fills' in migration) return { statements: [migration.fills], runs: 'until nothing changes' };
  return columns.dialect === 'postgres'
    ? { statements: withoutLocks(migration), runs: 'alone' }
    : { statements: 'index' in migration ? [createIndex(migration, 'sqlite')] : [], runs: 'together' };
}

/** They lock out no writer, however long they take. */
function withoutLocks(migration: IndexForm | ValidationForm): string[] {
  if ('validates' in migration) return [`alter table ${migration.of} validate constraint ${migration.validates}`];
  // An attempt that was cut off leaves an index that is not valid.
  return [`drop index concurrently if exists ${migration.index}`, createIndex(migration, 'postgres')];
}

function createIndex({ index, on, isUnique = false }: IndexForm, dialect: Dialect): string {
  return `create ${isUnique ? 'unique ' : ''}index ${dialect === 'postgres' ? 'concurrently ' : ''}${index} on ${on}`;
}
