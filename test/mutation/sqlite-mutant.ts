// A mutant that one file of tests on SQLite notices, as most do.
import type { Mutant } from './mutant.ts';

/** @param file below src, and `test` below test, both without their endings; then the text to find and what takes its place. */
export function sqliteMutant(
  what: string,
  file: string,
  [find, replace]: readonly [string, string],
  test: string,
): Mutant {
  return { what, file: `src/${file}.ts`, find, replace, part: 'sqlite', tests: [`test/${test}.test.ts`] };
}
