// Walks through many pages in many ways, and kills of many processes, take minutes. `npm test` takes a part of them that changes from day to day; with WALKS=all, as
// `npm run test:long` sets it, each is taken. FUZZ_SEED repeats the part of another day.
import type { Dialect } from '../databases/database.ts';
import { seeds } from './seeds.ts';

const isWhole = process.env['WALKS'] === 'all';

/** The first, and one of the others. */
export function drawnOf<T>(ways: readonly T[]): readonly T[] {
  if (isWhole || ways.length <= 2) return ways;
  const [first, ...others] = ways;
  return [first, others[seeds.ofTheDay % others.length]].filter((way) => way !== undefined);
}

/** Whether the nth page of a walk belongs to the third that is drawn. */
export function isDrawn(nth: number): boolean {
  return isWhole || (nth + seeds.ofTheDay) % 3 === 0;
}

/** Whether the nth of those that run every second day belongs to today. */
export function isInTurn(nth: number): boolean {
  return isWhole || (nth + seeds.ofTheDay) % 2 === 0;
}

/** Whether the nth of many small cases belongs to the part that is drawn. */
export function isDrawnCase(nth: number): boolean {
  return isWhole || (nth + seeds.ofTheDay) % 83 === 0;
}

/** One database of the two, the other one tomorrow. @param nth tells the tests that draw apart, so that each day has some of both */
export function drawnDialects(nth: number): readonly Dialect[] {
  if (isWhole) return ['sqlite', 'postgres'];
  return (nth + seeds.ofTheDay) % 2 === 0 ? ['sqlite'] : ['postgres'];
}

/** How many cases of a kind are tried: `few` of them in `npm test`. */
export function drawnCount(few: number, all: number): number {
  return isWhole ? all : few;
}
