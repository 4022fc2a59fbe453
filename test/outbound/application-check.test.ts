// masthead application check, the trial of a publisher's own site (service.md, Events, receiver verification 1 to 9): the sample site passes, and
// a receiver that leaves one check out fails in that line and in no other.
import { compactVerify, createRemoteJWKSet, decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createPublisherSite } from '../../scripts/publisher-site/server.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import type { CheckLine } from '../../src/models/sign-in/application-finding.ts';
import {
  createOauthApplication,
  type ApplicationSettings,
  type OauthApplication,
} from '../../src/models/sign-in/oauth-application.ts';
import { checkApplication } from '../../src/outbound/application-check.ts';
import { createGuardedClient } from '../../src/outbound/guarded-client.ts';
import { answer, startReceiver, type Answer } from '../support/outside/receiver.ts';
import { givenPublication } from '../support/publications/publication.ts';
import { openService, type TestService } from '../support/service/service.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
let service: TestService;
let publication: Publication;
const opened: { close(): Promise<unknown> }[] = [];

beforeAll(async () => {
  service = await openService();
  const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
  ({ publication } = await givenPublication(service, { siteUrl: `http://localhost:${new URL(address).port}` }));
});
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
afterAll(() => service.close());

function register(settings: Omit<ApplicationSettings, 'name'>): ReturnType<typeof createOauthApplication> {
  const complete = { name: 'A site', ...settings };
  return service.database.transaction((transaction) =>
    createOauthApplication(publication, transaction, service.clock, complete, { allowsLoopbackHttp: true }),
  );
}

async function check(
  redirectUri: string,
  backchannelLogoutUri: string | null,
  where: { isLocal?: boolean; siteUrl?: string } = {},
): Promise<CheckLine[]> {
  const { application } = await register({ redirectUri, backchannelLogoutUri });
  return tryOut(application, where);
}

function tryOut(
  application: OauthApplication,
  { isLocal = true, siteUrl = publication.siteUrl } = {},
): Promise<CheckLine[]> {
  const client = createGuardedClient({ isLocal });
  opened.push(client);
  return checkApplication({
    publication: { siteUrl },
    application,
    signingKeys: service.signingKeys,
    clock: service.clock,
    client,
  });
}

const failing = (lines: readonly CheckLine[]): string[] =>
  lines.filter(({ result }) => result === 'fail').map((line) => line.check);
const warnings = (lines: readonly CheckLine[]): string[] =>
  lines.filter(({ result }) => result === 'warning').map((line) => line.check);

type LogoutCheck = (token: string, clientId: string) => Promise<boolean> | boolean;
const nowSeconds = (): number => Date.now() / 1000;

/** The receiver's checks by service.md; each is left out in turn. */
const CHECKS: Readonly<Record<string, LogoutCheck>> = {
  '1 signature': async (token) => {
    if (decodeProtectedHeader(token).alg === 'none') return true;
    const keys = createRemoteJWKSet(new URL(`${publication.siteUrl}/.well-known/jwks.json`));
    return compactVerify(token, keys).then(
      () => true,
      () => false,
    );
  },
  '1 algorithm': (token) => decodeProtectedHeader(token).alg === 'RS256',
  '2 iss': (token) => decodeJwt(token).iss === publication.siteUrl,
  '3 aud': (token, clientId) => decodeJwt(token).aud === clientId,
  '4 iat': (token) => Number(decodeJwt(token).iat) <= nowSeconds(),
  '4 age': (token) => Number(decodeJwt(token).iat) > nowSeconds() - 300,
  '5 sub': (token) => typeof decodeJwt(token).sub === 'string',
  '6 sid': (token) => typeof decodeJwt(token)['sid'] === 'string',
  '7 events': (token) => EVENT in Object(decodeJwt(token)['events']),
  '8 nonce': (token) => !('nonce' in decodeJwt(token)),
  '9 typ': (token) => decodeProtectedHeader(token).typ === 'logout+jwt',
};

async function receiverWithout(left: string): Promise<CheckLine[]> {
  let clientId = '';
  const reply: Answer = async (response, { body }) => {
    const token = new URLSearchParams(body).get('logout_token') ?? '';
    const kept = Object.entries(CHECKS).filter(([name]) => name !== left);
    const verdicts = await Promise.all(kept.map(([, isGood]) => isGood(token, clientId)));
    response.writeHead(verdicts.every(Boolean) ? 200 : 400).end();
  };
  const receiver = await startReceiver(reply);
  const site = await startReceiver(answer(200));
  opened.push(receiver, site);
  const { application } = await register({ redirectUri: site.origin, backchannelLogoutUri: receiver.origin });
  ({ clientId } = application);
  return tryOut(application);
}

async function checkSampleSite(): Promise<CheckLine[]> {
  const receiver = await startReceiver();
  await receiver.close();
  const origin = `http://localhost:${receiver.port}`;
  const registered = {
    redirectUri: `${origin}/auth/callback`,
    postLogoutRedirectUri: `${origin}/`,
    backchannelLogoutUri: `${origin}/auth/backchannel-logout`,
  };
  const { application, clientSecret } = await register(registered);
  const app = await createPublisherSite({
    site_url: publication.siteUrl,
    publisher_site_url: origin,
    client_id: application.clientId,
    client_secret: clientSecret,
    redirect_uri: registered.redirectUri,
    post_logout_redirect_uri: registered.postLogoutRedirectUri,
    name: 'A site',
  });
  opened.push({ close: () => app.close() });
  await app.listen({ host: '127.0.0.1', port: receiver.port });
  return tryOut(application);
}

test('B4 the sample site passes every line', async () => {
  const lines = await checkSampleSite();
  expect(lines.filter(({ result }) => result !== 'pass')).toEqual([]);
  expect(lines).toHaveLength(4 + Object.keys(CHECKS).length);
});

test('a receiver that makes every check passes', async () => {
  const lines = await receiverWithout('none');
  expect([failing(lines), warnings(lines)]).toEqual([[], []]);
});

/** What Back-Channel Logout 2.6 leaves to the receiver. */
const LEFT_OPEN = ['4 iat', '4 age', '5 sub', '6 sid', '9 typ'];

test.each(Object.keys(CHECKS).filter((name) => !LEFT_OPEN.includes(name)))(
  'a receiver that leaves out check %s fails in that line alone',
  async (name) => {
    const lines = await receiverWithout(name);
    expect([failing(lines), warnings(lines)]).toEqual([[`logout check ${name}`], []]);
  },
);

test.each(LEFT_OPEN)('a receiver that leaves out check %s, which is open to it, is warned', async (name) => {
  const lines = await receiverWithout(name);
  expect([failing(lines), warnings(lines)]).toEqual([[], [`logout check ${name}`]]);
});

test('a receiver that refuses a genuine token is told so, and is not asked further', async () => {
  const receiver = await startReceiver(answer(400));
  opened.push(receiver);
  const lines = await check(receiver.origin, receiver.origin);
  expect(failing(lines)).toEqual(['logout receiver']);
  expect(receiver.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.each([
  [404, ['redirect URI']],
  [405, ['redirect URI']],
  [500, ['redirect URI']],
  [302, []],
  [400, []],
])('a redirect URI that answers %i to a visit without a code', async (status, expected) => {
  const site = await startReceiver(answer(status, status === 302 ? { location: '/' } : {}));
  opened.push(site);
  expect(failing(await check(site.origin, null))).toEqual(expected);
});

test('a site without a logout receiver is warned that it is not told of sign-outs', async () => {
  const site = await startReceiver(answer(200));
  opened.push(site);
  expect(warnings(await check(site.origin, null))).toEqual(['logout receiver']);
});

test('what does not answer is a line, and so is a service that is not what the address says', async () => {
  const lines = await check('http://localhost:9', 'http://localhost:9', { siteUrl: 'http://localhost:9' });
  expect(failing(lines)).toEqual(['discovery', 'signing keys', 'redirect URI', 'logout receiver']);
  const other = await startReceiver((response) => response.end('{"issuer":"https://other.example"}'));
  opened.push(other);
  expect(failing(await check(other.origin, null, { siteUrl: other.origin }))).toEqual(['discovery', 'signing keys']);
});

test('B10 outside of the local demo neither plain http nor a loopback address is tried', async () => {
  const site = await startReceiver(answer(200));
  opened.push(site);
  const lines = await check(site.origin, site.origin, { isLocal: false });
  expect(failing(lines)).toEqual(['discovery', 'signing keys', 'redirect URI', 'logout receiver']);
  expect(site.requests).toEqual([]);
});
