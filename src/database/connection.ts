// The interface of a database: prepared statements, Knex for the models, and transactions.
import type { Knex } from 'knex';
import type { Topic } from './notifier.ts';
import type { Dialect, Statement, Values } from './statement.ts';

export interface Connection {
  readonly dialect: Dialect;
  /** Knex on this connection, for Objection models and query building. */
  readonly knex: Knex;
  all<Row>(statement: Statement<Row>, values: Values): Promise<Row[]>;
  first<Row>(statement: Statement<Row>, values: Values): Promise<Row | undefined>;
  /** Returns the number of rows changed. For a conditional write it says which of several concurrent callers won. */
  run(statement: Statement<unknown>, values: Values): Promise<number>;
}

export interface Transaction extends Connection {
  /** Calls the topic's listeners in this process after the commit. The writer of the rows that they wait for calls it. */
  notify(topic: Topic): void;
  /**
   * Runs `work` before the commit, once, with all items that were given for it. A write that follows from many others, such as a sum that is
   * kept, is so made once for each transaction.
   */
  beforeCommit<Item>(work: BeforeCommit<Item>, item: Item): void;
  /** Runs `work` in a savepoint: when it throws, its writes alone are rolled back, and the transaction goes on. */
  savepoint<T>(work: () => Promise<T>): Promise<T>;
}

export type BeforeCommit<Item> = (transaction: Transaction, items: readonly Item[]) => Promise<void>;

/** What the connections of this process do at this moment. */
export interface Load {
  readonly busy: number;
  readonly idle: number;
  /** What waits for one of them: on SQLite, transactions that wait for the one that writes. */
  readonly waiting: number;
}

/**
 * fresh: it is read. behind: it lacks what was committed a moment ago. away: it cannot be asked, or its answers fail. refused: it is no replica of
 * this database.
 */
export interface ReplicaState {
  readonly standing: 'fresh' | 'behind' | 'away' | 'refused';
  /** One line; empty for one that is fresh. */
  readonly cause: string;
}

/** Whether the database itself keeps publications apart, beside the filter in each statement. */
export interface WallState {
  readonly stands: boolean;
  /** Why it does not stand, in one line; empty where it does. */
  readonly cause: string;
  /** The policies bind the user of this process itself: it would find nobody's rows. */
  readonly isUserBound: boolean;
}

/** The user of this process would find nobody's rows. */
export class UserIsBound extends Error {
  override readonly name = 'UserIsBound';
}

/** Reads go through the database itself; every write goes through `transaction`. */
export interface Database extends Connection {
  /** The number of transactions committed by this process. While it is the same, this process has changed nothing that it read. */
  readonly commits: number;
  readonly load: Load;
  /** The same database, all publications of which are reached by work that says none (scope.ts). In this one such work reaches nobody's rows. */
  readonly everywhere: Database;
  /** Has the database keep publications apart from now on, where it can (PostgreSQL), and says whether it does. Makes there what that needs. */
  raiseWall(): Promise<WallState>;
  /** Says whether the database keeps publications apart for a process that raises the wall. */
  findWall(): Promise<WallState>;
  /**
   * Runs `work` in one transaction and resolves once it is durable. When `work` throws, it is rolled back and the error is rethrown.
   * Await nothing but statements inside: on SQLite other writers wait meanwhile.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Like `transaction`, for work whose only write comes last: on PostgreSQL that statement is a transaction of its own, which saves two of three
   * round trips. Throws when a statement follows the write, or when a savepoint is begun.
   */
  singleWrite<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on a connection that sees the database as it is at this moment, whatever is written meanwhile. It is for long
   * readings: SQLite's log of writes grows until it ends, and PostgreSQL keeps old rows.
   */
  snapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Runs `work`, which only reads, on the replica where there is one that has all that was committed before this call, else here. `work` may run
   * twice: what fails on the replica is read here. Never for what guards a secret, nor for what a write depends on (docs/architecture.md).
   */
  replicaRead<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Like `snapshot`, of the replica where it can. Throws ReplicaLost where that ends on the way: the next snapshots are made here. */
  replicaSnapshot<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Asks how the replica stands; undefined where there is none. */
  replicaState(): Promise<ReplicaState | undefined>;
  /** Calls `listener` after each commit of this process that notified of the topic. Returns a function that stops it. */
  listen(topic: Topic, listener: () => void): () => void;
  /**
   * Wakes the workers of other processes, where the database can (PostgreSQL): their listeners of `announcements` are called. Elsewhere, and
   * when it fails, they find the work in their next sweep. For processes without a worker.
   */
  announce(): Promise<void>;
  /** Runs `work` in a transaction that Knex begins. This process writes nothing else meanwhile. */
  schemaChange<T>(work: (knex: Knex) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on one connection outside of a transaction, so that it begins its own, however long each takes. What it sets on the session ends
   * with it. This process writes nothing else on SQLite meanwhile.
   */
  schemaSession<T>(work: (knex: Knex) => Promise<T>): Promise<T>;
  /** Resolves when the database answers; throws otherwise. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** The database is not available now: busy, stopped or full. The doors answer 503. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** Nobody may read or write it now, since it is being moved to another database. That is no failure. */
export class Fenced extends DatabaseUnavailable {}

/** The replica ended a snapshot that was being read. */
export class ReplicaLost extends Error {
  override readonly name = 'ReplicaLost';
}

const UNAVAILABLE = /^(SQLITE_(BUSY|FULL|IOERR|READONLY|CANTOPEN)|ECONN|ETIMEDOUT|EPIPE|57P0|53|08|55P03|57014|25006)/;
/** The codes of the system's errors, such as EPERM, have no digit. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/;
/** A server of PostgreSQL that has become a standby. */
const READ_ONLY = '25006';
/** Errors without a code of pg's; Knex puts the statement before the message. */
const UNAVAILABLE_MESSAGE =
  /(?:^| - )(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;
/** A write into a publication that is being moved to another database (backup/fence.ts). */
const FENCED = new Set(['SQLITE_CONSTRAINT_TRIGGER', 'MH001']);
const UNIQUE = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);

/** A worker of Citus refuses an INSERT … SELECT by a code for everything. */
const INTERNAL_ERROR = 'XX000';
const DUPLICATE_MESSAGE = /duplicate key value violates unique constraint/;

/** Whether a unique index refused the write. Knows both drivers' codes, since Objection does not translate better-sqlite3's. */
export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error);
  return (
    UNIQUE.has(code) || (code === INTERNAL_ERROR && error instanceof Error && DUPLICATE_MESSAGE.test(error.message))
  );
}

export function isUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailable || UNAVAILABLE.test(codeOf(error)) || isFenced(error)) return true;
  return error instanceof Error && UNAVAILABLE_MESSAGE.test(error.message);
}

/** Whether it was refused because its publication is being moved to another database. */
export function isFenced(error: unknown): boolean {
  return error instanceof Fenced || FENCED.has(codeOf(error));
}

/** Whether a server of PostgreSQL takes no writes any more, so that its connections are of no use. */
export function isReadOnly(error: unknown): error is Error {
  return codeOf(error) === READ_ONLY;
}

/** Whether the database failed, and not what was done with its answers. */
export function isOfDatabase(error: unknown): boolean {
  return isUnavailable(error) || SQLSTATE.test(codeOf(error));
}

/** Whether a standby ended a statement because what it read was changed by what the primary sent. The next one may succeed. */
export function isRecoveryConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('nativeError' in error) return codeOf(error.nativeError);
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
