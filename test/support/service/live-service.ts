// The whole service with its worker, listening on loopback at the address of its publication.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLocalDemo, readConfig } from '../../../src/config.ts';
import { createApiKey } from '../../../src/models/publication/api-key.ts';
import { createPublication, type Publication } from '../../../src/models/publication/publication.ts';
import {
  createOauthApplication,
  updateOauthApplication,
  type ApplicationSettings,
} from '../../../src/models/sign-in/oauth-application.ts';
import { startServer } from '../../../src/server.ts';
import type { Service } from '../../../src/service.ts';
import { findFreePort } from '../databases/postgres-server.ts';
import type { MailboxAccess } from '../outside/mailbox.ts';
import { newCertificate } from '../outside/receiver.ts';

/** What a publisher is shown when the application is made. */
export interface Registered {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
  /** Changes its settings, as a publisher may later. */
  update(settings: Partial<ApplicationSettings>): Promise<void>;
}

export interface LiveService {
  readonly service: Service;
  readonly publication: Publication;
  /** {site_url}, the issuer. */
  readonly siteUrl: string;
  /** Its mailbox, by an address that is usable where only browsers resolve the site's name. */
  readonly mailbox: MailboxAccess;
  /** The certificate to trust, where the service speaks https. */
  readonly certificate: string | undefined;
  register(settings: Partial<ApplicationSettings> & Pick<ApplicationSettings, 'redirectUri'>): Promise<Registered>;
  close(): Promise<void>;
}

/**
 * @param siteHost a name for loopback.
 * @param isSecure the service terminates TLS itself, with a certificate for that name, and is no local demo: no plain http anywhere.
 */
export async function startLiveService({ siteHost = 'localhost', isSecure = false } = {}): Promise<LiveService> {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-test-'));
  const port = await findFreePort();
  const { settings, certificate } = isSecure
    ? secureSettings(folder, siteHost, port)
    : { settings: { API_URL: `http://localhost:${port}` }, certificate: undefined };
  const config = readConfig({
    ENVIRONMENT: 'test',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    DATA_DIR: folder,
    ...settings,
  });
  const server = await startServer(config);
  const { database, clock } = server.service;
  const siteUrl = `${isSecure ? 'https' : 'http'}://${siteHost}:${port}`;
  const policy = { allowsLoopbackHttp: isLocalDemo(config) };
  const { publication, key } = await database.transaction(async (transaction) => {
    const made = await createPublication(transaction, clock, { name: 'The Weekly Test', siteUrl });
    return {
      publication: made,
      key: (await createApiKey(made, transaction, clock, { environment: config.environment })).key,
    };
  });
  const mailbox = {
    url: server.url,
    headers: { host: publication.siteHost, authorization: `Basic ${btoa(`${key}:`)}` },
  };
  const register: LiveService['register'] = async (given) => {
    const complete = { name: 'The Weekly', ...given };
    const { application, clientSecret } = await database.transaction((transaction) =>
      createOauthApplication(publication, transaction, clock, complete, policy),
    );
    const { id, clientId, redirectUri } = application;
    const update: Registered['update'] = async (changes) => {
      await database.transaction((transaction) =>
        updateOauthApplication(publication, transaction, id, changes, policy),
      );
    };
    return { clientId, clientSecret, redirectUri, update };
  };
  // As of another site of the publication, so that discovery names a way of authentication that the client under test must not take.
  await register({ name: 'Another site', redirectUri: 'https://another.example.org/callback', clientSecretPost: true });
  const close = async (): Promise<void> => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { service: server.service, publication, siteUrl, mailbox, certificate, register, close };
}

function secureSettings(
  folder: string,
  siteHost: string,
  port: number,
): { settings: Record<string, string>; certificate: string } {
  const { key, cert } = newCertificate(siteHost);
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  writeFileSync(keyFile, key, { mode: 0o600 });
  writeFileSync(certificateFile, cert);
  return {
    settings: { API_URL: `https://api.localhost:${port}`, TLS_KEY: keyFile, TLS_CERTIFICATE: certificateFile },
    certificate: cert,
  };
}
