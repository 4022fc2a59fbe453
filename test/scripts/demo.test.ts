// `npm start`: what the first start makes, the second keeps and mends, and what a failed one says.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { PERSON_STATES } from '../../src/models/people/person-state.ts';
import { failDemo, findFreePortPair, startDemo } from '../support/browser/demo-process.ts';

const PATIENT = { timeout: 240_000 };
const HOSTED_TEST = { ENVIRONMENT: 'test', SECRET_KEY: 's'.repeat(40), API_URL: 'https://api.example.org' };
const price = z.object({
  price_id: z.string(),
  amount: z.number(),
  currency: z.string(),
  interval: z.enum(['month', 'year']),
});
const demoFile = z.object({
  site_url: z.url(),
  base_url: z.url(),
  mailbox_url: z.url(),
  publisher_site_url: z.url(),
  api_key: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
  redirect_uri: z.url(),
  post_logout_redirect_uri: z.url(),
  backchannel_logout_uri: z.url(),
  events_url: z.url(),
  endpoint_id: z.string(),
  endpoint_secret: z.string().startsWith('whsec_'),
  plans: z.array(z.object({ plan_id: z.string(), slug: z.string(), prices: z.array(price).min(1) })).length(3),
  offers: z.array(z.object({ offer_id: z.string(), slug: z.string(), price_ids: z.array(z.string()).min(1) })).min(2),
  newsletters: z.array(z.object({ newsletter_id: z.string(), slug: z.string() })).min(1),
});

let folder: string;
let dataDir: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'masthead-demo-'));
  dataDir = join(folder, 'data');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const readDemo = () => demoFile.parse(JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')));
const membersBy = (curl: string) =>
  promisify(execFile)('sh', ['-c', `${curl} -sS`]).then(({ stdout }) => JSON.parse(stdout));
const curlIn = (output: string): string => /curl .*/.exec(output)?.[0] ?? '';

test('the first start makes a publication that works; the next keeps it and follows PORT', PATIENT, async () => {
  const port = await findFreePortPair();
  const first = await startDemo({ DATA_DIR: dataDir, PORT: String(port) });
  expect(statSync(join(dataDir, 'demo.json')).mode & 0o777).toBe(0o600);
  const made = readDemo();
  expect(made).toMatchObject({
    site_url: `http://localhost:${port}`,
    publisher_site_url: `http://localhost:${port + 1}`,
  });
  for (const url of [
    `${made.site_url}/offers`,
    made.mailbox_url,
    `${made.site_url}/.well-known/openid-configuration`,
    made.publisher_site_url,
  ]) {
    expect([url, (await fetch(url)).status]).toEqual([url, 200]);
    expect(first.output).toContain(new URL(url).origin);
  }
  expect(first.output).toContain(`${made.base_url}/docs#key=${made.api_key}\n`);
  expect((await fetch(`${made.base_url}/docs`)).status).toBe(200);
  const { objects: newest, next_page: nextPage } = await membersBy(curlIn(first.output));
  const { objects: oldest } = await membersBy(`${curlIn(first.output)}?page=${nextPage}`);
  const states = [...newest, ...oldest].map(({ state }: { state: string }) => state);
  expect(states.length).toBeGreaterThanOrEqual(12);
  expect([...new Set(states)].toSorted()).toEqual(PERSON_STATES.filter((state) => state !== 'gone').toSorted());
  const body = new URLSearchParams({ email: 'ada@example.org' });
  const headers = { authorization: `Basic ${btoa(`${made.api_key}:`)}` };
  expect((await fetch(`${made.base_url}/2023-04-11/customers`, { method: 'POST', body, headers })).status).toBe(200);
  // A delivery that the website does not answer in time is sent again within a minute and a half.
  await vi.waitFor(
    async () => expect(await (await fetch(made.publisher_site_url)).text()).toMatch(/customer\.created cus_\w{26}/),
    { timeout: 120_000, interval: 100 },
  );
  expect(await first.end()).toBe(0);

  const otherPort = await findFreePortPair();
  const second = await startDemo({ DATA_DIR: dataDir, PORT: String(otherPort) });
  const kept = readDemo();
  expect(kept).toMatchObject({
    site_url: `http://localhost:${otherPort}`,
    redirect_uri: `http://localhost:${otherPort + 1}/auth/callback`,
    events_url: `http://localhost:${otherPort + 1}/events`,
  });
  for (const name of [
    'api_key',
    'client_id',
    'client_secret',
    'endpoint_id',
    'endpoint_secret',
    'plans',
    'offers',
    'newsletters',
  ] as const)
    expect(kept[name]).toEqual(made[name]);
  expect((await fetch(`${kept.site_url}/offers`)).status).toBe(200);
  const members = (await membersBy(`${curlIn(second.output)}?limit=100`)).objects;
  expect([members.length, members[0].email]).toEqual([states.length + 1, 'ada@example.org']);
  expect(await second.end()).toBe(0);
});

test('a lost demo.json is written anew, with secrets that work', PATIENT, async () => {
  const before = readDemo();
  rmSync(join(dataDir, 'demo.json'));
  const again = await startDemo({ DATA_DIR: dataDir, PORT: String(await findFreePortPair()) });
  const { api_key: apiKey, client_id: clientId, client_secret: clientSecret, plans, ...rest } = readDemo();
  expect([clientId, plans, rest.endpoint_id]).toEqual([before.client_id, before.plans, before.endpoint_id]);
  expect(rest.endpoint_secret).not.toBe(before.endpoint_secret);
  expect(apiKey).not.toBe(before.api_key);
  const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` };
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'unknown',
    redirect_uri: rest.redirect_uri,
  });
  const answer = await fetch(`${rest.site_url}/oauth/token`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ error: 'invalid_grant' });
  expect((await membersBy(`${curlIn(again.output)}?email=ada@example.org`)).objects).toHaveLength(1);
  expect(await again.end()).toBe(0);
});

describe('a start that fails says what, where and what to do, in one line, by exit code 2', PATIENT, () => {
  const listenOn = async (port: number) => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  };

  test.each([
    ['its port', 0],
    ["the port of the publisher's site", 1],
  ])('when %s is taken', async (_, offset) => {
    const port = await findFreePortPair();
    const server = await listenOn(port + offset);
    const { exitCode, stderr } = await failDemo({ DATA_DIR: join(folder, `taken-${offset}`), PORT: String(port) });
    server.close();
    expect([exitCode, stderr]).toEqual([
      2,
      `Port ${port + offset} on 127.0.0.1 is taken: stop what listens there, or set PORT to another.\n`,
    ]);
    expect(existsSync(join(folder, `taken-${offset}`))).toBe(false);
  });

  test('when the database is damaged, which it leaves as it is', async () => {
    const damaged = join(folder, 'damaged');
    mkdirSync(damaged);
    const file = join(damaged, 'masthead.sqlite');
    writeFileSync(file, 'these bytes are all that is left of a database '.repeat(200));
    const before = readFileSync(file);
    const { exitCode, stderr } = await failDemo({ DATA_DIR: damaged, PORT: String(await findFreePortPair()) });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^\S+\/masthead\.sqlite is no SQLite database, or is damaged: .*restore.*\n$/);
    expect(readFileSync(file)).toEqual(before);
    expect(existsSync(join(damaged, 'demo.json'))).toBe(false);
  });

  test('when the data folder is a file', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const { exitCode, stderr } = await failDemo({ DATA_DIR: file, PORT: String(await findFreePortPair()) });
    expect([exitCode, stderr]).toEqual([2, `${file} is not a folder: set DATA_DIR to one.\n`]);
  });

  test.each([
    ['the environment is production', { ENVIRONMENT: 'production' }, /npm run serve/],
    ['PORT leaves no port after it', { PORT: '65535' }, /PORT must be 1 to 65534/],
    ['PORT is no number', { PORT: 'http' }, /PORT must be a port number/],
    ['API_URL is another machine', { API_URL: 'https://api.example.org' }, /ENVIRONMENT must be set/],
    ['HOST is open to other machines', { HOST: '0.0.0.0' }, /ENVIRONMENT must be set/],
    ['it is a hosted test environment', HOSTED_TEST, /HOST and API_URL must be left out/],
  ])('when %s', async (_, settings, message) => {
    const { exitCode, stderr } = await failDemo({ DATA_DIR: join(folder, 'never'), ...settings });
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(message);
    expect(existsSync(join(folder, 'never'))).toBe(false);
  });
});
