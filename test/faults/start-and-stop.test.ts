// R-F2 and R-F8: how the process ends when asked to, and what it says when it cannot start.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import SqliteDriver from 'better-sqlite3';
import { afterAll, describe, expect, it, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import type { Database } from '../../src/database/connection.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { createEventEndpoint } from '../../src/models/outbox/event-endpoint.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication, type Publication } from '../../src/models/publication/publication.ts';
import { startServer } from '../../src/server.ts';
import { StartFailure, toStartFailure } from '../../src/start-failure.ts';
import type { Dialect } from '../support/databases/database.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { newCertificate, startReceiver } from '../support/outside/receiver.ts';
import { startServerProcess, type ServerProcess } from '../support/processes/server-process.ts';
import { startLoad } from '../support/processes/steady-load.ts';
import { basic } from '../support/publications/publication.ts';
import { drawnDialects } from '../support/runs/drawn.ts';
import { killRounds } from '../support/runs/kill-rounds.ts';

const PATIENCE = { timeout: 60_000, interval: 10 };
const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'masthead-start-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Ending {
  readonly code: number;
  readonly stderr: string;
  readonly milliseconds: number;
}

/** Starts the service, which is expected to end by itself. */
function startToFail(settings: Record<string, string>): Promise<Ending> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: '.cache/node',
      PORT: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    };
    const child = execFile(
      process.execPath,
      ['src/main.ts'],
      { cwd: PROJECT, env, timeout: 60_000 },
      (_error, _stdout, stderr) =>
        resolve({ code: child.exitCode ?? -1, stderr, milliseconds: performance.now() - startedAt }),
    );
  });
}

const inFolder = (name: string): string => join(folder, name);

describe.concurrent('R-F8 a start that cannot succeed ends with code 2 and says what, where and what to do', () => {
  it('names every fault of the configuration at once', async () => {
    const { code, stderr } = await startToFail({
      ENVIRONMENT: 'staging',
      PORT: 'x',
      SECRET_KEY: 'short',
      MAIL_URL: 'http://mail',
    });
    expect(code).toBe(2);
    for (const setting of ['ENVIRONMENT', 'PORT', 'SECRET_KEY', 'MAIL_URL']) expect(stderr).toContain(setting);
  });

  it('refuses the defaults of the demo in production', async () => {
    const { code, stderr } = await startToFail({ ENVIRONMENT: 'production' });
    expect(code).toBe(2);
    for (const setting of ['SECRET_KEY', 'API_URL', 'MAIL_URL', 'DATABASE_URL']) expect(stderr).toContain(setting);
  });

  it('names a port that is taken', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const { code, stderr } = await startToFail({ PORT: port, DATA_DIR: inFolder('port') });
    server.close();
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`Port ${port} .*taken.*PORT`))]);
  });

  it('names a folder that is a file', async () => {
    writeFileSync(inFolder('a-file'), '');
    const { code, stderr } = await startToFail({ DATA_DIR: inFolder('a-file') });
    expect([code, stderr]).toEqual([2, expect.stringContaining('a-file')]);
  });

  it('names a database that another process holds', async () => {
    const holder = new SqliteDriver(inFolder('held.sqlite'));
    holder.exec('pragma locking_mode = exclusive; create table t (x); begin exclusive');
    const { code, stderr } = await startToFail({ DATABASE_URL: `sqlite:${inFolder('held.sqlite')}` });
    holder.close();
    expect([code, stderr]).toEqual([2, expect.stringMatching(/held\.sqlite is locked/)]);
  });

  it('names a server that does not answer, without its password', async () => {
    const { code, stderr } = await startToFail({ DATABASE_URL: 'postgres://masthead:hush@127.0.0.1:9/masthead' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('127.0.0.1:9')]);
    expect(stderr).not.toContain('hush');
  });

  it.each([
    [
      'a server that takes connections and says nothing',
      (port: number) => `127.0.0.1:${port}/masthead`,
      'No PostgreSQL answers at',
    ],
    ['a socket that is not there', () => '/masthead?host=/nowhere', 'No PostgreSQL answers at'],
    ['an authority that is not there', () => '127.0.0.1/masthead?sslrootcert=/nowhere.pem', 'cannot be read (ENOENT'],
  ])('names %s', async (_what, address, message) => {
    const silent = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const bound = silent.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    const { code, stderr } = await startToFail({ DATABASE_URL: `postgres://masthead:hush@${address(port)}` });
    silent.close();
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('hush');
  });

  it('names a HOST that there is not', async () => {
    const { code, stderr } = await startToFail({
      ENVIRONMENT: 'test',
      HOST: 'nowhere.invalid',
      API_URL: 'https://api.example.org',
      SECRET_KEY: 's'.repeat(40),
      DATA_DIR: inFolder('host'),
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining('no address nowhere.invalid: correct HOST')]);
  });

  it.each([
    [{ code: 'EACCES', syscall: 'listen' }, 'PORT'],
    [{ code: 'EROFS' }, 'DATA_DIR'],
    [{ code: 'SQLITE_FULL' }, 'free some'],
    [{ code: '28P01' }, 'DATABASE_URL'],
  ])('says what to do about %o', (cause, remedy) => {
    const failure = toStartFailure(Object.assign(new Error('as the system says it'), cause), readConfig({}));
    expect(failure).toBeInstanceOf(StartFailure);
    expect(failure.message).toContain(remedy);
  });
});

interface Given {
  readonly url: string;
  readonly database: Database;
  readonly apiKey: string;
}

type OnEnd = (close: () => Promise<void> | void) => void;

/** A publication with an API key, on a database of its own. */
async function given(dialect: Dialect, onEnd: OnEnd): Promise<Given & { readonly publication: Publication }> {
  const { url, database } = await newOwnDatabase(dialect, onEnd);
  return database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, systemClock, {
      name: 'The Weekly Test',
      siteUrl: 'http://localhost:4000',
    });
    const { key } = await createApiKey(publication, transaction, systemClock, { environment: 'test' });
    return { url, database, publication, apiKey: key };
  });
}

interface Stop {
  readonly code: number | null;
  readonly milliseconds: number;
}

async function stop(server: ServerProcess): Promise<Stop> {
  const startedAt = performance.now();
  const code = await server.end('SIGTERM');
  return { code, milliseconds: performance.now() - startedAt };
}

interface Line {
  write(text: string): void;
  /** What came back. */
  read(): string;
  readonly closed: Promise<unknown>;
}

/** One connection, byte by byte. @param ca the certificate to trust, where the service is to be spoken to by TLS. */
async function connectTo({ url }: { readonly url: string }, ca?: string): Promise<Line> {
  const address = { port: Number(new URL(url).port), host: '127.0.0.1' };
  const socket = ca === undefined ? connect(address) : connectTls({ ...address, ca, servername: 'localhost' });
  const chunks: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
  // A reset shows in what did not come back.
  const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
  await once(socket, ca === undefined ? 'connect' : 'secureConnect');
  return { write: (text) => void socket.write(text), read: () => chunks.join(''), closed };
}

function refusesConnections(server: ServerProcess): Promise<boolean> {
  return connectTo(server).then(
    () => false,
    () => true,
  );
}

/** A request to make a customer, as text, in two halves. */
function halves(apiKey: string, email: string): [string, string] {
  const body = new URLSearchParams({ email }).toString();
  const head = `POST /2023-04-11/customers HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${basic(apiKey)}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`;
  return [head + body.slice(0, 5), body.slice(5)];
}

const STOPS_UNDER_LOAD = killRounds(6);
const ROUNDS = Math.ceil(STOPS_UNDER_LOAD / 2);

describe.concurrent('SIGTERM', () => {
  test.for(drawnDialects(6))(
    `R-F2 on %s ${ROUNDS} times under load leaves no request without its answer, and ends with code 0 within ten seconds`,
    { timeout: 120_000 + ROUNDS * 60_000 },
    async (dialect, { onTestFinished }) => {
      const { url, database, apiKey } = await given(dialect, onTestFinished);
      for (let round = 0; round < ROUNDS; round += 1) {
        // With time for a load balancer to notice, and without.
        const server = await startServerProcess({ DATABASE_URL: url, DRAIN_SECONDS: String(round % 2) });
        onTestFinished(async () => void (await server.end()));
        const load = startLoad(server.url, apiKey, `round${round}`);
        await vi.waitUntil(() => load.answers().every((count) => count > 3), PATIENCE);
        await sleep((round * 37) % 200);
        load.expectEnd();
        const { code, milliseconds } = await stop(server);
        expect([code, await load.faults, server.output()]).toEqual([0, [], '']);
        expect(milliseconds).toBeLessThan(10_000);
        expect(await ledgerFaults(database, load.acknowledged)).toEqual([]);
      }
    },
  );

  test('R-F2 /readyz says 503 first, while requests are still taken for DRAIN_SECONDS, each as the last on its connection', async ({
    onTestFinished,
  }) => {
    const { url, apiKey } = await given('sqlite', onTestFinished);
    const server = await startServerProcess({ DATABASE_URL: url, DRAIN_SECONDS: '5' });
    onTestFinished(async () => void (await server.end()));
    const read = (path: string): Promise<Response> =>
      fetch(`${server.url}${path}`, { headers: { authorization: basic(apiKey) } });
    expect((await read('/2023-04-11/members')).headers.get('connection')).toBe('keep-alive');
    const stopped = stop(server);
    await vi.waitUntil(async () => (await read('/readyz')).status === 503, PATIENCE);
    const answers = await Promise.all(['/readyz', '/healthz', '/2023-04-11/members', '/nowhere'].map(read));
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 200, 404]);
    for (const { headers } of answers) expect(headers.get('connection')).toBe('close');
    const { code, milliseconds } = await stopped;
    expect(code).toBe(0);
    expect(milliseconds).toBeGreaterThan(5000);
    await expect(read('/readyz')).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  test('R-F2 who keeps a connection open and sends nothing holds up nobody', async ({ onTestFinished }) => {
    const { url } = await given('sqlite', onTestFinished);
    const server = await startServerProcess({ DATABASE_URL: url, DRAIN_SECONDS: '0' });
    onTestFinished(async () => void (await server.end()));
    const [silent, idle, halfway] = await Promise.all([connectTo(server), connectTo(server), connectTo(server)]);
    idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await vi.waitUntil(() => idle.read().endsWith('{"status":"ok"}'), PATIENCE);
    halfway.write('GET /healthz HTTP/1.1\r\nHost: ');
    const { code, milliseconds } = await stop(server);
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(4000);
    await Promise.all([silent.closed, idle.closed, halfway.closed]);
  });

  test('R-F2 who keeps a connection may ask once more on it when nobody can connect any longer', async ({
    onTestFinished,
  }) => {
    const { url } = await given('sqlite', onTestFinished);
    const server = await startServerProcess({ DATABASE_URL: url, DRAIN_SECONDS: '0' });
    onTestFinished(async () => void (await server.end()));
    const connection = await connectTo(server);
    const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    connection.write(request);
    await vi.waitUntil(() => connection.read().endsWith('{"status":"ok"}'), PATIENCE);
    const stopped = stop(server);
    await vi.waitUntil(() => refusesConnections(server), PATIENCE);
    connection.write(request);
    await connection.closed;
    expect(connection.read().split(/(?=HTTP\/1\.1 )/)).toEqual([
      expect.stringMatching(/keep-alive/i),
      expect.stringMatching(/^HTTP\/1\.1 200 [^]*connection: close/i),
    ]);
    expect((await stopped).code).toBe(0);
  });

  test('R-F2 a request that arrives while the stopping process gets no processor is answered', async ({
    onTestFinished,
  }) => {
    const { url } = await given('sqlite', onTestFinished);
    const server = await startServerProcess({ DATABASE_URL: url, DRAIN_SECONDS: '0' });
    onTestFinished(async () => void (await server.end()));
    const connection = await connectTo(server);
    const request = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';
    connection.write(request);
    await vi.waitUntil(() => connection.read().endsWith('{"status":"ok"}'), PATIENCE);
    const stopped = stop(server);
    await vi.waitUntil(() => refusesConnections(server), PATIENCE);
    server.process.kill('SIGSTOP');
    connection.write(request);
    // Longer than a connection without a request may be silent.
    await sleep(800);
    server.process.kill('SIGCONT');
    await connection.closed;
    expect(connection.read().split(/(?=HTTP\/1\.1 )/)).toHaveLength(2);
    expect((await stopped).code).toBe(0);
  });

  test('R-F2 a request whose body is on its way is answered, and so is the one sent behind it', async ({
    onTestFinished,
  }) => {
    const { url, database, apiKey } = await given('sqlite', onTestFinished);
    const server = await startServerProcess({ DATABASE_URL: url, DRAIN_SECONDS: '0' });
    onTestFinished(async () => void (await server.end()));
    const [connection, other] = await Promise.all([connectTo(server), connectTo(server)]);
    const [first, second, alone] = [
      halves(apiKey, 'first@example.test'),
      halves(apiKey, 'second@example.test'),
      halves(apiKey, 'alone@example.test'),
    ];
    connection.write(first[0]);
    other.write(alone[0]);
    await fetch(`${server.url}/healthz`);
    const stopped = stop(server);
    // Longer than a connection without a request may be silent.
    await sleep(1500);
    connection.write(first[1] + second.join(''));
    other.write(alone[1]);
    await Promise.all([connection.closed, other.closed]);
    expect(other.read()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*alone@/i);
    const answers = connection.read().split(/(?=HTTP\/1\.1 )/);
    expect(answers).toEqual([
      expect.stringMatching(/^HTTP\/1\.1 200 [^]*first@/),
      expect.stringMatching(/^HTTP\/1\.1 200 [^]*second@/),
    ]);
    expect(answers.map((answer) => /connection: close/i.test(answer))).toEqual([false, true]);
    expect((await stopped).code).toBe(0);
    expect(await database.knex('customers').count({ count: '*' })).toEqual([{ count: 3 }]);
  });

  test('R-F2 with TLS of its own the service ends likewise: what is sent is answered, and nobody who is silent is waited for', async ({
    onTestFinished,
  }) => {
    const { url, apiKey } = await given('sqlite', onTestFinished);
    const { key, cert } = newCertificate('localhost');
    const [keyFile, certificateFile] = [inFolder('key.pem'), inFolder('certificate.pem')];
    writeFileSync(keyFile, key);
    writeFileSync(certificateFile, cert);
    const settings = {
      LOG_LEVEL: 'silent',
      PORT: String(await findFreePort()),
      DATABASE_URL: url,
      TLS_KEY: keyFile,
      TLS_CERTIFICATE: certificateFile,
    };
    const server = await startServer(readConfig(settings));
    const [withoutTls, silent, idle, sending] = await Promise.all([
      connectTo(server),
      connectTo(server, cert),
      connectTo(server, cert),
      connectTo(server, cert),
    ]);
    idle.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [begun, rest] = halves(apiKey, 'ada@example.test');
    sending.write(begun);
    await vi.waitUntil(() => idle.read().endsWith('{"status":"ok"}'), PATIENCE);
    const startedAt = performance.now();
    const closed = server.close();
    await sleep(1500);
    sending.write(rest);
    await Promise.all([closed, withoutTls.closed, silent.closed, idle.closed, sending.closed]);
    expect(performance.now() - startedAt).toBeLessThan(4000);
    expect(sending.read()).toMatch(/^HTTP\/1\.1 200 [^]*connection: close[^]*ada@/i);
  });

  test('R-F2 a request that its client never completes is cut off, and the end is no failure', async ({
    onTestFinished,
  }) => {
    const { url, apiKey } = await given('sqlite', onTestFinished);
    const server = await startServerProcess({ DATABASE_URL: url });
    onTestFinished(async () => void (await server.end()));
    const connection = await connectTo(server);
    connection.write(halves(apiKey, 'ada@example.test')[0]);
    await fetch(`${server.url}/healthz`);
    const { code, milliseconds } = await stop(server);
    expect([code, server.output()]).toEqual([0, expect.stringContaining('"cut":1')]);
    expect(milliseconds).toBeLessThan(10_000);
  });

  test.for(['sqlite', 'postgres'] as const)(
    'R-F2 on %s what is being sent to a slow receiver is sent to its end and recorded',
    async (dialect, { onTestFinished }) => {
      const { url, database, publication, apiKey } = await given(dialect, onTestFinished);
      // Well within the five seconds that a receiver has, on a busy machine too.
      const receiver = await startReceiver((response) => void setTimeout(() => response.writeHead(200).end(), 2500));
      onTestFinished(receiver.close);
      const secretKeys = new SecretKeys(readConfig({}).secretKeys);
      await database.transaction((transaction) =>
        createEventEndpoint(
          publication,
          transaction,
          systemClock,
          secretKeys,
          { url: `${receiver.origin}/events`, types: [] },
          { allowsLoopbackHttp: true },
        ),
      );
      const server = await startServerProcess({ DATABASE_URL: url, DRAIN_SECONDS: '0' });
      onTestFinished(async () => void (await server.end()));
      await fetch(`${server.url}/2023-04-11/customers`, {
        method: 'POST',
        headers: { authorization: basic(apiKey) },
        body: new URLSearchParams({ email: 'ada@example.test' }),
      });
      await vi.waitUntil(() => receiver.requests.length === 1, PATIENCE);
      const { code, milliseconds } = await stop(server);
      expect(code).toBe(0);
      expect(milliseconds).toBeLessThan(10_000);
      expect(await database.knex('deliveries').select('state')).toEqual([{ state: 'delivered' }]);
    },
  );
});
