// Several limits at once (decisions 36): what is asked for must be within each of them. A limit that strangers share slows down before it is
// reached, and gets back what turned out to be honest.
import type { Clock } from '../database/clock.ts';
import type { SecretKeys } from '../database/secrets.ts';
import { countTowards, type Counting, type Limit } from './limit.ts';

export interface Ceiling {
  readonly bucket: string;
  readonly limit: Limit;
  /** Whether people share it who do not know each other. */
  readonly isShared?: true;
}

/** The ceiling that was reached, and the seconds to wait. */
export interface Refusal<Reached extends Ceiling = Ceiling> {
  readonly ceiling: Reached;
  readonly resetsIn: number;
}

/** Our choice: from half of a shared limit on, the other half is spread over its time, minute by minute. */
const SLOW_SECONDS = 60;

/** Returns the bucket of what is limited. Its name is a keyed hash, which reveals nothing without SECRET_KEY. */
export function bucketOf(secretKeys: SecretKeys, name: string, ...who: readonly string[]): string {
  return `${name} ${secretKeys.mac('limit', [name, ...who].join(' '))}`;
}

/** Counts one towards each. Returns the one that is reached; those after it are not counted. */
export async function takeFrom<Taken extends Ceiling>(
  counting: Counting,
  clock: Clock,
  ceilings: readonly Taken[],
): Promise<Refusal<Taken> | undefined> {
  for (const ceiling of ceilings) {
    const { count, isExceeded, resetsIn } = await countTowards(counting, clock, ceiling.bucket, ceiling.limit);
    if (isExceeded) return { ceiling, resetsIn: await longestWait(counting, clock, ceilings, { ceiling, resetsIn }) };
    const wait = ceiling.isShared === true ? await slowDown(counting, clock, ceiling, count) : undefined;
    if (wait !== undefined) return { ceiling, resetsIn: wait };
  }
  return undefined;
}

/** Returns the seconds to wait if a limit over a longer time is full, too: what is said of the wait must be true. */
async function longestWait(
  counting: Counting,
  clock: Clock,
  ceilings: readonly Ceiling[],
  { ceiling, resetsIn }: Refusal,
): Promise<number> {
  let longest = resetsIn;
  for (const { bucket, limit } of ceilings.filter((other) => other.limit.seconds > ceiling.limit.seconds)) {
    const { remaining, resetsIn: later } = await countTowards(counting, clock, bucket, limit, 0);
    if (remaining > 0) continue;
    counting.onCounted?.(bucket, clock.now().getTime() + later * 1000);
    longest = Math.max(longest, later);
  }
  return longest;
}

/** Takes back one that was counted towards each. */
export async function giveBack(counting: Counting, clock: Clock, ceilings: readonly Ceiling[]): Promise<void> {
  for (const { bucket, limit } of ceilings) await countTowards(counting, clock, bucket, limit, -1);
}

/** Returns the buckets that `takeFrom` counts in. */
export function bucketsOf(ceilings: readonly Ceiling[]): string[] {
  return ceilings.flatMap(({ bucket, isShared }) => (isShared === true ? [bucket, slowBucket(bucket)] : [bucket]));
}

const slowBucket = (bucket: string): string => `${bucket} slow`;

async function slowDown(
  counting: Counting,
  clock: Clock,
  { bucket, limit }: Ceiling,
  count: number,
): Promise<number | undefined> {
  const free = Math.floor(limit.count / 2);
  if (count <= free) return undefined;
  const step = Math.max(1, Math.ceil(((limit.count - free) * SLOW_SECONDS) / limit.seconds));
  const slow = { count: step, seconds: SLOW_SECONDS };
  const { isExceeded, resetsIn } = await countTowards(counting, clock, slowBucket(bucket), slow);
  if (!isExceeded) return undefined;
  // Refused, so that it is not counted.
  await countTowards(counting, clock, bucket, limit, -1);
  return resetsIn;
}
