// Faults of what the fuzzing found.
import type { Mutant } from '../mutant.ts';

export const FUZZ_MUTANTS: readonly Mutant[] = [
  {
    what: 'end_session takes a state of any length',
    file: 'src/oauth/end-session.ts',
    find: 'if (lengthFault !== undefined) throw new MalformedRequest(lengthFault);',
    replace: '',
    part: 'sqlite',
    tests: ['test/oauth/end-session.test.ts'],
  },
  {
    what: 'authorize takes parameters of any length',
    file: 'src/oauth/authorization-request.ts',
    find: "if (parameters.lengthFault !== undefined) throw new AuthorizationError('invalid_request', parameters.lengthFault);",
    replace: '',
    part: 'sqlite',
    tests: ['test/oauth/lengths.test.ts'],
  },
];
