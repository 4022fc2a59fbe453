// `/erase-account`: a customer erases their account (reliability R-P3). The page says what is erased, what is retained
// and why. A code sent to the customer's address confirms the erasure, so that access to an open browser is not enough.
import type { FastifyReply } from 'fastify';
import { ACCOUNT_ERASED } from '../../mails/account-erased.ts';
import { queueMail } from '../../mails/queue.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { eraseCustomer } from '../../models/lifecycle/erasure.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { sendEmailCode, toWaitError } from '../../site/email-code.ts';
import { EmailCodeOver } from '../../site/errors.ts';
import { clearSessionCookie } from '../../site/session-cookie.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { IntentOf, Proof, ProofResult, Purpose } from '../proof.ts';
import type { SessionFormVisit, SessionVisit, Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'account/account-erased': object;
    'account/erase-account': { readonly csrfToken: string; readonly email: string };
  }
}

export async function showEraseAccount(
  service: Service,
  { reply, publication, session }: SessionVisit,
): Promise<FastifyReply> {
  const csrfToken = csrfTokenFor(service.secretKeys, publication, session.id);
  return showPage(reply, publication, 'account/erase-account', { csrfToken, email: session.email });
}

export async function requestErasure(
  service: Service,
  { request, reply, publication, session, language }: SessionFormVisit,
): Promise<FastifyReply> {
  const browser = ensureBrowserCookie(publication, request);
  const intent = { purpose: 'erasure', customerId: session.customerId } as const;
  const sent = await sendEmailCode(service, publication, {
    address: parseEmailAddress(session.email),
    browser: browser.value,
    request,
    intent,
    language,
  });
  if (sent.state === 'limited') throw toWaitError(sent);
  return redirectTo(reply, `/email-code/${sent.id}`, [browser.setCookie]);
}

/** Throws EmailCodeOver where the customer is no longer signed in or has changed the address. */
async function eraseAccount(
  service: Service,
  { publication, transaction, address, intent, session, language }: Proof<IntentOf<'erasure'>>,
): Promise<ProofResult> {
  const { customerId } = intent;
  if (session === undefined || session.customerId !== customerId || session.email !== address.email)
    throw new EmailCodeOver('/');
  await eraseCustomer(publication, transaction, service.clock, service.secretKeys, customerId);
  // After the erasure, which empties the mails that wait.
  await queueMail(service, transaction, ACCOUNT_ERASED, { publication, language, to: address.email, facts: undefined });
  return { cookies: [clearSessionCookie(publication)] };
}

/** `/account-erased`: the confirmation, which is the same for everybody. */
export async function showAccountErased(_service: Service, { reply, publication }: Visit): Promise<FastifyReply> {
  return showPage(reply, publication, 'account/account-erased', {});
}

export const ERASURE: Purpose<IntentOf<'erasure'>> = {
  securityEvent: 'account_erased',
  apply: eraseAccount,
  destination: () => '/account-erased',
  start: () => '/erase-account',
  lead: 'erase-account.last',
  isErasure: true,
};
