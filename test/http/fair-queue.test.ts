// Requests that wait for their turn, without requests.
import { expect, test } from 'vitest';
import { FairQueue } from '../../src/http/overload/fair-queue.ts';

const MAX_WAIT = 300;

function given() {
  let now = 1000;
  const queue = new FairQueue(MAX_WAIT, () => now);
  const [started, refused]: [string[], string[]] = [[], []];
  const add = (owner: string, name: string): void =>
    queue.add(owner, { start: () => started.push(name), refuse: () => refused.push(name) });
  const addMany = (owner: string, count: number): void => {
    for (let at = 0; at < count; at += 1) add(owner, `${owner}${at}`);
  };
  /** Each start takes so long. */
  const start = (count: number, milliseconds: number): void => {
    for (let at = 0; at < count; at += 1) {
      queue.startNext();
      now += milliseconds;
    }
  };
  return { queue, started, refused, add, addMany, start, pass: (milliseconds: number) => void (now += milliseconds) };
}

test('owners take turns, each in the order in which its requests came', () => {
  const { addMany, add, start, started } = given();
  addMany('loud', 4);
  add('quiet', 'quiet0');
  add('third', 'third0');
  start(6, 1);
  expect(started).toEqual(['loud0', 'quiet0', 'third0', 'loud1', 'loud2', 'loud3']);
});

test('R-L9 what would wait too long is refused at once, and is taken again once the queue is short', () => {
  const { queue, addMany, add, start, started, refused } = given();
  addMany('loud', 70);
  // It learns how long each takes.
  start(70, 5);
  expect([started.length, refused, queue.isEmpty]).toEqual([70, [], true]);
  addMany('loud', 200);
  const taken = 200 - refused.length;
  // Half of the longest wait may be expected.
  expect(taken).toBeGreaterThanOrEqual(MAX_WAIT / 5 / 2);
  expect(taken).toBeLessThan((MAX_WAIT / 5 / 2) * 1.2);
  start(taken, 5);
  expect([started.length, queue.isEmpty]).toEqual([70 + taken, true]);
  add('loud', 'later');
  start(1, 10);
  expect(started.at(-1)).toBe('later');
});

test('R-T7 a noisy owner uses up its own turns: another one waits for one of them at most, and is not refused', () => {
  const { addMany, add, start, started, refused } = given();
  addMany('loud', 50);
  start(50, 20);
  addMany('loud', 1000);
  expect(refused.length).toBeGreaterThan(900);
  add('quiet', 'quiet0');
  start(2, 20);
  expect(started.slice(50)).toEqual(['loud0', 'quiet0']);
  expect(refused).not.toContain('quiet0');
});

test('a pause of the process makes it refuse nobody afterwards', () => {
  const { addMany, start, refused } = given();
  addMany('one', 20);
  start(19, 2);
  start(1, 3000);
  addMany('one', 30);
  expect(refused).toEqual([]);
});

test('one owner cannot have all that are under way; what has waited too long behind that is refused', () => {
  const { queue, add, addMany, start, started, refused, pass } = given();
  for (let at = 0; at < 50; at += 1) queue.begin('stuck');
  addMany('stuck', 2);
  add('other', 'other0');
  start(2, 1);
  expect(started).toEqual(['other0']);
  pass(MAX_WAIT - 10);
  queue.refuseLate();
  expect(refused).toEqual([]);
  pass(20);
  queue.refuseLate();
  expect([refused, queue.isEmpty]).toEqual([['stuck0', 'stuck1'], true]);
  queue.end('stuck');
  add('stuck', 'again');
  start(1, 1);
  expect(started.at(-1)).toBe('again');
});

test('no more are under way than the database can use', () => {
  const { queue, add, start, started } = given();
  for (let at = 0; at < 100; at += 1) queue.begin(`owner${at}`);
  add('new', 'new0');
  start(1, 1);
  expect(started).toEqual([]);
  queue.end('owner7');
  start(1, 1);
  expect(started).toEqual(['new0']);
});
