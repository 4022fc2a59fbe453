// `/dashboard/code/:id`: where a staff member types the code that was mailed. In a browser that is signed in as this
// person it is a fresh proof for sensitive acts; in any other it begins a session.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { valueOf } from '../../http/bodies/form.ts';
import type { Ceiling } from '../../models/ceiling.ts';
import { guessCeiling } from '../../models/people/email-code-limit.ts';
import { confirmEmailCode, findEmailCode, parseEmailCode, type EmailCode } from '../../models/people/email-code.ts';
import { houseOf } from '../../models/publication/house.ts';
import { findOrCreateStaffMember, findStaffMember } from '../../models/staff/staff-member.ts';
import { endStaffSession, proveStaffSession, startStaffSession } from '../../models/staff/staff-session.ts';
import { shownNetworkOf } from '../../security/network.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie, findBrowserCookie } from '../../site/browser-cookie.ts';
import { browserName } from '../../site/browser-name.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { deviceCookie, findDevice } from '../../site/device-cookie.ts';
import { giveBackMail } from '../../site/email-code.ts';
import { EmailCodeOver, TooManyRequests } from '../../site/errors.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { SIGN_IN_PATH } from '../dashboard-kind.ts';
import { mayComeUninvited } from '../operator.ts';
import { findStaffSessionOf, staffCookie } from '../staff-cookie.ts';
import type { StaffFormVisit, StaffVisit } from '../visit.ts';
import { sendStaffCode } from './send-code.ts';
import { toDashboardPath } from './sign-in.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/code': FormData & {
      readonly email: string;
      readonly action: string;
      readonly isSentAgain: boolean;
    };
  }
}

export async function showStaffCode(service: Service, visit: StaffVisit): Promise<FastifyReply> {
  const code = await getCode(service, visit);
  return showForm(service, visit, code, { state: FRESH, isSentAgain: valueOf(visit.query, 'sent') === 'again' });
}

export async function submitStaffCode(service: Service, visit: StaffFormVisit): Promise<FastifyReply> {
  const { request, form, language } = visit;
  const { t } = language;
  const code = await getCode(service, visit);
  const digits = parseEmailCode(fieldOf(form, 'code'));
  const refuse = (message: string): FastifyReply =>
    showForm(service, visit, code, { state: faulty([{ field: 'code', message }]), isSentAgain: false });
  if (digits === undefined) return refuse(t('email-code.not-digits'));
  const { securityLog } = service;
  const event = { request, who: code.address.emailNormalized };
  const result = await redeem(service, visit, code, digits);
  if (result.state === 'proved') {
    securityLog.record('staff_sign_in', event);
    return answerProof(service, visit, code, result);
  }
  if (result.state === 'limited') {
    securityLog.record('staff_code_limited', event);
    throw new TooManyRequests(result.resetsIn);
  }
  if (result.state === 'wrong') securityLog.record('staff_code_wrong', event);
  if (result.state === 'wrong' && result.triesLeft > 0)
    return refuse(t('email-code.wrong', { count: result.triesLeft }));
  throw new EmailCodeOver(SIGN_IN_PATH);
}

/** Redeems the code and signs in, in one transaction. */
async function redeem(service: Service, visit: StaffFormVisit, { id, address }: EmailCode, digits: string) {
  const { request, site, browser } = visit;
  const { config, database, clock, secretKeys } = service;
  const house = houseOf(site.siteUrl);
  const device = findDevice(secretKeys, site, request, address.emailNormalized);
  const ceiling = guessCeiling(config.limits, secretKeys, house, { address, device });
  return database.transaction(async (transaction) => {
    const typed = { id, browser, digits, ceiling };
    const confirmed = await confirmEmailCode(house, transaction, clock, secretKeys, typed);
    if (confirmed.state !== 'confirmed') return confirmed;
    const member = await (mayComeUninvited(config, address)
      ? findOrCreateStaffMember(transaction, clock, address)
      : findStaffMember(transaction, address.emailNormalized));
    if (member === undefined || member.codeDisabledAt !== null) return { state: 'over' } as const;
    const cookies = await signIn(service, visit, transaction, member.id);
    return { state: 'proved' as const, cookies, counted: confirmed.counted };
  });
}

/** From now on this browser is known to have proved the address, and its mail no longer counts against strangers. */
async function answerProof(
  service: Service,
  { request, reply, site }: StaffFormVisit,
  code: EmailCode,
  { cookies, counted }: { readonly cookies: readonly string[]; readonly counted: readonly Ceiling[] },
): Promise<FastifyReply> {
  await giveBackMail(service, counted);
  const known = deviceCookie(service.secretKeys, site, request, code.address.emailNormalized);
  return redirectTo(reply, returnToOf(code), [...cookies, known]);
}

/** Sends a new code to the same address; the former one is no longer valid. */
export async function sendAnotherStaffCode(service: Service, visit: StaffFormVisit): Promise<FastifyReply> {
  const { reply, browser } = visit;
  const code = await getCode(service, visit);
  const sent = await sendStaffCode(service, visit, { address: code.address, browser, returnTo: returnToOf(code) });
  if (sent.state === 'limited') throw new TooManyRequests(sent.resetsIn);
  return redirectTo(reply, `/dashboard/code/${sent.id}?sent=again`);
}

/**
 * Proves the browser's session where it is this person's; else starts one in its place. Returns the Set-Cookie header
 * values.
 */
export async function signIn(
  service: Service,
  { request, site }: StaffVisit,
  transaction: Transaction,
  staffId: string,
): Promise<readonly string[]> {
  const { clock } = service;
  const session = await findStaffSessionOf(service, site, request);
  if (session?.staffId === staffId) {
    await proveStaffSession(transaction, clock, session.id);
    return [];
  }
  if (session !== undefined) await endStaffSession(transaction, clock, { staffId: session.staffId, id: session.id });
  const browser = browserName(request.headers['user-agent']);
  const { cookie } = await startStaffSession(transaction, clock, {
    staffId,
    browser,
    network: shownNetworkOf(request.ip) ?? request.ip,
  });
  return [staffCookie(site, cookie)];
}

/** Throws EmailCodeOver where the code is over or was not requested by this browser. */
async function getCode({ database, clock }: Service, { request, site }: StaffVisit): Promise<EmailCode> {
  const { id = '' } = request.params as { id?: string };
  const browser = findBrowserCookie(site, request);
  const code = browser && (await findEmailCode(houseOf(site.siteUrl), database, clock, { id, browser }));
  if (!code || code.state !== 'open') throw new EmailCodeOver(SIGN_IN_PATH);
  return code;
}

function returnToOf({ intent }: EmailCode): string {
  return toDashboardPath(intent.purpose === 'sign-in' ? (intent.returnTo ?? undefined) : undefined);
}

function showForm(
  { secretKeys }: Service,
  { request, reply, site }: StaffVisit,
  { id, address: { email } }: EmailCode,
  { state, isSentAgain }: { readonly state: FormState; readonly isSentAgain: boolean },
): FastifyReply {
  const browser = ensureBrowserCookie(site, request);
  const csrfToken = csrfTokenFor(secretKeys, site, browser.value);
  const data = { csrfToken, errors: state.errors, email, action: `/dashboard/code/${id}`, isSentAgain };
  return showPage(reply, site, 'dashboard/getting-in/code', data, { ...state, cookies: [browser.setCookie] });
}
