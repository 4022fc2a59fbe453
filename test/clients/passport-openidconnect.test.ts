// passport-openidconnect 0.1 on Express. It sends the client secret in the body and nowhere else, so it works only with an application that
// has client_secret_post switched on; it neither discovers nor looks at signatures, and has no function for end-session.
import express, { type NextFunction, type Request, type Response } from 'express';
import session from 'express-session';
import passport from 'passport';
import { Strategy, type Profile, type VerifyCallback } from 'passport-openidconnect';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HttpBrowser } from '../support/browser/http-browser.ts';
import { read, startWebsite, type Setting, type Website } from './website.ts';

interface Reader {
  readonly issuer: string;
  readonly profile: Profile;
  readonly idToken: string;
}

function strategyOf({ siteUrl, origin, registered }: Setting): Strategy {
  const settings = {
    issuer: siteUrl,
    authorizationURL: `${siteUrl}/oauth/authorize`,
    tokenURL: `${siteUrl}/oauth/token`,
    userInfoURL: `${siteUrl}/oauth/userinfo`,
    clientID: registered.clientId,
    clientSecret: registered.clientSecret,
    callbackURL: `${origin}/callback`,
    scope: 'email profile',
    // Any text switches the nonce on; the value is random all the same.
    nonce: 'on',
    skipUserProfile: false,
  };
  return new Strategy(
    settings,
    (issuer: string, profile: Profile, _context: object, idToken: string | object, done: VerifyCallback) => {
      const reader: Reader = { issuer, profile, idToken: String(idToken) };
      done(null, reader);
    },
  );
}

function buildSite(setting: Setting): express.Express {
  const app = express();
  const authenticator = new passport.Passport();
  authenticator.use(strategyOf(setting));
  authenticator.serializeUser((reader, done) => done(null, reader));
  authenticator.deserializeUser((reader: Reader, done) => done(null, reader));
  app.use(
    session({ secret: 'a secret of the website', resave: false, saveUninitialized: false }),
    authenticator.session(),
  );
  app.get('/', (request, response) => void response.json(request.user ?? {}));
  app.get('/login', authenticator.authenticate('openidconnect'));
  app.get('/silent', authenticator.authenticate('openidconnect', { prompt: 'none' }));
  app.get('/callback', authenticator.authenticate('openidconnect', { successRedirect: '/' }));
  app.get('/logout', (request, response, next) => signOut(setting, request, response, next));
  app.use(
    (error: { code?: string }, _request: Request, response: Response, _next: NextFunction) =>
      void response.status(500).json({ error: error.code }),
  );
  return app;
}

function signOut({ siteUrl, origin }: Setting, request: Request, response: Response, next: NextFunction): void {
  const { idToken } = request.user as Reader;
  const query = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: `${origin}/` });
  request.logout((error) =>
    error === undefined ? response.redirect(`${siteUrl}/oauth/end_session?${query.toString()}`) : next(error),
  );
}

describe('passport-openidconnect 0.1', () => {
  let site: Website;
  let browser: HttpBrowser;

  beforeAll(async () => {
    const registration = (origin: string) => ({
      name: 'Passport',
      redirectUri: `${origin}/callback`,
      postLogoutRedirectUri: `${origin}/`,
    });
    site = await startWebsite(registration, buildSite);
  });
  beforeEach(() => {
    browser = site.newBrowser();
  });
  afterAll(() => site.close());

  const signIn = async (email: string) => browser.signIn(await browser.open(`${site.origin}/login`), email);

  test('is refused with invalid_client while client_secret_post is off, as it is by default', async () => {
    expect(read(await signIn('ada@example.org'))).toEqual({ error: 'invalid_client' });
  });

  test('with client_secret_post on signs a reader in, checks state and nonce, and gets the profile from userinfo', async () => {
    await site.registered.update({ clientSecretPost: true });
    const page = await signIn('ada@example.org');
    expect(page.url.href).toBe(`${site.origin}/`);
    expect(read(page)).toMatchObject({
      issuer: site.live.siteUrl,
      profile: { id: expect.stringMatching(/^cus_/), emails: [{ value: 'ada@example.org' }] },
    });
  });

  test('asks silently: the same reader while signed in at the service, afterwards login_required', async () => {
    await site.registered.update({ clientSecretPost: true });
    const { profile } = read(await signIn('bea@example.org'));
    expect(read(await browser.open(`${site.origin}/silent`))).toMatchObject({ profile });
    await browser.submit(await browser.open(site.live.siteUrl), {}, '/sign-out');
    expect(read(await browser.open(`${site.origin}/silent`))).toEqual({ error: 'login_required' });
  });

  test('signs the reader out by an end-session address that the website puts together', async () => {
    await site.registered.update({ clientSecretPost: true });
    await signIn('cleo@example.org');
    const page = await browser.open(`${site.origin}/logout`);
    expect([page.url.href, read(page)]).toEqual([`${site.origin}/`, {}]);
    expect(read(await browser.open(`${site.origin}/silent`))).toEqual({ error: 'login_required' });
  });
});
