// Filters of the list of people that the staff of a publication saved under a name, for all of them.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { Conflict, InvalidValue } from '../errors.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { parseRequiredName } from '../text-fields.ts';

class SavedFilterRecord extends PublicationRecord {
  static override tableName = 'saved_filters';
  declare name: string;
  /** As the address of the list has it. */
  declare query: string;
  declare createdAt: number;
}

export type SavedFilter = Pick<RowOf<SavedFilterRecord>, 'id' | 'name' | 'query'>;

/** Our choice: more than one sees at a glance. */
const MOST = 50;

/** Returns them by name. */
export function listSavedFilters(publication: Tenant, connection: Connection): Promise<SavedFilter[]> {
  return SavedFilterRecord.in(publication, connection).select('id', 'name', 'query').orderBy('name').execute();
}

/** Throws InvalidValue for a name that is none and for more filters than a publication can have, and Conflict. */
export async function saveFilter(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { readonly name: string; readonly query: string },
): Promise<SavedFilter> {
  const now = clock.now();
  const name = parseRequiredName(given.name);
  if ((await listSavedFilters(publication, transaction)).length >= MOST)
    throw new InvalidValue('saved-filter', `a publication can have ${MOST} saved filters`);
  const filter = { id: newId('filter', now), name, query: given.query };
  if (!(await SavedFilterRecord.add(publication, transaction, { ...filter, createdAt: now.getTime() })))
    throw new Conflict('saved-filter', 'another filter has this name');
  return filter;
}

/** Returns what it was. Throws NotFound. */
export async function removeSavedFilter(
  publication: Tenant,
  transaction: Transaction,
  id: string,
): Promise<SavedFilter> {
  const filter = await SavedFilterRecord.get(publication, transaction, id);
  await SavedFilterRecord.in(publication, transaction, { id }).delete();
  return filter;
}
