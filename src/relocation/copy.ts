// The copy of a publication in the other database. It answers nowhere, and counts for nothing, until the switch (move.ts).
import {
  copyRows,
  deleteRowsOf,
  digestOfRows,
  insertOwnRow,
  listOwnedTables,
  readOwnRow,
  type Replaced,
} from '../backup/publication-rows.ts';
import { findMove, removeMoved } from '../models/move-state.ts';
import type { Tenant } from '../models/record.ts';
import { listStaffOf, takeOverStaffMember } from '../models/staff/staff-move.ts';
import { MoveRefused, type MoveParts } from './parts.ts';

/**
 * What stays behind, and why: what readers and programs are given for minutes or for as long as they are signed in. It is deleted with the rest;
 * whoever was signed in signs in again.
 */
export const LEFT_BEHIND: ReadonlySet<string> = new Set([
  'sessions',
  'access_tokens',
  'authorization_codes',
  'email_codes',
]);
const NONE: ReadonlySet<string> = new Set();

/** Copies all rows and compares them. Returns their number. Throws MoveRefused where they differ. */
export async function copyPublication(parts: MoveParts, publication: Tenant, copy: string): Promise<number> {
  const { source, target, onStep } = parts;
  onStep('copy');
  await removeCopy(parts, publication);
  const row = await source.snapshot((connection) => readOwnRow(connection, { publicationId: publication.id }));
  if (row === undefined) throw new MoveRefused('The publication was removed meanwhile');
  await target.transaction((transaction) =>
    insertOwnRow(transaction, { ...row, move_state: 'arriving', move_copy: copy }),
  );
  const copying = { publicationId: publication.id, replaced: await copyStaff(parts, publication) };
  const tables = await listOwnedTables(source, LEFT_BEHIND);
  let rows = 0;
  for (const table of tables) rows += await copyRows(source, target, table, copying);
  onStep('compare');
  const there = { publicationId: publication.id, replaced: new Map() };
  for (const table of tables)
    if ((await digestOfRows(source, table, copying)) !== (await digestOfRows(target, table, there)))
      throw new MoveRefused(`The rows of ${table.name} differ in the copy: run the command again, which begins anew`);
  return rows;
}

/** Removes a copy that does not count. Throws MoveRefused for a publication that is no copy. */
export async function removeCopy({ target }: Pick<MoveParts, 'target'>, publication: Tenant): Promise<void> {
  const there = await findMove(publication, target);
  if (there === undefined) return;
  if (there.state !== 'arriving' || there.copy === null)
    throw new MoveRefused('The database named by --to has this publication already');
  const { copy } = there;
  await deleteRowsOf(target, await listOwnedTables(target, NONE), { publicationId: publication.id });
  await target.transaction((transaction) => removeMoved(publication, transaction, { state: 'arriving', copy }));
}

/** Staff are known by their address. Whoever is new there gets an account without passkeys, and signs in by a mailed code. */
async function copyStaff({ source, target, clock }: MoveParts, publication: Tenant): Promise<Replaced> {
  const replaced = new Map<string, string>();
  for (const member of await listStaffOf(publication, source)) {
    const id = await target.transaction((transaction) => takeOverStaffMember(transaction, clock, member));
    if (id !== member.id) replaced.set(member.id, id);
  }
  return replaced;
}
