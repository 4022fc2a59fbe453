// What holds records to their publication, and what a test outside sees when it does not.
import type { Mutant } from '../mutant.ts';

export const RECORD_MUTANTS: readonly Mutant[] = [
  {
    what: 'Lists of records are those of every publication',
    file: 'src/models/record.ts',
    find: '    return queryOf(this, connection, { ...fields, publicationId: publication.id });',
    replace: '    return queryOf(this, connection, { ...fields });',
    part: 'sqlite',
    tests: ['test/tenancy/data-api.test.ts'],
  },
  {
    what: 'A record of another publication is found by its id',
    file: 'src/models/record.ts',
    find: 'queryOf(this, connection, { publicationId: publication.id, id })',
    replace: 'queryOf(this, connection, { id })',
    part: 'sqlite',
    tests: ['test/tenancy/command-line.test.ts'],
  },
  {
    what: 'A relation leads into another publication',
    file: 'src/models/record.ts',
    find: 'from: [`${table}.publicationId`, `${table}.${column}`],',
    replace: 'from: [`${table}.id`, `${table}.${column}`],',
    part: 'sqlite',
    tests: ['test/pages/gift/gifts.test.ts'],
  },
];
