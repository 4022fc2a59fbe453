// Rounds of background work: one at a time, as long as more is due, with rests for everything else.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Runner } from '../src/runner.ts';

const ROUND_MILLISECONDS = 30;
const PATIENCE = { timeout: 20_000, interval: 5 };

/** Runs so many rounds and keeps when each began and ended. */
function givenRunner(rounds: number, rest?: number) {
  const times: { begun: number; ended: number }[] = [];
  const runner = new Runner({
    round: async () => {
      const begun = performance.now();
      await sleep(ROUND_MILLISECONDS);
      times.push({ begun, ended: performance.now() });
      return times.length;
    },
    hasMore: (count) => count < rounds,
    ...(rest === undefined ? {} : { rest }),
    onError: (error) => {
      throw error;
    },
  });
  onTestFinished(() => runner.stop());
  return { runner, times };
}

test('rests after each round for so many times its length, also when it is woken meanwhile', async () => {
  const { runner, times } = givenRunner(4, 2);
  runner.wake();
  const waking = setInterval(() => runner.wake(), 1);
  onTestFinished(() => clearInterval(waking));
  await expect.poll(() => times.length, PATIENCE).toBeGreaterThanOrEqual(4);
  for (const [at, { begun, ended }] of times.slice(0, 3).entries())
    expect((times[at + 1]?.begun ?? 0) - ended).toBeGreaterThanOrEqual(2 * (ended - begun) - 2);
});

test('goes on at once without a rest, and settles without any', async () => {
  const { runner, times } = givenRunner(4);
  runner.wake();
  await expect.poll(() => times.length, PATIENCE).toBe(4);
  const resting = givenRunner(3, 10_000);
  await resting.runner.settle();
  expect(resting.times).toHaveLength(3);
});

test('once it is stopped no round begins, and nothing keeps the process', async () => {
  const { runner, times } = givenRunner(10, 1);
  runner.wake();
  await expect.poll(() => times.length, PATIENCE).toBe(1);
  await runner.stop();
  await sleep(4 * ROUND_MILLISECONDS);
  expect(times.length).toBeLessThanOrEqual(2);
  expect(await runner.next()).toBeUndefined();
});
