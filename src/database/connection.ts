// What the rest of the program knows of a database: prepared statements, Knex for the models, and transactions.
import type { Knex } from 'knex';
import type { Topic } from './notifier.ts';
import type { Dialect, Statement, Values } from './statement.ts';

export interface Connection {
  readonly dialect: Dialect;
  /** For Objection models and query building, on this very connection. */
  readonly knex: Knex;
  all<Row>(statement: Statement<Row>, values: Values): Promise<Row[]>;
  first<Row>(statement: Statement<Row>, values: Values): Promise<Row | undefined>;
  /** Returns how many rows were changed; the row count of a conditional write decides who won. */
  run(statement: Statement<unknown>, values: Values): Promise<number>;
}

export interface Transaction extends Connection {
  /** Calls the topic's listeners in this process once the transaction is committed. Whoever writes what they wait for calls it. */
  notify(topic: Topic): void;
  /** Work that can be undone alone: when it throws, its writes are gone and the transaction goes on. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

/** Reads go through the database itself; every write goes through `transaction`. */
export interface Database extends Connection {
  /** How many transactions this process has committed: while it stays the same, nothing that was read here has been changed here. */
  readonly commits: number;
  /**
   * Runs `work` in one transaction and resolves once it is durable. When `work` throws, its writes are undone and the error passes on.
   * Await nothing but statements inside: on SQLite other writers wait meanwhile.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * The same for work that ends with its only write: on PostgreSQL that statement is a transaction of its own, which saves two round trips of
   * three. Throws when the work goes on after it has written, or asks for a savepoint.
   */
  singleWrite<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Calls `listener` after each commit of this process that notified of the topic. Returns how to stop. */
  listen(topic: Topic, listener: () => void): () => void;
  /** A transaction begun by Knex itself, as its migrator needs; nothing else is written meanwhile by this process. */
  schemaChange<T>(work: (knex: Knex) => Promise<T>): Promise<T>;
  /** Resolves when the database answers; throws otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The database cannot be had now: busy, stopped, full. The doors answer 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

const UNAVAILABLE = /^(SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)|ECONN|ETIMEDOUT|EPIPE|57P0|53|08|55P03|57014)/;
/** pg gives these no code; Knex puts the statement before them. */
const UNAVAILABLE_MESSAGE =
  /(?:^| - )(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;
const UNIQUE = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);

/** A unique index refused the write. Both drivers' codes, since Objection does not translate better-sqlite3's. */
export function isUniqueViolation(error: unknown): boolean {
  return UNIQUE.has(codeOf(error));
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || UNAVAILABLE.test(codeOf(error))) return true;
  return error instanceof Error && UNAVAILABLE_MESSAGE.test(error.message);
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('nativeError' in error) return codeOf(error.nativeError);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
