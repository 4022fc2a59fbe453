// When the database was last backed up by `masthead backup create`, for an operator who watches it.
import type { Connection, Transaction } from '../database/connection.ts';
import { statement } from '../database/statement.ts';

const mark = statement('mark_backed_up', 'update deployment set backed_up_at = :at where id = 1');
const last = statement<{ at: number | null }>('last_backup', 'select backed_up_at as at from deployment where id = 1');

export async function markBackedUp(transaction: Transaction, at: Date): Promise<void> {
  await transaction.run(mark, { at });
}

/** In milliseconds; null where it never was. */
export async function findLastBackup(connection: Connection): Promise<number | null> {
  return (await connection.first(last, []))?.at ?? null;
}
