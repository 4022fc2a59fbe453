// What events tell of a person, found by that person: erased with them, and handed on when two records of one person become one.
import type { Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';

const TABLES = ['pending_events', 'events'] as const;

const erase = TABLES.map((table) =>
  statement(
    `erase_personal_${table}`,
    `update ${table} set personal = null where publication_id = ? and customer_id = ? and personal is not null`,
  ),
);
const move = TABLES.map((table) =>
  statement(`move_${table}`, `update ${table} set customer_id = ? where publication_id = ? and customer_id = ?`),
);

/** The events stay, as what happened did happen; whose they were cannot be told any more. What is sent later holds nothing of it either. */
export async function erasePersonalEvents(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  for (const update of erase) await transaction.run(update, [publication.id, customerId]);
}

/** So that they are exported and erased with the person who goes on. The ids that they name stay. */
export async function moveEvents(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { fromId: string; intoId: string },
): Promise<void> {
  for (const update of move) await transaction.run(update, [intoId, publication.id, fromId]);
}
