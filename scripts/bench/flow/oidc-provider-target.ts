// oidc-provider as a flow's target: readers sign in and consent through its own development pages, by HTTP.
import { startServerProcess, type ServerProcess } from '../../../test/support/server-process.ts';
import { CLIENT } from '../reference/oidc-provider-client.ts';
import type { FlowTarget } from './flow.ts';
import { READERS } from './service-target.ts';

const HOPS_AT_MOST = 12;

export function startOidcProvider(store: string): Promise<ServerProcess> {
  return startServerProcess({}, ['scripts/bench/reference/oidc-provider-server.ts', store]);
}

export async function oidcProviderTarget({ url }: ServerProcess): Promise<FlowTarget> {
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

/** Follows redirects and answers the login and the consent page until the browser is sent back; returns its Cookie header. */
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
