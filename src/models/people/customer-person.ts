// Resolves the ids that a publisher gives (decisions 2 and 10): a memb_ id names the customer with the same suffix, and
// the id of a merged customer names the person into whom they were merged.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { NotFound } from '../errors.ts';
import type { Tenant } from '../record.ts';
import {
  findCustomer,
  toCustomerId,
  toMemberId,
  type CustomerSummary,
  type MemberSummary,
} from './customer-summary.ts';

export interface Person {
  /** A `cus_` id. */
  id: string;
  /** Set for an erased person, of whom only the id is left. */
  goneAt: number | null;
}

const columns = `p.id, p.gone_at from customers c join customers p on p.id = coalesce(c.merged_into_id, c.id) and p.publication_id = c.publication_id
  where c.publication_id = ? and c.id = ?`;
const byId = statement<Person>('person_of_customer', `select ${columns}`);
// The row lock makes concurrent changes and erasures of the person wait.
const locked = statement<Person>('person_of_customer_to_change', {
  sqlite: `select ${columns}`,
  postgres: `select ${columns} for update of p`,
});

/** Returns the person whom the id names, erased people included. */
export function findPersonOf(publication: Tenant, connection: Connection, id: string): Promise<Person | undefined> {
  return connection.first(byId, [publication.id, toCustomerId(id)]);
}

const idsOf = statement<{ id: string }>(
  'ids_of_person',
  `select id from customers where publication_id = :publicationId and id = :id
    union all select id from customers where publication_id = :publicationId and merged_into_id = :id`,
);

/** Returns every id that the person is or was known by, those of people who were merged into them and members' ids included. */
export async function listIdsOfPerson(publication: Tenant, connection: Connection, id: string): Promise<string[]> {
  const person = await findPersonOf(publication, connection, id);
  if (person === undefined) return [];
  const found = await connection.all(idsOf, { publicationId: publication.id, id: person.id });
  return found.flatMap((one) => [one.id, toMemberId(one.id)]);
}

/**
 * Locks the person's row until the transaction ends. Erased people are found, too. Where the person was merged into
 * another while this waited for the lock, that one is locked and returned.
 */
export async function lockPersonOf(
  publication: Tenant,
  transaction: Transaction,
  id: string,
): Promise<Person | undefined> {
  const person = await transaction.first(locked, [publication.id, toCustomerId(id)]);
  if (transaction.dialect === 'sqlite' || person === undefined || person.goneAt === null) return person;
  const present = await findPersonOf(publication, transaction, id);
  return present === undefined || present.id === person.id
    ? present
    : transaction.first(locked, [publication.id, present.id]);
}

/** Throws NotFound. */
export async function getCustomer(publication: Tenant, connection: Connection, id: string): Promise<CustomerSummary> {
  const found = (await findCustomer(publication, connection, id)) ?? (await findMerged(publication, connection, id));
  if (found === undefined) throw new NotFound(`No such customer: ${id}`);
  return found;
}

/** Throws NotFound, also for a customer without an e-mail address. */
export async function getMember(publication: Tenant, connection: Connection, id: string): Promise<MemberSummary> {
  const found = (await findCustomer(publication, connection, id)) ?? (await findMerged(publication, connection, id));
  if (found === undefined || found.email === null) throw new NotFound(`No such member: ${id}`);
  return { ...found, email: found.email };
}

async function findMerged(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<CustomerSummary | undefined> {
  const person = await findPersonOf(publication, connection, id);
  return person === undefined ? undefined : findCustomer(publication, connection, person.id);
}
