// What is said of several publications, and held by tests that make two.
import type { Mutant } from '../mutant.ts';

export const IDS_MUTANTS: readonly Mutant[] = [
  {
    what: 'An e-mail address that one publication knows is taken at every other',
    file: 'src/database/migrations/0001-foundation.ts',
    find: "table.unique(['publication_id', 'email_normalized']);",
    replace: "table.unique(['email_normalized']);",
    part: 'sqlite',
    tests: ['test/tenancy/same-values.test.ts'],
  },
];
