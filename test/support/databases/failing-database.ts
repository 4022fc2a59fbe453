// A database whose n-th call fails, for every kind of call that the product makes: a statement, a query of Knex, the begin and the end of a transaction, and
// a commit whose answer is lost on its way.
import type { Knex } from 'knex';
import type { BeforeCommit, Connection, Database, Transaction, WallState } from '../../../src/database/connection.ts';
import type { Topic } from '../../../src/database/notifier.ts';
import type { Statement, Values } from '../../../src/database/statement.ts';

type Query = (connection: unknown, query: unknown) => Promise<unknown>;

/** Counts the calls, and throws at the one that it was armed for. */
export class StoreFaults {
  #calls = 0;
  #failing = Infinity;
  #newError: () => Error = () => new Error('no fault was asked for');
  #thrown: string | undefined;
  #isCounting = false;
  readonly #watched = new WeakSet<object>();

  /** Lets the n-th call from now on fail; with Infinity, none. */
  arm(n: number, newError: () => Error): void {
    this.#calls = 0;
    this.#failing = n;
    this.#newError = newError;
    this.#thrown = undefined;
  }

  /** The number of calls since it was armed. */
  get calls(): number {
    return this.#calls;
  }

  /** Counts the calls of this work; other calls neither count nor fail. */
  async counted<T>(work: () => Promise<T>): Promise<T> {
    this.#isCounting = true;
    try {
      return await work();
    } finally {
      this.#isCounting = false;
    }
  }

  /** What failed since it was armed; undefined where nothing did. */
  get thrown(): string | undefined {
    return this.#thrown;
  }

  /** @param spoil does to the transaction what a real failure does to it */
  async call(what: string, spoil?: () => Promise<unknown>): Promise<void> {
    if (!this.#isCounting) return;
    this.#calls += 1;
    if (this.#calls !== this.#failing) return;
    this.#thrown = what;
    await spoil?.().catch(() => undefined);
    throw this.#newError();
  }

  /** Has the queries of this Knex counted as well. */
  watch(knex: Knex): Knex {
    const client: object = knex.client;
    if (this.#watched.has(client)) return knex;
    this.#watched.add(client);
    const query = (Reflect.get(client, '_query') as Query).bind(client);
    const counted: Query = async (connection, asked) => {
      const { sql } = asked as { readonly sql: string };
      const isPostgres = knex.client.config.client === 'pg';
      await this.call(
        sql,
        isPostgres ? () => (connection as { query: (text: string) => Promise<unknown> }).query(SPOIL) : undefined,
      );
      return query(connection, asked);
    };
    Reflect.set(client, '_query', counted);
    return knex;
  }
}

/** After a statement that failed, PostgreSQL takes no other one of its transaction or savepoint. */
const SPOIL = 'select 1 / 0';

class FailingConnection<Inner extends Connection> implements Connection {
  protected readonly inner: Inner;
  protected readonly faults: StoreFaults;

  constructor(inner: Inner, faults: StoreFaults) {
    this.inner = inner;
    this.faults = faults;
  }

  get dialect() {
    return this.inner.dialect;
  }

  get knex(): Knex {
    return this.faults.watch(this.inner.knex);
  }

  async all<Row>(statement: Statement<Row>, values: Values): Promise<Row[]> {
    await this.before(statement.name);
    return this.inner.all(statement, values);
  }

  async first<Row>(statement: Statement<Row>, values: Values): Promise<Row | undefined> {
    await this.before(statement.name);
    return this.inner.first(statement, values);
  }

  async run(statement: Statement<unknown>, values: Values): Promise<number> {
    await this.before(statement.name);
    return this.inner.run(statement, values);
  }

  protected before(what: string): Promise<void> {
    return this.faults.call(what);
  }
}

class FailingTransaction extends FailingConnection<Transaction> implements Transaction {
  readonly #wrapped = new Map<unknown, unknown>();

  protected override before(what: string): Promise<void> {
    const { inner } = this;
    return this.faults.call(what, inner.dialect === 'postgres' ? async () => inner.knex.raw(SPOIL) : undefined);
  }

  notify(topic: Topic): void {
    this.inner.notify(topic);
  }

  /** The same work stays the same, since its items are collected by it. */
  beforeCommit<Item>(work: BeforeCommit<Item>, item: Item): void {
    const known = this.#wrapped.get(work) as BeforeCommit<Item> | undefined;
    const wrapped: BeforeCommit<Item> = known ?? ((_transaction, items) => work(this, items));
    this.#wrapped.set(work, wrapped);
    this.inner.beforeCommit(wrapped, item);
  }

  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    await this.before('savepoint');
    return this.inner.savepoint(work);
  }
}

class FailingDatabase extends FailingConnection<Database> implements Database {
  get commits(): number {
    return this.inner.commits;
  }

  get load() {
    return this.inner.load;
  }

  get everywhere(): Database {
    return new FailingDatabase(this.inner.everywhere, this.faults);
  }

  raiseWall(): Promise<WallState> {
    return this.inner.raiseWall();
  }

  findWall(): Promise<WallState> {
    return this.inner.findWall();
  }

  async transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    await this.before('begin');
    return this.#ended(
      this.inner.transaction(async (inner) => {
        const result = await work(new FailingTransaction(inner, this.faults));
        await this.before('commit');
        return result;
      }),
    );
  }

  singleWrite<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#ended(this.inner.singleWrite((inner) => work(new FailingTransaction(inner, this.faults))));
  }

  async #ended<T>(committed: Promise<T>): Promise<T> {
    const result = await committed;
    await this.before(ANSWER_OF_COMMIT);
    return result;
  }

  async snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    await this.before('snapshot');
    return this.inner.snapshot((inner) => work(new FailingConnection(inner, this.faults)));
  }

  replicaRead<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.inner.replicaRead((inner) => work(new FailingConnection(inner, this.faults)));
  }

  async replicaSnapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    await this.before('snapshot');
    return this.inner.replicaSnapshot((inner) => work(new FailingConnection(inner, this.faults)));
  }

  replicaState() {
    return this.inner.replicaState();
  }

  listen(topic: Topic, listener: () => void): () => void {
    return this.inner.listen(topic, listener);
  }

  announce(): Promise<void> {
    return this.inner.announce();
  }

  schemaChange<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    return this.inner.schemaChange(work);
  }

  schemaSession<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    return this.inner.schemaSession(work);
  }

  ping(): Promise<void> {
    return this.inner.ping();
  }

  close(): Promise<void> {
    return this.inner.close();
  }
}

/** The call that fails after the transaction took effect. */
export const ANSWER_OF_COMMIT = 'the answer of a commit';

export function failingDatabase(inner: Database, faults: StoreFaults): Database {
  return new FailingDatabase(inner, faults);
}
