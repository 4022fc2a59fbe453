// What commands do stands in the audit log (decisions 37): one entry for each command that writes, in the transaction of
// its first write.
import type { Knex } from 'knex';
import type { Clock } from '../database/clock.ts';
import type { Connection, Database, Load, ReplicaState, Transaction, WallState } from '../database/connection.ts';
import type { Topic } from '../database/notifier.ts';
import type { Dialect, Statement, Values } from '../database/statement.ts';
import type { Actor } from '../models/act.ts';
import type { Tenant } from '../models/record.ts';
import { recordAct, recordIn } from '../models/staff/audit-entry.ts';
import { userName } from './user-name.ts';

/** The command that runs in this process, such as offer.archive, and its first argument. */
export interface RunningCommand {
  readonly act: string;
  readonly argument: string | null;
}

/** The database of a command. Everything but its transactions is passed on. */
export class AuditedDatabase implements Database {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #publication: Tenant;
  readonly #command: RunningCommand;
  #isRecorded = false;

  constructor(database: Database, clock: Clock, publication: Tenant, command: RunningCommand) {
    this.#database = database;
    this.#clock = clock;
    this.#publication = publication;
    this.#command = command;
  }

  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    if (this.#isRecorded) return this.#database.transaction(work);
    return this.#database.transaction(async (transaction) => {
      const result = await work(transaction);
      await this.#record(transaction, result);
      return result;
    });
  }

  async #record(transaction: Transaction, result: unknown): Promise<void> {
    const { act: name, argument } = this.#command;
    const actor: Actor = { kind: 'command_line', id: null, name: userName(), network: null, requestId: null };
    const act = { name, recordId: recordIn(result), recordName: argument };
    await recordAct(this.#publication, transaction, this.#clock, { actor, act });
    this.#isRecorded = true;
  }

  get commits(): number {
    return this.#database.commits;
  }
  get load(): Load {
    return this.#database.load;
  }
  /** A command is its operator's. */
  get everywhere(): Database {
    return this;
  }
  raiseWall(): Promise<WallState> {
    return this.#database.raiseWall();
  }
  findWall(): Promise<WallState> {
    return this.#database.findWall();
  }
  get dialect(): Dialect {
    return this.#database.dialect;
  }
  get knex(): Knex {
    return this.#database.knex;
  }
  all<Row>(statement: Statement<Row>, values: Values): Promise<Row[]> {
    return this.#database.all(statement, values);
  }
  first<Row>(statement: Statement<Row>, values: Values): Promise<Row | undefined> {
    return this.#database.first(statement, values);
  }
  run(statement: Statement<unknown>, values: Values): Promise<number> {
    return this.#database.run(statement, values);
  }
  singleWrite<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return this.#database.singleWrite(work);
  }
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#database.snapshot(work);
  }
  replicaRead<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#database.replicaRead(work);
  }
  replicaSnapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#database.replicaSnapshot(work);
  }
  replicaState(): Promise<ReplicaState | undefined> {
    return this.#database.replicaState();
  }
  listen(topic: Topic, listener: () => void): () => void {
    return this.#database.listen(topic, listener);
  }
  announce(): Promise<void> {
    return this.#database.announce();
  }
  schemaChange<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    return this.#database.schemaChange(work);
  }
  schemaSession<T>(work: (knex: Knex) => Promise<T>): Promise<T> {
    return this.#database.schemaSession(work);
  }
  ping(): Promise<void> {
    return this.#database.ping();
  }
  close(): Promise<void> {
    return this.#database.close();
  }
}
