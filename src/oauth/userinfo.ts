// GET and POST /oauth/userinfo (service.md, Userinfo endpoint and response; Core 5.3, RFC 6750): the current claims of
// the customer. The access token is read from the Authorization header only.
import { mergeReadings, readParameter } from '../http/bodies/form.ts';
import type { Reply, SignInRequest } from '../http/operation.ts';
import { toMemberId } from '../models/people/customer-summary.ts';
import { checkNotMoved } from '../models/publication/moved-host.ts';
import { findTokenHolder } from '../models/sign-in/access-token.ts';
import type { Service } from '../service.ts';
import { UnknownSite } from '../site/errors.ts';
import { NO_STORE } from './errors.ts';
import { claimsOf } from './scope.ts';

const REALM = 'Bearer realm="Masthead"';
/** RFC 6750 section 2.1: b64token. */
const BEARER = /^bearer +([a-z0-9\-._~+/]+=*) *$/i;
const IS_BEARER = /^bearer(?: |$)/i;
const INVALID_TOKEN = 'The access token is unknown, expired or revoked, or the customer has signed out';

type UserinfoReply = Reply<'getUserinfo'>;

export async function getUserinfo(service: Service, request: SignInRequest): Promise<UserinfoReply> {
  const { authorization } = request.headers;
  const isInParameters = readParameter(mergeReadings(request.query, request.form), 'access_token').state !== 'absent';
  // RFC 6750 section 3.1: without a token of this scheme, the challenge carries no error.
  if (authorization === undefined || !IS_BEARER.test(authorization))
    return { status: 401, headers: { ...NO_STORE, 'www-authenticate': REALM }, body: {} };
  // RFC 6750 section 3.1: invalid_request, more than one method of sending the token.
  if (isInParameters) return refuse(400, 'invalid_request', 'The access token was sent in two places');
  const accessToken = BEARER.exec(authorization)?.[1];
  const { host = '' } = request.headers;
  const holder =
    accessToken === undefined ? undefined : await findTokenHolder(service.database, service.clock, host, accessToken);
  if (holder === 'unknown site') {
    await checkNotMoved(service.database, host);
    throw new UnknownSite('no publication has this host');
  }
  if (holder === undefined) return refuse(401, 'invalid_token', INVALID_TOKEN);
  // service.md: sub and plan_slugs always; the rest by scope. Decisions 48: member_id stands here and not in the ID token.
  const body = {
    ...claimsOf(holder, holder.scope),
    sub: holder.customerId,
    member_id: toMemberId(holder.customerId),
    plan_slugs: holder.planSlugs,
  };
  return { status: 200, headers: NO_STORE, body };
}

/** service.md: WWW-Authenticate: Bearer realm="<REALM>", error="invalid_token", error_description="<DESCRIPTION>". */
function refuse(status: 400 | 401, error: 'invalid_request' | 'invalid_token', description: string): UserinfoReply {
  const challenge = `${REALM}, error="${error}", error_description="${description}"`;
  return {
    status,
    headers: { ...NO_STORE, 'www-authenticate': challenge },
    body: { error, error_description: description },
  };
}
