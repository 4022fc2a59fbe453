// `/dashboard/person`: a staff member's own name, ways to sign in and sessions, and signing out.
import type { FastifyReply } from 'fastify';
import { InvalidValue } from '../../models/errors.ts';
import { listPasskeys } from '../../models/staff/passkey.ts';
import { countRecoveryCodes } from '../../models/staff/recovery-code.ts';
import { renameStaffMember } from '../../models/staff/staff-member.ts';
import { endOtherStaffSessions, endStaffSession, listStaffSessions } from '../../models/staff/staff-session.ts';
import type { Service } from '../../service.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../../site/form.ts';
import { formatMoment } from '../../views/formats.ts';
import { redirectTo } from '../../views/render.ts';
import { runPersonalAct } from '../act.ts';
import { SIGN_IN_PATH } from '../dashboard-kind.ts';
import { showStaffPage, type DashboardData } from '../show.ts';
import { clearStaffCookie } from '../staff-cookie.ts';
import type { StaffSessionFormVisit, StaffSessionVisit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/person': DashboardData & {
      readonly email: string;
      readonly name: string;
      readonly passkeys: readonly {
        readonly id: string;
        readonly name: string;
        readonly created: string;
        readonly used: string;
      }[];
      readonly isCodeOn: boolean;
      readonly recoveryCodesLeft: number;
      readonly sessions: readonly {
        readonly id: string;
        readonly browser: string;
        readonly network: string;
        readonly since: string;
        readonly isThisOne: boolean;
      }[];
    };
  }
}

export async function showPerson(service: Service, visit: StaffSessionVisit): Promise<FastifyReply> {
  return showForm(service, visit, visit.session.name ?? '', FRESH);
}

export async function renamePerson(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  const { reply, session, form, language } = visit;
  const name = fieldOf(form, 'name');
  try {
    await runPersonalAct(service, visit, async (transaction) => {
      await renameStaffMember(transaction, session.staffId, name);
      return { result: null, act: { name: 'staff.rename', recordId: session.staffId, recordName: name } };
    });
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    const { errors } = parseField(language, () => {
      throw error;
    });
    return showForm(service, visit, name, faulty(errors));
  }
  return redirectTo(reply, '/dashboard/person?done=saved');
}

/** Ends one session of the list; one that is somebody else's or has ended is ignored. */
export async function endListedStaffSession(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  const { request, reply, session } = visit;
  const { id = '' } = request.params as { id?: string };
  await runPersonalAct(service, visit, async (transaction) => {
    await endStaffSession(transaction, service.clock, { staffId: session.staffId, id });
    return { result: null, act: { name: 'staff.end-session', recordId: session.staffId } };
  });
  return redirectTo(reply, '/dashboard/person?done=session');
}

export async function endOtherSessions(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  const { reply, session } = visit;
  await runPersonalAct(service, visit, async (transaction) => {
    await endOtherStaffSessions(transaction, service.clock, { staffId: session.staffId, except: session.id });
    return { result: null, act: { name: 'staff.end-other-sessions', recordId: session.staffId } };
  });
  return redirectTo(reply, '/dashboard/person?done=session');
}

export async function signOutStaff(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  const { reply, site, session } = visit;
  await service.database.transaction((transaction) => endStaffSession(transaction, service.clock, session));
  return redirectTo(reply, SIGN_IN_PATH, [clearStaffCookie(site)]);
}

async function showForm(
  service: Service,
  visit: StaffSessionVisit,
  name: string,
  state: FormState,
): Promise<FastifyReply> {
  const { database, clock } = service;
  const { email, staffId, codeDisabledAt, id } = visit.session;
  const { t, tag } = visit.language;
  const sessions = (await listStaffSessions(database, clock, staffId)).map((one) => ({
    id: one.id,
    browser: one.browser ?? t('dashboard.person.unknown-browser'),
    network: one.network,
    since: formatMoment(one.createdAt, tag, 'UTC'),
    isThisOne: one.id === id,
  }));
  const passkeys = (await listPasskeys(database, staffId)).map((passkey) => ({
    id: passkey.id,
    name: passkey.name,
    created: formatMoment(passkey.createdAt, tag, 'UTC'),
    used:
      passkey.lastUsedAt === null
        ? t('dashboard.passkey.unused')
        : t('dashboard.passkey.used', { time: formatMoment(passkey.lastUsedAt, tag, 'UTC') }),
  }));
  const isCodeOn = codeDisabledAt === null;
  const recoveryCodesLeft = isCodeOn ? 0 : await countRecoveryCodes(database, staffId);
  const data = { email, name, passkeys, isCodeOn, recoveryCodesLeft, sessions };
  return showStaffPage(service, visit, 'dashboard/getting-in/person', data, state);
}
