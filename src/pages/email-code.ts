// `/email-code/:id`: the page where an e-mailed code is entered, for any purpose (decisions 26; src/pages/purposes.ts).
// Opening the page uses up nothing, and no customer is created before the right code is entered.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { valueOf } from '../http/bodies/form.ts';
import type { Ceiling } from '../models/ceiling.ts';
import { parseEmailAddress } from '../models/email-address.ts';
import { guessCeiling } from '../models/people/email-code-limit.ts';
import {
  confirmEmailCode as confirm,
  findEmailCode,
  parseEmailCode,
  type EmailCode,
} from '../models/people/email-code.ts';
import type { LiveSession } from '../models/sign-in/session.ts';
import type { Service } from '../service.ts';
import { ensureBrowserCookie, findBrowserCookie } from '../site/browser-cookie.ts';
import { csrfTokenFor } from '../site/csrf.ts';
import { deviceCookie, findDevice } from '../site/device-cookie.ts';
import { giveBackMail, sendEmailCode, toWaitError } from '../site/email-code.ts';
import { EmailCodeOver, TooManyRequests } from '../site/errors.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../site/form.ts';
import { EmailCodeElsewhere } from '../site/publication-kind.ts';
import { findSessionOf } from '../site/session-cookie.ts';
import { recordCodeStep, toFailedStep } from '../site/sign-in-steps.ts';
import type { FormData } from '../views/page-data.ts';
import { redirectTo, showPage } from '../views/render.ts';
import type { ProofResult } from './proof.ts';
import { purposeOf } from './purposes.ts';
import { findApplicationOf, originsOf } from './sign-in/application.ts';
import { tooManyCodes } from './sign-in/too-many-codes.ts';
import type { FormVisit, Visit } from './visit.ts';

declare module '../views/templates.ts' {
  interface Templates {
    'email-code': FormData & {
      readonly email: string;
      readonly action: string;
      readonly startAgain: string;
      readonly isSentAgain: boolean;
      /** From the link in the mail: a button takes the place of the field. Empty otherwise. */
      readonly code: string;
      /** What the code is for, where the page says more of it; empty otherwise. */
      readonly lead: string;
      /** Whether the right code erases the account, so that the page warns of it. */
      readonly isErasure: boolean;
      /** The form that sends the code to another address instead, with what was typed there; undefined for a link. */
      readonly correction: { readonly action: string; readonly email: string; readonly isOpen: boolean } | undefined;
    };
  }
}

export async function showEmailCode(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication, query } = visit;
  const code = parseEmailCode(valueOf(query, 'code') ?? '') ?? '';
  const emailCode = await findShown(service, visit, code !== '');
  if (emailCode.state === 'open') {
    const isSentAgain = valueOf(query, 'sent') === 'again';
    return showCodeForm(service, visit, emailCode, { state: FRESH, isSentAgain, code });
  }
  // After "back", or in another tab: a visitor who is signed in by now is redirected to the destination of this code.
  if (await findSessionOf(service, publication, request))
    return redirectTo(reply, purposeOf(emailCode.intent).destination(emailCode.intent));
  throw new EmailCodeOver(purposeOf(emailCode.intent).start(service, emailCode.intent));
}

/** Throws EmailCodeElsewhere for the link in a mail that another browser asked for, and EmailCodeOver otherwise. */
async function findShown(service: Service, { request, publication }: Visit, isByLink: boolean): Promise<EmailCode> {
  try {
    return await getEmailCode(service, publication, request, findBrowserCookie(publication, request));
  } catch (error) {
    throw isByLink && error instanceof EmailCodeOver ? new EmailCodeElsewhere() : error;
  }
}

export async function confirmEmailCode(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, form, browser, language } = visit;
  const { t } = language;
  const emailCode = await getEmailCode(service, publication, request, browser);
  const purpose = purposeOf(emailCode.intent);
  const digits = parseEmailCode(fieldOf(form, 'code'));
  if (digits === undefined) return refuse(service, visit, emailCode, t('email-code.not-digits'));
  const session = await findSessionOf(service, publication, request);
  const result = await redeem(service, visit, { emailCode, digits, session });
  logResult(service, visit, emailCode, result.state);
  if (result.state === 'proved') return answerProof(service, visit, emailCode, result);
  if (result.state === 'limited') throw new TooManyRequests(result.resetsIn);
  if (result.state === 'wrong' && result.triesLeft > 0) {
    return refuse(service, visit, emailCode, t('email-code.wrong', { count: result.triesLeft }));
  }
  // Signed in meanwhile in another tab, whose newer code replaced this one: redirected as by showEmailCode.
  if (session !== undefined && purpose.isSignInOnly) return redirectTo(reply, purpose.destination(emailCode.intent));
  throw new EmailCodeOver(purpose.start(service, emailCode.intent));
}

/** Redeems the code and does what it was requested for, in one transaction. */
async function redeem(
  service: Service,
  { request, publication, browser, language }: FormVisit,
  given: { readonly emailCode: EmailCode; readonly digits: string; readonly session: LiveSession | undefined },
) {
  const { config, database, clock, secretKeys } = service;
  const { emailCode, digits, session } = given;
  const device = findDevice(secretKeys, publication, request, emailCode.address.emailNormalized);
  const ceiling = guessCeiling(config.limits, secretKeys, publication, { address: emailCode.address, device });
  return database.transaction(async (transaction) => {
    const typed = { id: emailCode.id, browser, digits, ceiling };
    const confirmed = await confirm(publication, transaction, clock, secretKeys, typed);
    if (confirmed.state !== 'confirmed') {
      const failed = { address: emailCode.address, browser, request, intent: emailCode.intent };
      const step = toFailedStep(service, emailCode, confirmed, ceiling);
      if (step !== undefined) await recordCodeStep(service, publication, transaction, failed, step);
      return confirmed;
    }
    const { address, intent, counted } = confirmed;
    const proof = { publication, transaction, request, language, address, intent, browser, session };
    return { state: 'proved' as const, counted, ...(await purposeOf(intent).apply(service, proof)) };
  });
}

function logResult(
  { securityLog }: Service,
  { publication, request }: FormVisit,
  { address, intent }: EmailCode,
  state: 'proved' | 'limited' | 'wrong' | 'over',
): void {
  const event = { publication, request, who: address.emailNormalized };
  const erased = intent.purpose === 'erasure' ? intent.customerId : undefined;
  if (state === 'proved') securityLog.record(purposeOf(intent).securityEvent, { ...event, erased });
  if (state === 'limited') securityLog.record('email_code_limited', event);
  if (state === 'wrong') securityLog.record('email_code_wrong', event);
}

/** From now on this browser is known to have proved the address, and its mail no longer counts against strangers. */
async function answerProof(
  service: Service,
  { request, reply, publication }: FormVisit,
  { address, intent }: EmailCode,
  proved: ProofResult & { readonly counted: readonly Ceiling[] },
): Promise<FastifyReply> {
  const { secretKeys } = service;
  const purpose = purposeOf(intent);
  await giveBackMail(service, proved.counted);
  const known =
    purpose.isErasure === true ? [] : [deviceCookie(secretKeys, publication, request, address.emailNormalized)];
  const location = proved.location ?? purpose.destination(intent);
  return redirectTo(reply, location, [...proved.cookies, ...known]);
}

/**
 * Sends a new code for the same purpose to the same address; the former code is no longer valid. Throws EmailCodeOver
 * for a code that was used: what it was asked for is done.
 */
export async function sendAnotherEmailCode(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, browser, language } = visit;
  const { address, intent, state } = await getEmailCode(service, publication, request, browser);
  if (state === 'used') throw new EmailCodeOver(purposeOf(intent).start(service, intent));
  const sent = await sendEmailCode(service, publication, { address, browser, request, intent, language });
  if (sent.state === 'limited') throw toWaitError(sent);
  return redirectTo(reply, `/email-code/${sent.id}?sent=again`);
}

/**
 * Sends the code to another address, for the same purpose: whoever mistyped theirs loses nothing. Throws EmailCodeOver
 * for a code that was used, and where the address is not the visitor's to choose.
 */
export async function correctAddress(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, form, browser, language } = visit;
  const emailCode = await getEmailCode(service, publication, request, browser);
  const { intent } = emailCode;
  const purpose = purposeOf(intent);
  if (emailCode.state === 'used' || purpose.isAddressTyped !== true)
    throw new EmailCodeOver(purpose.start(service, intent));
  const email = fieldOf(form, 'email');
  request.shownAt = `/email-code/${emailCode.id}`;
  const showAgain = (state: FormState) =>
    showCodeForm(service, visit, emailCode, { state, isSentAgain: false, typedEmail: email });
  const { value: address, errors } = parseField(language, () => parseEmailAddress(email));
  if (address === undefined) return showAgain(faulty(errors));
  const sent = await sendEmailCode(service, publication, { address, browser, request, intent, language });
  if (sent.state === 'limited') return showAgain(tooManyCodes(service, visit, sent));
  return redirectTo(reply, `/email-code/${sent.id}`);
}

/** Throws EmailCodeOver where the code was not requested by this browser. */
async function getEmailCode(
  service: Service,
  publication: Visit['publication'],
  request: FastifyRequest,
  browser: string | undefined,
): Promise<EmailCode> {
  const { id = '' } = request.params as { id?: string };
  const found =
    browser === undefined
      ? undefined
      : await findEmailCode(publication, service.database, service.clock, { id, browser });
  if (found === undefined) throw new EmailCodeOver('/sign-in');
  return found;
}

function refuse(service: Service, visit: Visit, emailCode: EmailCode, message: string): Promise<FastifyReply> {
  return showCodeForm(service, visit, emailCode, {
    state: faulty([{ field: 'code', message }]),
    isSentAgain: false,
    code: '',
  });
}

async function showCodeForm(
  service: Service,
  { request, reply, publication, language: { t } }: Visit,
  { id, address, intent }: EmailCode,
  {
    state,
    isSentAgain,
    code = '',
    typedEmail,
  }: {
    readonly state: FormState;
    readonly isSentAgain: boolean;
    readonly code?: string;
    readonly typedEmail?: string;
  },
): Promise<FastifyReply> {
  const browser = ensureBrowserCookie(publication, request);
  const purpose = purposeOf(intent);
  const application = await findApplicationOf(service, publication, purpose.returnPath?.(intent) ?? undefined);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, browser.value);
  const data = {
    csrfToken,
    errors: state.errors,
    email: address.email,
    action: `/email-code/${id}`,
    startAgain: purpose.start(service, intent),
    isSentAgain,
    code,
    lead: purpose.lead === undefined ? '' : t(purpose.lead),
    isErasure: purpose.isErasure === true,
    correction:
      purpose.isAddressTyped === true
        ? {
            action: `/email-code/${id}/address`,
            email: typedEmail ?? address.email,
            isOpen: typedEmail !== undefined,
          }
        : undefined,
  };
  return showPage(reply, publication, 'email-code', data, {
    ...state,
    cookies: [browser.setCookie],
    formActionOrigins: [...originsOf(application), ...(purpose.formActionOrigins?.(intent) ?? [])],
  });
}
