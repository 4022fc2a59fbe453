// `/dashboard/code/:id`: where a staff member types the code that was mailed. In a browser that is signed in as this
// person it is a fresh proof for sensitive acts; in any other it begins a session.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { valueOf } from '../../http/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { parseEmailCode } from '../../models/people/email-code.ts';
import { confirmStaffCode, findStaffCode, type StaffCode } from '../../models/staff/staff-code.ts';
import { findOrCreateStaffMember, findStaffMember } from '../../models/staff/staff-member.ts';
import { endStaffSession, proveStaffSession, startStaffSession } from '../../models/staff/staff-session.ts';
import { shownNetworkOf } from '../../security/network.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie, findBrowserCookie } from '../../site/browser-cookie.ts';
import { browserName } from '../../site/browser-name.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { EmailCodeOver, TooManyRequests } from '../../site/errors.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { SIGN_IN_PATH } from '../dashboard-kind.ts';
import { findStaffSessionOf, staffCookie } from '../staff-cookie.ts';
import type { StaffFormVisit, StaffVisit } from '../visit.ts';
import { sendStaffCode } from './send-code.ts';

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
  const { reply, site, form, browser, language } = visit;
  const { t } = language;
  const code = await getCode(service, visit);
  const digits = parseEmailCode(fieldOf(form, 'code'));
  const refuse = (message: string): FastifyReply =>
    showForm(service, visit, code, { state: faulty([{ field: 'code', message }]), isSentAgain: false });
  if (digits === undefined) return refuse(t('email-code.not-digits'));
  const {
    config: { limits, signUps },
    database,
    clock,
    secretKeys,
    securityLog,
  } = service;
  const { request } = visit;
  const event = { request, who: code.email };
  const result = await database.transaction(async (transaction) => {
    const confirmed = await confirmStaffCode(transaction, clock, secretKeys, { id: code.id, browser, digits, limits });
    if (confirmed.state !== 'confirmed') return confirmed;
    const member = await (signUps
      ? findOrCreateStaffMember(transaction, clock, confirmed.address)
      : findStaffMember(transaction, confirmed.address.emailNormalized));
    if (member === undefined || member.codeDisabledAt !== null) return { state: 'over' } as const;
    return { state: 'proved' as const, cookies: await signIn(service, visit, transaction, member.id) };
  });
  if (result.state === 'proved') {
    securityLog.record('staff_sign_in', event);
    return redirectTo(reply, site, code.returnTo, result.cookies);
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

/** Sends a new code to the same address; the former one is no longer valid. */
export async function sendAnotherStaffCode(service: Service, visit: StaffFormVisit): Promise<FastifyReply> {
  const { reply, site, browser } = visit;
  const { email, returnTo } = await getCode(service, visit);
  const sent = await sendStaffCode(service, visit, { address: parseEmailAddress(email), browser, returnTo });
  if (sent.state === 'limited') throw new TooManyRequests(sent.resetsIn);
  return redirectTo(reply, site, `/dashboard/code/${sent.id}?sent=again`);
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
async function getCode(service: Service, { request, site }: StaffVisit): Promise<StaffCode> {
  const { id = '' } = request.params as { id?: string };
  const browser = findBrowserCookie(site, request);
  const code = browser && (await findStaffCode(service.database, service.clock, { id, browser }));
  if (!code) throw new EmailCodeOver(SIGN_IN_PATH);
  return code;
}

function showForm(
  { secretKeys }: Service,
  { request, reply, site }: StaffVisit,
  { id, email }: StaffCode,
  { state, isSentAgain }: { readonly state: FormState; readonly isSentAgain: boolean },
): FastifyReply {
  const browser = ensureBrowserCookie(site, request);
  const csrfToken = csrfTokenFor(secretKeys, site, browser.value);
  const data = { csrfToken, errors: state.errors, email, action: `/dashboard/code/${id}`, isSentAgain };
  return showPage(reply, site, 'dashboard/getting-in/code', data, { ...state, cookies: [browser.setCookie] });
}
