// What runs statements on PostgreSQL: the pool, a transaction, or a single write.
import type { Knex } from 'knex';
import pg from 'pg';
import type { BeforeCommit, Connection, Transaction } from '../connection.ts';
import type { Topic } from '../notifier.ts';
import { observeStatement } from '../observe-statement.ts';
import { toFields, toRow } from '../rows.ts';
import { toBindings, type Statement, type Values } from '../statement.ts';
import { WorkBeforeCommit } from '../work-before-commit.ts';

/** A connection, or what lends one for each statement. */
export interface Queryable {
  query(config: pg.QueryArrayConfig): Promise<pg.QueryArrayResult>;
}

export class PostgresConnection implements Connection {
  readonly dialect = 'postgres';
  readonly #queryable: (reachesAll: boolean) => Queryable;
  readonly #knex: () => Knex;

  /** @param queryable what runs a statement; for those that reach all publications it may be something else */
  constructor(queryable: (reachesAll: boolean) => Queryable, knex: () => Knex) {
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
    return observeStatement(statement.name, () =>
      this.#queryable(statement.reachesAll).query({
        rowMode: 'array',
        ...(!statement.isPlannedEachRun && { name: statement.name }),
        text: statement.postgres,
        values: toBindings(statement, 'postgres', values),
      }),
    );
  }
}

export class PostgresTransaction extends PostgresConnection implements Transaction {
  readonly topics = new Set<Topic>();
  readonly #beforeCommit = new WorkBeforeCommit();
  readonly #client: pg.PoolClient;
  readonly #role: string | undefined;
  #depth = 0;

  /** @param role as which its statements run, but for those that reach all publications; undefined where that makes no difference */
  constructor(client: pg.PoolClient, knex: () => Knex, role: string | undefined) {
    super(() => client, knex);
    this.#client = client;
    this.#role = role;
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

  protected override async query(made: Statement<unknown>, values: Values): Promise<pg.QueryArrayResult> {
    if (!made.reachesAll || this.#role === undefined) return super.query(made, values);
    await this.#client.query('SET LOCAL ROLE NONE');
    const result = await super.query(made, values);
    // Where it failed, the role is taken on again as the transaction is rolled back to where it was.
    await this.#client.query(`SET LOCAL ROLE ${pg.escapeIdentifier(this.#role)}`);
    return result;
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
export class PostgresSingleWrite extends PostgresConnection implements Transaction {
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
