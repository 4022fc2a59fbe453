import { saveFilter } from '../../../src/models/finding/saved-filter.ts';
import { ALL, EDITORS, type Given, type Rows } from './row.ts';

let filters = 0;

/** A filter that somebody saved, to be found by the list's address. */
async function savedFilter({ service, site }: Given): Promise<{ readonly filter: string }> {
  const name = `Filter ${(filters += 1)}`;
  const { id } = await service.database.transaction((transaction) =>
    saveFilter(site.publication, transaction, service.clock, { name, query: 'state=paying' }),
  );
  return { filter: id };
}

export const PEOPLE_ROWS: Rows = {
  '/people': { see: ALL },
  // Its fresh proof is held by test/dashboard/people/people.test.ts, as it is no form.
  '/people.csv': { see: EDITORS },
  '/people/save-filter': {
    see: ALL,
    send: ALL,
    act: {
      name: 'filter.save',
      fields: async () => ({ name: `Late ${(filters += 1)}`, query: 'state=past_due' }),
      table: 'saved_filters',
      adds: 1,
    },
  },
  '/people/remove-filter': {
    send: EDITORS,
    act: { name: 'filter.remove', page: '/people?state=paying', fields: savedFilter, table: 'saved_filters', adds: -1 },
  },
  '/undeliverable': { see: ALL },
};
