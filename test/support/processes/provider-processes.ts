// Several processes of the sign-in provider on one database, and readers with a session who use it by plain HTTP. All processes serve one
// publication: requests name its host, whatever their port.
import { Agent, request } from 'undici';
import { systemClock } from '../../../src/database/clock.ts';
import type { Database } from '../../../src/database/connection.ts';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { findOrCreateVerifiedCustomer } from '../../../src/models/people/customer.ts';
import { createPublication, type Publication } from '../../../src/models/publication/publication.ts';
import { createOauthApplication } from '../../../src/models/sign-in/oauth-application.ts';
import { startSession } from '../../../src/models/sign-in/session.ts';
import { cookieNameOn } from '../../../src/site/cookie.ts';
import { formsOf } from '../browser/html.ts';
import type { Dialect } from '../databases/database.ts';
import { newOwnDatabase } from '../databases/own-database.ts';
import { findFreePort } from '../databases/postgres-server.ts';
import { encode } from '../outside/relying-party.ts';
import { basic } from '../publications/publication.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

export interface Website {
  readonly clientId: string;
  readonly authorization: string;
  readonly redirectUri: string;
}

export interface Reader {
  readonly sid: string;
  readonly cookie: string;
}

export interface Answer {
  readonly status: number;
  readonly location: string;
  readonly body: string;
}

interface Sent {
  readonly headers?: Record<string, string>;
  readonly form?: Record<string, string>;
}

const PATIENCE_MILLISECONDS = 20_000;

export class ProviderStage {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly publication: Publication;
  readonly #agent = new Agent({ connections: 100 });
  readonly #closers: (() => unknown)[];

  constructor(database: Database, databaseUrl: string, publication: Publication, closers: (() => unknown)[]) {
    this.database = database;
    this.databaseUrl = databaseUrl;
    this.publication = publication;
    this.#closers = closers;
  }

  async start(settings: Record<string, string> = {}): Promise<ServerProcess> {
    const server = await startServerProcess({ DATABASE_URL: this.databaseUrl, ...settings });
    this.#closers.push(() => server.end());
    return server;
  }

  async newWebsite(backchannelLogoutUri: string | null = null): Promise<Website> {
    const settings = { name: 'A site', redirectUri: 'http://localhost:9/callback', backchannelLogoutUri };
    const { application, clientSecret } = await this.database.transaction((transaction) =>
      createOauthApplication(this.publication, transaction, systemClock, settings, { allowsLoopbackHttp: true }),
    );
    const { clientId, redirectUri } = application;
    return { clientId, redirectUri, authorization: basic(clientId, clientSecret) };
  }

  newReader(email: string): Promise<Reader> {
    return this.database.transaction(async (transaction) => {
      const { id: customerId } = await findOrCreateVerifiedCustomer(this.publication, transaction, systemClock, {
        address: parseEmailAddress(email),
      });
      const { sid, cookie } = await startSession(this.publication, transaction, systemClock, {
        customerId,
        browser: null,
      });
      return { sid, cookie: `${cookieNameOn(this.publication, 'masthead_session')}=${cookie}` };
    });
  }

  /** The authorization code; undefined when the reader is not signed in. Throws when the server is gone. */
  async authorize(server: ServerProcess, website: Website, { cookie }: Reader): Promise<string> {
    const query = encode({
      response_type: 'code',
      scope: 'openid email',
      client_id: website.clientId,
      redirect_uri: website.redirectUri,
      prompt: 'none',
    });
    const { location } = await this.send(server, `/oauth/authorize?${query}`, { headers: { cookie } });
    return new URL(location).searchParams.get('code') ?? '';
  }

  redeem(server: ServerProcess, website: Website, code: string): Promise<Answer> {
    const form = { grant_type: 'authorization_code', code, redirect_uri: website.redirectUri };
    return this.send(server, '/oauth/token', { headers: { authorization: website.authorization }, form });
  }

  userinfo(server: ServerProcess, accessToken: string): Promise<Answer> {
    return this.send(server, '/oauth/userinfo', { headers: { authorization: `Bearer ${accessToken}` } });
  }

  /** Signs out by the button on the account page, whose form `prepareSignOut` reads. */
  signOut(server: ServerProcess, { cookie }: Reader, form: Record<string, string>): Promise<Answer> {
    return this.send(server, '/sign-out', { headers: { cookie, 'sec-fetch-site': 'same-origin' }, form });
  }

  /** The hidden fields of the sign-out button. */
  async prepareSignOut(server: ServerProcess, { cookie }: Reader): Promise<Record<string, string>> {
    const { body } = await this.send(server, '/', { headers: { cookie } });
    return { ...formsOf(body).find(({ action }) => action === '/sign-out')?.fields };
  }

  async send(server: ServerProcess, path: string, { headers = {}, form }: Sent = {}): Promise<Answer> {
    const type: Record<string, string> =
      form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await request(`${server.url}${path}`, {
      dispatcher: this.#agent,
      method: form === undefined ? 'GET' : 'POST',
      headers: { ...type, ...headers, host: this.publication.siteHost },
      body: form === undefined ? null : encode(form),
      signal: AbortSignal.timeout(PATIENCE_MILLISECONDS),
    });
    return {
      status: answer.statusCode,
      location: String(answer.headers['location'] ?? ''),
      body: await answer.body.text(),
    };
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
    for (const close of this.#closers.toReversed()) await close();
  }
}

/** A migrated database with one publication; no server runs yet. */
export async function setProviderStage(dialect: Dialect): Promise<ProviderStage> {
  const closers: (() => unknown)[] = [];
  const { url, database } = await newOwnDatabase(dialect, (close) => closers.push(close));
  const siteUrl = `http://localhost:${await findFreePort()}`;
  const publication = await database.transaction((transaction) =>
    createPublication(transaction, systemClock, { name: 'The Weekly Test', siteUrl }),
  );
  return new ProviderStage(database, url, publication, closers);
}

export function accessTokenOf({ status, body }: Answer): string {
  return status === 200 ? String(Object(JSON.parse(body))['access_token']) : '';
}

export function errorOf({ body }: Answer): unknown {
  return Object(JSON.parse(body))['error'];
}
