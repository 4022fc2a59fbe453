// `/dashboard`: leads to the person's publication, or lists them where there are several.
import type { FastifyReply } from 'fastify';
import { listMemberships } from '../../models/staff/role.ts';
import type { Service } from '../../service.ts';
import { redirectTo } from '../../views/render.ts';
import { showStaffPage, type DashboardData } from '../show.ts';
import type { StaffSessionVisit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/front': DashboardData & {
      readonly publications: readonly {
        readonly href: string;
        readonly name: string;
        readonly host: string;
        readonly role: string;
      }[];
    };
  }
}

export async function showFront(service: Service, visit: StaffSessionVisit): Promise<FastifyReply> {
  const { reply, site, session, language } = visit;
  const memberships = await listMemberships(service.database, session.staffId);
  const [first] = memberships;
  if (first !== undefined && memberships.length === 1) return redirectTo(reply, site, `/dashboard/${first.id}`);
  const publications = memberships.map(({ id, name, siteHost, role }) => ({
    href: `/dashboard/${id}`,
    name,
    host: siteHost,
    role: language.t(`dashboard.role.${role}`),
  }));
  return showStaffPage(service, visit, 'dashboard/getting-in/front', { publications });
}
