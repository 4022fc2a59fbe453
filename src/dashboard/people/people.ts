// `/dashboard/:publication/people`: the people of the publication, the newest first.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/form.ts';
import { listCustomers } from '../../models/people/customer-list.ts';
import type { Service } from '../../service.ts';
import { toPosition } from '../paging.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

interface PersonInList {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/people/people': DashboardData & {
      readonly people: readonly PersonInList[];
      /** Empty on the last page. */
      readonly next: string;
    };
  }
}

const PEOPLE_SHOWN = 50;

export async function showPeople(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const page = toPosition(valueOf(visit.query, 'page'));
  const { objects, nextPage } = await listCustomers(publication, service.database, { limit: PEOPLE_SHOWN, page });
  const data = {
    people: objects.map(({ id, email, name }) => ({ id, email: email ?? '', name: name ?? '' })),
    next: nextPage === null ? '' : pathOf(visit, `/people?page=${nextPage}`),
  };
  return showDashboard(service, visit, 'dashboard/people/people', data);
}
