// What every client library is put through: a reader signs in through the hosted pages over HTTP, is asked for silently, and signs out. The
// library builds the requests and checks the answers; what it does by default is left on.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HttpBrowser, type Page } from '../support/browser/http-browser.ts';
import { answer, newCertificate, startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { startLiveService, type LiveService, type Registered } from '../support/service/live-service.ts';

export interface SignedIn {
  readonly accessToken: string;
  readonly idToken: string;
  /** Of the ID token, as the library verified it. */
  readonly claims: Readonly<Record<string, unknown>>;
}

/** A sign-in under way: state, nonce and code verifier are remembered inside. */
interface Attempt {
  /** Where the browser is sent. */
  readonly url: URL;
  /** Checks the answer and redeems the code. Throws as the library does. */
  finish(answer: URL): Promise<SignedIn>;
}

export interface Client {
  begin(parameters?: Readonly<Record<string, string>>): Promise<Attempt>;
  /** Throws as the library does. */
  userinfo(signedIn: SignedIn): Promise<Readonly<Record<string, unknown>>>;
  endSessionUrl(
    signedIn: SignedIn,
    parameters: { readonly post_logout_redirect_uri: string; readonly state: string },
  ): URL;
}

export interface Setting extends Registered {
  readonly siteUrl: string;
  /** The certificate to trust, where the service speaks https. */
  readonly certificate: string | undefined;
}

interface Stage {
  readonly live: LiveService;
  readonly website: Receiver;
  readonly origin: string;
  readonly client: Client;
}

const SCOPE = 'openid email profile';
export const REQUEST = { scope: SCOPE, response_type: 'code' } as const;

/** The tests of one library. `connect` makes the client that a publisher's program would make. */
export function describeJourney(
  library: string,
  connect: (setting: Setting) => Promise<Client>,
  { isSecure = false } = {},
): void {
  describe(`${library}`, () => {
    let stage: Stage;
    let browser: HttpBrowser;

    beforeAll(async () => {
      stage = await setStage(connect, isSecure);
    });
    afterAll(async () => {
      await browser?.close();
      await stage.website.close();
      await stage.live.close();
    });

    async function newReader(): Promise<{ email: string; signedIn: SignedIn }> {
      await browser?.close();
      browser = newBrowser(stage);
      const email = `${randomBytes(6).toString('hex')}@example.org`;
      const attempt = await stage.client.begin();
      const page = await browser.signIn(await browser.open(attempt.url), email);
      return { email, signedIn: await attempt.finish(atCallback(stage, page)) };
    }

    async function askSilently(): Promise<{ attempt: Attempt; answer: URL }> {
      const attempt = await stage.client.begin({ prompt: 'none' });
      return { attempt, answer: atCallback(stage, await browser.open(attempt.url)) };
    }

    test('signs a reader in through the hosted pages, verifies the ID token, and finds the same person at userinfo', async () => {
      const { email, signedIn } = await newReader();
      const { claims } = signedIn;
      expect(claims).toMatchObject({ iss: stage.live.siteUrl, email, email_verified: true, sid: expect.any(String) });
      expect(await stage.client.userinfo(signedIn)).toMatchObject({ sub: claims['sub'], email, plan_slugs: [] });
    });

    test('asks silently: while the reader is signed in a code for the same person comes at once, afterwards login_required', async () => {
      const { signedIn } = await newReader();
      const pages = browser.visited.length;
      const { attempt, answer: silent } = await askSilently();
      expect(browser.visited.length - pages).toBe(2);
      expect((await attempt.finish(silent)).claims).toMatchObject({
        sub: signedIn.claims['sub'],
        sid: signedIn.claims['sid'],
      });

      await browser.submit(await browser.open(stage.live.siteUrl), {}, '/sign-out');
      const late = await askSilently();
      await expect(late.attempt.finish(late.answer)).rejects.toMatchObject({ error: 'login_required' });
      await expect(stage.client.userinfo(signedIn)).rejects.toBeInstanceOf(Error);
    });

    test('does not take the answer to another attempt, whatever its state says', async () => {
      await newReader();
      const mine = await stage.client.begin();
      const other = await askSilently();
      await expect(mine.finish(other.answer)).rejects.toBeInstanceOf(Error);
      const disguised = new URL(other.answer);
      disguised.searchParams.set('state', mine.url.searchParams.get('state') ?? '');
      await expect(mine.finish(disguised)).rejects.toBeInstanceOf(Error);
    });

    test('signs the reader out by end-session and gets the browser back with its state', async () => {
      const { signedIn } = await newReader();
      const url = stage.client.endSessionUrl(signedIn, {
        post_logout_redirect_uri: `${stage.origin}/bye`,
        state: 'until next time',
      });
      const page = await browser.open(url);
      expect(page.url.href).toBe(`${stage.origin}/bye?state=until%20next%20time`);
      const { attempt, answer: silent } = await askSilently();
      await expect(attempt.finish(silent)).rejects.toMatchObject({ error: 'login_required' });
    });
  });
}

async function setStage(connect: (setting: Setting) => Promise<Client>, isSecure: boolean): Promise<Stage> {
  const live = await startLiveService({ isSecure });
  const tls = isSecure ? newCertificate('localhost') : undefined;
  const website = await startReceiver(answer(200), tls);
  const origin = isSecure ? `https://localhost:${website.port}` : website.origin;
  const registered = await live.register({ redirectUri: `${origin}/callback`, postLogoutRedirectUri: `${origin}/bye` });
  const certificate = tls === undefined ? live.certificate : `${live.certificate ?? ''}${tls.cert}`;
  const client = await connect({ ...registered, siteUrl: live.siteUrl, certificate });
  return { live: { ...live, certificate }, website, origin, client };
}

function newBrowser({ live }: Stage): HttpBrowser {
  return new HttpBrowser(live.certificate, live.mailbox.headers);
}

function atCallback({ origin }: Stage, page: Page): URL {
  if (!page.url.href.startsWith(`${origin}/callback?`))
    throw new Error(`the browser did not come back: ${page.url.href} (${page.status})`);
  return page.url;
}
