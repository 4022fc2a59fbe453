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
    what: 'A change of SECRET_KEY leaves the files of imports under the former secret',
    file: 'src/models/lifecycle/re-encryption.ts',
    find: "(publication_id, import_id, number) > (?, ?, ?) and rows_sealed <> ''",
    replace: "(publication_id, import_id, number) > (?, ?, ?) and rows_sealed = ''",
    part: 'sqlite',
    tests: ['test/oauth/secret-key.test.ts'],
  },
  {
    what: 'After a change of SECRET_KEY an import adds the notes of the last file again',
    file: 'src/models/imports/imported-person.ts',
    find: "secretKeys.macs('import', `${publication.id} ${text}`)",
    replace: "secretKeys.macs('import', `${publication.id} ${text}`, 1)",
    part: 'sqlite',
    tests: ['test/oauth/secret-key.test.ts'],
  },
  {
    what: 'An import keeps the quotes by which cells were made harmless',
    file: 'src/models/imports/file.ts',
    find: 'record.map(plainText)',
    replace: 'record',
    part: 'unit',
    tests: ['test/models/imports/file.test.ts'],
  },
  {
    what: 'A line break of two characters within quotes counts as two lines',
    file: 'src/models/imports/file.ts',
    find: 'const LINE_END = /\\r\\n?/g;',
    replace: 'const LINE_END = /\\r/g;',
    part: 'unit',
    tests: ['test/models/imports/row.test.ts'],
  },
];
