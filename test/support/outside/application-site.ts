// A publisher's website for a real browser: OAuth applications with their redirect URIs, pages that frame or post to the service, and a record of every
// authorization response that a browser brought.
import { basic } from '../publications/publication.ts';
import type { LiveService, Registered } from '../service/live-service.ts';
import { startReceiver } from './receiver.ts';

type Fields = Readonly<Record<string, string>>;

/** A response of the authorization endpoint, as it arrived. */
interface Arrival {
  readonly path: string;
  readonly parameters: Fields;
}

export interface Application extends Registered {
  /** The address of an authorization request. */
  authorizeUrl(parameters?: Fields): string;
  /** Throws with the token endpoint's answer. */
  redeem(code: string): Promise<{ readonly id_token: string; readonly access_token: string }>;
}

export interface ApplicationSite {
  /** Such as http://127.0.0.1:5000. */
  readonly origin: string;
  readonly arrivals: readonly Arrival[];
  /** Its post-logout redirect URI is /onward, which redirects to another origin. */
  register(redirectPath: string): Promise<Application>;
  /** A page of this website with a frame for each. */
  framing(...urls: readonly string[]): string;
  /** A page of this website with a form that posts these fields. */
  posting(action: string, fields: Fields): string;
  close(): Promise<void>;
}

/** @param host the website's name for loopback, other than the service's */
export async function startApplicationSite(live: LiveService, host = '127.0.0.1'): Promise<ApplicationSite> {
  const arrivals: Arrival[] = [];
  const receiver = await startReceiver((response, { url }) => {
    const { pathname, searchParams } = new URL(url, 'http://site.invalid');
    const parameters = Object.fromEntries(searchParams);
    if (pathname.startsWith('/callback')) arrivals.push({ path: pathname, parameters });
    if (pathname.endsWith('/onward'))
      return void response.writeHead(303, { location: `http://localhost:${receiver.port}/landed` }).end();
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageAt(pathname, parameters));
  });
  const origin = `http://${host}:${receiver.port}`;
  const pageUrl = (path: string, fields: Fields): string =>
    `${origin}${path}?${new URLSearchParams(fields).toString()}`;
  return {
    origin,
    arrivals,
    register: async (path) =>
      toApplication(
        live,
        await live.register({ redirectUri: `${origin}${path}`, postLogoutRedirectUri: `${origin}/onward` }),
      ),
    framing: (...urls) => pageUrl('/frame', { urls: urls.join(' ') }),
    posting: (action, fields) => pageUrl('/form', { ...fields, action }),
    close: receiver.close,
  };
}

function toApplication(live: LiveService, registered: Registered): Application {
  const { clientId, clientSecret, redirectUri } = registered;
  const authorizeUrl: Application['authorizeUrl'] = (parameters = {}) => {
    const request = {
      response_type: 'code',
      scope: 'openid email',
      client_id: clientId,
      redirect_uri: redirectUri,
      ...parameters,
    };
    return `${live.siteUrl}/oauth/authorize?${new URLSearchParams(request).toString()}`;
  };
  const redeem: Application['redeem'] = async (code) => {
    const body = new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: redirectUri });
    const answer = await fetch(`${live.siteUrl}/oauth/token`, {
      method: 'POST',
      headers: { authorization: basic(clientId, clientSecret) },
      body,
    });
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as { id_token: string; access_token: string };
  };
  return { ...registered, authorizeUrl, redeem };
}

function pageAt(path: string, { urls = '', action = '', ...fields }: Fields): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escape(name)}" value="${escape(value)}">`,
  );
  const frames = urls.split(' ').map((url) => `<iframe src="${escape(url)}"></iframe>`);
  if (path === '/frame') return `<!doctype html><title>Frame</title>${frames.join('')}`;
  if (path === '/form')
    return `<!doctype html><title>Form</title><form method="post" action="${escape(action)}">${inputs.join('')}<button>Send</button></form>`;
  return '<!doctype html><title>Website</title><p>The website.';
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
