// `/dashboard/:publication/people/:customer/sign-in-link`: mails a reader a link by which they sign in once.
import type { FastifyReply } from 'fastify';
import { sendSignInLink } from '../../mails/sign-in-link.ts';
import { InvalidValue } from '../../models/errors.ts';
import { getCustomer } from '../../models/people/customer-person.ts';
import { SIGN_IN_LINK_SECONDS } from '../../models/sign-in/sign-in-link.ts';
import type { Service } from '../../service.ts';
import { findContinueUrl } from '../../site/destinations.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { actAndGo, toFault } from '../act.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { customerIdOf } from './customer-id.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/letting-in/sign-in-link': DashboardData & {
      readonly here: string;
      readonly name: string;
      /** Empty for a person without an address, who cannot be mailed anything. */
      readonly email: string;
      readonly minutes: number;
      readonly destination: string;
    };
  }
}

export function showSendSignInLink(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, '', FRESH);
}

export async function submitSignInLink(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { id: customerId } = await getCustomer(publication, service.database, customerIdOf(visit));
  const typed = fieldOf(visit.form, 'destination').trim();
  try {
    const destination = await destinationOf(service, visit, typed);
    const next = { path: `/people/${customerId}`, done: 'sign-in-link' };
    return await actAndGo(service, visit, next, async (transaction) => {
      await sendSignInLink(service, publication, transaction, { customerId, destination });
      return { name: 'customer.send-sign-in-link', recordId: customerId };
    });
  } catch (error) {
    return show(service, visit, typed, toFault(visit.language, error));
  }
}

/** Null for the account page. Throws InvalidValue for what is not on the allowlist. */
async function destinationOf(service: Service, { session }: Visit, typed: string): Promise<string | null> {
  if (typed === '') return null;
  const destination = await findContinueUrl(service, session.publication, typed);
  if (destination === undefined) throw new InvalidValue('destination', 'the host is not on the allowlist');
  return destination;
}

async function show(service: Service, visit: Visit, destination: string, state: FormState): Promise<FastifyReply> {
  const { id, name, email } = await getCustomer(visit.session.publication, service.database, customerIdOf(visit));
  const data = {
    here: pathOf(visit, `/people/${id}`),
    name: name ?? email ?? id,
    email: email ?? '',
    minutes: SIGN_IN_LINK_SECONDS / 60,
    destination,
  };
  return showDashboard(service, visit, 'dashboard/letting-in/sign-in-link', data, state);
}
