// A publisher's website that signs its readers in by the service: a server-side application that keeps its client secret. Copy what you need.
//   POST /auth/sign-in             sends the browser to the service
//   POST /auth/check               the same with prompt=none: asks without showing a page who is signed in there
//   GET  /auth/callback            the redirect URI: redeems the code and starts a session here
//   POST /auth/sign-out            ends the session here and at the service
//   POST /auth/backchannel-logout  the back-channel logout URI: the reader has signed out at the service
//   POST /events                   the address of an event endpoint
import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Events } from './events.ts';
import { keysAt, verifyLogoutToken } from './logout-token.ts';
import { homePage, readerPage, STYLESHEET } from './pages.ts';
import { Provider } from './provider.ts';
import { Sessions } from './sessions.ts';
import type { Settings } from './settings.ts';

const SESSION_COOKIE = 'reader_session';
const ATTEMPT_COOKIE = 'reader_sign_in';
const EVENTS_SHOWN = 5;
const NOTICES: Readonly<Record<string, string>> = {
  signed_out: 'You are not signed in at the service, so you are not signed in here either.',
  failed: 'The sign-in did not work. Please try again.',
};

export interface PublisherSite {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens where `publisher_site_url` says. */
export async function startPublisherSite(settings: Settings, host = '127.0.0.1'): Promise<PublisherSite> {
  const app = await createPublisherSite(settings);
  await app.listen({ host, port: Number(new URL(settings.publisher_site_url).port || 80) });
  return { url: settings.publisher_site_url, close: () => app.close() };
}

export async function createPublisherSite(settings: Settings): Promise<FastifyInstance> {
  const app = fastify();
  const provider = new Provider(settings);
  const sessions = new Sessions();
  await app.register(cookie);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });
  const events = settings.endpoint_secret === undefined ? undefined : new Events(settings.endpoint_secret);
  registerPages(app, settings, provider, sessions, events);
  registerSignIn(app, settings, provider, sessions);
  registerSignOut(app, settings, provider, sessions);
  if (events !== undefined) registerEvents(app, events);
  return app;
}

function registerPages(
  app: FastifyInstance,
  { name }: Settings,
  provider: Provider,
  sessions: Sessions,
  events: Events | undefined,
): void {
  app.get('/style.css', (_request, reply) => reply.type('text/css').send(STYLESHEET));
  app.get<{ Querystring: { notice?: string } }>('/', async (request, reply) => {
    const notice = NOTICES[String(request.query.notice ?? '')] ?? '';
    const session = sessions.find(request.cookies[SESSION_COOKIE]);
    const latest = events?.latest(EVENTS_SHOWN) ?? [];
    const html =
      session === undefined
        ? homePage(name, notice, latest)
        : readerPage(name, notice, session, await provider.userinfo(session), latest);
    return reply.type('text/html; charset=utf-8').send(html);
  });
}

function registerSignIn(app: FastifyInstance, settings: Settings, provider: Provider, sessions: Sessions): void {
  const begin = async (reply: FastifyReply, isSilent: boolean): Promise<FastifyReply> => {
    const { url, attempt } = await provider.begin(isSilent);
    return reply.setCookie(ATTEMPT_COOKIE, sessions.begin(attempt), cookieOptions(settings)).redirect(url.href, 303);
  };
  app.post('/auth/sign-in', (_request, reply) => begin(reply, false));
  app.post('/auth/check', (_request, reply) => begin(reply, true));
  app.get('/auth/callback', async (request, reply) => {
    const attempt = sessions.take(request.cookies[ATTEMPT_COOKIE]);
    reply.clearCookie(ATTEMPT_COOKIE, cookieOptions(settings));
    if (attempt === undefined) return reply.redirect('/?notice=failed');
    try {
      const session = await provider.finish(queryOf(request), attempt);
      sessions.end(request.cookies[SESSION_COOKIE]);
      return await reply.setCookie(SESSION_COOKIE, sessions.start(session), cookieOptions(settings)).redirect('/');
    } catch (error) {
      // The service says login_required to a silent check: the reader has signed out there, so the session here ends as well.
      if (!attempt.isSilent || !isLoginRequired(error)) return reply.redirect('/?notice=failed');
      sessions.end(request.cookies[SESSION_COOKIE]);
      return reply.clearCookie(SESSION_COOKIE, cookieOptions(settings)).redirect('/?notice=signed_out');
    }
  });
}

function registerSignOut(app: FastifyInstance, settings: Settings, provider: Provider, sessions: Sessions): void {
  app.post('/auth/sign-out', async (request, reply) => {
    const session = sessions.find(request.cookies[SESSION_COOKIE]);
    sessions.end(request.cookies[SESSION_COOKIE]);
    reply.clearCookie(SESSION_COOKIE, cookieOptions(settings));
    return reply.redirect(session === undefined ? '/' : (await provider.endSessionUrl(session)).href, 303);
  });
  const keys = keysAt(`${settings.site_url}/.well-known/jwks.json`);
  app.post('/auth/backchannel-logout', async (request, reply) => {
    try {
      const logoutToken = request.body instanceof URLSearchParams ? (request.body.get('logout_token') ?? '') : '';
      sessions.endBySid(
        await verifyLogoutToken(logoutToken, keys, { issuer: settings.site_url, clientId: settings.client_id }),
      );
      return await reply.code(200).send();
    } catch {
      return reply.code(400).send();
    }
  });
}

function registerEvents(app: FastifyInstance, events: Events): void {
  // As text, since the signature is of the very bytes.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/events', async (request, reply) => {
    try {
      events.take(String(request.body), request.headers as Record<string, string>);
      return await reply.code(204).send();
    } catch {
      return reply.code(400).send();
    }
  });
}

/** Lax, since the answer of the service is a navigation from another site. */
function cookieOptions({ publisher_site_url }: Settings) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: publisher_site_url.startsWith('https:') } as const;
}

function queryOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?');
  return start === -1 ? '' : request.url.slice(start);
}

function isLoginRequired(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'error' in error && error.error === 'login_required';
}
