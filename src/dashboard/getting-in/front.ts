// `/dashboard`: leads to the person's publication, or lists them where there are several; an operator without one is led to the page of operators. `?all=yes` lists them always, since
// anybody may open one more where SIGN_UPS is on.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { hasAddress } from '../../models/publication/publication.ts';
import { listMemberships } from '../../models/staff/role.ts';
import type { Service } from '../../service.ts';
import { redirectTo } from '../../views/render.ts';
import { isOperator, OPERATING_PATH } from '../operator.ts';
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
      /** Whether the person may open one more. */
      readonly isOpen: boolean;
    };
  }
}

export async function showFront(service: Service, visit: StaffSessionVisit): Promise<FastifyReply> {
  const { reply, session, language, query } = visit;
  const memberships = await listMemberships(service.database, session.staffId);
  const [first] = memberships;
  const { signUps: isOpen } = service.config;
  const isAll = isOpen && valueOf(query, 'all') !== undefined;
  if (first === undefined && !isOpen && isOperator(service.config, session)) return redirectTo(reply, OPERATING_PATH);
  if (first !== undefined && memberships.length === 1 && !isAll) return redirectTo(reply, `/dashboard/${first.id}`);
  const publications = memberships.map(({ id, name, siteHost, role }) => ({
    href: `/dashboard/${id}`,
    name,
    host: hasAddress({ siteHost }) ? siteHost : language.t('dashboard.front.no-address'),
    role: language.t(`dashboard.role.${role}`),
  }));
  return showStaffPage(service, visit, 'dashboard/getting-in/front', { publications, isOpen });
}
