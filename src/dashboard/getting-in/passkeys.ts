// `/dashboard/person/passkeys`: adds and removes a person's passkeys. Each change is told to them by mail.
import type { FastifyReply } from 'fastify';
import { InvalidValue } from '../../models/errors.ts';
import { addPasskey, listPasskeys, parsePasskeyName } from '../../models/staff/passkey.ts';
import { removePasskey } from '../../models/staff/sign-in-ways.ts';
import type { Service } from '../../service.ts';
import { browserName } from '../../site/browser-name.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { tryCode } from '../../site/typed-code.ts';
import { redirectTo } from '../../views/render.ts';
import { runPersonalAct, toFault } from '../act.ts';
import { showStaffPage, type DashboardData } from '../show.ts';
import type { StaffSessionFormVisit, StaffSessionVisit } from '../visit.ts';
import { askForNewPasskey, checkNewPasskey } from './passkey-ceremony.ts';
import { mailSignInChange } from './sign-in-change.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/new-passkey': DashboardData & {
      readonly name: string;
      /** What the browser is asked, as JSON. */
      readonly options: string;
    };
  }
}

export async function showNewPasskey(service: Service, visit: StaffSessionVisit): Promise<FastifyReply> {
  return showForm(service, visit, browserName(visit.request.headers['user-agent']) ?? '', FRESH);
}

export async function createPasskey(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  const { request, reply, site, session, form, language } = visit;
  const { clock, secretKeys, securityLog } = service;
  const [typed, credential] = [fieldOf(form, 'name'), fieldOf(form, 'credential')];
  const answer = { ceremony: 'registration', holder: session.id, credential } as const;
  const tried = await tryCode(service, site, { kind: 'staff_passkey', request }, () => checkNewPasskey(site, answer));
  if (tried.state === 'limited') throw new TooManyRequests(tried.resetsIn);
  try {
    const name = parsePasskeyName(typed);
    if (tried.state === 'unknown') throw new InvalidValue('passkey', 'the answer of the browser is not valid');
    const given = { ...tried.found, staffId: session.staffId, name };
    await runPersonalAct(service, visit, async (transaction) => {
      const { id } = await addPasskey(transaction, clock, secretKeys, given);
      await mailSignInChange(service, visit, transaction, { change: 'passkey-added', passkey: name });
      return { result: null, act: { name: 'passkey.create', recordId: id, recordName: name } };
    });
  } catch (error) {
    return showForm(service, visit, typed, toFault(language, error));
  }
  securityLog.record('staff_passkey_added', { request, record: session.staffId });
  return redirectTo(reply, '/dashboard/person?done=passkey-added');
}

/** Removes one of the person's passkeys. Without the last one, e-mailed codes are on again. */
export async function deletePasskeyOfPerson(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  const { request, reply, session } = visit;
  const { id = '' } = request.params as { id?: string };
  const isCodeBack = await runPersonalAct(service, visit, async (transaction) => {
    const removed = await removePasskey(transaction, { staffId: session.staffId, id });
    await mailSignInChange(service, visit, transaction, { change: 'passkey-removed', passkey: removed.name });
    if (removed.isCodeBack) await mailSignInChange(service, visit, transaction, { change: 'code-on' });
    return {
      result: removed.isCodeBack,
      act: { name: 'passkey.remove', recordId: id, recordName: removed.name },
    };
  });
  const event = { request, record: session.staffId };
  service.securityLog.record('staff_passkey_removed', event);
  if (isCodeBack) service.securityLog.record('staff_code_switched_on', event);
  return redirectTo(reply, `/dashboard/person?done=${isCodeBack ? 'last-passkey-removed' : 'passkey-removed'}`);
}

async function showForm(
  service: Service,
  visit: StaffSessionVisit,
  name: string,
  state: FormState,
): Promise<FastifyReply> {
  const own = await listPasskeys(service.database, visit.session.staffId);
  const options = await askForNewPasskey(service, visit.site, visit.session, own);
  const data = { name, options };
  return showStaffPage(service, visit, 'dashboard/getting-in/new-passkey', data, { ...state, script: 'passkey' });
}
