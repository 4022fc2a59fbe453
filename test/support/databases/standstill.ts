// A transaction of another process that stands still in its middle, for tests that kill the process there: a trigger that
// never returns.
import Sqlite from 'better-sqlite3';
import type { Database } from '../../../src/database/connection.ts';
import type { Dialect } from './database.ts';

export class Standstill {
  readonly #url: string;
  readonly #database: Database;
  readonly #table: string;

  constructor(url: string, database: Database, table: string) {
    this.#url = url;
    this.#database = database;
    this.#table = table;
  }

  /**
   * From now on whoever does that to a row stands still behind it.
   * @param what `insert`, or `update of` a column
   * @param when SQL over `new`, for some rows only
   */
  async begin(what: string, when = '1 = 1'): Promise<void> {
    const trigger = `create trigger stand_still after ${what} on ${this.#table}`;
    await this.#run({
      sqlite: [
        'create view endless as with recursive counted (n) as (select 1 union all select n + 1 from counted) select n from counted',
        `${trigger} when ${when} begin select count(*) from endless; end`,
      ],
      postgres: [
        'create function stand_still() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$',
        `${trigger} for each row when (${when}) execute function stand_still()`,
      ],
    });
  }

  async end(): Promise<void> {
    await this.#run({
      sqlite: ['drop trigger stand_still', 'drop view endless'],
      postgres: [`drop trigger stand_still on ${this.#table}`, 'drop function stand_still'],
    });
  }

  /** Whether somebody is in the middle of a transaction that writes. */
  async isStanding(): Promise<boolean> {
    if (this.#database.dialect === 'postgres') return (await this.#sleepers('pid')).length > 0;
    const probe = new Sqlite(this.#url.slice('sqlite:'.length), { timeout: 0 });
    try {
      probe.exec('begin immediate');
      probe.exec('rollback');
      return false;
    } catch {
      return true;
    } finally {
      probe.close();
    }
  }

  /** Call it after the kill: the server of PostgreSQL finds the lost connection only once it would answer. */
  async endConnections(): Promise<void> {
    if (this.#database.dialect === 'postgres') await this.#sleepers('pg_terminate_backend(pid)');
  }

  async #sleepers(what: string): Promise<unknown[]> {
    const found: { rows: unknown[] } = await this.#database.knex.raw(
      `select ${what} from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    );
    return found.rows;
  }

  async #run(statements: Record<Dialect, readonly string[]>): Promise<void> {
    for (const text of statements[this.#database.dialect])
      await this.#database.transaction(({ knex }) => knex.raw(text));
  }
}
