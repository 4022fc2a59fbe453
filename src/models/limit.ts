// Rate limits: how often something may happen in a time window, counted in a table that all instances share (decisions
// 33).
import type { Clock } from '../database/clock.ts';
import type { Connection, Database, Transaction } from '../database/connection.ts';
import { statement } from '../database/statement.ts';

export interface Limit {
  readonly count: number;
  readonly seconds: number;
}

export interface LimitState {
  /** The count in this window, including what exceeded the limit. */
  readonly count: number;
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Whole seconds until the window ends, at least 1. */
  readonly resetsIn: number;
}

/** What counting needs of a transaction. */
export interface Counting extends Pick<Connection, 'first'> {
  /** @param resetsAt milliseconds since 1970; undefined where the bucket is within its limit */
  onCounted?(bucket: string, resetsAt: number | undefined): void;
}

const add = statement<{ count: number; resetsAt: number }>(
  'add_to_limit',
  `insert into limits (bucket, count, resets_at) values (:bucket, :amount, :resetsAt) on conflict (bucket) do update set
    count = case when limits.resets_at <= :now then excluded.count else limits.count + excluded.count end,
    resets_at = case when limits.resets_at <= :now then excluded.resets_at else limits.resets_at end
    returning count, resets_at`,
);

const read = statement<{ count: number }>(
  'read_limit',
  'select count from limits where bucket = :bucket and resets_at > :now',
);

const clear = statement('clear_limit', 'delete from limits where bucket = ?');

/** Begins the bucket's window anew, with nothing counted. */
export async function clearLimit(transaction: Transaction, bucket: string): Promise<void> {
  await transaction.run(clear, [bucket]);
}

/** How often it may still happen in the current window. */
export async function remainingIn(database: Database, clock: Clock, bucket: string, limit: Limit): Promise<number> {
  const row = await database.first(read, { bucket, now: clock.now().getTime() });
  return Math.max(0, limit.count - (row?.count ?? 0));
}

/** Adds `amount` to the bucket's count in the current window. A bucket names what is limited, without personal data. */
export async function countTowards(
  counting: Counting,
  clock: Clock,
  bucket: string,
  limit: Limit,
  amount = 1,
): Promise<LimitState> {
  const now = clock.now().getTime();
  const row = await counting.first(add, { bucket, amount, resetsAt: now + limit.seconds * 1000, now });
  const count = row?.count ?? amount;
  const resetsAt = row?.resetsAt ?? now;
  const resetsIn = Math.max(1, Math.ceil((resetsAt - now) / 1000));
  const isExceeded = count > limit.count;
  counting.onCounted?.(bucket, isExceeded ? resetsAt : undefined);
  return { count, isExceeded, remaining: Math.max(0, limit.count - count), resetsIn };
}
