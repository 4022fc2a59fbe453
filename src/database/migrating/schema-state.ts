// Which migrations a database has, and whether this version may run on it: on one that lacks some, after they are applied; on one
// that a later version has migrated, as long as that took away nothing which this version needs.
import type { Connection } from '../connection.ts';
import type { Dialect } from '../statement.ts';
import type { Migration, Program } from './migration.ts';

/** The table of Knex's migrator, which made the first databases. */
export const TABLE = 'knex_migrations';
export const CREATE_TABLE: Readonly<Record<Dialect, string>> = {
  sqlite: `create table if not exists ${TABLE} (id integer not null primary key autoincrement, name varchar(255), batch integer, migration_time datetime)`,
  postgres: `create table if not exists ${TABLE} (id serial primary key, name varchar(255), batch integer, migration_time timestamptz)`,
};

/** No step that this version could take makes the schema fit. */
export class UnfitSchema extends Error {
  override readonly name = 'UnfitSchema';
}

/** A later version took away what this one needs. */
export class NeedsLaterVersion extends UnfitSchema {
  readonly oldest: string;

  constructor(oldest: string, version: string) {
    super(`the database needs version ${oldest} of Masthead or a later one, and this is ${version}`);
    this.oldest = oldest;
  }
}

/** The migrations that are yet to be applied, in order. Throws UnfitSchema. */
export async function listPending(
  connection: Pick<Connection, 'knex'>,
  { version, migrations }: Program,
): Promise<Migration[]> {
  const applied = await listApplied(connection);
  const pending = migrations.filter(({ name }) => !applied.includes(name));
  const unknown = applied.find((name) => !migrations.some((known) => known.name === name));
  if (unknown === undefined) return pending;
  if (pending[0] !== undefined)
    throw new UnfitSchema(
      `the database was made by another version of Masthead: it has the migration ${unknown}, and lacks ${pending[0].name}`,
    );
  const oldest = await oldestVersionOn(connection);
  if (oldest !== null && isBefore(version, oldest)) throw new NeedsLaterVersion(oldest, version);
  return [];
}

export async function listApplied({ knex }: Pick<Connection, 'knex'>): Promise<string[]> {
  if (!(await knex.schema.hasTable(TABLE))) return [];
  return (await knex<{ name: string }>(TABLE).select('name').orderBy('id')).map(({ name }) => name);
}

/** The oldest version that may run on the database; null where every one may. */
export async function oldestVersionOn({ knex }: Pick<Connection, 'knex'>): Promise<string | null> {
  if (!(await knex.schema.hasColumn('deployment', 'oldest_version'))) return null;
  const row = await knex<{ oldestVersion: string | null }>('deployment').first('oldestVersion');
  return row?.oldestVersion ?? null;
}

/** The same once the migrations were applied. */
export function oldestVersionAfter(migrations: readonly Migration[], oldest: string | null): string | null {
  return migrations.reduce<string | null>(
    (reached, migration) => (migration.step === 'contract' ? later(reached, migration.needs) : reached),
    oldest,
  );
}

function later(version: string | null, other: string): string {
  return version === null || isBefore(version, other) ? other : version;
}

/** By their three numbers. */
export function isBefore(version: string, other: string): boolean {
  return order(version) < order(other);
}

function order(version: string): number {
  const [major = 0, minor = 0, patch = 0] = (/^\d+\.\d+\.\d+/.exec(version)?.[0] ?? '').split('.').map(Number);
  return (major * 1000 + minor) * 1000 + patch;
}
