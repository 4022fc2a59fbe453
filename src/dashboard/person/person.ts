// `/dashboard/:publication/people/:customer`: one page with everything about a person.
import type { FastifyReply } from 'fastify';
import { getCustomer } from '../../models/people/customer-person.ts';
import type { Service } from '../../service.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/person/person': DashboardData & {
      readonly id: string;
      readonly email: string;
      readonly name: string;
    };
  }
}

export async function showPerson(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { customer = '' } = visit.request.params as { customer?: string };
  const { id, email, name } = await getCustomer(publication, service.database, customer);
  return showDashboard(service, visit, 'dashboard/person/person', { id, email: email ?? '', name: name ?? '' });
}
