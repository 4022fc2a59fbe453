// `/dashboard/sign-in`: asks for a passkey, or for the address of a staff member and sends a code to it. Known and unknown
// addresses get the same answer.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { CHALLENGE_LIFETIME_SECONDS } from '../../models/staff/passkey-challenge.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { pathWith, toOwnPath } from '../../site/destinations.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../../site/form.ts';
import type { Language } from '../../views/language.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { SIGN_IN_PATH } from '../dashboard-kind.ts';
import { findStaffSessionOf } from '../staff-cookie.ts';
import type { StaffFormVisit, StaffVisit } from '../visit.ts';
import { askForPasskey } from './passkey-ceremony.ts';
import { sendStaffCode } from './send-code.ts';

/** A form that a script fills in with the answer of a passkey (templates/assets/passkey.js). */
export interface PasskeyQuestion {
  readonly action: string;
  /** What the browser is asked, as JSON. */
  readonly options: string;
  /** How long the question is good, and the page with a new one. */
  readonly seconds: number;
  readonly fresh: string;
  /** Whether the browser offers passkeys in the field for the address, too. */
  readonly isInField: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/sign-in': FormData & {
      readonly email: string;
      readonly returnTo: string;
      readonly question: PasskeyQuestion;
      /** Whether anybody may open a publication. */
      readonly isOpen: boolean;
    };
  }
  interface Parts {
    'passkey-form': {
      readonly csrfToken: string;
      readonly returnTo: string;
      readonly question: PasskeyQuestion;
    };
  }
}

/** A path on the dashboard; its front page for any other text. */
export function toDashboardPath(text: string | undefined): string {
  return toOwnPath(text, /^\/dashboard(?:$|[/?])/) ?? '/dashboard';
}

export async function showStaffSignIn(service: Service, visit: StaffVisit): Promise<FastifyReply> {
  const returnTo = toDashboardPath(valueOf(visit.query, 'return_to'));
  if (await findStaffSessionOf(service, visit.site, visit.request)) return redirectTo(visit.reply, returnTo);
  return showSignInForm(service, visit, { email: '', returnTo }, FRESH);
}

export async function requestSignIn(service: Service, visit: StaffFormVisit): Promise<FastifyReply> {
  const { reply, form, browser, language } = visit;
  const [email, returnTo] = [fieldOf(form, 'email'), toDashboardPath(fieldOf(form, 'return_to'))];
  const { value: address, errors } = parseField(language, () => parseEmailAddress(email));
  if (address === undefined) return showSignInForm(service, visit, { email, returnTo }, faulty(errors));
  const sent = await sendStaffCode(service, visit, { address, browser, returnTo });
  if (sent.state === 'sent') return redirectTo(reply, `/dashboard/code/${sent.id}`);
  return showSignInForm(service, visit, { email, returnTo }, tooMany(language, sent.resetsIn));
}

/** @param resetsIn seconds */
export function tooMany({ t }: Language, resetsIn: number): FormState {
  const message = t('dashboard.sign-in.too-many', { count: Math.ceil(resetsIn / 60) });
  return { status: 429, errors: [{ field: 'email', message }], headers: { 'retry-after': String(resetsIn) } };
}

export async function showSignInForm(
  service: Service,
  { request, reply, site }: StaffVisit,
  fields: { readonly email: string; readonly returnTo: string },
  state: FormState,
): Promise<FastifyReply> {
  const browser = ensureBrowserCookie(site, request);
  const csrfToken = csrfTokenFor(service.secretKeys, site, browser.value);
  const question: PasskeyQuestion = {
    action: '/dashboard/passkey',
    options: await askForPasskey(service, site, { ceremony: 'sign-in', holder: browser.value }),
    seconds: CHALLENGE_LIFETIME_SECONDS,
    fresh: pathWith(SIGN_IN_PATH, { return_to: fields.returnTo }),
    isInField: true,
  };
  const data = { csrfToken, errors: state.errors, question, ...fields, isOpen: service.config.signUps };
  const options = { ...state, cookies: [browser.setCookie], script: 'passkey' } as const;
  return showPage(reply, site, 'dashboard/getting-in/sign-in', data, options);
}
