// Notes of staff about a person.
import { listNotes, mayChangeNote } from '../../models/people/note.ts';
import type { Service } from '../../service.ts';
import { formatMoment } from '../../views/formats.ts';
import { pathOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { isEditor, type PartFrame, type PersonRow } from './part.ts';

interface Notes {
  readonly notes: readonly {
    readonly id: string;
    readonly text: string;
    readonly by: string;
    /** The page where it is changed; empty for somebody who may not. */
    readonly href: string;
  }[];
  /** What was typed and refused. */
  readonly typed: string;
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/notes': Notes & PartFrame;
  }
}

export async function readNotes({ database }: Service, visit: Visit, { id }: PersonRow, typed: string): Promise<Notes> {
  const { publication } = visit.session;
  const { t, tag } = visit.language;
  const notes = await listNotes(publication, database, id);
  const here = pathOf(visit, `/people/${id}/notes`);
  return {
    notes: notes.map((note) => {
      const by = { name: note.authorName, time: formatMoment(note.createdAt, tag, publication.timeZone) };
      const isChangeable = isEditor(visit) && mayChangeNote(note, editorOf(visit));
      return {
        id: note.id,
        text: note.text,
        by: t(note.editedAt === null ? 'dashboard.reader.note-by' : 'dashboard.reader.note-edited', by),
        href: isChangeable ? `${here}/${note.id}` : '',
      };
    }),
    typed,
  };
}

export function editorOf({ session }: Visit): { staffId: string; isOwner: boolean } {
  return { staffId: session.staffId, isOwner: session.role === 'owner' };
}
