// `/dashboard/:publication/people/:customer`: one page with everything about a person. Its parts stand in the order of
// `PersonPage`; each is read by its own file.
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { CustomerRecord } from '../../models/people/customer-record.ts';
import { toCustomerId } from '../../models/people/customer-summary.ts';
import type { Service } from '../../service.ts';
import { FRESH, type FormState } from '../../site/form.ts';
import { redirectTo } from '../../views/render.ts';
import type { Parts } from '../../views/templates.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { readActs } from './acts.ts';
import { toHeading } from './heading.ts';
import type { PersonRow } from './part.ts';
import { readTrail } from './trail.ts';

/** The parts from top to bottom. A part that has forms or links of its own gets `PartFrame` beside its data. */
interface PersonPage {
  readonly heading: Parts['person/heading'];
  readonly trail: Parts['person/trail'];
  readonly acts: Parts['person/acts'];
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/person/person': DashboardData & PersonPage & { readonly here: string };
    /** A person of whom only the id is left. */
    'dashboard/person/erased': DashboardData & { readonly id: string };
  }
}

export function showPerson(service: Service, visit: Visit): Promise<FastifyReply> {
  return showPersonPage(service, visit, FRESH);
}

/** Throws NotFound. A merged person leads to the one that they were merged into. */
export async function showPersonPage(service: Service, visit: Visit, state: FormState): Promise<FastifyReply> {
  const { publication } = visit.session;
  const person = await CustomerRecord.find(publication, service.database, { id: toCustomerId(customerIdOf(visit)) });
  if (person === undefined) throw new NotFound('No such customer');
  if (person.mergedIntoId !== null)
    return redirectTo(visit.reply, pathOf(visit, `/people/${person.mergedIntoId}?done=merged`));
  if (person.goneAt !== null) return showDashboard(service, visit, 'dashboard/person/erased', { id: person.id });
  const page = await readParts(service, visit, person);
  return showDashboard(
    service,
    visit,
    'dashboard/person/person',
    { ...page, here: pathOf(visit, `/people/${person.id}`) },
    state,
  );
}

function customerIdOf({ request }: Visit): string {
  const { customer = '' } = request.params as { customer?: string };
  return customer;
}

async function readParts(service: Service, visit: Visit, person: PersonRow): Promise<PersonPage> {
  const [trail, acts] = await Promise.all([readTrail(service, visit, person), readActs(service, visit, person)]);
  return { heading: toHeading(visit, person), trail, acts };
}
