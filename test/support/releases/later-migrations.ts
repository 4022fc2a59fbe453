// What later versions could bring: the steps of a table that changes while it is used, for tests that upgrade.
import type { Migration } from '../../../src/database/migrating/migration.ts';

const NEXT = { release: '9.1.0', step: 'expand' } as const;

/** Of the next version. */
export const EXPANDING: readonly Migration[] = [
  {
    ...NEXT,
    name: '9001-reading-minutes',
    statements: () => ['alter table customers add column reading_minutes integer'],
  },
  {
    ...NEXT,
    name: '9002-readers-to-fill',
    index: 'customers_to_fill',
    on: 'customers (publication_id, id) where reading_minutes is null',
  },
  {
    ...NEXT,
    name: '9003-fill-minutes',
    fills: `update customers set reading_minutes = 0 where (publication_id, id) in
      (select publication_id, id from customers where reading_minutes is null order by publication_id, id limit 1000)`,
  },
  {
    ...NEXT,
    name: '9004-minutes-check',
    statements: ({ dialect }) =>
      dialect === 'postgres'
        ? ['alter table customers add constraint customers_minutes check (reading_minutes >= 0) not valid']
        : [],
  },
  { ...NEXT, name: '9005-minutes-validation', validates: 'customers_minutes', of: 'customers' },
];

/** Of the version after it. */
export const CONTRACTING: Migration = {
  name: '9006-no-minutes',
  release: '9.2.0',
  step: 'contract',
  needs: '0.1.0',
  statements: ({ dialect }) => [
    ...(dialect === 'sqlite' ? ['drop index customers_to_fill'] : []),
    'alter table customers drop column reading_minutes',
  ],
};
