// Which tests notice that a tenant filter is gone. What is not named here is expected to be noticed by the tests of tenancy: somebody from outside
// who names an id, an address or a code of another publication. A filter behind an id that was looked up in the own publication before is a second
// lock, which nobody outside can try: that it is there is read from the statement (test/structure/tenancy.test.ts).
import type { Mutant } from './mutant.ts';

type Noticed = Pick<Mutant, 'part' | 'tests'>;

/** By the file of the sources; for some of its filters, by the names of what they stand in, or for all. */
interface Row {
  readonly file: string;
  readonly names?: readonly string[];
}

const BY_DEFAULT: Noticed = { part: 'sqlite', tests: ['test/tenancy/data-api.test.ts', 'test/tenancy/payments.test.ts', 'test/tenancy/sign-in.test.ts'] };
const BY_READING: Noticed = { part: 'unit', tests: ['test/structure/tenancy.test.ts'] };

export const SEEN_BY: readonly (Row & { readonly tests: readonly string[] })[] = [];

export const SECOND_LOCKS: readonly (Row & { readonly why: string })[] = [];

export function noticedBy(file: string, name: string): Noticed {
  const isMeant = (row: Row): boolean => row.file === file && (row.names?.includes(name) ?? true);
  const seen = SEEN_BY.find(isMeant);
  if (seen !== undefined) return { part: 'sqlite', tests: seen.tests };
  return SECOND_LOCKS.some(isMeant) ? BY_READING : BY_DEFAULT;
}
