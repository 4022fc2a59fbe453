// Faults of the import of people.
import type { Mutant } from '../mutant.ts';

const TESTS = ['test/dashboard/moving/imports.test.ts'];

export const IMPORTS_MUTANTS: readonly Mutant[] = [
  {
    what: 'Two workers import the same block',
    file: 'src/models/imports/import.ts',
    find: '{ id, state, revision, nextBlock: number }',
    replace: '{ id, state, revision }',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'Somebody who was erased after the check is created anew',
    file: 'src/models/imports/rows-of-block.ts',
    find: "if (customerId !== undefined && people.gone.has(customerId)) return 'erased';",
    replace: '',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'The next export brings a newsletter back that the reader left here',
    file: 'src/models/imports/row-plan.ts',
    find: 'const added = overwrites ? wanted :',
    replace: 'const added = wanted.length > 0 ? wanted :',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'What the file said is kept after the import',
    file: 'src/models/imports/run.ts',
    find: '{ outcomes, isOver: true }',
    replace: '{ outcomes }',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'A block of an import is counted in a transaction of its own, after the one that writes its people',
    file: 'src/models/imports/run.ts',
    find: `    await settle(run, step);
    return true;
  });
`,
    replace: `    Object.assign(block, { run });
    return true;
  }).then(async (isDone) => {
    const run = Reflect.get(block, 'run');
    if (isDone) await database.transaction((transaction) => settle({ ...run, transaction }, step));
    return isDone;
  });
`,
    part: 'faults',
    tests: ['test/faults/kill-import.test.ts'],
  },
];
