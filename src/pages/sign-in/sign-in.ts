// `/sign-in`: asks for an e-mail address and sends a code to it (decisions 26). Known and unknown addresses get the
// same answer, so that nobody learns who is a customer. Our choice: a new address signs up by the same form; the
// customer is created once the address is verified.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { authorizationParameter, continueUrlIn, pathWith, toReturnPath } from '../../site/destinations.ts';
import { sendEmailCode } from '../../site/email-code.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../../site/form.ts';
import { openInboxLink } from '../../site/inbox-link.ts';
import { findSessionOf } from '../../site/session-cookie.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, renderHtml, showPage } from '../../views/render.ts';
import type { IntentOf, Proof, ProofResult, Purpose } from '../proof.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { continueOrigins, findApplicationOf } from './application.ts';
import { findOrCreateOwner } from './owner.ts';
import { startSessionFor } from './start-session.ts';
import { tooManyCodes } from './too-many-codes.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'sign-in/sign-in': FormData & {
      readonly email: string;
      readonly returnTo: string;
      /** The name of the OAuth application that requested the sign-in; empty for the account page. */
      readonly applicationName: string;
    };
  }
}

interface SignInForm {
  readonly email: string;
  readonly returnTo: string | undefined;
  /** Set-Cookie header values. */
  readonly cookies?: readonly string[];
}

export async function showSignIn(service: Service, visit: Visit): Promise<FastifyReply> {
  const returnTo = toReturnPath(valueOf(visit.query, 'return_to'));
  const known = openInboxLink(service, visit.publication, visit.request, visit.query);
  const session = await findSessionOf(service, visit.publication, visit.request);
  // Whoever is signed in goes on, as in the second of two tabs, but where an application asks for a new sign-in
  // (src/oauth/sign-in-again.ts).
  const isAskedAgain = authorizationParameter(returnTo, 'signed_in_since') !== undefined;
  if (session !== undefined && known === undefined && !isAskedAgain) return redirectTo(visit.reply, returnTo ?? '/');
  const email = known?.email ?? authorizationParameter(returnTo, 'login_hint') ?? '';
  return showSignInForm(
    service,
    visit,
    { email, returnTo, cookies: known === undefined ? [] : [known.setCookie] },
    FRESH,
  );
}

export async function requestSignInCode(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, form, browser, language } = visit;
  const email = fieldOf(form, 'email');
  const returnTo = toReturnPath(fieldOf(form, 'return_to'));
  const { value: address, errors } = parseField(language, () => parseEmailAddress(email));
  if (address === undefined) return showSignInForm(service, visit, { email, returnTo }, faulty(errors));
  const intent = { purpose: 'sign-in', returnTo: returnTo ?? null } as const;
  const sent = await sendEmailCode(service, publication, { address, browser, request, intent, language });
  if (sent.state === 'sent') return redirectTo(reply, `/email-code/${sent.id}`);
  return showSignInForm(service, visit, { email, returnTo }, tooManyCodes(service, visit, sent));
}

/** Shows the form; the account page shows it to signed-out visitors, too. */
export async function showSignInForm(
  service: Service,
  visit: Visit,
  { email, returnTo, cookies = [] }: SignInForm,
  state: FormState,
): Promise<FastifyReply> {
  const { request, reply, publication } = visit;
  const browser = ensureBrowserCookie(publication, request);
  const application = await findApplicationOf(service, publication, returnTo);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, browser.value);
  const data = {
    csrfToken,
    errors: state.errors,
    email,
    returnTo: returnTo ?? '',
    applicationName: application?.name ?? '',
  };
  return showPage(reply, publication, 'sign-in/sign-in', data, { ...state, cookies: [browser.setCookie, ...cookies] });
}

/** The page for a preview, whose form cannot be sent. */
export async function previewSignIn(
  _service: Service,
  { publication, language }: Pick<Visit, 'publication' | 'language'>,
): Promise<string> {
  const data = { csrfToken: '', errors: [], email: '', returnTo: '', applicationName: '' };
  return renderHtml(publication, language, 'sign-in/sign-in', data);
}

async function signIn(service: Service, proof: Proof): Promise<ProofResult> {
  const customer = await findOrCreateOwner(service, proof);
  return { cookies: [await startSessionFor(service, proof, customer.id)] };
}

export const SIGN_IN: Purpose<IntentOf<'sign-in'>> = {
  securityEvent: 'sign_in',
  isAddressTyped: true,
  apply: signIn,
  destination: ({ returnTo }) => returnTo ?? '/',
  start: (_service, { returnTo }) => pathWith('/sign-in', { return_to: returnTo }),
  formActionOrigins: ({ returnTo }) => continueOrigins(continueUrlIn(returnTo)),
  returnPath: ({ returnTo }) => returnTo,
  isSignInOnly: true,
};
