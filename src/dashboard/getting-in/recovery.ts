// `/dashboard/recovery`: gets in with a recovery code, by which somebody who switched e-mailed codes off and lost their
// passkeys comes back. Known and unknown addresses get the same answer.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { parseRecoveryCode, redeemRecoveryCode } from '../../models/staff/recovery-code.ts';
import { findStaffMember } from '../../models/staff/staff-member.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../../site/form.ts';
import { tryCode } from '../../site/typed-code.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { findStaffSessionOf } from '../staff-cookie.ts';
import type { StaffFormVisit, StaffVisit } from '../visit.ts';
import { signIn } from './code.ts';
import { mailSignInChange } from './sign-in-change.ts';
import { toDashboardPath } from './sign-in.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/recovery': FormData & RecoveryFields;
  }
}

interface RecoveryFields {
  readonly email: string;
  readonly code: string;
  readonly returnTo: string;
}

export async function showRecovery(service: Service, visit: StaffVisit): Promise<FastifyReply> {
  const { site, request, query } = visit;
  const session = await findStaffSessionOf(service, site, request);
  const returnTo = toDashboardPath(valueOf(query, 'return_to'));
  return showForm(service, visit, { email: session?.email ?? '', code: '', returnTo }, FRESH);
}

export async function submitRecovery(service: Service, visit: StaffFormVisit): Promise<FastifyReply> {
  const { request, reply, site, form, language } = visit;
  const typed = {
    email: fieldOf(form, 'email'),
    code: fieldOf(form, 'code'),
    returnTo: toDashboardPath(fieldOf(form, 'return_to')),
  };
  const { value: address, errors } = parseField(language, () => parseEmailAddress(typed.email));
  if (address === undefined) return showForm(service, visit, typed, faulty(errors));
  const code = parseRecoveryCode(typed.code);
  const wrong = faulty([{ field: 'code', message: language.t('dashboard.recovery.wrong') }]);
  if (code === undefined) return showForm(service, visit, typed, wrong);
  const given = { code, emailNormalized: address.emailNormalized };
  const tried = await tryCode(service, site, { kind: 'staff_recovery_code', request }, () =>
    redeem(service, visit, given),
  );
  if (tried.state === 'limited') throw new TooManyRequests(tried.resetsIn);
  if (tried.state === 'unknown') return showForm(service, visit, typed, wrong);
  service.securityLog.record('staff_recovery_code_used', { request, who: address.emailNormalized });
  return redirectTo(reply, typed.returnTo, tried.found);
}

/** Returns the Set-Cookie header values; undefined for a code that is over or somebody else's. */
function redeem(
  service: Service,
  visit: StaffFormVisit,
  given: { readonly code: string; readonly emailNormalized: string },
): Promise<readonly string[] | undefined> {
  const { database, clock } = service;
  return database.transaction(async (transaction) => {
    const staffId = await redeemRecoveryCode(transaction, clock, given);
    const member = staffId && (await findStaffMember(transaction, given.emailNormalized));
    if (!staffId || !member) return undefined;
    await mailSignInChange(service, { ...visit, session: member }, transaction, { change: 'recovery-code-used' });
    return signIn(service, visit, transaction, staffId);
  });
}

function showForm(
  { secretKeys }: Service,
  { request, reply, site }: StaffVisit,
  typed: RecoveryFields,
  state: FormState,
): FastifyReply {
  const browser = ensureBrowserCookie(site, request);
  const csrfToken = csrfTokenFor(secretKeys, site, browser.value);
  const data = { csrfToken, errors: state.errors, ...typed };
  return showPage(reply, site, 'dashboard/getting-in/recovery', data, { ...state, cookies: [browser.setCookie] });
}
