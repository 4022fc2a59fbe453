// The filter --customer of lists: a filter that names nobody is an error, not an empty list.
import type { Connection } from '../../database/connection.ts';
import { NotFound } from '../../models/errors.ts';
import { findPersonOf } from '../../models/people/customer-person.ts';
import type { Tenant } from '../../models/record.ts';

/** Returns the person whom a cus_ or memb_ id names, erased people included. Throws NotFound. */
export async function customerOf(
  publication: Tenant,
  connection: Connection,
  id: string | undefined,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  const person = await findPersonOf(publication, connection, id);
  if (person === undefined) throw new NotFound(`No such customer: ${id}`);
  return person.id;
}
