// Faults in how counts towards limits are taken: what a flood would cost others, and what would pass that should not.
import type { Mutant } from '../mutant.ts';

const LIMITER = ['test/models/limiter.test.ts'];

export const LIMIT_MUTANTS: readonly Mutant[] = [
  {
    what: 'the limiter asks the database for what it knows to be over its limit',
    file: 'src/models/limiter.ts',
    find: 'if (resetsAt > now && until > now)',
    replace: 'if (resetsAt > now && until < now)',
    part: 'sqlite',
    tests: LIMITER,
  },
  {
    what: 'the limiter knows what is over its limit until the window ends, whatever is given back elsewhere',
    file: 'src/models/limiter.ts',
    find: 'if (resetsAt > now && until > now)',
    replace: 'if (resetsAt > now && until > 0)',
    part: 'sqlite',
    tests: LIMITER,
  },
  {
    what: 'the limiter holds every connection that there is',
    file: 'src/models/limiter.ts',
    find: 'const CONNECTIONS = 2;',
    replace: 'const CONNECTIONS = 1000;',
    part: 'postgres',
    tests: [...LIMITER, 'test/api/rate-limit.test.ts'],
  },
  {
    what: 'the limiter does not look again at what became known while one waited',
    file: 'src/models/limiter.ts',
    find: "if (resetsIn !== undefined) return { state: 'over', resetsIn };",
    replace: 'void resetsIn;',
    part: 'sqlite',
    tests: LIMITER,
  },
  {
    what: 'the limiter keeps the place of one whose counting failed',
    file: 'src/models/limiter.ts',
    find: '    } finally {\n      this.#end();\n    }',
    replace: '    } finally {\n      void 0;\n    }',
    part: 'sqlite',
    tests: LIMITER,
  },
];
