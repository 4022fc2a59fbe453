// Writes authorization requests that were refused into the sign-in trail, after the answer, so that no request waits for it:
// for the person whose session the browser has or had, otherwise for nobody, of whom only the browser is known.
import type { SignInRequest } from '../http/operation.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Client } from '../models/sign-in/client.ts';
import { findCustomerOfSession } from '../models/sign-in/session.ts';
import {
  browserMark,
  dayOf,
  placeOf,
  recordStep,
  type StepFacts,
  type StepKind,
} from '../models/sign-in/sign-in-trail.ts';
import { shownNetworkOf } from '../security/network.ts';
import type { Service } from '../service.ts';
import { findBrowserCookie } from '../site/browser-cookie.ts';
import { readCookie } from '../site/cookie.ts';
import { PUBLICATION_COOKIES, toSite } from '../site/publication.ts';
import type { OauthContext } from './context.ts';
import type { AuthorizationError } from './errors.ts';
import type { AuthorizationParameters } from './parameters.ts';

/** Our choice: as much of a redirect URI or a scope as a publisher reads. */
const KEPT_CHARACTERS = 300;

export interface Refusal {
  readonly kind: Extract<StepKind, 'request_refused' | 'silent_refused'>;
  readonly facts: StepFacts;
}

/** Returns at once. A silent request is kept only of a browser that was seen before, as websites send one for each page. */
export function noteRefusal(
  { clock, secretKeys }: Service,
  request: SignInRequest,
  { log, refusals }: OauthContext,
  publication: PublicationRow,
  { kind, facts }: Refusal,
): void {
  const browser = findBrowserCookie(toSite(publication), request);
  const session = readCookie(publication, request, PUBLICATION_COOKIES.session);
  if (kind === 'silent_refused' && browser === undefined && session === undefined) return;
  const network = shownNetworkOf(request.ip);
  const asked = JSON.stringify([facts, session ?? (browser === undefined ? '' : browserMark(browser))]);
  const key = `${dayOf(clock)} ${facts.error ?? ''} ${placeOf(secretKeys, network ?? '', asked)}`;
  refusals.note(
    `${publication.id} ${kind} ${key}`,
    async (transaction) => {
      const customerId =
        session === undefined ? undefined : await findCustomerOfSession(publication, transaction, session);
      const step = { kind, customerId, browser, network, facts, key };
      await recordStep(publication, transaction, clock, secretKeys, step);
    },
    (error) => log.error({ err: error }, 'a refused request was not recorded'),
  );
}

/** The refusal of a request of a known application. */
export function toRefusal(client: Client, parameters: AuthorizationParameters, { code }: AuthorizationError): Refusal {
  const scope = code === 'invalid_scope' ? parameters.get('scope')?.slice(0, KEPT_CHARACTERS) : undefined;
  const facts = { error: code, applicationId: client.id, ...(scope === undefined ? {} : { scope }) };
  return { kind: code === 'login_required' ? 'silent_refused' : 'request_refused', facts };
}

/**
 * What a website asked for, as far as it holds nothing secret: of added parameters the names alone, and no user name or
 * password.
 */
export function askedFor(redirectUri: string | undefined): Pick<StepFacts, 'redirectUri'> {
  return redirectUri === undefined ? {} : { redirectUri: withoutValues(redirectUri) };
}

function withoutValues(text: string): string {
  const [address = '', ...query] = text.split('?');
  const names = query.join('?').replaceAll(/=[^&;#]*/g, '=…');
  const whole = names === '' ? address : `${address}?${names}`;
  return whole
    .replace(/\/\/[^/]*@/, '//…@')
    .replace(/#.*/su, '#…')
    .slice(0, KEPT_CHARACTERS);
}
