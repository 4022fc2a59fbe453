// Records that are shown in an order of the publisher's, and can be archived and brought back: plans, offers and
// newsletters. Those of one position are in the order of their ids.
import type { Transaction } from '../../database/connection.ts';
import { NotFound } from '../errors.ts';
import { PublicationRecord, type Tenant } from '../record.ts';

export class PlacedRecord extends PublicationRecord {
  declare slug: string;
  /** A new record has the time of its creation, and so comes last; the first move numbers all of them from 1. */
  declare position: number;
  declare createdAt: number;
  declare archivedAt: number | null;
  /** Its words in other languages than the publication's own (publication/texts.ts). */
  declare texts: string | null;
}

/**
 * Our choice: a move names the neighbour and not a number of steps, so that two editors who make the same move at once
 * end in the order that both of them meant.
 */
export interface Move {
  /** Ids or slugs. */
  readonly moved: string;
  readonly side: 'before' | 'after';
  readonly neighbour: string;
}

/**
 * Moves a record directly before or after another one; archived ones keep their place among the others. Idempotent.
 * Returns the id of the moved record. Throws NotFound.
 */
export async function moveRecord(
  kind: typeof PlacedRecord,
  publication: Tenant,
  transaction: Transaction,
  { moved, side, neighbour }: Move,
): Promise<string> {
  // Locked in the order of their ids, so that concurrent moves wait for each other and never in a circle.
  const locked = await kind
    .in(publication, transaction)
    .select(['id', 'slug', 'position'])
    .orderBy('id')
    .forNoKeyUpdate();
  const rows = locked.toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  const get = (idOrSlug: string): PlacedRecord => {
    const found = rows.find(({ id, slug }) => id === idOrSlug || slug === idOrSlug);
    if (found === undefined) throw new NotFound(`No such record to move: ${idOrSlug}`);
    return found;
  };
  const [row, beside] = [get(moved), get(neighbour)];
  if (row === beside) return row.id;
  const others = rows.filter((other) => other !== row);
  const at = others.indexOf(beside) + (side === 'after' ? 1 : 0);
  for (const [index, { id, position }] of others.toSpliced(at, 0, row).entries())
    if (position !== index + 1) await kind.in(publication, transaction, { id }).patch({ position: index + 1 });
  return row.id;
}
