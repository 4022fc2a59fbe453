// `/email-code/:id`: the page where the e-mailed code is typed, for whatever it was asked for (decisions 26). Looking uses up nothing; the
// right code signs in, and only then is a person recorded. The session and its cookie are new at each sign-in (sign-in rules S1).
import type { FastifyReply, FastifyRequest } from 'fastify';
import { valueOf } from '../http/form.ts';
import type { Transaction } from '../database/connection.ts';
import { findOrCreateVerifiedCustomer, renameCustomer } from '../models/customer.ts';
import { confirmEmailCode as confirm, findEmailCode, parseEmailCode, type Confirmed, type EmailCode, type Intent } from '../models/email-code.ts';
import { findFreeOffering } from '../models/free-offering.ts';
import { subscribeToNewsletter } from '../models/newsletter.ts';
import type { PublicationRow } from '../models/publication.ts';
import { endSession, startSession } from '../models/session.ts';
import type { Service } from '../service.ts';
import { findBrowserOf, keepBrowserOf } from '../site/browser-cookie.ts';
import { browserName } from '../site/browser-name.ts';
import { csrfTokenFor } from '../site/csrf.ts';
import { sendEmailCode } from '../site/email-code.ts';
import { EmailCodeOver, TooManyRequests } from '../site/errors.ts';
import { goTo, showPage } from '../site/render.ts';
import { findSessionOf, sessionCookie } from '../site/session-cookie.ts';
import { findApplicationOf, originsOf } from './application.ts';
import { faulty, fieldOf, FRESH, type FormState } from './form.ts';
import { pathWith, type FormVisit, type Visit } from './visit.ts';

export async function showEmailCode(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication, query } = visit;
  const emailCode = await getEmailCode(service, publication, request, findBrowserOf(publication, request));
  if (emailCode.state === 'open') return showCodeForm(service, visit, emailCode, FRESH, valueOf(query, 'sent') === 'again');
  // Back, or the same step in another tab: who is signed in by now goes where this very code was to lead.
  if (await findSessionOf(service, publication, request)) return goTo(reply, publication, destinationOf(emailCode.intent));
  throw new EmailCodeOver(startOf(emailCode.intent));
}

export async function confirmEmailCode(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, form, browser, language } = visit;
  const { t } = language;
  const emailCode = await getEmailCode(service, publication, request, browser);
  const digits = parseEmailCode(fieldOf(form, 'code'));
  if (digits === undefined) return refuse(service, visit, emailCode, t('email-code.not-digits'));
  const before = await findSessionOf(service, publication, request);
  const { database, clock, secretKeys } = service;
  const result = await database.transaction(async (transaction) => {
    const confirmed = await confirm(publication, transaction, clock, secretKeys, { id: emailCode.id, browser, digits });
    return confirmed.state === 'confirmed' ? signIn(service, publication, transaction, confirmed, request, before?.id) : confirmed;
  });
  if (result.state === 'signed in') return goTo(reply, publication, destinationOf(emailCode.intent), [sessionCookie(publication, result.cookie)]);
  if (result.state === 'limited') throw new TooManyRequests(result.resetsIn);
  if (result.state === 'wrong' && result.triesLeft > 0) {
    return refuse(service, visit, emailCode, t('email-code.wrong', { count: result.triesLeft }));
  }
  throw new EmailCodeOver(startOf(emailCode.intent));
}

/** A new code for the same purpose, to the same address; the older one is no longer good. */
export async function sendAnotherEmailCode(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, browser, language } = visit;
  const { email, intent } = await getEmailCode(service, publication, request, browser);
  const sent = await sendEmailCode(service, publication, { email, browser, ip: request.ip, intent, language });
  if (sent.state === 'limited') throw new TooManyRequests(sent.resetsIn);
  return goTo(reply, publication, `/email-code/${sent.id}?sent=again`);
}

/** The person is found or recorded, subscribed where that was asked for, and signed in; the browser's former session ends. */
async function signIn(
  service: Service,
  publication: PublicationRow,
  transaction: Transaction,
  { email, intent }: Extract<Confirmed, { state: 'confirmed' }>,
  request: FastifyRequest,
  formerSid: string | undefined,
): Promise<{ state: 'signed in'; cookie: string }> {
  const { clock } = service;
  const name = intent.purpose === 'free-offering' ? intent.name : null;
  const customer = await findOrCreateVerifiedCustomer(publication, transaction, clock, { email, name });
  const customerId = customer.id;
  if (customer.name === null && name !== null) await renameCustomer(publication, transaction, customerId, name);
  if (intent.purpose === 'free-offering') {
    const newsletters = (await findFreeOffering(publication, transaction))?.newsletters ?? [];
    for (const { id: newsletterId } of newsletters) await subscribeToNewsletter(publication, transaction, clock, { customerId, newsletterId });
  }
  if (formerSid !== undefined) await endSession(publication, transaction, clock, formerSid);
  const browser = browserName(request.headers['user-agent']);
  const { cookie } = await startSession(publication, transaction, clock, { customerId, browser });
  return { state: 'signed in', cookie };
}

/** Throws EmailCodeOver where this browser did not ask for the code. */
async function getEmailCode(service: Service, publication: PublicationRow, request: FastifyRequest, browser: string | undefined): Promise<EmailCode> {
  const { id = '' } = request.params as { id?: string };
  const found = browser === undefined ? undefined : await findEmailCode(publication, service.database, service.clock, { id, browser });
  if (found === undefined) throw new EmailCodeOver('/sign-in');
  return found;
}

function refuse(service: Service, visit: Visit, emailCode: EmailCode, message: string): Promise<FastifyReply> {
  return showCodeForm(service, visit, emailCode, faulty([{ field: 'code', message }]), false);
}

async function showCodeForm(
  service: Service,
  { request, reply, publication }: Visit,
  { id, email, intent }: EmailCode,
  state: FormState,
  isSentAgain: boolean,
): Promise<FastifyReply> {
  const browser = keepBrowserOf(publication, request);
  const application = await findApplicationOf(service, publication, intent.purpose === 'sign-in' ? (intent.returnTo ?? undefined) : undefined);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, browser.value);
  const data = { csrfToken, errors: state.errors, email, action: `/email-code/${id}`, startAgain: startOf(intent), isSentAgain };
  return showPage(reply, publication, 'email-code', data, { ...state, cookies: [browser.setCookie], formActionOrigins: originsOf(application) });
}

/** Where the right code leads. */
function destinationOf(intent: Intent): string {
  if (intent.purpose === 'sign-in') return intent.returnTo ?? '/';
  return pathWith('/free_offering/subscribed', { continue_url: intent.continueUrl });
}

/** Where the address was asked for. */
function startOf(intent: Intent): string {
  if (intent.purpose === 'sign-in') return pathWith('/sign-in', { return_to: intent.returnTo });
  return pathWith('/free_offering/subscribe', { continue_url: intent.continueUrl });
}
