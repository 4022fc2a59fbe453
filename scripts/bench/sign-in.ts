// The sign-in flow: authorize with a session, token, userinfo, against oidc-provider as durable as we are and in memory, and against the
// machine's own signing rate.
import { constants, createSign, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { MODULUS_LENGTH } from '../../src/tokens/signing-keys.ts';
import { startServerProcess, type ServerProcess } from '../../test/support/processes/server-process.ts';
import type { FilledDatabase } from './filled-database.ts';
import type { FlowLoad, FlowTarget } from './load.ts';
import { measure, type Finding, type Goal, type Pair, type Part, type Stage, type Subject } from './measure.ts';
import { masthead, startService } from './service.ts';

const READERS = 64;
const CLIENT = { id: 'bench', secret: 'a-secret-of-the-bench', redirectUri: 'https://www.example.org/callback' };
const HOPS_AT_MOST = 12;
const LEAST_OF_SIGNING_RATE = 0.4;

type Kind = FlowLoad['kind'];
/** A provider under any of the loads. */
type Provider = (kind: Kind) => Subject;

const applicationShape = z.object({ client_id: z.string(), client_secret: z.string() });
const sessionsShape = z.object({
  site_url: z.string(),
  cookie_name: z.string(),
  sessions: z.array(z.object({ cookie: z.string() })),
});

/**
 * The service on the database, with readers signed in by its command line.
 * @param settings that differ from those of the bench
 */
export async function serviceFlows(
  database: FilledDatabase,
  settings: Readonly<Record<string, string>> = {},
): Promise<Provider> {
  const run = async (...args: string[]): Promise<unknown> =>
    JSON.parse(await masthead(database.tree, database.url, [...args, '--json']));
  const application = applicationShape.parse(
    await run('application', 'create', '--name', 'Bench', '--redirect-uri', CLIENT.redirectUri),
  );
  const signedIn = sessionsShape.parse(await run('demo', 'sessions', '--count', String(READERS)));
  const target = {
    host: new URL(signedIn.site_url).host,
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    userinfoPath: '/oauth/userinfo',
    clientId: application.client_id,
    clientSecret: application.client_secret,
    redirectUri: CLIENT.redirectUri,
    cookies: signedIn.sessions.map(({ cookie }) => `${signedIn.cookie_name}=${cookie}`),
  };
  return (kind) => ({
    name: kind,
    start: () => startService(database, settings),
    prepare:
      ({ url }) =>
      () => ({ kind, target: { ...target, url } }),
    databasePid: database.serverPid,
  });
}

/** oidc-provider on a SQLite file, or in memory; readers sign in and consent through its own development pages. */
function oidcProvider(name: string, store: string): Provider {
  return (kind) => ({
    name: `oidc-provider, ${name}`,
    start: () =>
      startServerProcess({}, [
        'scripts/bench/oidc-provider-server.ts',
        store,
        CLIENT.id,
        CLIENT.secret,
        CLIENT.redirectUri,
      ]),
    prepare: async (server) => {
      const target = await oidcProviderTarget(server);
      return () => ({ kind, target });
    },
  });
}

async function oidcProviderTarget({ url }: ServerProcess): Promise<FlowTarget> {
  const target = {
    url,
    host: new URL(url).host,
    authorizePath: '/auth',
    tokenPath: '/token',
    userinfoPath: '/me',
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
    redirectUri: CLIENT.redirectUri,
  };
  const cookies: string[] = [];
  for (let reader = 0; reader < READERS; reader += 1) cookies.push(await signIn(target, `reader-${reader}`));
  return { ...target, cookies };
}

/** Follows redirects and submits the login and consent pages until the browser is sent back; returns its Cookie header. */
async function signIn(target: Omit<FlowTarget, 'cookies'>, login: string): Promise<string> {
  const jar = new Map<string, string>();
  const query = new URLSearchParams({
    response_type: 'code',
    scope: 'openid email profile',
    client_id: target.clientId,
    redirect_uri: target.redirectUri,
  });
  let location = `${target.url}${target.authorizePath}?${query.toString()}`;
  for (let hop = 0; hop < HOPS_AT_MOST; hop += 1) {
    const response = await send(location, jar);
    const next = response.headers.get('location') ?? (await answerPage(location, await response.text(), login, jar));
    if (next.startsWith(target.redirectUri)) return cookieHeader(jar);
    location = new URL(next, target.url).href;
  }
  throw new Error('oidc-provider never sent the reader back');
}

async function answerPage(location: string, html: string, login: string, jar: Map<string, string>): Promise<string> {
  const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1] ?? 'login';
  const action = new URL(/action="([^"]+)"/.exec(html)?.[1] ?? location, location).href;
  const response = await send(action, jar, new URLSearchParams({ prompt, login, password: 'any' }));
  return response.headers.get('location') ?? '';
}

async function send(url: string, jar: Map<string, string>, form?: URLSearchParams): Promise<Response> {
  const response = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: cookieHeader(jar) },
    ...(form === undefined ? {} : { method: 'POST', body: form }),
  });
  for (const line of response.headers.getSetCookie()) {
    const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/);
    if (value === '') jar.delete(name);
    else jar.set(name, value);
  }
  return response;
}

function cookieHeader(jar: Map<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
}

export const signIns: Part = {
  name: 'sign-in',
  what: 'sign-in against oidc-provider: authorize with a session, token, userinfo',
  async run(stage) {
    const folder = mkdtempSync(join(tmpdir(), 'masthead-bench-'));
    try {
      const ours = await serviceFlows(stage.database);
      const durable = oidcProvider('SQLite at FULL', join(folder, 'oidc.sqlite'));
      // It keeps only the last 1,000 objects, so waiting authorization codes are lost.
      const inMemory = oidcProvider('in memory', 'memory');
      const pair = (what: string, kind: Kind, other: Provider, ...goals: Goal[]): Pair => ({
        what,
        ours: ours(kind),
        other: other(kind),
        goals,
        isOneTurn: kind === 'arrivals' || kind === 'token',
      });
      const found = await measure(stage, [
        pair('flow', 'flow', durable, { of: 'rate', least: 1.5 }),
        pair('flow, the other in memory', 'flow', inMemory, { of: 'rate', least: 1 }),
        pair('400 flows begun a second', 'arrivals', durable, { of: 'p99', most: 0.7 }),
        pair('userinfo', 'userinfo', durable, { of: 'cpu', most: 0.6 }),
        pair('token endpoint (CPU with the authorize before it)', 'token', durable),
      ]);
      return [...found, toSigningRate(found.at(-2), stage)];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The rate of the token endpoint as a share of the signatures that one core makes. */
function toSigningRate(token: Finding | undefined, { length }: Stage): Finding {
  const rate = signaturesPerSecond(length.seconds);
  const share = Number(token?.figures['a second']) / rate;
  return {
    name: 'token endpoint to RS256 signatures on one core',
    figures: { 'a second': rate.toFixed(0), 'to the other': share.toFixed(2) },
    goal: { text: `rate ≥ ${LEAST_OF_SIGNING_RATE}`, isMet: share >= LEAST_OF_SIGNING_RATE },
  };
}

function signaturesPerSecond(seconds: number): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: MODULUS_LENGTH });
  const text = 'x'.repeat(500);
  const sign = (): Buffer =>
    createSign('RSA-SHA256').update(text).sign({ key: privateKey, padding: constants.RSA_PKCS1_PADDING });
  for (let warm = 0; warm < 200; warm += 1) sign();
  const startedAt = performance.now();
  let made = 0;
  for (; performance.now() - startedAt < seconds * 1000; made += 1) sign();
  return made / ((performance.now() - startedAt) / 1000);
}
