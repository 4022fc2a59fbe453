// `/dashboard/:publication/staff`: who runs the publication, their roles, and invitations.
import type { FastifyReply } from 'fastify';
import { queueMail } from '../../mails/queue.ts';
import { STAFF_INVITATION } from '../../mails/staff/invitation.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { removeStaffMember } from '../../models/staff/departure.ts';
import { inviteStaff, listInvitations, revokeInvitation } from '../../models/staff/invitation.ts';
import { changeRole, listColleagues, parseRole, ROLES } from '../../models/staff/role.ts';
import type { Service } from '../../service.ts';
import { fieldOf, fieldsOf, FRESH, keptOf, type FormState } from '../../site/form.ts';
import { formatDay } from '../../views/formats.ts';
import { runAct, toFault } from '../act.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/staff': DashboardData & {
      readonly colleagues: readonly {
        readonly id: string;
        readonly name: string;
        readonly email: string;
        readonly role: string;
        readonly roleText: string;
        readonly since: string;
        readonly isOneself: boolean;
      }[];
      readonly invitations: readonly {
        readonly id: string;
        readonly email: string;
        readonly role: string;
        readonly until: string;
      }[];
      readonly roles: readonly { readonly value: string; readonly text: string; readonly may: string }[];
      readonly email: string;
      readonly role: string;
      /** Whether the visitor may change anything here. */
      readonly isOwner: boolean;
    };
  }
}

export const INVITATION_FIELDS = { email: 'email', role: 'role' } as const;
const BLANK = { email: '', role: 'editor' };

export function showStaff(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, keptOf(visit.query, INVITATION_FIELDS) ?? BLANK, FRESH);
}

export async function invite(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language, site } = visit;
  const { publication, staffId } = session;
  const typed = fieldsOf(form, INVITATION_FIELDS);
  try {
    await runAct(service, visit, async (transaction) => {
      const address = parseEmailAddress(typed.email);
      const role = parseRole(typed.role);
      const given = { address, role, invitedBy: staffId };
      const { invitation, token } = await inviteStaff(publication, transaction, service.clock, given);
      await queueMail(service, transaction, STAFF_INVITATION, {
        publication: { ...publication, siteUrl: site.siteUrl },
        language,
        to: address.email,
        facts: {
          role,
          invitedBy: session.name ?? session.email,
          url: `${site.siteUrl}/dashboard/invitations/${token}`,
        },
        uselessAfter: new Date(invitation.expiresAt),
      });
      return {
        result: null,
        act: { name: 'staff.invite', recordId: invitation.id, recordName: `${address.email} (${role})` },
      };
    });
  } catch (error) {
    return show(service, visit, typed, toFault(language, error));
  }
  service.securityLog.record('staff_invited', { publication, request: visit.request });
  return goTo(visit, '/staff', 'invited');
}

export async function revoke(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = fieldOf(visit.form, 'invitation');
  await runAct(service, visit, async (transaction) => {
    const { email } = await revokeInvitation(visit.session.publication, transaction, service.clock, id);
    return { result: null, act: { name: 'staff.withdraw', recordId: id, recordName: email } };
  });
  return goTo(visit, '/staff', 'invitation-revoked');
}

export async function changeStaffRole(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language } = visit;
  const [staffId, text] = [fieldOf(form, 'staff'), fieldOf(form, 'role')];
  try {
    await runAct(service, visit, async (transaction) => {
      const role = parseRole(text);
      await changeRole(session.publication, transaction, staffId, role);
      return { result: null, act: { name: 'staff.change-role', recordId: staffId, recordName: role } };
    });
  } catch (error) {
    return show(service, visit, BLANK, toFault(language, error));
  }
  service.securityLog.record('staff_role_changed', {
    publication: session.publication,
    request: visit.request,
    record: staffId,
  });
  return goTo(visit, '/staff', 'role');
}

export async function removeStaff(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language } = visit;
  const staffId = fieldOf(form, 'staff');
  try {
    await runAct(service, visit, async (transaction) => {
      await removeStaffMember(session.publication, transaction, service.clock, staffId);
      return { result: null, act: { name: 'staff.remove', recordId: staffId } };
    });
  } catch (error) {
    return show(service, visit, BLANK, toFault(language, error));
  }
  service.securityLog.record('staff_removed', {
    publication: session.publication,
    request: visit.request,
    record: staffId,
  });
  return goTo(visit, '/staff', 'staff-removed');
}

async function show(
  service: Service,
  visit: Visit,
  typed: { readonly email: string; readonly role: string },
  state: FormState,
): Promise<FastifyReply> {
  const { database, clock } = service;
  const { publication, staffId, role: ownRole } = visit.session;
  const { t, tag } = visit.language;
  const colleagues = (await listColleagues(publication, database)).map(({ id, name, email, role, createdAt }) => ({
    id,
    name: name ?? email,
    email,
    role,
    roleText: t(`dashboard.role.${role}`),
    since: formatDay(createdAt, tag),
    isOneself: id === staffId,
  }));
  const invitations = (await listInvitations(publication, database, clock)).map(({ id, email, role, expiresAt }) => ({
    id,
    email,
    role: t(`dashboard.role.${role}`),
    until: formatDay(expiresAt, tag),
  }));
  const roles = ROLES.map((value) => ({
    value,
    text: t(`dashboard.role.${value}`),
    may: t(`dashboard.role.${value}-may`),
  }));
  const data = { colleagues, invitations, roles, ...typed, isOwner: ownRole === 'owner' };
  return showDashboard(service, visit, 'dashboard/getting-in/staff', data, state);
}
