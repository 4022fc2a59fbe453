// docs/scaling.md, "The proxy's map", as it stands: readers and programs reach two deployments through Caddy, nginx and HAProxy, while a publication
// moves from one to the other.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingHttpHeaders } from 'node:http';
import { request as requestByTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import type { Database } from '../../src/database/connection.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { startServerProcess } from '../support/processes/server-process.ts';
import { basic } from '../support/publications/publication.ts';
import { blocksOf } from './blocks.ts';

const SECRET_KEY = 'a secret key of the tests that is long enough';
const HOST = 'members.example.org';
const OTHER_HOST = 'other.example.org';
const API_HOST = 'api.example.org';
const PATIENCE = { timeout: 20_000, interval: 50 };

interface Door {
  readonly port: number;
  readonly hasTls?: boolean;
}

interface Proxy extends Door {
  /** Begins anew with lines more in its map. */
  addToMap(lines: string): Promise<void>;
}

const folder = mkdtempSync(join(tmpdir(), 'masthead-proxies-'));
const [caddyfile = '', nginxMap = '', haproxyRule = '', nginxApi = ''] = blocksOf('scaling.md', "The proxy's map");
const onEnd: (() => Promise<void> | void)[] = [() => rmSync(folder, { recursive: true, force: true })];
const proxies = new Map<string, Proxy>();
let doorOfPrograms: Door;
let here = '';
let there = '';
let keys: string[];
let moved: Awaited<ReturnType<CommandLine['run']>>;

beforeAll(async () => {
  const register = (close: () => Promise<void> | void): void => void onEnd.unshift(close);
  const [source, target] = [await newOwnDatabase('sqlite', register), await newOwnDatabase('sqlite', register)];
  keys = [
    await givenPublication(source.database, `https://${HOST}`),
    await givenPublication(source.database, `https://${OTHER_HOST}`),
  ];
  const servers = [source, target].map(async ({ url }) => {
    const server = await startServerProcess({
      DATABASE_URL: url,
      SECRET_KEY,
      API_URL: `https://${API_HOST}`,
      TRUST_PROXY: '127.0.0.1,::1',
    });
    register(async () => void (await server.end('SIGTERM')));
    return `127.0.0.1:${new URL(server.url).port}`;
  });
  [here = '', there = ''] = await Promise.all(servers);
  for (const start of [startCaddy, startNginx, startHaproxy]) await start(register);
  const line = new CommandLine({ DATABASE_URL: source.url, SECRET_KEY });
  moved = await line.run('publication', 'move', HOST, '--to', target.url, '--map-to', there);
}, 120_000);
afterAll(async () => {
  for (const close of onEnd) await close();
});

/** Returns a key to its data. */
async function givenPublication(database: Database, siteUrl: string): Promise<string> {
  return await database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, systemClock, { name: 'The Weekly Test', siteUrl });
    return (await createApiKey(publication, transaction, systemClock, { environment: 'test' })).key;
  });
}

/** A block of the page with the services of this test in place of the page's. */
const placed = (block: string): string =>
  block.replaceAll('masthead-1:4000', here).replaceAll('masthead-2:4000', there).replaceAll('/etc', folder);

type Register = (close: () => Promise<void> | void) => void;

async function startCaddy(register: Register): Promise<void> {
  const [port, httpPort] = [await findFreePort(), await findFreePort()];
  const file = join(folder, 'Caddyfile');
  const line = `\t${HOST} masthead-2:4000\n`;
  expect(caddyfile).toContain(line);
  const write = (lines: string): void =>
    writeFileSync(
      file,
      `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${httpPort}\n\thttps_port ${port}\n}\n` +
        `${HOST}, ${OTHER_HOST} {\n${placed(caddyfile.replace(line, lines))}\n}\n`,
    );
  const start = () =>
    run('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { port, hasTls: true }, register);
  write('');
  let stop = await start();
  proxies.set('Caddy', {
    port,
    hasTls: true,
    addToMap: async (lines) => {
      await stop();
      write(lines);
      stop = await start();
    },
  });
}

/** The server of readers, and the one of programs on a port of its own. */
async function startNginx(register: Register): Promise<void> {
  const [port, apiPort] = [await findFreePort(), await findFreePort()];
  const [file, map] = [join(folder, 'nginx.conf'), join(folder, 'nginx/moved.map')];
  mkdirSync(join(folder, 'nginx'));
  writeFileSync(map, '');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((what) => `${what}_temp_path ${folder};`);
  const readers = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://$masthead; proxy_set_header Host $host; proxy_set_header X-Forwarded-Proto https; } }`;
  const programs = placed(nginxApi).replace('server {', `server {\n  listen 127.0.0.1:${apiPort};`);
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${temporary.join(' ')}\n${placed(nginxMap)}\n${readers}\n${programs}\n}`,
  );
  const start = () => run('nginx', ['-c', file, '-p', folder], { port }, register);
  let stop = await start();
  proxies.set('nginx', {
    port,
    addToMap: async (lines) => {
      await stop();
      appendFileSync(map, lines.replaceAll('\n', ';\n'));
      stop = await start();
    },
  });
  doorOfPrograms = { port: apiPort };
}

async function startHaproxy(register: Register): Promise<void> {
  const port = await findFreePort();
  const [file, map] = [join(folder, 'haproxy.cfg'), join(folder, 'haproxy/moved.map')];
  mkdirSync(join(folder, 'haproxy'));
  writeFileSync(map, '');
  const backend = (name: string, at: string): string => `backend ${name}\n  server only ${at}\n`;
  const rule = placed(haproxyRule).trim();
  writeFileSync(
    file,
    `defaults\n  mode http\n  timeout connect 5s\n  timeout client 30s\n  timeout server 30s\n` +
      `frontend readers\n  bind 127.0.0.1:${port}\n  http-request set-header X-Forwarded-Proto https\n  ${rule}\n` +
      backend('masthead-1', here) +
      backend(there, there),
  );
  const start = () => run('haproxy', ['-f', file], { port }, register);
  let stop = await start();
  proxies.set('HAProxy', {
    port,
    addToMap: async (lines) => {
      await stop();
      appendFileSync(map, lines);
      stop = await start();
    },
  });
}

/** Starts a proxy, and waits until it answers. Returns what ends it. */
async function run(
  program: string,
  args: readonly string[],
  door: Door,
  register: Register,
): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(program, args, {
    env: { ...process.env, HOME: folder, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(String(chunk)));
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  register(stop);
  const answers = () =>
    ask(door, OTHER_HOST).then(
      ({ status }) => status,
      () => output.join(''),
    );
  await vi.waitFor(async () => expect(await answers()).toBe(200), PATIENCE);
  return stop;
}

interface Asked {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Question {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function ask(
  { port, hasTls = false }: Door,
  host: string,
  { method = 'GET', path = '/offers', headers = {}, body = '' }: Question = {},
): Promise<Asked> {
  const options = { host: '127.0.0.1', port, method, path, agent: false, headers: { ...headers, host } };
  const asked = hasTls ? requestByTls({ ...options, servername: host, rejectUnauthorized: false }) : request(options);
  asked.end(body);
  const [response] = await once(asked, 'response');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, headers: response.headers, body: text };
}

test('the command prints the line of the map', () => {
  expect(moved).toMatchObject({ exitCode: 0, stdout: `${HOST} ${there}\n` });
});

describe.each(['Caddy', 'nginx', 'HAProxy'])('%s', (name) => {
  test('asks readers to wait until its map has the line, and leads them to the other deployment then', async () => {
    const proxy = proxies.get(name);
    if (proxy === undefined) throw new Error(`${name} does not run`);
    const waiting = await ask(proxy, HOST);
    expect([waiting.status, waiting.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    await proxy.addToMap(name === 'Caddy' ? `\t${moved.stdout}` : moved.stdout);
    expect((await ask(proxy, HOST)).status).toBe(200);
    expect((await ask(proxy, OTHER_HOST)).status).toBe(200);
  });
});

test('programs reach either deployment by one address, for writes as well', async () => {
  for (const [at, key] of keys.entries()) {
    const authorization = basic(key);
    const path = '/2023-04-11/customers';
    const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' };
    const body = `email=reader${at}%40example.org`;
    const created = await ask(doorOfPrograms, API_HOST, { method: 'POST', path, headers: form, body });
    expect([at, created.status, created.body]).toEqual([at, 200, expect.stringContaining(`reader${at}@example.org`)]);
    const listed = await ask(doorOfPrograms, API_HOST, { path, headers: { authorization } });
    expect([at, listed.status, JSON.parse(listed.body).objects.length]).toEqual([at, 200, 1]);
  }
  const wrong = await ask(doorOfPrograms, API_HOST, {
    path: '/2023-04-11/customers',
    headers: { authorization: basic('x') },
  });
  expect([wrong.status, wrong.body]).toEqual([401, expect.stringContaining('error')]);
});
