// Tests a publisher's own website before readers use it: whether clients find the service by discovery, whether the redirect URI answers, and
// whether the logout receiver makes the nine checks of service.md, Events. No reader is signed out: the tokens name a session that does not exist.
import type { Clock } from '../database/clock.ts';
import { newId } from '../database/ids.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { OauthApplication } from '../models/sign-in/oauth-application.ts';
import { LOGOUT_TOKEN_FAULTS, signFaultyLogoutToken, type LogoutTokenFault } from '../tokens/faulty-logout-token.ts';
import { isVerifiedBy, parseKeySet } from '../tokens/key-set.ts';
import { signLogoutToken, type LogoutTokenContent } from '../tokens/logout-token.ts';
import type { SigningKeys } from '../tokens/signing-keys.ts';
import { RequestFailed, RequestRefused, type GuardedClient } from './guarded-client.ts';

export interface CheckLine {
  readonly check: string;
  readonly result: 'pass' | 'warning' | 'fail';
  /** What was seen, or what to fix. */
  readonly message: string;
}

export interface CheckedApplication {
  readonly publication: Pick<PublicationRow, 'siteUrl'>;
  readonly application: Pick<OauthApplication, 'clientId' | 'redirectUri' | 'backchannelLogoutUri'>;
  readonly signingKeys: SigningKeys;
  readonly clock: Clock;
  readonly client: GuardedClient;
}

/** The check that refuses each fault, by its number in service.md, and what a receiver that accepts it has to fix. */
const RECEIVER_CHECKS: Readonly<Record<LogoutTokenFault, readonly [check: string, fix: string]>> = {
  signature: ['1 signature', 'verify the signature with the published key before reading anything'],
  unsigned: ['1 algorithm', 'take RS256 only, whatever the header says: this token has no signature at all'],
  iss: ['2 iss', 'compare iss with the address of the publication'],
  aud: ['3 aud', 'compare aud with your client ID'],
  iat: ['4 iat', 'refuse an iat that is still to come'],
  old: ['4 age', 'refuse an iat of more than five minutes ago: it takes a token that is a quarter of an hour old'],
  sub: ['5 sub', 'require sub'],
  sid: ['6 sid', 'require sid: without it, it is not known which session ended'],
  events: ['7 events', 'require the key http://schemas.openid.net/event/backchannel-logout in events'],
  nonce: ['8 nonce', 'refuse a token that has a nonce: an ID token could pass for a logout token'],
  typ: ['9 typ', 'require the header typ logout+jwt: an ID token could pass for a logout token'],
};

/**
 * What Back-Channel Logout 2.6 leaves to the receiver: how old a token may be, whether it has sub, sid or both, and its
 * typ. Libraries differ there, and a publisher cannot change them, so it is a warning.
 */
const LEFT_OPEN: ReadonlySet<LogoutTokenFault> = new Set(['iat', 'old', 'sub', 'sid', 'typ']);

/** Returns a line for each check, in the order of their dependencies. Never throws: an address out of reach is a line. */
export async function checkApplication(checked: CheckedApplication): Promise<CheckLine[]> {
  const lines = [await checkDiscovery(checked), await checkKeys(checked), await checkRedirectUri(checked)];
  const { backchannelLogoutUri } = checked.application;
  if (backchannelLogoutUri === null)
    return [
      ...lines,
      {
        check: 'logout receiver',
        result: 'warning',
        message: 'none is registered, so the site is not told when a reader signs out',
      },
    ];
  const accepts = await checkGenuine(checked, backchannelLogoutUri);
  lines.push(accepts);
  // A receiver that refuses everything would seem to make every check.
  if (accepts.result === 'fail') return lines;
  for (const fault of LOGOUT_TOKEN_FAULTS) lines.push(await checkFault(checked, backchannelLogoutUri, fault));
  return lines;
}

/** Discovery 4.3: the issuer in the document is the address that it was found at. */
function checkDiscovery({ publication: { siteUrl }, client }: CheckedApplication): Promise<CheckLine> {
  const url = `${siteUrl}/.well-known/openid-configuration`;
  return lineFor('discovery', async () => {
    const { status, body } = await client.get(url);
    if (status !== 200) return failed(`${url} answered ${status}; readers and sites must reach the service there`);
    return issuerIn(body) === siteUrl
      ? passed(url)
      : failed(`${url} does not name ${siteUrl} as the issuer: another service answers there`);
  });
}

function checkKeys(checked: CheckedApplication): Promise<CheckLine> {
  const url = `${checked.publication.siteUrl}/.well-known/jwks.json`;
  return lineFor('signing keys', async () => {
    const { body } = await checked.client.get(url);
    const keys = parseKeySet(body);
    if (keys === undefined) return failed(`${url} is no key set`);
    const token = await signLogoutToken(checked.signingKeys, checked.clock, contentOf(checked));
    return (await isVerifiedBy(keys, token))
      ? passed(url)
      : failed(`${url} lacks the key that signs now; is there a cache in between?`);
  });
}

/** A visit without an authorization response. Any answer will do but a missing page and a server error. */
function checkRedirectUri({ application: { redirectUri }, client }: CheckedApplication): Promise<CheckLine> {
  return lineFor('redirect URI', async () => {
    const { status } = await client.get(redirectUri);
    if (status === 404 || status === 405)
      return failed(`${redirectUri} answered ${status}: nothing there takes the readers who come back`);
    return status >= 500
      ? failed(
          `${redirectUri} answered ${status} to a visit without a code; it should say that the sign-in did not work`,
        )
      : passed(`${redirectUri} answered ${status}`);
  });
}

function checkGenuine(checked: CheckedApplication, receiver: string): Promise<CheckLine> {
  return lineFor('logout receiver', async () => {
    const token = await signLogoutToken(checked.signingKeys, checked.clock, contentOf(checked));
    const { status } = await checked.client.post(receiver, { logout_token: token });
    if (status === 200 || status === 204) return passed(`${receiver} takes a genuine logout token`);
    const hint =
      'is the key it verifies with the published one, and does it take a session that it does not know for ended?';
    return failed(`${receiver} answered ${status} to a genuine logout token where 200 or 204 is expected; ${hint}`);
  });
}

function checkFault(checked: CheckedApplication, receiver: string, fault: LogoutTokenFault): Promise<CheckLine> {
  const [check, fix] = RECEIVER_CHECKS[fault];
  return lineFor(`logout check ${check}`, async () => {
    const token = await signFaultyLogoutToken(checked.signingKeys, checked.clock, contentOf(checked), fault);
    const { status } = await checked.client.post(receiver, { logout_token: token });
    if (status === 400) return passed('refused');
    const message = status < 300 ? fix : `answered ${status} where 400 is expected`;
    return LEFT_OPEN.has(fault)
      ? { result: 'warning', message: `the specification leaves it open, but better: ${message}` }
      : failed(message);
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
      return { check, ...failed(`no answer: ${error.message}`) };
    throw error;
  }
}

function passed(message: string): CheckResult {
  return { result: 'pass', message };
}

function failed(message: string): CheckResult {
  return { result: 'fail', message };
}

function issuerIn(body: string): unknown {
  try {
    return Object(JSON.parse(body))['issuer'];
  } catch {
    return undefined;
  }
}
