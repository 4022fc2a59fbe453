// Notes that staff write about a person. They are personal data: exported to the person, moved in a merge, and erased
// with them.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { parsePlainText } from '../text-fields.ts';

const NOTE_MAX_LENGTH = 2000;
/** Our choice: a person's newest notes are shown; more than these would be a journal. */
const NOTES_LISTED = 50;

class NoteRecord extends PublicationRecord {
  static override tableName = 'customer_notes';
  declare customerId: string;
  /** The staff member; null for a note that was imported or written on the command line. */
  declare authorId: string | null;
  /** Shown also when the author is gone. */
  declare authorName: string;
  declare text: string;
  declare createdAt: number;
  declare editedAt: number | null;
}

export type Note = RowOf<NoteRecord>;

/** Who wants to change a note. */
interface Editor {
  readonly staffId: string;
  readonly isOwner: boolean;
}

/** Adds a note about a person, who must exist. Returns its id. Throws InvalidValue for an empty text and one of more than 2,000 characters. */
export async function addNote(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: {
    readonly customerId: string;
    readonly author: { readonly id: string | null; readonly name: string };
    readonly text: string;
  },
): Promise<string> {
  const now = clock.now();
  const id = newId('note', now);
  const { customerId, author, text } = given;
  await NoteRecord.add(publication, transaction, {
    id,
    customerId,
    authorId: author.id,
    authorName: author.name,
    text: parseNote(text),
    createdAt: now.getTime(),
  });
  return id;
}

const given = givenRows({ id: 'text', customerId: 'text', text: 'text' });
const inserting = (
  rows: string,
): string => `insert into customer_notes (publication_id, id, customer_id, author_name, text, created_at)
    select :publicationId, given.id, given.customer_id, :authorName, given.text, cast(:now as bigint) from ${rows}`;
const insertMany = statement('insert_notes', { sqlite: inserting(given.sqlite), postgres: inserting(given.postgres) });

/** Adds notes of an import, whose texts were parsed. */
export async function addNotes(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { authorName, notes }: { readonly authorName: string; readonly notes: readonly Pick<Note, 'customerId' | 'text'>[] },
): Promise<void> {
  if (notes.length === 0) return;
  const now = clock.now();
  const rows = notes.map(({ customerId, text }) => ({ id: newId('note', now), customerId, text }));
  const values = { publicationId: publication.id, now, authorName, given: JSON.stringify(rows) };
  await transaction.run(insertMany, values);
}

/** Our choice: an author changes their own notes, and an owner those of anybody. */
export function mayChangeNote({ authorId }: Pick<Note, 'authorId'>, { staffId, isOwner }: Editor): boolean {
  return isOwner || authorId === staffId;
}

/** Throws NotFound, InvalidValue, and Conflict for somebody who may not change it. */
export async function editNote(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  {
    id,
    customerId,
    text,
    by,
  }: { readonly id: string; readonly customerId: string; readonly text: string; readonly by: Editor },
): Promise<void> {
  await checkMayChange(publication, transaction, { id, customerId, by });
  const changed = { text: parseNote(text), editedAt: clock.now().getTime() };
  await NoteRecord.in(publication, transaction, { id }).patch(changed);
}

/** Throws NotFound, and Conflict for somebody who may not change it. */
export async function removeNote(
  publication: Tenant,
  transaction: Transaction,
  note: { readonly id: string; readonly customerId: string; readonly by: Editor },
): Promise<void> {
  await checkMayChange(publication, transaction, note);
  await NoteRecord.in(publication, transaction, { id: note.id }).delete();
}

/** Throws NotFound, for a note about somebody else too. */
export async function getNote(
  publication: Tenant,
  connection: Connection,
  { id, customerId }: { readonly id: string; readonly customerId: string },
): Promise<Note> {
  const note = await NoteRecord.get(publication, connection, id);
  if (note.customerId !== customerId) throw new NotFound(`No such note: ${id}`);
  return note;
}

/** Lists the notes about a person, newest first. */
export function listNotes(publication: Tenant, connection: Connection, customerId: string): Promise<Note[]> {
  return NoteRecord.in(publication, connection, { customerId }).orderBy('id', 'desc').limit(NOTES_LISTED).execute();
}

/** Removes the notes about a person who is erased. */
export async function removeNotes(publication: Tenant, transaction: Transaction, customerId: string): Promise<void> {
  await NoteRecord.in(publication, transaction, { customerId }).delete();
}

/** Moves the notes about a merged person to the one that remains. */
export async function moveNotes(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await NoteRecord.in(publication, transaction, { customerId: fromId }).patch({ customerId: intoId });
}

async function checkMayChange(
  publication: Tenant,
  transaction: Transaction,
  { id, customerId, by }: { readonly id: string; readonly customerId: string; readonly by: Editor },
): Promise<void> {
  const note = await getNote(publication, transaction, { id, customerId });
  if (!mayChangeNote(note, by)) throw new Conflict('note', 'Only its author and owners change a note');
}

/** Throws InvalidValue for an empty text and one of more than 2,000 characters. */
export function parseNote(text: string): string {
  const note = parsePlainText('note', text, NOTE_MAX_LENGTH);
  if (note === null) throw new InvalidValue('note', 'note must not be empty', 'empty');
  return note;
}
