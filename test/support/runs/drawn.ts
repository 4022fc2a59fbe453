// Walks through many pages in many ways take minutes. `npm test` takes a part of them that changes from day to day; with WALKS=all, as
// `npm run test:long` sets it, each is taken. FUZZ_SEED repeats the part of another day.
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

/** Whether the nth of many small cases belongs to the part that is drawn. */
export function isDrawnCase(nth: number): boolean {
  return isWhole || (nth + seeds.ofTheDay) % 83 === 0;
}
