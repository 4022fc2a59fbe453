// Erasure beside an export: an export is made from one moment, and somebody may be erased before it is handed out. Each
// erasure counts itself, so that the maker of an export notices it, and removes the exports that are kept.
import type { Connection, Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

interface Counted {
  readonly count: number;
}

const inserting = (count: string): string =>
  `insert into erasures (publication_id, count) values (:publicationId, ${count}) on conflict (publication_id) do update set count = erasures.count + ${count}`;
const add = statement('count_erasure', inserting('1'));
// Waits for erasures that are not committed yet, and makes later ones wait.
const lock = statement<Counted>('lock_erasures', `${inserting('0')} returning count`);
const read = statement<Counted>('read_erasures', 'select count from erasures where publication_id = :publicationId');

/** Call it before anything of the person is erased: from here on, no export that holds the person can become ready. */
export async function countErasure(publication: Tenant, transaction: Transaction): Promise<void> {
  await transaction.run(add, { publicationId: publication.id });
}

/** Returns how many people were erased, as the connection sees it. */
export async function readErasures(publication: Tenant, connection: Connection): Promise<number> {
  return (await connection.first(read, { publicationId: publication.id }))?.count ?? 0;
}

/** Returns whether nobody was erased since a snapshot with this count; until the transaction ends, nobody is. */
export async function isUnerased(publication: Tenant, transaction: Transaction, count: number): Promise<boolean> {
  return (await transaction.first(lock, { publicationId: publication.id }))?.count === count;
}
