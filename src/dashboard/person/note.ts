// `/dashboard/:publication/people/:customer/notes/:note`: a note about a person, where its author or an owner changes or
// removes it.
import type { FastifyReply } from 'fastify';
import { editNote, getNote, mayChangeNote, removeNote, type Note } from '../../models/people/note.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { actAndGo, toFault } from '../act.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { editorOf } from './notes.ts';
import { getPerson } from './part.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/person/note': DashboardData & {
      readonly person: string;
      readonly personHref: string;
      readonly here: string;
      readonly author: string;
      readonly isChangeable: boolean;
      readonly text: string;
    };
  }
}

export async function showNote(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, FRESH);
}

export async function submitNote(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { id: customerId } = await getPerson(service, visit);
  const text = fieldOf(visit.form, 'note');
  const note = { id: noteIdOf(visit), customerId, by: editorOf(visit), text };
  const next = { path: `/people/${customerId}`, done: 'note-changed', focus: 'notes' };
  try {
    return await actAndGo(service, visit, next, async (transaction) => {
      await editNote(publication, transaction, service.clock, note);
      return { name: 'note.update', recordId: customerId };
    });
  } catch (error) {
    return show(service, visit, toFault(visit.language, error), text);
  }
}

export async function removeNoteOfPerson(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { id: customerId } = await getPerson(service, visit);
  const next = { path: `/people/${customerId}`, done: 'note-removed', focus: 'notes' };
  try {
    return await actAndGo(service, visit, next, async (transaction) => {
      await removeNote(publication, transaction, { id: noteIdOf(visit), customerId, by: editorOf(visit) });
      return { name: 'note.remove', recordId: customerId };
    });
  } catch (error) {
    return show(service, visit, toFault(visit.language, error));
  }
}

async function show(service: Service, visit: Visit, state: FormState, typed?: string): Promise<FastifyReply> {
  const { publication } = visit.session;
  const person = await getPerson(service, visit);
  const note: Note = await getNote(publication, service.database, { id: noteIdOf(visit), customerId: person.id });
  const personHref = pathOf(visit, `/people/${person.id}`);
  const data = {
    person: person.name ?? person.email ?? person.id,
    personHref,
    here: `${personHref}/notes/${note.id}`,
    author: note.authorName,
    isChangeable: mayChangeNote(note, editorOf(visit)),
    text: typed ?? note.text,
  };
  return showDashboard(service, visit, 'dashboard/person/note', data, state);
}

function noteIdOf({ request }: Visit): string {
  const { note = '' } = request.params as { note?: string };
  return note;
}
