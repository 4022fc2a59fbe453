// `/email-address`: changes the e-mail address of a signed-in customer. The change takes effect once the new address is
// verified by a code; then the former address gets a mail, and all other sessions end.
import type { FastifyReply } from 'fastify';
import { ADDRESS_CHANGED } from '../../mails/address-changed.ts';
import { queueMail } from '../../mails/queue.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { changeEmail } from '../../models/people/customer-email.ts';
import { endSessions } from '../../models/sign-in/session.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { sendEmailCode } from '../../site/email-code.ts';
import { AddressTaken, EmailCodeOver } from '../../site/errors.ts';
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

export async function showEmailAddress(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  return showForm(service, visit, '', FRESH);
}

export async function requestEmailChange(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { request, reply, publication, session, form, language } = visit;
  const email = fieldOf(form, 'email');
  const { value: address, errors } = parseField(language, () => parseEmailAddress(email));
  if (address === undefined) return showForm(service, visit, email, faulty(errors));
  const browser = ensureBrowserCookie(publication, request);
  const intent = { purpose: 'email-change', customerId: session.customerId } as const;
  const sent = await sendEmailCode(service, publication, {
    address,
    browser: browser.value,
    request,
    intent,
    language,
  });
  if (sent.state === 'limited') return showForm(service, visit, email, tooManyCodes(service, visit, sent));
  return redirectTo(reply, publication, `/email-code/${sent.id}`, [browser.setCookie]);
}

/**
 * Throws EmailCodeOver where the customer is no longer signed in, and AddressTaken for the address of another customer.
 */
async function applyEmailChange(service: Service, proof: Proof<IntentOf<'email-change'>>): Promise<ProofResult> {
  const { publication, transaction, address, intent, session, language } = proof;
  const { customerId } = intent;
  if (session === undefined || session.customerId !== customerId) throw new EmailCodeOver('/');
  const change = await changeEmail(publication, transaction, service.clock, customerId, address);
  if (change.state === 'taken') throw new AddressTaken();
  if (change.state === 'over') throw new EmailCodeOver('/');
  await endSessions(publication, transaction, service.clock, { customerId, except: session.id, by: 'sign_out' });
  const { formerEmail } = change;
  if (formerEmail !== null && formerEmail !== address.email)
    await queueMail(service, transaction, ADDRESS_CHANGED, {
      publication,
      language,
      to: formerEmail,
      facts: undefined,
    });
  return { cookies: [] };
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

export const EMAIL_CHANGE: Purpose<IntentOf<'email-change'>> = {
  apply: applyEmailChange,
  destination: () => '/?done=email',
  start: () => '/email-address',
};
