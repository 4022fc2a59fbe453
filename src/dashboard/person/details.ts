// `/dashboard/:publication/people/:customer/details`: changes the name and the e-mail address of a person. Another
// address ends their sessions and is told to both addresses (decisions 35); it gives access, so it asks for a fresh proof.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { Conflict } from '../../models/errors.ts';
import { updateCustomer, type CustomerUpdate } from '../../models/lifecycle/customer-update.ts';
import { findClash } from '../../models/people/customer-clash.ts';
import type { Service } from '../../service.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { actAndGo, toFault } from '../act.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { getPerson, type PersonRow } from './part.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/person/details': DashboardData & {
      readonly person: string;
      readonly personHref: string;
      readonly name: string;
      readonly email: string;
    };
  }
}

export async function showDetails(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, { email: valueOf(visit.query, 'email') }, FRESH);
}

export async function submitName(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const name = fieldOf(visit.form, 'name');
  try {
    return await update(service, visit, 'reader-name-changed', () => ({ name }));
  } catch (error) {
    return show(service, visit, { name }, toFault(visit.language, error));
  }
}

export async function submitAddress(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const email = fieldOf(visit.form, 'email');
  try {
    return await update(service, visit, 'reader-address-changed', () => ({ email: parseEmailAddress(email) }));
  } catch (error) {
    const state = error instanceof Conflict ? await toTaken(service, visit, email) : toFault(visit.language, error);
    return show(service, visit, { email }, state);
  }
}

/** @param given is called where an error of parsing is shown as a fault */
async function update(
  service: Service,
  visit: FormVisit,
  done: string,
  given: () => CustomerUpdate,
): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { clock, secretKeys } = service;
  const { id } = await getPerson(service, visit);
  return actAndGo(service, visit, { path: `/people/${id}`, done }, async (transaction) => {
    await updateCustomer(publication, transaction, clock, secretKeys, id, given());
    return { name: 'customer.update', recordId: id };
  });
}

/** The fault names the person who has the address, so that the two can be compared or merged. */
async function toTaken(service: Service, visit: FormVisit, email: string): Promise<FormState> {
  const { t } = visit.language;
  const { emailNormalized } = parseEmailAddress(email);
  const { publication } = visit.session;
  const other = await findClash(publication, service.database, { emailNormalized, activationCodeMac: null });
  const way =
    other === undefined
      ? {}
      : { way: { href: pathOf(visit, `/people/${other.id}`), text: t('dashboard.reader.other-person') } };
  return faulty([{ field: 'email', message: t('dashboard.taken.reader-email'), ...way }]);
}

async function show(
  service: Service,
  visit: Visit,
  typed: { readonly name?: string | undefined; readonly email?: string | undefined },
  state: FormState,
): Promise<FastifyReply> {
  const person: PersonRow = await getPerson(service, visit);
  const data = {
    person: person.name ?? person.email ?? person.id,
    personHref: pathOf(visit, `/people/${person.id}`),
    name: typed.name ?? person.name ?? '',
    email: typed.email ?? person.email ?? '',
  };
  return showDashboard(service, visit, 'dashboard/person/details', data, state);
}
