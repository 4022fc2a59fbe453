// GET and POST /oauth/authorize (service.md, Authorization endpoint; RFC 6749 section 4.1.1, Core 3.1.2). Order of
// decisions: 1. client and redirect URI, whose failures are shown on a page and never redirected; 2. the request
// (authorization-request.ts), whose failures are redirected; 3. whether the visitor must sign in (again); 4. the
// authorization code. Nothing is stored before step 4.
import { mergeReadings, type FormReading } from '../http/bodies/form.ts';
import type { Reply, SignInRequest } from '../http/operation.ts';
import { HttpRefusal } from '../http/refusal.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { issueAuthorizationCode } from '../models/sign-in/authorization-code.ts';
import type { Client } from '../models/sign-in/client.ts';
import type { LiveSession } from '../models/sign-in/session.ts';
import type { Service } from '../service.ts';
import { pathWith } from '../site/destinations.ts';
import { toSite } from '../site/publication.ts';
import { findSessionOf } from '../site/session-cookie.ts';
import { verifyIdTokenHint } from '../tokens/id-token.ts';
import { languageOf } from '../views/language.ts';
import { pageHeaders, renderHtml } from '../views/render.ts';
import { acceptRequest, type AcceptedRequest } from './authorization-request.ts';
import type { OauthContext } from './context.ts';
import { AuthorizationError } from './errors.ts';
import { AuthorizationParameters, toQuery } from './parameters.ts';
import { isPrefetch, prefetchRefusal } from './prefetch.ts';
import { isRegisteredRedirectUri, withParameters } from './redirect-uri.ts';
import { askedFor, noteRefusal, toRefusal } from './refusal-trail.ts';
import { hasSignedInSince, markSentToSignIn } from './sign-in-again.ts';
import { getSiteAndClient } from './site-and-client.ts';

declare module '../views/templates.ts' {
  interface Templates {
    'sign-in/authorize-error': { readonly isClientKnown: boolean };
  }
}

/** Our choice: a length that Node and common proxies accept as a URL. */
const LOCATION_MAX_LENGTH = 8192;

/** A request with a known client and a registered redirect URI, so that the answer may be redirected. */
interface ClientRequest {
  readonly publication: PublicationRow;
  readonly client: Client;
  readonly redirectUri: string;
  readonly reading: FormReading;
  readonly parameters: AuthorizationParameters;
}

/** The error page: the client is unknown, or the redirect URI is not one of its own. */
type RefusedRequest = { readonly publication: PublicationRow } & (
  { readonly page: 'client' } | { readonly page: 'redirect URI'; readonly clientId: string }
);
type Outcome = RefusedRequest | { readonly location: string; readonly publication: PublicationRow };

export async function authorize(
  service: Service,
  request: SignInRequest,
  context: OauthContext,
): Promise<Reply<'authorize'>> {
  if (isPrefetch(request)) return prefetchRefusal();
  const outcome = await decide(service, request, request.query, context);
  return 'page' in outcome
    ? showErrorPage(outcome, request)
    : { status: 302, headers: { ...pageHeaders(), location: outcome.location } };
}

/**
 * A POST from another site carries no session cookie (RFC 9700 section 4.12), so it is redirected to the same request
 * by GET.
 */
export async function authorizeByPost(
  service: Service,
  request: SignInRequest,
  context: OauthContext,
): Promise<Reply<'authorizeByPost'>> {
  if (request.hasOtherBody) throw new HttpRefusal(415, 'the body is not form-encoded');
  const reading = mergeReadings(request.query, request.form);
  const location = `/oauth/authorize?${toQuery(reading)}`;
  if (reading.faults.length === 0 && location.length <= LOCATION_MAX_LENGTH)
    return { status: 303, headers: { ...pageHeaders(), location } };
  const outcome = await decide(service, request, reading, context);
  return 'page' in outcome
    ? showErrorPage(outcome, request)
    : { status: 303, headers: { ...pageHeaders(), location: outcome.location } };
}

async function decide(
  service: Service,
  request: SignInRequest,
  reading: FormReading,
  context: OauthContext,
): Promise<Outcome> {
  const parameters = new AuthorizationParameters(reading);
  const clientId = parameters.get('client_id');
  const { publication, client } = await getSiteAndClient(service, request, clientId);
  // service.md, Errors: if redirect_uri or client_id is invalid, the customer is not redirected.
  const redirectUri = parameters.get('redirect_uri');
  if (client === undefined) {
    const facts = { error: 'client', clientId: clientId ?? '', ...askedFor(redirectUri) };
    noteRefusal(service, request, context, publication, { kind: 'request_refused', facts });
    return { page: 'client', publication };
  }
  if (redirectUri === undefined || !isRegisteredRedirectUri(client, redirectUri)) {
    const facts = { error: 'redirect_uri', applicationId: client.id, ...askedFor(redirectUri) };
    noteRefusal(service, request, context, publication, { kind: 'request_refused', facts });
    return { page: 'redirect URI', clientId: client.clientId, publication };
  }
  const clientRequest: ClientRequest = { publication, client, redirectUri, reading, parameters };
  try {
    return { location: await findLocation(service, request, clientRequest), publication };
  } catch (error) {
    if (error instanceof AuthorizationError)
      noteRefusal(service, request, context, publication, toRefusal(client, parameters, error));
    else context.log.error({ err: error }, 'an authorization request failed');
    return { location: toErrorRedirect(clientRequest, error), publication };
  }
}

async function findLocation(service: Service, request: SignInRequest, clientRequest: ClientRequest): Promise<string> {
  const { publication, client, parameters, reading } = clientRequest;
  const accepted = acceptRequest(parameters, client);
  const session = await findSessionOf(service, publication, request);
  if (session === undefined) {
    checkMaySignIn(accepted);
    return toSignInUrl(service, clientRequest, accepted);
  }
  const isOther = await isOtherCustomer(service, publication, accepted, session);
  if (isOther || isSignInDue(service, accepted, session)) {
    checkMaySignIn(accepted);
    const { siteUrl } = publication;
    if (!hasSignedInSince(service, { siteUrl, path: parameters.toPath(), reading }, session))
      return toSignInUrl(service, clientRequest, accepted);
    // Core 3.1.2.1, id_token_hint: when another customer signs in, the answer is an error.
    if (isOther) throw new AuthorizationError('login_required', 'Another customer is signed in');
  }
  const authorizationCode = await service.database.transaction((transaction) =>
    issueAuthorizationCode(publication, transaction, service.clock, {
      applicationId: client.id,
      sessionId: session.id,
      redirectUri: clientRequest.redirectUri,
      scope: accepted.scope,
      nonce: accepted.nonce,
      codeChallenge: accepted.codeChallenge,
      acr: accepted.acr,
    }),
  );
  return toRedirect(clientRequest, { code: authorizationCode });
}

/**
 * service.md: login_required, prompt=none was used and the customer is signed out. Core 3.1.2.1: also where a sign-in
 * would be due.
 */
function checkMaySignIn({ prompt }: AcceptedRequest): void {
  if (prompt === 'none') throw new AuthorizationError('login_required', 'The customer must sign in');
}

/**
 * Core 3.1.2.1: a new sign-in is due for prompt=login, or when the last one is more than max_age seconds ago; always
 * for max_age=0.
 */
function isSignInDue({ clock }: Service, { prompt, maxAge }: AcceptedRequest, session: LiveSession): boolean {
  if (prompt === 'login') return true;
  if (maxAge === undefined) return false;
  return maxAge === 0 || clock.now().getTime() - session.authenticatedAt > maxAge * 1000;
}

/** Our choice: an id_token_hint that we did not issue is invalid_request, because its customer cannot be known. */
async function isOtherCustomer(
  service: Service,
  publication: PublicationRow,
  { idTokenHint }: AcceptedRequest,
  session: LiveSession,
): Promise<boolean> {
  if (idTokenHint === undefined) return false;
  const hint = await verifyIdTokenHint(service.signingKeys, publication.siteUrl, idTokenHint);
  if (hint === undefined)
    throw new AuthorizationError('invalid_request', 'id_token_hint is not an ID token of this issuer');
  return hint.sub !== session.customerId;
}

/**
 * The URL of the sign-in page, which returns to this request; marked with the present time where the session must be a
 * new one.
 */
function toSignInUrl(
  service: Service,
  { publication, parameters }: ClientRequest,
  { prompt, maxAge, idTokenHint }: AcceptedRequest,
): string {
  const path = parameters.toPath();
  const needsNewSession = prompt === 'login' || maxAge !== undefined || idTokenHint !== undefined;
  const returnTo = needsNewSession ? markSentToSignIn(service, publication.siteUrl, path) : path;
  return `${publication.siteUrl}/sign-in?return_to=${encodeURIComponent(returnTo)}`;
}

function toErrorRedirect(clientRequest: ClientRequest, error: unknown): string {
  if (error instanceof AuthorizationError)
    return toRedirect(clientRequest, { error: error.code, error_description: error.message });
  return toRedirect(clientRequest, { error: 'server_error', error_description: 'Something went wrong on our side' });
}

/** RFC 6749 section 4.1.2 and RFC 9207: the redirect carries the answer, the unchanged state and the issuer. */
function toRedirect(
  { redirectUri, parameters, client, publication }: ClientRequest,
  answer: Readonly<Record<string, string>>,
): string {
  return withParameters(redirectUri, {
    ...answer,
    state: parameters.echoedState,
    iss: client.issParameter ? publication.siteUrl : undefined,
  });
}

/** The error page, which shows nothing of the request. In another language, the client alone asks for it again. */
function showErrorPage(
  outcome: RefusedRequest,
  { headers }: SignInRequest,
): { status: 400; headers: Record<string, string>; body: string } {
  const { publication } = outcome;
  const clientId = outcome.page === 'client' ? undefined : outcome.clientId;
  const address = pathWith('/oauth/authorize', { client_id: clientId });
  const language = { ...languageOf(publication, headers), address };
  const body = renderHtml(toSite(publication), language, 'sign-in/authorize-error', {
    isClientKnown: clientId !== undefined,
  });
  return { status: 400, headers: pageHeaders(), body };
}
