// PostgreSQL: one pool, and another one for the replica where there is one. Statements are prepared by name, so that the server plans them once per connection.
import type { Knex } from 'knex';
import type pg from 'pg';
import {
  isReadOnly,
  type Connection,
  type Database,
  type Load,
  type ReplicaState,
  type Transaction,
} from './connection.ts';
import { openKnex } from './knex.ts';
import { Notifier, type Topic } from './notifier.ts';
import { observeStatement } from './observe-statement.ts';
import { addressOf, type PostgresAddress } from './postgres/address.ts';
import { announce, AnnouncementListener } from './postgres/announcements.ts';
import { PostgresConnection, PostgresSingleWrite, PostgresTransaction } from './postgres/connection.ts';
import { knexOn, openPool, rollback, SILENCE_TIMEOUT_MILLISECONDS, snapshotOn } from './postgres/pool.ts';
import { Replica, type ReplicaOptions } from './postgres/replica.ts';
import { SilenceWatch } from './postgres/silence.ts';

class PostgresDatabase extends PostgresConnection implements Database {
  readonly #pool: pg.Pool;
  readonly #poolKnex: Knex;
  readonly #silence: SilenceWatch;
  readonly #notifier = new Notifier();
  readonly #address: PostgresAddress;
  readonly #replica: Replica | undefined;
  #listener: AnnouncementListener | undefined;
  #commits = 0;

  constructor(url: string, onConnectionLost: (error: Error) => void, replica: ReplicaOptions | undefined) {
    const address = addressOf(url);
    const pool = openPool(address, 'masthead', onConnectionLost);
    const poolKnex = openKnex('pg', pool);
    super(
      () => pool,
      () => poolKnex,
    );
    this.#address = address;
    this.#pool = pool;
    this.#poolKnex = poolKnex;
    this.#silence = new SilenceWatch(pool, SILENCE_TIMEOUT_MILLISECONDS);
    this.#replica = replica && new Replica(replica, pool);
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
      const transaction = new PostgresTransaction(client, () => knexOn(client));
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
    return snapshotOn(await this.#pool.connect(), work);
  }

  replicaRead<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#replica === undefined ? work(this) : this.#replica.read(work, this);
  }

  replicaSnapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const here = (): Promise<T> => this.snapshot(work);
    return this.#replica === undefined ? here() : this.#replica.snapshot(work, here);
  }

  async replicaState(): Promise<ReplicaState | undefined> {
    return this.#replica?.readState();
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
      return await work(knexOn(client));
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
    await this.#replica?.close();
    await this.#poolKnex.destroy();
    await this.#pool.end();
  }
}

/** @param onConnectionLost called when an idle connection breaks; the pool replaces it */
export function openPostgres(
  url: string,
  onConnectionLost: (error: Error) => void,
  replica?: ReplicaOptions,
): Database {
  return new PostgresDatabase(url, onConnectionLost, replica);
}
