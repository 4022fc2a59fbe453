// A connection to a SQLite file that prepares each SQL text once, in WAL mode with synchronous=FULL.
import SqliteDriver from 'better-sqlite3';
import { toFields } from './rows.ts';

export const BUSY_TIMEOUT_MILLISECONDS = 5000;
/** Our choice: a small page cache per connection, since the system's file cache is as fast. */
const CACHE_KIBIBYTES = 4096;

/** A statement that returns each row as an array of values. */
interface ArrayStatement {
  readonly driver: SqliteDriver.Statement;
  readonly fields: readonly string[];
}

/** A better-sqlite3 connection that prepares each SQL text once. Knex uses it like the driver's own. */
export class PreparedConnection {
  readonly driver: SqliteDriver.Database;
  readonly #statements = new Map<string, SqliteDriver.Statement>();
  readonly #arrayStatements = new Map<string, ArrayStatement>();

  constructor(file: string, isReader: boolean) {
    this.driver = new SqliteDriver(file, { timeout: BUSY_TIMEOUT_MILLISECONDS });
    try {
      this.#configure(isReader);
    } catch (error) {
      // A damaged file is noticed here. Left open, SQLite's -wal and -shm files would stay beside it.
      this.driver.close();
      throw error;
    }
  }

  #configure(isReader: boolean): void {
    if (!isReader) this.driver.pragma('journal_mode = WAL');
    this.driver.pragma('synchronous = FULL');
    this.driver.pragma('foreign_keys = ON');
    this.driver.pragma('temp_store = MEMORY');
    this.driver.pragma(`cache_size = -${CACHE_KIBIBYTES}`);
    this.driver.pragma(`query_only = ${isReader ? 'ON' : 'OFF'}`);
  }

  /** Makes Knex's deferred BEGIN immediate: two processes that both read before they write would fail with SQLITE_BUSY_SNAPSHOT. */
  prepare(sql: string): SqliteDriver.Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const prepared = this.driver.prepare(sql === 'BEGIN;' ? 'BEGIN IMMEDIATE;' : sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /** Separate from `prepare`, whose statements return objects, as Knex expects. */
  prepareArrays(sql: string): ArrayStatement {
    const known = this.#arrayStatements.get(sql);
    if (known !== undefined) return known;
    const driver = this.driver.prepare(sql).raw(true);
    const made = { driver, fields: toFields(driver.columns()) };
    this.#arrayStatements.set(sql, made);
    return made;
  }

  exec(sql: string): void {
    this.prepare(sql).run();
  }

  /** Sets how long a statement, and this process with it, waits for another process that writes. */
  setBusyTimeout(milliseconds: number): void {
    this.driver.pragma(`busy_timeout = ${milliseconds}`);
  }

  close(): void {
    this.#statements.clear();
    this.#arrayStatements.clear();
    this.driver.close();
  }
}
