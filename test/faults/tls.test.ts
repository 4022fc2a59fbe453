// What leaves this machine goes by TLS, to a real PostgreSQL and real mail servers. The address 0.0.0.0 leads to this machine on Linux, and is none
// of the names that say so.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/open.ts';
import { statement } from '../../src/database/statement.ts';
import { listDeliveries } from '../../src/models/outbox/delivery.ts';
import { queueMessage } from '../../src/outbound/mail.ts';
import { startServer } from '../../src/server.ts';
import { startWorker } from '../../src/worker.ts';
import { startPostgres, type PostgresServer } from '../support/databases/postgres-server.ts';
import { startMailServer } from '../support/outside/mail-server.ts';
import { newCertificate } from '../support/outside/receiver.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts } from '../support/service/parts.ts';

const certificate = newCertificate('0.0.0.0');
const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

/** The same server by a name that is not known to be this machine. */
function elsewhere(url: string, parameters: Readonly<Record<string, string>> = {}): string {
  const address = new URL(url.replace('127.0.0.1', '0.0.0.0'));
  for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
  return address.href;
}

describe('PostgreSQL on another machine', () => {
  const encryption = statement<{ ssl: boolean }>(
    'test_is_encrypted',
    'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
  );
  let folder: string;
  let authority: string;
  let plain: PostgresServer;
  let encrypting: PostgresServer;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'masthead-tls-'));
    authority = join(folder, 'authority.pem');
    writeFileSync(authority, certificate.cert);
    [plain, encrypting] = await Promise.all([startPostgres(), startPostgres({ tls: certificate })]);
  });
  afterAll(async () => {
    await Promise.all([plain?.stop(), encrypting?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  });

  async function isEncrypted(url: string): Promise<boolean | undefined> {
    const database = openDatabase(url);
    opened.push(() => database.close());
    return (await database.first(encryption, []))?.ssl;
  }
  const startOn = (url: string): Promise<unknown> =>
    startServer(readConfig({ ENVIRONMENT: 'test', PORT: '0', LOG_LEVEL: 'silent', DATABASE_URL: url }));

  test('is reached by TLS whose certificate is trusted, without a word in DATABASE_URL about it', async () => {
    expect(await isEncrypted(elsewhere(encrypting.url, { sslrootcert: authority }))).toBe(true);
  });

  test('and an untrusted certificate is refused, before the password is sent', async () => {
    await expect(startOn(elsewhere(encrypting.url))).rejects.toThrow(
      /^The certificate of PostgreSQL at postgres:\/\/0\.0\.0\.0:\d+\/postgres is not trusted .*sslrootcert=FILE/,
    );
  });

  test('and one without TLS is refused, with what to do', async () => {
    await expect(startOn(elsewhere(plain.url))).rejects.toThrow(
      /^PostgreSQL at postgres:\/\/0\.0\.0\.0:\d+\/postgres has no TLS, .*sslmode=disable/,
    );
  });

  test('is spoken to in plain text where DATABASE_URL says so', async () => {
    expect(await isEncrypted(elsewhere(plain.url, { sslmode: 'disable' }))).toBe(false);
    expect(await isEncrypted(elsewhere(encrypting.url, { sslmode: 'disable' }))).toBe(false);
  });

  test('on this machine needs none', async () => {
    expect(await isEncrypted(plain.url)).toBe(false);
  });

  test('is described by check-config --connect, or why it cannot be reached', async () => {
    const connect = async (url: string): Promise<readonly unknown[]> => {
      const masthead = new CommandLine({ DATABASE_URL: url });
      const { exitCode, stdout } = await masthead.run('check-config', '--connect', '--json');
      return [exitCode, JSON.parse(stdout).connections[0]?.saw];
    };
    expect(await connect(elsewhere(encrypting.url, { sslrootcert: authority }))).toEqual([
      0,
      expect.stringMatching(/^PostgreSQL \d+\.\d+, TLSv1\.3, schema not current: run masthead migrate$/),
    ]);
    expect(await connect(plain.url)).toEqual([0, expect.stringMatching(/^PostgreSQL \d+\.\d+, no TLS, schema /)]);
    expect(await connect(elsewhere(encrypting.url))).toEqual([1, expect.stringContaining('is not trusted')]);
    expect(await connect('postgres://127.0.0.1:1/none')).toEqual([1, expect.stringContaining('No PostgreSQL answers')]);
  });
});

describe('TLS of the service itself: a start says what is wrong with', () => {
  const key = 'key.pem';
  const CASES: readonly (readonly [string, string, RegExp])[] = [
    ['a certificate that is not there', 'nothing.pem', /TLS_CERTIFICATE cannot be read \(ENOENT/],
    ['a folder', '.', /TLS_CERTIFICATE \S+ is not a file/],
    ['a pipe, which nobody writes to', 'pipe', /TLS_CERTIFICATE \S+ is not a file/],
    ['a text', 'text.pem', /TLS_CERTIFICATE \S+ and TLS_KEY \S+ must be PEM files that belong together/],
    ['a certificate of another key', 'other.pem', /must be PEM files that belong together/],
  ];

  test.each(CASES)('%s', async (_what, file, message) => {
    const folder = mkdtempSync(join(tmpdir(), 'masthead-tls-'));
    opened.push(async () => rmSync(folder, { recursive: true, force: true }));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    writeFileSync(join(folder, key), certificate.key);
    writeFileSync(join(folder, 'text.pem'), 'no PEM');
    writeFileSync(join(folder, 'other.pem'), newCertificate('localhost').cert);
    const config = readConfig({
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: join(folder, 'data'),
      TLS_KEY: join(folder, key),
      TLS_CERTIFICATE: join(folder, file),
    });
    await expect(startServer(config)).rejects.toThrow(message);
  });
});

describe('a mail server on another machine', () => {
  const STARTTLS = { ...certificate, disabledCommands: ['AUTH'] };

  /** Sends a mail; returns what the server accepted and the outcome of the delivery. */
  async function sendTo(server: Awaited<ReturnType<typeof startMailServer>>, url: string, settings = {}) {
    const parts = await openParts({ MAIL_URL: url, ...settings });
    const worker = startWorker(parts);
    opened.push(
      () => parts.drop(),
      () => worker.stop(),
      () => server.close(),
    );
    const publication = await newPublication(parts);
    await parts.database.transaction((transaction) =>
      queueMessage(publication, transaction, parts.clock, parts.secretKeys, {
        to: 'ada@example.org',
        subject: '123456 is your code',
        text: 'Your code',
        html: '<p>Your code</p>',
      }),
    );
    await worker.settle();
    const [delivery] = (await listDeliveries(publication, parts.database, { limit: 1 })).objects;
    return { mails: server.mails.length, outcome: delivery?.outcome };
  }

  test('without TLS gets no mail', async () => {
    const server = await startMailServer();
    expect(await sendTo(server, elsewhere(server.url))).toEqual({
      mails: 0,
      outcome: 'no use of the mail server (no trusted TLS)',
    });
  });

  test('that offers STARTTLS with a certificate that nobody trusts gets no mail', async () => {
    const server = await startMailServer(STARTTLS);
    const { mails, outcome } = await sendTo(server, elsewhere(server.url));
    expect([mails, outcome]).toEqual([0, expect.stringMatching(/no use of the mail server/)]);
  });

  test('gets mails by STARTTLS', async () => {
    const secured: boolean[] = [];
    const server = await startMailServer({
      ...STARTTLS,
      onMailFrom: (_address, session, callback) => {
        secured.push(session.secure);
        callback();
      },
    });
    const url = elsewhere(server.url, { 'tls.rejectUnauthorized': 'false' });
    expect(await sendTo(server, url)).toMatchObject({ mails: 1 });
    expect(secured).toEqual([true]);
  });

  test('without TLS gets mails where MAIL_TLS says so', async () => {
    const server = await startMailServer();
    expect(await sendTo(server, elsewhere(server.url), { MAIL_TLS: 'optional' })).toMatchObject({ mails: 1 });
  });

  test('on this machine needs none, unless MAIL_TLS says so', async () => {
    const server = await startMailServer();
    expect(await sendTo(server, server.url)).toMatchObject({ mails: 1 });
    const other = await startMailServer();
    expect(await sendTo(other, other.url, { MAIL_TLS: 'required' })).toMatchObject({ mails: 0 });
  });
});
