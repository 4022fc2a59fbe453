// `/dashboard/:publication/people/:customer`: one page with everything about a person. Its parts stand in the order of
// `PersonPage`; each is read by its own file.
import type { FastifyReply } from 'fastify';
import type { Service } from '../../service.ts';
import { FRESH, type FormState } from '../../site/form.ts';
import { redirectTo } from '../../views/render.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { readActs } from './acts.ts';
import { readAddresses } from './addresses.ts';
import { showErased } from './erased.ts';
import { readHaving } from './having.ts';
import { toHeading } from './heading.ts';
import { readMails } from './mails.ts';
import { readNewsletters } from './newsletters.ts';
import { readNotes } from './notes.ts';
import { findPersonOfPath, isEditor, type PersonRow } from './part.ts';
import { readPayments } from './payments.ts';
import { readSessions } from './sessions.ts';
import { readTimeLine } from './time-line.ts';
import { readTrail } from './trail.ts';

type Read<Reading extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<Reading>>;

/** The parts from top to bottom. A part that has forms gets a `PartFrame` beside its data (templates/dashboard/person). */
interface PersonPage {
  readonly heading: ReturnType<typeof toHeading>;
  readonly having: Read<typeof readHaving>;
  readonly trail: Read<typeof readTrail>;
  readonly acts: Read<typeof readActs>;
  readonly payments: Read<typeof readPayments>;
  readonly mails: Read<typeof readMails>;
  readonly sessions: Read<typeof readSessions>;
  readonly newsletters: Read<typeof readNewsletters>;
  readonly addresses: Read<typeof readAddresses>;
  readonly notes: Read<typeof readNotes>;
  readonly timeLine: Read<typeof readTimeLine>;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/person/person': DashboardData & PersonPage & { readonly here: string; readonly isEditor: boolean };
  }
}

export function showPerson(service: Service, visit: Visit): Promise<FastifyReply> {
  return showPersonPage(service, visit, FRESH);
}

/**
 * Throws NotFound. A merged person leads to the one that they were merged into.
 * @param typed what was typed and refused
 */
export async function showPersonPage(
  service: Service,
  visit: Visit,
  state: FormState,
  typed: { readonly note?: string | undefined } = {},
): Promise<FastifyReply> {
  const person = await findPersonOfPath(service, visit);
  if (person.mergedIntoId !== null)
    return redirectTo(visit.reply, pathOf(visit, `/people/${person.mergedIntoId}?done=merged`));
  if (person.goneAt !== null) return showErased(service, visit, person);
  const page = await readParts(service, visit, person, typed.note ?? '');
  const data = { ...page, here: pathOf(visit, `/people/${person.id}`), isEditor: isEditor(visit) };
  return showDashboard(service, visit, 'dashboard/person/person', data, state);
}

async function readParts(service: Service, visit: Visit, person: PersonRow, note: string): Promise<PersonPage> {
  const [trail, having, acts, payments, mails] = await Promise.all([
    readTrail(service, visit, person),
    readHaving(service, visit, person),
    readActs(service, visit, person),
    readPayments(service, visit, person),
    readMails(service, visit, person),
  ]);
  const [sessions, newsletters, addresses, notes, timeLine] = await Promise.all([
    readSessions(service, visit, person),
    readNewsletters(service, visit, person),
    readAddresses(service, visit, person),
    readNotes(service, visit, person, note),
    readTimeLine(service, visit, person),
  ]);
  const top = { heading: toHeading(visit, person), trail, having, acts };
  return { ...top, payments, mails, sessions, newsletters, addresses, notes, timeLine };
}
