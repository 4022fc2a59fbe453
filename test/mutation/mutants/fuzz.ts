// Faults of what the fuzzing found.
import type { Mutant } from '../mutant.ts';

export const FUZZ_MUTANTS: readonly Mutant[] = [
  {
    what: 'end_session takes a state of any length',
    file: 'src/oauth/end-session.ts',
    find: "(valueOf(reading, 'state')?.length ?? 0) > STATE_MAX_LENGTH",
    replace: 'false',
    part: 'sqlite',
    tests: ['test/oauth/end-session.test.ts'],
  },
];
