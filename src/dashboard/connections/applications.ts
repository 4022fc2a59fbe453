// `/dashboard/:publication/applications`: the OAuth applications, the publisher's own websites that sign readers in
// (service.md, Authentication 2).
import type { FastifyReply } from 'fastify';
import { listOauthApplications } from '../../models/sign-in/oauth-application.ts';
import type { Service } from '../../service.ts';
import { formatDay } from '../../views/formats.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/applications': DashboardData & {
      readonly applications: readonly {
        readonly href: string;
        readonly name: string;
        readonly redirectUri: string;
        readonly created: string;
        readonly isDisabled: boolean;
      }[];
    };
  }
}

export async function showApplications(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const applications = (await listOauthApplications(publication, service.database)).map((application) => ({
    href: `/dashboard/${publication.id}/applications/${application.id}`,
    name: application.name,
    redirectUri: application.redirectUri,
    created: formatDay(application.createdAt, visit.language.tag),
    isDisabled: application.disabledAt !== null,
  }));
  return showDashboard(service, visit, 'dashboard/connections/applications', { applications });
}
