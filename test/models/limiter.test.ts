// The limiter under a flood (reliability R-A19): what is over its limit costs no statement, and counting holds two connections at most.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/connection.ts';
import { countTowards, type Limit } from '../../src/models/limit.ts';
import { Limiter } from '../../src/models/limiter.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const LIMIT: Limit = { count: 5, seconds: 60 };
let parts: TestParts;

beforeAll(async () => {
  parts = await openParts();
});
afterAll(() => parts.drop());

interface Counted {
  readonly limiter: Limiter;
  /** Transactions that were begun, single writes included, and how many ran at the same time at most. */
  readonly seen: { begun: number; most: number };
}

/** A limiter of a process of its own, whose use of the database is counted. */
function givenLimiter(): Counted {
  const seen = { begun: 0, most: 0 };
  let running = 0;
  const watched =
    <Work, Result>(run: (work: Work) => Promise<Result>) =>
    async (work: Work): Promise<Result> => {
      running += 1;
      seen.begun += 1;
      seen.most = Math.max(seen.most, running);
      return run(work).finally(() => (running -= 1));
    };
  const { database, clock } = parts;
  const singleWrite = watched(database.singleWrite.bind(database)) as Database['singleWrite'];
  const transaction = watched(database.transaction.bind(database)) as Database['transaction'];
  return { limiter: new Limiter({ singleWrite, transaction }, clock), seen };
}

let buckets = 0;
const newBucket = (): string => `a bucket ${(buckets += 1)}`;

async function fill(limiter: Limiter, bucket: string): Promise<void> {
  for (let counted = 0; counted <= LIMIT.count; counted += 1) await limiter.count(bucket, LIMIT);
}

describe('the limiter', () => {
  it('lets exactly the limit pass of many at once, and asks the database at most twice too often', async () => {
    const { limiter, seen } = givenLimiter();
    const bucket = newBucket();
    const states = await Promise.all(Array.from({ length: 200 }, () => limiter.count(bucket, LIMIT)));
    expect(states.filter(({ isExceeded }) => !isExceeded)).toHaveLength(LIMIT.count);
    expect(seen.begun).toBeLessThanOrEqual(LIMIT.count + 2);
  });

  it('answers what is over its limit from memory, with the time that is left', async () => {
    const { limiter, seen } = givenLimiter();
    const bucket = newBucket();
    await fill(limiter, bucket);
    const { begun } = seen;
    parts.clock.advance(3);
    for (let asked = 0; asked < 50; asked += 1)
      expect(await limiter.count(bucket, LIMIT)).toMatchObject({ isExceeded: true, isRemembered: true, resetsIn: 57 });
    expect(seen.begun).toBe(begun);
  });

  it('asks the database again after ten seconds, and counts anew in the next window', async () => {
    const { limiter, seen } = givenLimiter();
    const bucket = newBucket();
    await fill(limiter, bucket);
    const { begun } = seen;
    parts.clock.advance(10);
    expect(await limiter.count(bucket, LIMIT)).toMatchObject({ isExceeded: true, isRemembered: false });
    expect(seen.begun).toBe(begun + 1);
    parts.clock.advance(50);
    expect(await limiter.count(bucket, LIMIT)).toMatchObject({ count: 1, isExceeded: false });
  });

  it('forgets at once what is given back, here and, within ten seconds, in another process', async () => {
    const [here, there] = [givenLimiter(), givenLimiter()];
    const bucket = newBucket();
    await fill(here.limiter, bucket);
    expect((await there.limiter.count(bucket, LIMIT)).isExceeded).toBe(true);
    await here.limiter.count(bucket, LIMIT, -4);
    expect((await here.limiter.count(bucket, LIMIT)).isExceeded).toBe(false);
    expect((await there.limiter.count(bucket, LIMIT)).isExceeded).toBe(true);
    parts.clock.advance(10);
    expect((await there.limiter.count(bucket, LIMIT)).isExceeded).toBe(false);
  });

  it('holds two connections at most, however many count', async () => {
    const { limiter, seen } = givenLimiter();
    const several = (): Promise<unknown> =>
      limiter.run([newBucket(), newBucket()], (counting) => countTowards(counting, parts.clock, newBucket(), LIMIT));
    const counted = await Promise.all(
      Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? several() : limiter.count(newBucket(), LIMIT))),
    );
    expect([counted.length, seen.begun, seen.most]).toEqual([100, 100, 2]);
  });

  it('frees its place when counting fails', async () => {
    const { limiter } = givenLimiter();
    const failing = async (): Promise<never> => {
      throw new Error('as an outage does');
    };
    for (let failed = 0; failed < 5; failed += 1) await expect(limiter.run([], failing)).rejects.toThrow('outage');
    expect((await limiter.count(newBucket(), LIMIT)).count).toBe(1);
  });

  it('lets a thousand wait, and tells the others to come back', async () => {
    const { limiter, seen } = givenLimiter();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const waiting = Array.from({ length: 1002 }, () => limiter.run([newBucket()], () => held));
    await nextTurn();
    expect(await limiter.run([newBucket()], async () => 'counted')).toEqual({ state: 'over', resetsIn: 1 });
    release();
    expect((await Promise.all(waiting)).every(({ state }) => state === 'counted')).toBe(true);
    expect(seen.begun).toBe(1002);
    expect(await limiter.run([newBucket()], async () => 'counted')).toEqual({ state: 'counted', result: 'counted' });
  });
});
