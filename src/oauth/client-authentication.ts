// Client authentication at the token endpoint (service.md, Authentication 2 and Errors, Token endpoint; RFC 6749
// section 2.3, RFC 7617): client ID and secret by HTTP Basic, or in the body where the application allows it. The error
// does not say what was wrong.
import { hashSecret, isEqualSecret } from '../database/secrets.ts';
import { hasControlCharacter, valueOf, type FormReading } from '../http/bodies/form.ts';
import type { SignInRequest } from '../http/operation.ts';
import { bucketOf } from '../models/ceiling.ts';
import type { SecretSlot } from '../models/sign-in/client-secret.ts';
import type { Client, SiteAndClient } from '../models/sign-in/client.ts';
import { countedNetworkOf } from '../security/network.ts';
import type { Service } from '../service.ts';
import { TokenError, TooManyAttempts } from './errors.ts';
import { getSiteAndClient } from './site-and-client.ts';

/** The hash that is compared for an unknown client, so that unknown clients and wrong secrets take the same time. */
const NO_SECRET_HASH = hashSecret('');
const BASIC = /^basic +([a-z0-9+/]+={0,2}) *$/i;

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly method: 'basic' | 'post';
}

export interface Authenticated extends SiteAndClient {
  readonly client: Client;
  /** Which of its secrets it authenticated by. */
  readonly slot: SecretSlot;
}

/** The site and the client that authenticated. Throws UnknownSite, TokenError and TooManyAttempts. */
export async function authenticateClient(
  service: Service,
  request: SignInRequest,
  form: FormReading,
): Promise<Authenticated> {
  const credentials = readCredentials(request.headers.authorization, form);
  const { publication, client } = await getSiteAndClient(service, request, credentials?.clientId);
  const slot = slotOf(hashSecret(credentials?.clientSecret ?? ''), client);
  const isAllowed = credentials?.method === 'basic' || client?.clientSecretPost === true;
  if (client === undefined || slot === undefined || !isAllowed) {
    if (credentials !== undefined) await countWrongSecret(service, request, { publication, client });
    throw new TokenError('invalid_client', 'Client authentication failed');
  }
  return { publication, client, slot };
}

/** Which of the application's secrets it is. Both are compared, so that all answers take the same time. */
function slotOf(hash: string, client: Client | undefined): SecretSlot | undefined {
  const isFirst = isEqualSecret(hash, client?.clientSecretHash ?? NO_SECRET_HASH);
  const isSecond = isEqualSecret(hash, client?.secondSecretHash ?? NO_SECRET_HASH);
  if (client === undefined) return undefined;
  if (isFirst) return 'first';
  return isSecond && client.secondSecretHash !== null ? 'second' : undefined;
}

/**
 * The credentials, or undefined where there are none of a supported kind. Throws TokenError for more than one mechanism
 * or client.
 */
function readCredentials(authorization: string | undefined, form: FormReading): Credentials | undefined {
  const clientId = valueOf(form, 'client_id');
  const clientSecret = valueOf(form, 'client_secret');
  const hasAssertion =
    valueOf(form, 'client_assertion') !== undefined || valueOf(form, 'client_assertion_type') !== undefined;
  const isHeaderSent = authorization !== undefined && authorization !== '';
  // service.md: invalid_request, multiple credentials or client-authentication mechanisms.
  const mechanisms = [isHeaderSent, clientSecret !== undefined, hasAssertion].filter(Boolean).length;
  if (mechanisms > 1) throw new TokenError('invalid_request', 'The client must authenticate in one way only');
  if (isHeaderSent) {
    const basic = readBasic(authorization);
    if (basic !== undefined && clientId !== undefined && clientId !== basic.clientId)
      throw new TokenError('invalid_request', 'client_id is not the client that authenticates');
    return basic;
  }
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret, method: 'post' } : undefined;
}

/**
 * RFC 7617 section 2 and RFC 6749 section 2.3.1: the credentials are base64, split at the first colon, and each half is
 * form-decoded.
 */
function readBasic(authorization: string): Credentials | undefined {
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const bytes = Buffer.from(encoded, 'base64');
  const text = bytes.toString('latin1');
  const colon = text.indexOf(':');
  if (colon === -1 || bytes.toString('base64').replaceAll('=', '') !== encoded.replaceAll('=', '')) return undefined;
  const [clientId, clientSecret] = [text.slice(0, colon), text.slice(colon + 1)].map(formDecode);
  return clientId === undefined || clientSecret === undefined ? undefined : { clientId, clientSecret, method: 'basic' };
}

function formDecode(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return hasControlCharacter(decoded) ? undefined : decoded;
  } catch {
    return undefined;
  }
}

/** Our choice: beyond the limit of a network wrong secrets are answered 429; right ones still pass. */
async function countWrongSecret(
  { config, limiter, secretKeys, securityLog }: Service,
  request: SignInRequest,
  { publication, client }: SiteAndClient,
): Promise<void> {
  const event = { publication, request, record: client?.id };
  const bucket = bucketOf(secretKeys, 'wrong-client-secret', countedNetworkOf(request.ip).near);
  const counted = await limiter.count(bucket, config.limits.networkClientSecretsPerMinute);
  if (!counted.isExceeded) {
    securityLog.record('client_secret_wrong', event);
    return;
  }
  if (!counted.isRemembered) securityLog.record('client_secret_limited', event);
  throw new TooManyAttempts(counted.resetsIn);
}
