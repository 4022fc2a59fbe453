// GET and POST /oauth/end_session (service.md, End session endpoint; RP-Initiated Logout 1.0). Three separate
// decisions: whether the hint is valid and for this browser's session, whether the redirect URI is registered, and
// whether the sign-out needs confirmation.
import { mergeReadings, readParameter, valueOf, type FormReading } from '../http/bodies/form.ts';
import type { Reply, SignInRequest } from '../http/operation.ts';
import { HttpRefusal } from '../http/refusal.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Client } from '../models/sign-in/client.ts';
import { endSessions, type LiveSession } from '../models/sign-in/session.ts';
import type { Service } from '../service.ts';
import { csrfTokenFor } from '../site/csrf.ts';
import { pathWith } from '../site/destinations.ts';
import { MalformedRequest } from '../site/errors.ts';
import { checkOwnForm } from '../site/form.ts';
import { toSite } from '../site/publication.ts';
import { clearSessionCookie, findSessionOf } from '../site/session-cookie.ts';
import { verifyIdTokenHint, type IdTokenHint } from '../tokens/id-token.ts';
import { languageOf } from '../views/language.ts';
import { pageHeaders, renderHtml, type LanguageOfPage } from '../views/render.ts';
import { lengthFaultOf } from './parameters.ts';
import { isPrefetch, prefetchRefusal } from './prefetch.ts';
import { withParameters } from './redirect-uri.ts';
import { getSiteAndClient } from './site-and-client.ts';

declare module '../views/templates.ts' {
  interface Parts {
    'refused-redirect': { readonly refusedRedirect: RefusedRedirect | undefined };
  }
  interface Templates {
    'sign-in/end-session': {
      readonly csrfToken: string;
      readonly email: string;
      /** The name of the application that sent the visitor; empty where it is not known. */
      readonly applicationName: string;
      /** Hidden fields that carry the redirect URI and the state of the request. */
      readonly fields: readonly { readonly name: string; readonly value: string }[];
      readonly refusedRedirect: RefusedRedirect | undefined;
    };
    'sign-in/signed-out': {
      readonly refusedRedirect: RefusedRedirect | undefined;
      /** Whether all of the reader's sessions were ended. */
      readonly isEverywhere: boolean;
    };
  }
}

const PARAMETERS = ['client_id', 'id_token_hint', 'post_logout_redirect_uri', 'state'] as const;
const PATH = '/oauth/end_session';
const CSRF_TOKEN = 'csrf_token';

/** Why a post-logout redirect URI is not used: it is not the registered one, or it is not known whose it would be. */
type RefusedRedirect = 'not registered' | 'unknown application';

/** Stands for a refused URI, which no page of ours repeats (E17), in the address of the page that says so. */
const REFUSED_URI = 'refused';

interface EndSessionRequest {
  readonly publication: PublicationRow;
  readonly language: LanguageOfPage;
  readonly client: Client | undefined;
  readonly session: LiveSession | undefined;
  /** A valid hint for a known application that agrees with client_id. */
  readonly hint: IdTokenHint | undefined;
  /** The post-logout redirect URI, where the request has the registered one. */
  readonly redirectUri: string | undefined;
  /** Where it has another one. */
  readonly refusedRedirect: RefusedRedirect | undefined;
  readonly state: string | undefined;
}

type SignedOutReply = {
  readonly status: 200 | 302;
  readonly headers: Record<string, string | string[]>;
  readonly body?: string;
};

export async function endSession(service: Service, request: SignInRequest): Promise<Reply<'endSession'>> {
  if (isPrefetch(request)) return prefetchRefusal();
  checkReadable(request.query);
  const endSessionRequest = await readRequest(service, request, request.query);
  const { session, hint } = endSessionRequest;
  // service.md: with a valid id_token_hint the customer is signed out automatically; without, they must confirm.
  // RP-Initiated Logout 2: a hint for another session does not confirm the end of this one.
  if (session !== undefined && hint?.sid !== session.id) return askToConfirm(service, endSessionRequest, session);
  const reply =
    session === undefined ? toSignedOutReply(endSessionRequest) : await signOut(service, endSessionRequest, session);
  return reply.status === 302
    ? { status: 302, headers: reply.headers }
    : { status: 200, headers: reply.headers, body: reply.body ?? '' };
}

/**
 * The form of the confirmation page. A POST from another site has no session cookie, so it is redirected to the same
 * request by GET.
 */
export async function endSessionByPost(service: Service, request: SignInRequest): Promise<Reply<'endSessionByPost'>> {
  if (request.hasOtherBody) throw new HttpRefusal(415, 'the body is not form-encoded');
  const reading = mergeReadings(request.query, request.form);
  checkReadable(reading);
  if (valueOf(reading, CSRF_TOKEN) === undefined)
    return { status: 303, headers: { ...pageHeaders(), location: `${PATH}?${toQuery(reading)}` } };
  const endSessionRequest = await readRequest(service, request, reading);
  const { publication, session } = endSessionRequest;
  if (session !== undefined)
    checkOwnForm(service, publication, {
      request,
      form: reading,
      holder: session.id,
      startAgain: PATH,
    });
  const reply =
    session === undefined ? toSignedOutReply(endSessionRequest) : await signOut(service, endSessionRequest, session);
  return reply.status === 302
    ? { status: 303, headers: reply.headers }
    : { status: 200, headers: reply.headers, body: reply.body ?? '' };
}

/**
 * A repeated or unreadable parameter, or one that is too long, is answered with a page: no redirect and no
 * sign-out.
 */
function checkReadable(reading: FormReading): void {
  const isRepeated = PARAMETERS.some((name) => readParameter(reading, name).state === 'repeated');
  if (reading.faults.length > 0 || isRepeated) throw new MalformedRequest('a parameter is repeated or unreadable');
  const lengthFault = lengthFaultOf(reading);
  if (lengthFault !== undefined) throw new MalformedRequest(lengthFault);
}

/** Reads the parameters and finds what they refer to. Throws UnknownSite. */
async function readRequest(service: Service, request: SignInRequest, reading: FormReading): Promise<EndSessionRequest> {
  const clientId = valueOf(reading, 'client_id');
  const idTokenHint = valueOf(reading, 'id_token_hint');
  const { hint: validHint, ...site } = await findSite(service, request, clientId, idTokenHint);
  const isContradicted = validHint !== undefined && clientId !== undefined && validHint.audience !== clientId;
  const client = isContradicted ? undefined : site.client;
  const session = await findSessionOf(service, site.publication, request);
  const hint = client !== undefined && validHint?.audience === client.clientId ? validHint : undefined;
  const uri = valueOf(reading, 'post_logout_redirect_uri');
  const redirectUri = registeredUri(client, uri);
  const refusedRedirect = uri === undefined || redirectUri !== undefined ? undefined : refusalFor(client);
  const { publication } = site;
  const state = valueOf(reading, 'state');
  // Where the same page is shown in another language; the hint, by which nobody was signed out, adds nothing to it.
  const address = pathWith(PATH, {
    client_id: client?.clientId,
    post_logout_redirect_uri: redirectUri ?? (refusedRedirect && REFUSED_URI),
    state: redirectUri && state,
  });
  const language = { ...languageOf(publication, request.headers), address };
  return { publication, language, client, session, hint, redirectUri, refusedRedirect, state };
}

/** service.md: the application is the one identified by client_id or by the aud claim of id_token_hint. */
async function findSite(
  service: Service,
  request: SignInRequest,
  clientId: string | undefined,
  idTokenHint: string | undefined,
) {
  const site = await getSiteAndClient(service, request, clientId);
  const hint =
    idTokenHint === undefined
      ? undefined
      : await verifyIdTokenHint(service.signingKeys, site.publication.siteUrl, idTokenHint);
  if (hint === undefined || clientId !== undefined) return { ...site, hint };
  return { ...(await getSiteAndClient(service, request, hint.audience)), hint };
}

/** service.md: if set, it must equal the registered one. The strings are compared; no parameters may be added. */
function registeredUri(client: Client | undefined, uri: string | undefined): string | undefined {
  return client !== undefined && uri !== undefined && uri === client.postLogoutRedirectUri ? uri : undefined;
}

function refusalFor(client: Client | undefined): RefusedRedirect {
  return client === undefined ? 'unknown application' : 'not registered';
}

/** Ends the session, whether or not a redirect follows. */
async function signOut(
  service: Service,
  endSessionRequest: EndSessionRequest,
  session: LiveSession,
): Promise<SignedOutReply> {
  const { publication, client } = endSessionRequest;
  const { id: only, customerId } = session;
  // Decisions 24: end-session sends logout notices only to applications that opted in.
  await service.database.transaction((transaction) =>
    endSessions(publication, transaction, service.clock, {
      customerId,
      only,
      by: 'end_session',
      endedBy: client === undefined ? 'reader' : 'application',
      endedByApplication: client?.id ?? null,
    }),
  );
  const reply = toSignedOutReply(endSessionRequest);
  return { ...reply, headers: { ...reply.headers, 'set-cookie': [clearSessionCookie(publication)] } };
}

/**
 * service.md: redirected to post_logout_redirect_uri only if it is the registered one; otherwise a page says that the
 * customer is signed out.
 */
function toSignedOutReply({
  publication,
  language,
  redirectUri,
  refusedRedirect,
  state,
}: EndSessionRequest): SignedOutReply {
  if (redirectUri === undefined)
    return {
      status: 200,
      headers: pageHeaders(),
      body: renderHtml(toSite(publication), language, 'sign-in/signed-out', {
        refusedRedirect,
        isEverywhere: false,
      }),
    };
  return { status: 302, headers: { ...pageHeaders(), location: withParameters(redirectUri, { state }) } };
}

function askToConfirm(
  service: Service,
  { publication, language, client, redirectUri, refusedRedirect, state }: EndSessionRequest,
  session: LiveSession,
): Reply<'endSession'> {
  const carried =
    redirectUri === undefined ? {} : { client_id: client?.clientId, post_logout_redirect_uri: redirectUri, state };
  const body = renderHtml(toSite(publication), language, 'sign-in/end-session', {
    csrfToken: csrfTokenFor(service.secretKeys, publication, session.id),
    email: session.email,
    applicationName: client?.name ?? '',
    fields: Object.entries(carried).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }])),
    refusedRedirect,
  });
  // All hosts of the scheme: Chromium applies form-action to every redirect that follows, those of the application
  // included.
  const formActionOrigins = redirectUri === undefined ? [] : [new URL(redirectUri).protocol];
  return { status: 200, headers: pageHeaders({ formActionOrigins }), body };
}

function toQuery(reading: FormReading): string {
  const known = reading.pairs.filter(({ name }) => PARAMETERS.some((parameter) => parameter === name));
  return known.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('&');
}
