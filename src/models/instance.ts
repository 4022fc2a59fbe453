// The processes that serve this deployment, as each says of itself twice a minute. It is for an operator to see; nothing depends on it.
import { addSeconds, type Clock } from '../database/clock.ts';
import type { Connection, Transaction } from '../database/connection.ts';
import { statement } from '../database/statement.ts';
import { READ_MAX } from './read-max.ts';

export interface Instance {
  readonly id: string;
  /** The name of its machine. */
  readonly host: string;
  readonly version: string;
  readonly startedAt: number;
}

export interface SeenInstance extends Instance {
  readonly seenAt: number;
}

export const BEAT_SECONDS = 30;
/** Our choice: one that missed two beats and more does not run any more, or cannot reach its database. */
export const SILENT_SECONDS = 3 * BEAT_SECONDS;
/** Our choice: for so long it is seen that one was killed. */
const KEPT_SECONDS = 24 * 3600;

const beat = statement(
  'beat_of_instance',
  `insert into instances (id, host, version, started_at, seen_at) values (:id, :host, :version, :startedAt, :now)
    on conflict (id) do update set seen_at = excluded.seen_at`,
);
const forget = statement('forget_instance', 'delete from instances where id = :id or seen_at < :before');
const list = statement<SeenInstance>(
  'instances_of_deployment',
  `select id, host, version, started_at, seen_at from instances order by started_at, id limit ${READ_MAX}`,
);

export async function beatOfInstance(transaction: Transaction, clock: Clock, instance: Instance): Promise<void> {
  await transaction.run(beat, { ...instance, now: clock.now() });
}

/** One that ends, and those that are long gone. */
export async function forgetInstance(transaction: Transaction, clock: Clock, id: string): Promise<void> {
  await transaction.run(forget, { id, before: addSeconds(clock.now(), -KEPT_SECONDS) });
}

export function listInstances(connection: Connection): Promise<SeenInstance[]> {
  return connection.all(list, []);
}
