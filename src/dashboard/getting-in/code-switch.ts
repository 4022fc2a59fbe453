// `/dashboard/person/code`: switches a person's e-mailed codes off and on, and makes recovery codes. These are shown once, in
// the answer to the form that makes them; a second click shows the same ones.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { Conflict } from '../../models/errors.ts';
import { disableCode, enableCode, renewRecoveryCodes } from '../../models/staff/sign-in-ways.ts';
import type { SecurityEventKind } from '../../security/kinds.ts';
import type { Service } from '../../service.ts';
import { redirectTo } from '../../views/render.ts';
import { runPersonalAct } from '../act.ts';
import { showStaffPage, type DashboardData } from '../show.ts';
import type { StaffSessionFormVisit } from '../visit.ts';
import { mailSignInChange } from './sign-in-change.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/recovery-codes': DashboardData & { readonly codes: readonly string[] };
  }
}

const PERSON_PATH = '/dashboard/person';

export function switchCodeOff(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  return makeCodes(service, visit, {
    make: disableCode,
    change: 'code-off',
    act: 'sign-in-code.disable',
    event: 'staff_code_switched_off',
  });
}

export function makeNewRecoveryCodes(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  return makeCodes(service, visit, {
    make: renewRecoveryCodes,
    change: 'recovery-codes-made',
    act: 'recovery-codes.create',
    event: 'staff_recovery_codes_made',
  });
}

export async function switchCodeOn(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  const { request, reply, session } = visit;
  await runPersonalAct(service, visit, async (transaction) => {
    if (await enableCode(transaction, session.staffId))
      await mailSignInChange(service, visit, transaction, { change: 'code-on' });
    return { result: null, act: { name: 'sign-in-code.enable', recordId: session.staffId } };
  });
  service.securityLog.record('staff_code_switched_on', { request, record: session.staffId });
  return redirectTo(reply, `${PERSON_PATH}?done=code-on`);
}

interface Making {
  readonly make: (transaction: Transaction, clock: Service['clock'], staffId: string) => Promise<string[]>;
  readonly change: 'code-off' | 'recovery-codes-made';
  readonly act: string;
  readonly event: SecurityEventKind;
}

async function makeCodes(
  service: Service,
  visit: StaffSessionFormVisit,
  { make, change, act, event }: Making,
): Promise<FastifyReply> {
  const { request, reply, session } = visit;
  const { staffId } = session;
  try {
    const codes = await runPersonalAct(service, visit, async (transaction) => {
      const made = await make(transaction, service.clock, staffId);
      await mailSignInChange(service, visit, transaction, { change });
      return { result: made, act: { name: act, recordId: staffId } };
    });
    service.securityLog.record(event, { request, record: staffId });
    return showStaffPage(service, visit, 'dashboard/getting-in/recovery-codes', { codes });
  } catch (error) {
    // In another window the last passkey was removed, or codes were switched on: the page shows what is so now.
    if (error instanceof Conflict) return redirectTo(reply, PERSON_PATH);
    throw error;
  }
}
