// What is said of several publications, and held by tests that make two.
import type { Mutant } from '../mutant.ts';

export const IDS_MUTANTS: readonly Mutant[] = [
  {
    what: 'An e-mail address that one publication knows is taken at every other',
    file: 'src/database/migrations/first-schema/people.ts',
    find: 'unique (publication_id, email_normalized)',
    replace: 'unique (email_normalized)',
    part: 'sqlite',
    tests: ['test/tenancy/same-values.test.ts'],
  },
];
