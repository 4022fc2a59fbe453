// Writes millions of rows into an empty database of the service: without foreign keys and waiting for the disk, and with indexes made once the
// rows are there.
import SqliteDriver from 'better-sqlite3';
import pg from 'pg';

export type Row = readonly (string | number | boolean | null)[];
type Type = 'text' | 'bigint' | 'boolean';

export interface BulkTable {
  readonly name: string;
  readonly columns: Readonly<Record<string, Type>>;
}

export interface Bulk {
  insert(table: BulkTable, rows: readonly Row[]): Promise<void>;
  run(sql: string): Promise<void>;
  read(sql: string): Promise<Record<string, unknown>[]>;
  /** Makes the indexes of the schema again, and closes. */
  end(): Promise<void>;
}

interface Index {
  readonly name: string;
  /** The statement that makes it. */
  readonly definition: string;
}

const SQLITE_INDEXES = "select name, sql as definition from sqlite_schema where type = 'index' and sql is not null";
const POSTGRES_INDEXES =
  "select indexname as name, indexdef as definition from pg_indexes where schemaname = 'public' and not exists (select from pg_constraint where conname = indexname)";

export function openBulk(url: string): Promise<Bulk> {
  return url.startsWith('sqlite:') ? openSqlite(url.slice('sqlite:'.length)) : openPostgres(url);
}

async function openSqlite(file: string): Promise<Bulk> {
  const driver = new SqliteDriver(file);
  for (const pragma of ['foreign_keys = OFF', 'synchronous = OFF', 'cache_size = -500000', 'temp_store = MEMORY'])
    driver.pragma(pragma);
  const indexes = driver.prepare<[], Index>(SQLITE_INDEXES).all();
  // Those of the schema, which go with an index that is dropped.
  const statistics = driver.prepare<[], Row>('select tbl, idx, stat from sqlite_stat1').raw().all();
  for (const { name } of indexes) driver.exec(`drop index ${name}`);
  driver.exec('begin');
  return {
    async insert({ name, columns }, rows) {
      const names = Object.keys(columns);
      const insert = driver.prepare(`insert into ${name} (${names.join()}) values (${names.map(() => '?').join()})`);
      for (const row of rows) insert.run(row.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
    },
    async run(sql) {
      driver.exec(sql);
    },
    async read(sql) {
      return driver.prepare<[], Record<string, unknown>>(sql).all();
    },
    async end() {
      for (const { definition } of indexes) driver.exec(definition);
      driver.exec('delete from sqlite_stat1');
      const keep = driver.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)');
      for (const statistic of statistics) keep.run(statistic);
      driver.exec('commit');
      driver.pragma('wal_checkpoint(truncate)');
      driver.close();
    },
  };
}

async function openPostgres(url: string): Promise<Bulk> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("set session_replication_role = 'replica'");
  await client.query('set synchronous_commit = off');
  await client.query("set maintenance_work_mem = '512MB'");
  const { rows: indexes } = await client.query<Index>(POSTGRES_INDEXES);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return {
    async insert({ name, columns }, rows) {
      const names = Object.keys(columns);
      const arrays = Object.values(columns).map((type, at) => `$${at + 1}::${type}[]`);
      const values = names.map((_, at) => rows.map((row) => row[at] ?? null));
      await client.query(`insert into ${name} (${names.join()}) select * from unnest(${arrays.join()})`, values);
    },
    async run(sql) {
      await client.query(sql);
    },
    async read(sql) {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    },
    async end() {
      for (const { definition } of indexes) await client.query(definition);
      await client.query('analyze');
      await client.end();
    },
  };
}
