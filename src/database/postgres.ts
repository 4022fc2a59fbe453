// PostgreSQL: one pool. Statements are prepared by name, so that the server plans them once per connection.
import type { Knex } from 'knex';
import pg from 'pg';
import { isReadOnly, type Connection, type Database, type Load, type Transaction } from './connection.ts';
import { openKnex, openKnexOn } from './knex.ts';
import { Notifier, type Topic } from './notifier.ts';
import { observeStatement } from './observe-statement.ts';
import { addressOf, type PostgresAddress } from './postgres/address.ts';
import { announce, AnnouncementListener } from './postgres/announcements.ts';
import { PostgresConnection, PostgresSingleWrite, PostgresTransaction } from './postgres/connection.ts';
import { SilenceWatch } from './postgres/silence.ts';

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MILLISECONDS = 5000;
const LOCK_TIMEOUT_MILLISECONDS = 2000;
/** A new connection costs more than an idle one: each of its statements is planned anew. */
const IDLE_TIMEOUT_MILLISECONDS = 600_000;
/** What a snapshot reads is written elsewhere between two readings. */
const SNAPSHOT_IDLE_MILLISECONDS = 60_000;
const SILENCE_TIMEOUT_MILLISECONDS = STATEMENT_TIMEOUT_MILLISECONDS + 500;

/** bigint columns hold milliseconds and counts, all below 2^53; by default the driver returns them as text. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

class PostgresDatabase extends PostgresConnection implements Database {
  readonly #pool: pg.Pool;
  readonly #poolKnex: Knex;
  readonly #silence: SilenceWatch;
  readonly #clientKnexes = new WeakMap<pg.PoolClient, Knex>();
  readonly #notifier = new Notifier();
  readonly #address: PostgresAddress;
  #listener: AnnouncementListener | undefined;
  #commits = 0;

  constructor(url: string, onConnectionLost: (error: Error) => void) {
    const { config, Client } = addressOf(url);
    const pool = new pg.Pool({
      ...config,
      Client,
      max: POOL_SIZE,
      idleTimeoutMillis: IDLE_TIMEOUT_MILLISECONDS,
      types,
      application_name: 'masthead',
      statement_timeout: STATEMENT_TIMEOUT_MILLISECONDS,
      lock_timeout: LOCK_TIMEOUT_MILLISECONDS,
      idle_in_transaction_session_timeout: 2 * STATEMENT_TIMEOUT_MILLISECONDS,
    });
    pool.on('error', onConnectionLost);
    // A connection that breaks while in use fails its query; without this listener the error would end the process, too.
    pool.on('connect', (client) => client.on('error', () => undefined));
    const poolKnex = openKnex('pg', pool);
    super(
      () => pool,
      () => poolKnex,
    );
    this.#address = { config, Client };
    this.#pool = pool;
    this.#poolKnex = poolKnex;
    this.#silence = new SilenceWatch(pool, SILENCE_TIMEOUT_MILLISECONDS);
  }

  get commits(): number {
    return this.#commits;
  }

  get load(): Load {
    const { totalCount, idleCount, waitingCount } = this.#pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let lost: Error | undefined;
    try {
      await client.query('BEGIN');
      const transaction = new PostgresTransaction(client, () => this.#knexOn(client));
      const result = await work(transaction);
      await transaction.runBeforeCommit();
      await observeStatement('commit', () => client.query('COMMIT'));
      this.#noteCommit(transaction.topics);
      return result;
    } catch (error) {
      lost = isReadOnly(error) ? error : await rollback(client);
      throw error;
    } finally {
      client.release(lost);
    }
  }

  async snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${SNAPSHOT_IDLE_MILLISECONDS}`);
      return await work(
        new PostgresConnection(
          () => client,
          () => this.#knexOn(client),
        ),
      );
    } finally {
      client.release(await rollback(client));
    }
  }

  async singleWrite<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const single = new PostgresSingleWrite(
      () => this.#pool,
      () => this.#poolKnex,
    );
    try {
      return await work(single);
    } finally {
      if (single.hasWritten) this.#noteCommit(single.topics);
    }
  }

  listen(topic: Topic, listener: () => void): () => void {
    if (topic === 'announcements')
      this.#listener ??= new AnnouncementListener(
        { ...this.#address.config, application_name: 'masthead listener' },
        this.#address.Client,
        () => this.#notifier.notify(['announcements']),
      );
    return this.#notifier.listen(topic, listener);
  }

  async announce(): Promise<void> {
    await announce(this.#pool);
  }

  #noteCommit(topics: ReadonlySet<Topic>): void {
    this.#commits += 1;
    this.#notifier.notify(topics);
    this.#notifier.notify(['commits']);
  }

  #knexOn(client: pg.PoolClient): Knex {
    const known = this.#clientKnexes.get(client);
    if (known !== undefined) return known;
    const made = openKnexOn('pg', client);
    this.#clientKnexes.set(client, made);
    return made;
  }

  async schemaChange<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    this.#silence.stop();
    try {
      return await this.#poolKnex.transaction(work);
    } finally {
      this.#silence.start();
    }
  }

  async schemaSession<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    this.#silence.stop();
    const client = await this.#pool.connect();
    try {
      return await work(this.#knexOn(client));
    } finally {
      // The session's locks and settings end with it.
      client.release(true);
      this.#silence.start();
    }
  }

  async ping(): Promise<void> {
    await this.#pool.query('SELECT 1');
  }

  async close(): Promise<void> {
    this.#silence.stop();
    this.#listener?.close();
    await this.#poolKnex.destroy();
    await this.#pool.end();
  }
}

/** Returns an error when the connection is unfit for the pool. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** @param onConnectionLost called when an idle connection breaks; the pool replaces it */
export function openPostgres(url: string, onConnectionLost: (error: Error) => void): Database {
  return new PostgresDatabase(url, onConnectionLost);
}
