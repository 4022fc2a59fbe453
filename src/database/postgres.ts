// PostgreSQL: one pool. Statements are prepared by name, so that the server plans them once per connection.
import type { Knex } from 'knex';
import pg from 'pg';
import { isReadOnly, type BeforeCommit, type Connection, type Database, type Transaction } from './connection.ts';
import { openKnex, openKnexOn } from './knex.ts';
import { Notifier, type Topic } from './notifier.ts';
import { addressOf, type PostgresAddress } from './postgres-address.ts';
import { announce, AnnouncementListener } from './postgres-announcements.ts';
import { SilenceWatch } from './postgres-silence.ts';
import { toFields, toRow } from './rows.ts';
import { toBindings, type Statement, type Values } from './statement.ts';
import { WorkBeforeCommit } from './work-before-commit.ts';

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

type Queryable = Pick<pg.ClientBase, 'query'>;

class PostgresConnection implements Connection {
  readonly dialect = 'postgres';
  readonly #queryable: () => Queryable;
  readonly #knex: () => Knex;

  constructor(queryable: () => Queryable, knex: () => Knex) {
    this.#queryable = queryable;
    this.#knex = knex;
  }

  get knex(): Knex {
    return this.#knex();
  }

  async all<Row>(statement: Statement<Row>, values: Values): Promise<Row[]> {
    const { fields, rows } = await this.query(statement, values);
    const names = toFields(fields);
    // The driver does not know the row's type; the statement's text is its only source.
    return rows.map((row) => toRow(names, row)) as Row[];
  }

  async first<Row>(statement: Statement<Row>, values: Values): Promise<Row | undefined> {
    const { fields, rows } = await this.query(statement, values);
    return rows[0] && (toRow(toFields(fields), rows[0]) as Row);
  }

  async run(statement: Statement<unknown>, values: Values): Promise<number> {
    return (await this.query(statement, values)).rowCount ?? 0;
  }

  protected query(statement: Statement<unknown>, values: Values): Promise<pg.QueryArrayResult> {
    return this.#queryable().query({
      rowMode: 'array',
      ...(!statement.isPlannedEachRun && { name: statement.name }),
      text: statement.postgres,
      values: toBindings(statement, 'postgres', values),
    });
  }
}

class PostgresTransaction extends PostgresConnection implements Transaction {
  readonly topics = new Set<Topic>();
  readonly #beforeCommit = new WorkBeforeCommit();
  readonly #client: pg.PoolClient;
  #depth = 0;

  constructor(client: pg.PoolClient, knex: () => Knex) {
    super(() => client, knex);
    this.#client = client;
  }

  notify(topic: Topic): void {
    this.topics.add(topic);
  }

  beforeCommit<Item>(work: BeforeCommit<Item>, item: Item): void {
    this.#beforeCommit.add(work, item);
  }

  runBeforeCommit(): Promise<void> {
    return this.#beforeCommit.run(this);
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    this.#depth += 1;
    const name = `s${this.#depth}`;
    await this.#client.query(`SAVEPOINT ${name}`);
    try {
      const result = await work();
      await this.#client.query(`RELEASE SAVEPOINT ${name}`);
      return result;
    } catch (error) {
      await this.#client.query(`ROLLBACK TO SAVEPOINT ${name}`);
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }
}

/** Any number of reads, then one write that is a transaction of its own. */
class PostgresSingleWrite extends PostgresConnection implements Transaction {
  readonly topics = new Set<Topic>();
  #hasWritten = false;

  get hasWritten(): boolean {
    return this.#hasWritten;
  }

  notify(topic: Topic): void {
    this.topics.add(topic);
  }

  override async run(made: Statement<unknown>, values: Values): Promise<number> {
    const changed = await super.run(made, values);
    this.#hasWritten ||= changed > 0;
    return changed;
  }

  beforeCommit(): void {
    throw new Error('a single write leaves nothing for its end');
  }

  async savepoint<T>(): Promise<T> {
    throw new Error('a single write has no savepoint');
  }

  protected override async query(made: Statement<unknown>, values: Values): Promise<pg.QueryArrayResult> {
    if (this.#hasWritten) throw new Error(`${made.name} comes after a single write`);
    return super.query(made, values);
  }
}

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

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    let lost: Error | undefined;
    try {
      await client.query('BEGIN');
      const transaction = new PostgresTransaction(client, () => this.#knexOn(client));
      const result = await work(transaction);
      await transaction.runBeforeCommit();
      await client.query('COMMIT');
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
