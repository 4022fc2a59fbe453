// `/email-address`: changes the e-mail address of a signed-in customer (decisions 35). A code to the present address
// comes first, so that access to an open browser is not enough, and then one to the new address.
import type { FastifyReply } from 'fastify';
import { addSeconds } from '../../database/clock.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { changeEmail } from '../../models/lifecycle/customer-email.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { queueEmailCode, sendEmailCode } from '../../site/email-code.ts';
import { AddressTaken, EmailCodeOver, TooManyRequests } from '../../site/errors.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../../site/form.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { IntentOf, Proof, ProofResult, Purpose } from '../proof.ts';
import { tooManyCodes } from '../sign-in/too-many-codes.ts';
import type { SessionFormVisit, SessionVisit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'account/email-address': FormData & { readonly email: string; readonly currentEmail: string };
  }
}

/** Our choice: how long a proof of the present address is good for, in which the new one has to be proved. */
const PROOF_SECONDS = 1800;

export async function showEmailAddress(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  return showForm(service, visit, '', FRESH);
}

/** Sends a code to the present address, whatever the new one is. */
export async function requestEmailChange(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { request, reply, publication, session, form, language } = visit;
  const email = fieldOf(form, 'email');
  const { value: address, errors } = parseField(language, () => parseEmailAddress(email));
  if (address === undefined) return showForm(service, visit, email, faulty(errors));
  const browser = ensureBrowserCookie(publication, request);
  const sent = await sendEmailCode(service, publication, {
    address: parseEmailAddress(session.email),
    browser: browser.value,
    request,
    intent: { purpose: 'email-change-proof', customerId: session.customerId, newEmail: address.email },
    language,
  });
  if (sent.state === 'limited') return showForm(service, visit, email, tooManyCodes(service, visit, sent));
  return redirectTo(reply, `/email-code/${sent.id}`, [browser.setCookie]);
}

/** Sends a code to the new address. Throws EmailCodeOver, and TooManyRequests, after which the code is good again. */
async function applyProof(service: Service, proof: Proof<IntentOf<'email-change-proof'>>): Promise<ProofResult> {
  const { publication, transaction, request, address, intent, browser, language } = proof;
  const { customerId, newEmail } = intent;
  const { emailNormalized: from } = address;
  checkAsker(proof, from);
  const sent = await queueEmailCode(service, publication, transaction, {
    address: parseEmailAddress(newEmail),
    browser,
    request,
    intent: { purpose: 'email-change', customerId, from, provedAt: service.clock.now().getTime() },
    language,
  });
  if (sent.state === 'limited') throw new TooManyRequests(sent.resetsIn);
  return { cookies: [], location: `/email-code/${sent.id}` };
}

/** Throws EmailCodeOver, and AddressTaken for the address of another customer. */
async function applyEmailChange(service: Service, proof: Proof<IntentOf<'email-change'>>): Promise<ProofResult> {
  const { publication, transaction, address, intent } = proof;
  const { customerId, from, provedAt } = intent;
  const { id: keepSession } = checkAsker(proof, from);
  if (addSeconds(service.clock.now(), -PROOF_SECONDS).getTime() > provedAt) throw new EmailCodeOver('/email-address');
  const outcome = await changeEmail(publication, transaction, service.clock, { customerId, address, keepSession });
  if (outcome === 'taken') throw new AddressTaken();
  if (outcome === 'over') throw new EmailCodeOver('/');
  return { cookies: [] };
}

/** Throws EmailCodeOver where the customer is no longer signed in, or has another address than the proved one by now. */
function checkAsker(
  { session, intent }: Proof<IntentOf<'email-change' | 'email-change-proof'>>,
  proved: string,
): NonNullable<Proof['session']> {
  const isAsker =
    session?.customerId === intent.customerId && parseEmailAddress(session.email).emailNormalized === proved;
  if (session === undefined || !isAsker) throw new EmailCodeOver('/');
  return session;
}

async function showForm(
  service: Service,
  { reply, publication, session }: Pick<SessionFormVisit, 'reply' | 'publication' | 'session'>,
  email: string,
  state: FormState,
): Promise<FastifyReply> {
  const csrfToken = csrfTokenFor(service.secretKeys, publication, session.id);
  return showPage(
    reply,
    publication,
    'account/email-address',
    { csrfToken, errors: state.errors, email, currentEmail: session.email },
    state,
  );
}

export const EMAIL_CHANGE_PROOF: Purpose<IntentOf<'email-change-proof'>> = {
  securityEvent: 'email_change_proved',
  apply: applyProof,
  destination: () => '/email-address',
  start: () => '/email-address',
  lead: 'email-address.proof',
};

export const EMAIL_CHANGE: Purpose<IntentOf<'email-change'>> = {
  securityEvent: 'email_changed',
  apply: applyEmailChange,
  destination: () => '/?done=email',
  start: () => '/email-address',
  lead: 'email-address.last',
};
