// `/dashboard/:publication/endpoints`: the programs to which events are sent (docs/events.md).
import type { FastifyReply } from 'fastify';
import { listEventEndpoints, typesOf, type EventEndpoint } from '../../models/outbox/event-endpoint.ts';
import type { Service } from '../../service.ts';
import type { Language } from '../../views/language.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/endpoints': DashboardData & {
      readonly endpoints: readonly {
        readonly href: string;
        readonly url: string;
        readonly types: string;
        readonly state: string;
      }[];
    };
  }
}

export async function showEndpoints(service: Service, visit: Visit): Promise<FastifyReply> {
  const { t } = visit.language;
  const endpoints = (await listEventEndpoints(visit.session.publication, service.database)).map((endpoint) => ({
    href: pathOf(visit, `/endpoints/${endpoint.id}`),
    url: endpoint.url,
    types: typesOf(endpoint).join(', ') || t('dashboard.endpoint.all'),
    state: stateText(visit.language, endpoint),
  }));
  return showDashboard(service, visit, 'dashboard/connections/endpoints', { endpoints });
}

export function stateText({ t }: Language, { disabledAt, failingSince }: EventEndpoint): string {
  if (disabledAt !== null) return t('dashboard.endpoint.disabled');
  return t(failingSince === null ? 'dashboard.endpoint.enabled' : 'dashboard.endpoint.failing');
}
