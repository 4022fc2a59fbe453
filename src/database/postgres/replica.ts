// A standby that answers reads in place of the primary (DATABASE_READ_URL). It is read only once it has replayed all that the primary had written when the
// read began, so that everybody sees what they and others wrote before. Whatever is wrong with it is no error of the reader: the primary answers.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { OBSERVED } from '../../observed.ts';
import { isOfDatabase, isRecoveryConflict, ReplicaLost, type Connection, type ReplicaState } from '../connection.ts';
import type { Scope } from '../scope.ts';
import { addressOf } from './address.ts';
import { connectionOn, openPool, SILENCE_TIMEOUT_MILLISECONDS, snapshotOn, toError } from './pool.ts';
import { ReplicaStanding } from './replica-standing.ts';
import { followPosition, readPosition, type WalPosition } from './replication.ts';
import { SharedQuestion } from './shared-question.ts';
import { SilenceWatch } from './silence.ts';
import type { Wall } from './wall.ts';

export interface ReplicaOptions {
  readonly url: string;
  /** Called when it is read no more, with the reason, and when it is read again. */
  readonly onChange: (state: ReplicaState) => void;
}

/** Our choice: a server that has not answered a question of a millisecond by then is not faster than the primary. */
const ANSWER_MILLISECONDS = 1000;
/** How often a replica that is not read is asked again, beside the reads, while there are any. */
const PROBE_MILLISECONDS = 1000;
/** Our choice: what reads for so long that the replica cannot let it is made on the primary for a while. */
const SNAPSHOTS_ELSEWHERE_MILLISECONDS = 600_000;

export class Replica {
  readonly #pool: pg.Pool;
  readonly #wall: Wall;
  readonly #silence: SilenceWatch;
  readonly #written: SharedQuestion<WalPosition>;
  readonly #standing: ReplicaStanding;
  #probedAt = -Infinity;
  #noSnapshotUntil = -Infinity;

  constructor({ url, onChange }: ReplicaOptions, primary: pg.Pool, wall: Wall) {
    const { config, Client } = addressOf(url);
    const address = { config: { ...config, connectionTimeoutMillis: ANSWER_MILLISECONDS }, Client };
    this.#wall = wall;
    this.#standing = new ReplicaStanding(onChange);
    this.#pool = openPool(address, 'masthead replica', (error) => this.#leave(error));
    this.#silence = new SilenceWatch(this.#pool, SILENCE_TIMEOUT_MILLISECONDS);
    this.#written = new SharedQuestion(() => readPosition(primary));
  }

  async read<T>(work: (connection: Connection) => Promise<T>, scope: Scope, primary: Connection): Promise<T> {
    const found = await this.#tryRead(work, scope);
    OBSERVED.replicaRead.publish(found === undefined ? 'primary' : 'replica');
    return found === undefined ? work(primary) : found.result;
  }

  async #tryRead<T>(
    work: (connection: Connection) => Promise<T>,
    scope: Scope,
  ): Promise<{ readonly result: T } | undefined> {
    if (!this.#standing.isGood) return this.#probe();
    const client = await this.#claim();
    if (client === undefined) return undefined;
    let lost: Error | undefined;
    try {
      return { result: await work(connectionOn(client, this.#wall, scope)) };
    } catch (error) {
      lost = this.#toFault(error);
      return undefined;
    } finally {
      client.release(lost);
    }
  }

  /** @param onPrimary makes the snapshot there */
  async snapshot<T>(
    work: (connection: Connection) => Promise<T>,
    scope: Scope,
    onPrimary: () => Promise<T>,
  ): Promise<T> {
    const client = performance.now() < this.#noSnapshotUntil ? undefined : await this.#claim();
    OBSERVED.replicaRead.publish(client === undefined ? 'primary' : 'replica');
    if (client === undefined) return onPrimary();
    try {
      return await snapshotOn(client, this.#wall, scope, work);
    } catch (error) {
      const { message } = this.#toFault(error);
      this.#noSnapshotUntil = performance.now() + SNAPSHOTS_ELSEWHERE_MILLISECONDS;
      throw new ReplicaLost(`the replica ended a snapshot: ${message}`);
    }
  }

  /** Throws where the primary does not answer. */
  async readState(): Promise<ReplicaState> {
    await this.#written.ask();
    const client = await this.#claim();
    client?.release();
    return this.#standing.state;
  }

  async close(): Promise<void> {
    // It ends what hangs in a silent server, for which the pool waits.
    await this.#pool.end();
    this.#silence.stop();
  }

  /** Returns a connection to the replica, which has all that is committed now; undefined where the primary is to be read. */
  async #claim(): Promise<pg.PoolClient | undefined> {
    // Where the primary does not answer, the read there says so.
    const position = await this.#written.ask().catch(() => undefined);
    if (position === undefined) return undefined;
    const timeout = new AbortController();
    const late = pause(ANSWER_MILLISECONDS, 'late' as const, { signal: timeout.signal });
    const following = this.#follow(position);
    const found = await Promise.race([following, late.catch(() => undefined)]);
    timeout.abort();
    if (found !== 'late') return found;
    void following.then((client) => client?.release());
    this.#standing.note({ standing: 'away', cause: `it has not answered within ${ANSWER_MILLISECONDS} ms` });
    return undefined;
  }

  async #follow(position: WalPosition): Promise<pg.PoolClient | undefined> {
    let client: pg.PoolClient | undefined;
    try {
      client = await this.#pool.connect();
      const state = await followPosition(client, position, this.#wall.role);
      this.#standing.note(state);
      if (state.standing === 'fresh') return client;
      client.release();
    } catch (error) {
      const fault = this.#leave(error);
      client?.release(fault);
    }
    return undefined;
  }

  /** Asks in the background whether a replica that is not read can be read again. Nobody waits for it. */
  #probe(): undefined {
    const now = performance.now();
    if (now < this.#probedAt + PROBE_MILLISECONDS) return;
    this.#probedAt = now;
    void this.#claim().then((client) => client?.release());
  }

  /** Returns what the replica failed by. Throws anything else again. */
  #toFault(error: unknown): Error {
    if (!isOfDatabase(error)) throw error;
    return isRecoveryConflict(error) ? toError(error) : this.#leave(error);
  }

  #leave(error: unknown): Error {
    const fault = toError(error);
    this.#standing.note({ standing: 'away', cause: fault.message.replaceAll(/\s+/g, ' ') });
    return fault;
  }
}
