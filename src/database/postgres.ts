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
  type WallState,
} from './connection.ts';
import { Notifier, type Topic } from './notifier.ts';
import { observeStatement } from './observe-statement.ts';
import { addressOf, type PostgresAddress } from './postgres/address.ts';
import { announce, AnnouncementListener } from './postgres/announcements.ts';
import { PostgresConnection, PostgresSingleWrite, PostgresTransaction } from './postgres/connection.ts';
import {
  knexOn,
  lend,
  openKnexOver,
  openPool,
  queryOn,
  rollback,
  SILENCE_TIMEOUT_MILLISECONDS,
  snapshotOn,
} from './postgres/pool.ts';
import { findWall, raiseWall } from './postgres/raise-wall.ts';
import { Replica, type ReplicaOptions } from './postgres/replica.ts';
import { SilenceWatch } from './postgres/silence.ts';
import { Wall } from './postgres/wall.ts';
import { currentScope, EVERYWHERE, NOWHERE, type Scope } from './scope.ts';

/** What a process has one of, whatever it reaches of the database. */
class Shared {
  readonly address: PostgresAddress;
  readonly pool: pg.Pool;
  readonly silence: SilenceWatch;
  readonly notifier = new Notifier();
  readonly wall = new Wall();
  readonly replica: Replica | undefined;
  listener: AnnouncementListener | undefined;
  commits = 0;

  constructor(url: string, onConnectionLost: (error: Error) => void, replica: ReplicaOptions | undefined) {
    this.address = addressOf(url);
    this.pool = openPool(this.address, 'masthead', onConnectionLost);
    this.silence = new SilenceWatch(this.pool, SILENCE_TIMEOUT_MILLISECONDS);
    this.replica = replica && new Replica(replica, this.pool, this.wall);
  }

  noteCommit(topics: ReadonlySet<Topic>): void {
    this.commits += 1;
    this.notifier.notify(topics);
    this.notifier.notify(['commits']);
  }
}

class PostgresDatabase extends PostgresConnection implements Database {
  readonly #shared: Shared;
  readonly #poolKnex: Knex;
  readonly #unsaid: Scope;
  #everywhere: PostgresDatabase | undefined;

  /** @param unsaid the scope of work that was begun in none */
  constructor(shared: Shared, unsaid: Scope) {
    const { pool, wall } = shared;
    const scope = (): Scope => currentScope(unsaid);
    const poolKnex = openKnexOver(pool, wall, scope);
    super(
      (reachesAll) => ({ query: (config) => queryOn(pool, wall, reachesAll ? EVERYWHERE : scope(), config) }),
      () => poolKnex,
    );
    this.#shared = shared;
    this.#poolKnex = poolKnex;
    this.#unsaid = unsaid;
  }

  get commits(): number {
    return this.#shared.commits;
  }

  get load(): Load {
    const { totalCount, idleCount, waitingCount } = this.#shared.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  get everywhere(): Database {
    if (this.#unsaid === EVERYWHERE) return this;
    this.#everywhere ??= new PostgresDatabase(this.#shared, EVERYWHERE);
    return this.#everywhere;
  }

  async raiseWall(): Promise<WallState> {
    const { wall } = this.#shared;
    const { role, ...found } = await this.#onClient(raiseWall);
    wall.role = found.stands ? role : undefined;
    return found;
  }

  async findWall(): Promise<WallState> {
    const { role: _role, ...found } = await this.#onClient(findWall);
    return found;
  }

  async #onClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#shared.pool.connect();
    try {
      return await work(client);
    } finally {
      client.release();
    }
  }

  get #scope(): Scope {
    return currentScope(this.#unsaid);
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { wall } = this.#shared;
    const scope = this.#scope;
    const client = await lend(this.#shared.pool, wall, scope);
    let lost: Error | undefined;
    try {
      await client.query(wall.begin(client, 'BEGIN', scope));
      const transaction = new PostgresTransaction(client, () => knexOn(client), wall.roleIn(scope));
      const result = await work(transaction);
      await transaction.runBeforeCommit();
      await observeStatement('commit', () => client.query('COMMIT'));
      this.#shared.noteCommit(transaction.topics);
      return result;
    } catch (error) {
      lost = isReadOnly(error) ? error : await rollback(client);
      throw error;
    } finally {
      client.release(lost);
    }
  }

  async snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { pool, wall } = this.#shared;
    const scope = this.#scope;
    return snapshotOn(await lend(pool, wall, scope), wall, scope, work);
  }

  replicaRead<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { replica } = this.#shared;
    return replica === undefined ? work(this) : replica.read(work, this.#scope, this);
  }

  replicaSnapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { replica } = this.#shared;
    const here = (): Promise<T> => this.snapshot(work);
    return replica === undefined ? here() : replica.snapshot(work, this.#scope, here);
  }

  async replicaState(): Promise<ReplicaState | undefined> {
    return this.#shared.replica?.readState();
  }

  async singleWrite<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { pool, wall } = this.#shared;
    const scope = this.#scope;
    const single = new PostgresSingleWrite(
      (reachesAll) => ({ query: (config) => queryOn(pool, wall, reachesAll ? EVERYWHERE : scope, config) }),
      () => this.#poolKnex,
    );
    try {
      return await work(single);
    } finally {
      if (single.hasWritten) this.#shared.noteCommit(single.topics);
    }
  }

  listen(topic: Topic, listener: () => void): () => void {
    const { address, notifier } = this.#shared;
    if (topic === 'announcements')
      this.#shared.listener ??= new AnnouncementListener(
        { ...address.config, application_name: 'masthead listener' },
        address.Client,
        () => notifier.notify(['announcements']),
      );
    return notifier.listen(topic, listener);
  }

  async announce(): Promise<void> {
    await announce(this.#shared.pool);
  }

  schemaChange<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    return this.schemaSession((knex) => knex.transaction(work));
  }

  async schemaSession<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    this.#shared.silence.stop();
    const client = await this.#shared.pool.connect();
    try {
      await client.query('RESET ROLE');
      return await work(knexOn(client));
    } finally {
      // The session's locks and settings end with it.
      client.release(true);
      this.#shared.silence.start();
    }
  }

  async ping(): Promise<void> {
    await this.#shared.pool.query('SELECT 1');
  }

  async close(): Promise<void> {
    const { silence, listener, replica, pool } = this.#shared;
    silence.stop();
    listener?.close();
    await replica?.close();
    await this.#poolKnex.destroy();
    await this.#everywhere?.knex.destroy();
    await pool.end();
  }
}

/** @param onConnectionLost called when an idle connection breaks; the pool replaces it */
export function openPostgres(
  url: string,
  onConnectionLost: (error: Error) => void,
  replica?: ReplicaOptions,
): Database {
  return new PostgresDatabase(new Shared(url, onConnectionLost, replica), NOWHERE);
}
