// Tests a publisher's own website before readers use it: whether clients find the service by discovery, whether the redirect URI answers, and
// whether the logout receiver makes the nine checks of service.md, Events. No reader is signed out: the tokens name a session that does not exist.
import { addSeconds, type Clock } from '../database/clock.ts';
import { newId } from '../database/ids.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { CheckFinding, CheckLine } from '../models/sign-in/application-finding.ts';
import { redirectUrisOf, type OauthApplication } from '../models/sign-in/oauth-application.ts';
import { LOGOUT_TOKEN_FAULTS, signFaultyLogoutToken, type LogoutTokenFault } from '../tokens/faulty-logout-token.ts';
import { isVerifiedBy, parseKeySet } from '../tokens/key-set.ts';
import { signLogoutToken, type LogoutTokenContent } from '../tokens/logout-token.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import { RequestFailed, RequestRefused, type GuardedClient } from './guarded-client.ts';

/**
 * Our choice: after so long nothing further is tried, so that a page which waits for the check gets its answer. What is
 * under way may take the five seconds of a request besides.
 */
const CHECK_SECONDS = 30;
const RECEIVER = 'logout receiver';

export interface CheckedApplication {
  readonly publication: Pick<PublicationRow, 'siteUrl'>;
  readonly application: Pick<
    OauthApplication,
    'clientId' | 'redirectUri' | 'moreRedirectUris' | 'backchannelLogoutUri'
  >;
  readonly signingKeys: SigningKeys;
  readonly clock: Clock;
  readonly client: GuardedClient;
}

/** The check that refuses each fault, by its number in service.md. */
const RECEIVER_CHECKS: Readonly<Record<LogoutTokenFault, string>> = {
  signature: '1 signature',
  unsigned: '1 algorithm',
  iss: '2 iss',
  aud: '3 aud',
  iat: '4 iat',
  old: '4 age',
  sub: '5 sub',
  sid: '6 sid',
  events: '7 events',
  nonce: '8 nonce',
  typ: '9 typ',
};

/**
 * What Back-Channel Logout 2.6 leaves to the receiver: how old a token may be, whether it has sub, sid or both, and its
 * typ. Libraries differ there, and a publisher cannot change them, so it is a warning.
 */
const LEFT_OPEN: ReadonlySet<LogoutTokenFault> = new Set(['iat', 'old', 'sub', 'sid', 'typ']);

/** Returns a line for each check, in the order of their dependencies. Never throws: an address out of reach is a line. */
export async function checkApplication(checked: CheckedApplication): Promise<CheckLine[]> {
  const deadline = addSeconds(checked.clock.now(), CHECK_SECONDS);
  const lines = await Promise.all([
    checkDiscovery(checked),
    checkKeys(checked),
    ...redirectUrisOf(checked.application).map((uri) => checkRedirectUri(checked, uri)),
  ]);
  const { backchannelLogoutUri } = checked.application;
  if (backchannelLogoutUri === null) return [...lines, { check: RECEIVER, ...warning('receiver-none', {}) }];
  const accepts = await checkGenuine(checked, backchannelLogoutUri);
  lines.push(accepts);
  // A receiver that refuses everything would seem to make every check.
  if (accepts.result === 'fail') return lines;
  for (const fault of LOGOUT_TOKEN_FAULTS) {
    if (checked.clock.now() > deadline) return [...lines, { check: RECEIVER, ...warning('not-finished', {}) }];
    lines.push(await checkFault(checked, backchannelLogoutUri, fault));
  }
  return lines;
}

/** Discovery 4.3: the issuer in the document is the address that it was found at. */
function checkDiscovery({ publication: { siteUrl }, client }: CheckedApplication): Promise<CheckLine> {
  const url = `${siteUrl}/.well-known/openid-configuration`;
  return lineFor('discovery', async () => {
    const { status, body } = await client.get(url);
    if (status !== 200) return failed('discovery-status', { url, status });
    return issuerIn(body) === siteUrl ? passed('found', { url }) : failed('discovery-issuer', { url, siteUrl });
  });
}

function checkKeys(checked: CheckedApplication): Promise<CheckLine> {
  const url = `${checked.publication.siteUrl}/.well-known/jwks.json`;
  return lineFor('signing keys', async () => {
    const { body } = await checked.client.get(url);
    const keys = parseKeySet(body);
    if (keys === undefined) return failed('keys-none', { url });
    const token = await signLogoutToken(checked.signingKeys, checked.clock, contentOf(checked));
    return (await isVerifiedBy(keys, token)) ? passed('found', { url }) : failed('keys-lack', { url });
  });
}

/** A visit without an authorization response. Any answer will do but a missing page and a server error. */
function checkRedirectUri({ client }: CheckedApplication, url: string): Promise<CheckLine> {
  return lineFor('redirect URI', async () => {
    const { status } = await client.get(url);
    if (status === 404 || status === 405) return failed('redirect-missing', { url, status });
    return status >= 500 ? failed('redirect-error', { url, status }) : passed('redirect-answers', { url, status });
  });
}

function checkGenuine(checked: CheckedApplication, url: string): Promise<CheckLine> {
  return lineFor(RECEIVER, async () => {
    const token = await signLogoutToken(checked.signingKeys, checked.clock, contentOf(checked));
    const { status } = await checked.client.post(url, { logout_token: token });
    if (status === 404 || status === 405) return failed('receiver-missing', { url, status });
    return status === 200 || status === 204
      ? passed('receiver-takes', { url })
      : failed('receiver-refuses', { url, status });
  });
}

function checkFault(checked: CheckedApplication, receiver: string, fault: LogoutTokenFault): Promise<CheckLine> {
  return lineFor(`logout check ${RECEIVER_CHECKS[fault]}`, async () => {
    const token = await signFaultyLogoutToken(checked.signingKeys, checked.clock, contentOf(checked), fault);
    const { status } = await checked.client.post(receiver, { logout_token: token });
    if (status === 400) return passed('token-refused', {});
    const finding = status < 300 ? (`token-${fault}` as const) : 'token-status';
    return LEFT_OPEN.has(fault) ? { ...warning(finding, { status }), isLeftOpen: true } : failed(finding, { status });
  });
}

/** The content of a token for a customer and a session that do not exist. */
function contentOf({ publication, application, clock }: CheckedApplication): LogoutTokenContent {
  return {
    issuer: publication.siteUrl,
    audience: application.clientId,
    sub: newId('cus', clock.now()),
    sid: newId('sid', clock.now()),
  };
}

type CheckResult = Omit<CheckLine, 'check'>;

async function lineFor(check: string, run: () => Promise<CheckResult>): Promise<CheckLine> {
  try {
    return { check, ...(await run()) };
  } catch (error) {
    if (error instanceof RequestRefused || error instanceof RequestFailed)
      return { check, ...failed('no-answer', { reason: error.reason }) };
    throw error;
  }
}

type Facts = CheckLine['facts'];

function passed(finding: CheckFinding, facts: Facts): CheckResult {
  return { result: 'pass', finding, facts };
}

function warning(finding: CheckFinding, facts: Facts): CheckResult {
  return { result: 'warning', finding, facts };
}

function failed(finding: CheckFinding, facts: Facts): CheckResult {
  return { result: 'fail', finding, facts };
}

function issuerIn(body: string): unknown {
  try {
    return Object(JSON.parse(body))['issuer'];
  } catch {
    return undefined;
  }
}
