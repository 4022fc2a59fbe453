// SQLite: one writing and one reading connection, both in WAL mode with synchronous=FULL. Group commit: transactions that wait while another
// commits share the next commit and its fsync; one that fails is rolled back alone, by its savepoint.
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import SqliteDriver from 'better-sqlite3';
import type { Knex } from 'knex';
import { OBSERVED } from '../observed.ts';
import {
  DatabaseUnavailable,
  type BeforeCommit,
  type Connection,
  type Database,
  type Load,
  type Transaction,
  type WallState,
} from './connection.ts';
import { claimFile } from './file.ts';
import { openKnexOn } from './knex.ts';
import { Notifier, type Topic } from './notifier.ts';
import { observeBlocking } from './observe-statement.ts';
import { BUSY_TIMEOUT_MILLISECONDS, PreparedConnection } from './prepared-connection.ts';
import { toRow } from './rows.ts';
import { toBindings, type Statement, type Values } from './statement.ts';
import { WorkBeforeCommit } from './work-before-commit.ts';

/** How often a writer checks whether another process has released the file's lock. SQLite's own wait would block the event loop. */
const LOCK_POLL_MILLISECONDS = 2;
/** Bounds how long a transaction can be held up by those that share its commit. */
const TRANSACTIONS_PER_COMMIT = 64;

class SqliteConnection implements Connection {
  readonly dialect = 'sqlite';
  readonly knex: Knex;
  protected readonly prepared: PreparedConnection;

  constructor(prepared: PreparedConnection, knex: Knex) {
    this.prepared = prepared;
    this.knex = knex;
  }

  async all<Row>(statement: Statement<Row>, values: Values): Promise<Row[]> {
    const { driver, fields } = this.prepared.prepareArrays(statement.sqlite);
    const bindings = toBindings(statement, 'sqlite', values);
    const rows = observeBlocking(statement.name, () => driver.all(...bindings)) as unknown[][];
    // The driver does not know the row's type; the statement's text is its only source.
    return rows.map((row) => toRow(fields, row)) as Row[];
  }

  async first<Row>(statement: Statement<Row>, values: Values): Promise<Row | undefined> {
    const { driver, fields } = this.prepared.prepareArrays(statement.sqlite);
    const bindings = toBindings(statement, 'sqlite', values);
    const row = observeBlocking(statement.name, () => driver.get(...bindings)) as unknown[] | undefined;
    return row && (toRow(fields, row) as Row);
  }

  async run(statement: Statement<unknown>, values: Values): Promise<number> {
    const driver = this.prepared.prepare(statement.sqlite);
    const bindings = toBindings(statement, 'sqlite', values);
    return observeBlocking(statement.name, () => driver.run(...bindings)).changes;
  }
}

class SqliteTransaction extends SqliteConnection implements Transaction {
  readonly #topics = new Set<Topic>();
  readonly #beforeCommit = new WorkBeforeCommit();
  #depth = 0;

  notify(topic: Topic): void {
    this.#topics.add(topic);
  }

  beforeCommit<Item>(work: BeforeCommit<Item>, item: Item): void {
    this.#beforeCommit.add(work, item);
  }

  /** Runs one of the transactions that share a commit. */
  async runWhole<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    this.#beforeCommit.clear();
    const result = await work(this);
    await this.#beforeCommit.run(this);
    return result;
  }

  /** Returns the topics notified of since the last call, those of transactions that failed in a shared commit included. */
  takeTopics(): Topic[] {
    const topics = [...this.#topics];
    this.#topics.clear();
    return topics;
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    this.#depth += 1;
    const name = `s${this.#depth}`;
    this.prepared.exec(`SAVEPOINT ${name}`);
    try {
      const result = await work();
      this.prepared.exec(`RELEASE ${name}`);
      return result;
    } catch (error) {
      this.prepared.exec(`ROLLBACK TO ${name}`);
      this.prepared.exec(`RELEASE ${name}`);
      throw error;
    } finally {
      this.#depth -= 1;
    }
  }
}

/** A queued transaction: `attempt` runs it, and returns the function that answers its caller after the commit. */
interface QueuedTransaction {
  attempt(transaction: SqliteTransaction): Promise<() => void>;
  reject(error: unknown): void;
}

class SqliteDatabase extends SqliteConnection implements Database {
  readonly #writer: PreparedConnection;
  readonly #transaction: SqliteTransaction;
  readonly #queue: QueuedTransaction[] = [];
  readonly #notifier = new Notifier();
  #isBusy = false;
  #isClosed = false;
  #commits = 0;

  /** @param restrict takes the rights of others away from the file */
  constructor(file: string, restrict: () => void) {
    const writer = new PreparedConnection(file, false);
    const reader = new PreparedConnection(file, true);
    restrict();
    super(reader, openKnexOn('better-sqlite3', reader));
    this.#writer = writer;
    writer.setBusyTimeout(0);
    this.#transaction = new SqliteTransaction(writer, openKnexOn('better-sqlite3', writer));
  }

  get commits(): number {
    return this.#commits;
  }

  /** Of the two connections the reading one is idle whenever somebody can ask. */
  get load(): Load {
    return { busy: this.#isBusy ? 1 : 0, idle: this.#isBusy ? 1 : 2, waiting: this.#queue.length };
  }

  get everywhere(): Database {
    return this;
  }

  async raiseWall(): Promise<WallState> {
    return { stands: false, cause: 'SQLite has no roles', isUserBound: false };
  }

  findWall(): Promise<WallState> {
    return this.raiseWall();
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const attempt = async (transaction: SqliteTransaction): Promise<() => void> => {
        try {
          const result = await transaction.savepoint(() => transaction.runWhole(work));
          return () => resolve(result);
        } catch (error) {
          if (!this.#writer.driver.inTransaction) throw error;
          return () => reject(error);
        }
      };
      // Those that share a commit run one after another: each for its own request.
      this.#queue.push({ attempt: OBSERVED.statement.isHeard ? AsyncLocalStorage.bind(attempt) : attempt, reject });
      if (!this.#isBusy) {
        this.#isBusy = true;
        setImmediate(() => void this.#runQueue());
      }
    });
  }

  listen(topic: Topic, listener: () => void): () => void {
    return this.#notifier.listen(topic, listener);
  }

  /** A file tells nobody. */
  async announce(): Promise<void> {}

  singleWrite<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.transaction(work);
  }

  async #runQueue(): Promise<void> {
    while (this.#queue.length > 0) {
      await this.#groupCommit(this.#queue.splice(0, TRANSACTIONS_PER_COMMIT));
      // Requests and timers get a turn between two commits; a chain of transactions would starve them.
      if (this.#queue.length > 0) await nextTurn();
    }
    this.#isBusy = false;
  }

  async #groupCommit(batch: readonly QueuedTransaction[]): Promise<void> {
    try {
      await this.#begin();
      const answers: (() => void)[] = [];
      for (const waiting of batch) answers.push(await waiting.attempt(this.#transaction));
      observeBlocking('commit', () => this.#writer.exec('COMMIT'));
      this.#commits += 1;
      for (const answer of answers) answer();
      this.#notifier.notify(this.#transaction.takeTopics());
      this.#notifier.notify(['commits']);
    } catch (error) {
      if (this.#writer.driver.open && this.#writer.driver.inTransaction) this.#writer.exec('ROLLBACK');
      for (const waiting of batch) waiting.reject(error);
    }
  }

  /** Waits for another process's write lock without blocking the event loop; reads need no lock. */
  async #begin(): Promise<void> {
    const until = performance.now() + BUSY_TIMEOUT_MILLISECONDS;
    for (;;) {
      if (this.#isClosed) throw new DatabaseUnavailable('the database is closed');
      try {
        return this.#writer.exec('BEGIN;');
      } catch (error) {
        if (!isBusyError(error) || performance.now() > until) throw error;
      }
      await pause(LOCK_POLL_MILLISECONDS);
    }
  }

  /** On a connection of its own: the reading one sees each commit. */
  async snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const reader = new PreparedConnection(this.#writer.driver.name, true);
    const knex = openKnexOn('better-sqlite3', reader);
    try {
      // The first reading decides what is seen.
      reader.exec('BEGIN');
      reader.prepare('SELECT 1 FROM deployment').get();
      return await work(new SqliteConnection(reader, knex));
    } finally {
      await knex.destroy();
      reader.close();
    }
  }

  replicaRead<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return work(this);
  }

  replicaSnapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.snapshot(work);
  }

  async replicaState(): Promise<undefined> {
    return undefined;
  }

  schemaChange<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    return this.schemaSession((knex) => knex.transaction(work));
  }

  async schemaSession<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    while (this.#isBusy) await nextTurn();
    this.#isBusy = true;
    this.#writer.setBusyTimeout(BUSY_TIMEOUT_MILLISECONDS);
    try {
      return await work(this.#transaction.knex);
    } finally {
      this.#writer.setBusyTimeout(0);
      await this.#runQueue();
    }
  }

  async ping(): Promise<void> {
    this.prepared.prepare('SELECT 1').get();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#isBusy) await nextTurn();
    await this.knex.destroy();
    await this.#transaction.knex.destroy();
    this.prepared.close();
    this.#writer.close();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function isBusyError(error: unknown): boolean {
  return error instanceof SqliteDriver.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

/** @param file a path; the folder must exist. Throws when the file cannot be opened for writing or is no database. */
export function openSqlite(file: string): Database {
  return new SqliteDatabase(file, claimFile(file));
}
