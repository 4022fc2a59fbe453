// Every sample of the guides runs as it stands, with a reader's key and addresses filled in, against the running service with its worker, and says
// the same in every language. What the guides quote from the sample site is in its files.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decodeJwt } from 'jose';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { FOR_DEVELOPERS } from '../../src/docs-site/paths.ts';
import { createPlan } from '../../src/models/catalog/plan.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { createEventEndpoint } from '../../src/models/outbox/event-endpoint.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication, type Publication } from '../../src/models/publication/publication.ts';
import { createOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { startServer, type RunningServer } from '../../src/server.ts';
import { LOGOUT_TOKEN_FAULTS, signFaultyLogoutToken } from '../../src/tokens/faulty-logout-token.ts';
import { signLogoutToken } from '../../src/tokens/logout-token.ts';
import { HttpBrowser } from '../support/browser/http-browser.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';
import {
  LANGUAGES,
  readGuide,
  readSamples,
  SampleRunner,
  type Language,
  type Run,
  type Sample,
  type Started,
  type Values,
} from '../support/guides/guide-samples.ts';
import { waitForCode } from '../support/outside/mailbox.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const PATIENT = { timeout: 120_000 };
const samples = readSamples();
/** Those that only need a key: what each prints, in every language. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  'README 0': /cus_\w{26}.*ada@example\.org.*Ada Lovelace/s,
  'README 1': /sub_\w{26}[^]*active/,
  'members 0': /(memb_\w{26}.*@example\.org[^]*){2}/,
  'members 1':
    /fifth@example\.org[^]*fourth@example\.org[^]*third@example\.org[^]*second@example\.org[^]*first@example\.org/,
  'figures 0': /"paying":0|\d{4}-\d\d-\d\d \d{4}-\d\d-\d\d 0 0/,
  'activation-codes 0': /\/activate\/[\w-]{16,}/,
  'events 0': /(customer\.created[^]*){5}next time after evt_\w{26}\n$/,
  'idempotency 0': /(cus_\w{26})[^]*\1/,
  'errors 0':
    /400[^]*invalid_param[^]*limit must be at least 1|HTTP\/1\.1 400[^]*request-id: \w+[^]*"code":"invalid_param"/i,
  'versions 0': /3\.0\.3( 2023-04-11)?\n304/,
  'test-environment 0': /\d{6} is your code/,
};
const keys = new Map<string, string>();
const keyed = samples.filter(({ guide, place }) => `${guide} ${place}` in PRINTED);

let database: TestDatabase;
let server: RunningServer;
let runner: SampleRunner;
let siteUrl: string;
let publication: Publication;
let signInValues: Values;
let clientId: string;
/** Of the publication at the service's own address, whose mailbox the samples read. */
let mailboxKey: string;

beforeAll(async () => {
  database = await openTestDatabase();
  const port = await findFreePort();
  siteUrl = `http://localhost:${port}`;
  server = await startServer(
    readConfig({
      ENVIRONMENT: 'test',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      DATABASE_URL: database.url,
      API_RATE_LIMIT: '0',
    }),
  );
  runner = new SampleRunner();
  await Promise.all([runner.build(samples), givenMainPublication()]);
}, 200_000);
afterAll(async () => {
  runner?.remove();
  await server?.close();
  await database?.drop();
});

/** The one that is at the service's own address, with an application whose readers come back to an address of the service itself. */
async function givenMainPublication(): Promise<void> {
  const { database: writer, clock } = server.service;
  publication = await writer.transaction((transaction) =>
    createPublication(transaction, clock, { name: 'The Harbour Review', siteUrl }),
  );
  const { environment } = server.service.config;
  mailboxKey = (
    await writer.transaction((transaction) => createApiKey(publication, transaction, clock, { environment }))
  ).key;
  const settings = { name: 'My site', redirectUri: `${siteUrl}/auth/callback` };
  const { application, clientSecret } = await writer.transaction((transaction) =>
    createOauthApplication(publication, transaction, clock, settings, { allowsLoopbackHttp: true }),
  );
  clientId = application.clientId;
  signInValues = { YOUR_CLIENT_ID: clientId, YOUR_CLIENT_SECRET: clientSecret, ...addresses() };
}

function addresses(): Values {
  return {
    'https://api.example.com': siteUrl,
    'https://news.example.com': siteUrl,
    'https://www.example.com': siteUrl,
  };
}

/** Of a publication for one guide in one language: its samples stand on one another. */
async function keyOf(name: string): Promise<string> {
  const key = keys.get(name) ?? (await newKey(name));
  keys.set(name, key);
  return key;
}

/** A publication with a plan, where nothing has happened but that five members came. */
async function newKey(name: string): Promise<string> {
  const { database: writer, clock, config } = server.service;
  const key = await writer.transaction(async (transaction) => {
    const own = await createPublication(transaction, clock, {
      name: 'The Weekly Test',
      siteUrl: `https://${name.toLowerCase()}.example.test`,
    });
    await createPlan(own, transaction, clock, { slug: 'supporter', name: 'Supporter' });
    return (await createApiKey(own, transaction, clock, { environment: config.environment })).key;
  });
  for (const member of ['first', 'second', 'third', 'fourth', 'fifth']) {
    const headers = { authorization: `Basic ${btoa(`${key}:`)}` };
    await fetch(`${siteUrl}/2023-04-11/customers`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ email: `${member}@example.org` }),
    });
  }
  return key;
}

function sampleOf(guide: string, place: number): Sample {
  const found = samples.find((sample) => sample.guide === guide && sample.place === place);
  if (found === undefined) throw new Error(`${guide} has no sample ${place}`);
  return found;
}

async function succeed(sample: Sample, language: Language, values: Values): Promise<string> {
  const { exitCode, stdout, stderr } = await runner.run(sample, language, values);
  expect({ exitCode, stderr }, `${sample.guide} ${sample.place} in ${language} printed ${stdout}`).toEqual({
    exitCode: 0,
    stderr: '',
  });
  return stdout;
}

test('every sample is there in every language, and run by a test', () => {
  expect(samples.length).toBeGreaterThan(11);
  for (const { guide, place, texts } of samples) {
    const isReceiver = guide === 'sign-out' || (guide === 'events' && place === 1);
    const wanted = isReceiver ? LANGUAGES.filter((language) => language !== 'sh') : LANGUAGES;
    expect([guide, place, Object.keys(texts)]).toEqual([guide, place, wanted]);
  }
  const others = samples.filter((sample) => !keyed.includes(sample)).map(({ guide, place }) => `${guide} ${place}`);
  expect(others).toEqual(['sign-in 0', 'sign-in 1', 'sign-in 2', 'silent-check 0', 'sign-out 0', 'events 1']);
  expect(keyed).toHaveLength(Object.keys(PRINTED).length);
});

describe.each(LANGUAGES)('in %s', PATIENT, (language) => {
  test.each(keyed)('$guide $place prints what the guide says', async (sample) => {
    if (sample.guide === 'test-environment') await givenLetter();
    const key = sample.guide === 'test-environment' ? mailboxKey : await keyOf(`${sample.guide}-${language}`);
    expect(await succeed(sample, language, { key_test_YOUR_KEY: key, ...addresses() })).toMatch(
      PRINTED[`${sample.guide} ${sample.place}`] ?? /never/,
    );
  });

  test('sign-in brings a reader back signed in, and userinfo knows them', async () => {
    const browser = new HttpBrowser();
    const email = `${language}@example.org`;
    const printed = await succeed(sampleOf('sign-in', 0), language, signInValues);
    const [, state, nonce, codeVerifier = ''] = /state=(\S+) nonce=(\S+) code_verifier=(\S+)/.exec(printed) ?? [];
    const signInPage = await browser.open(printed.split('\n')[0] ?? '');
    const { url } = await browser.signIn(signInPage, email);
    await browser.close();
    expect([url.pathname, url.searchParams.get('state')]).toEqual(['/auth/callback', state]);
    const redeemed = await succeed(sampleOf('sign-in', 1), language, {
      ...signInValues,
      THE_CODE_VERIFIER: codeVerifier,
      THE_CODE: url.searchParams.get('code') ?? '',
    });
    const tokens = JSON.parse(redeemed);
    expect(decodeJwt(tokens.id_token)).toMatchObject({ iss: siteUrl, aud: clientId, nonce, email });
    const reader = await succeed(sampleOf('sign-in', 2), language, {
      ...signInValues,
      THE_ACCESS_TOKEN: tokens.access_token,
    });
    expect(reader).toMatch(new RegExp(`${decodeJwt(tokens.id_token).sub}[^]*${email}`));
  });

  test('silent-check hears that nobody is signed in', async () => {
    const location = new URL((await succeed(sampleOf('silent-check', 0), language, signInValues)).trim());
    expect([location.pathname, location.searchParams.get('error'), location.searchParams.get('state')]).toEqual([
      '/auth/callback',
      'login_required',
      '7c1f',
    ]);
  });
});

describe.each(['ts', 'python', 'go'] as const)('a receiver in %s', PATIENT, (language) => {
  const content = () => ({ issuer: siteUrl, audience: clientId, sub: 'cus_of_the_reader', sid: 'session_to_end' });
  const receive = (logoutToken: string): Promise<Run> =>
    runner.run(sampleOf('sign-out', 0), language, { ...signInValues, THE_LOGOUT_TOKEN: logoutToken });

  test('takes a genuine logout token', async () => {
    const { signingKeys, clock } = server.service;
    expect(await receive(await signLogoutToken(signingKeys, clock, content()))).toEqual({
      exitCode: 0,
      stdout: 'session_to_end\n',
      stderr: '',
    });
  });

  test('refuses each that breaks one of the nine checks', async () => {
    const { signingKeys, clock } = server.service;
    const outcomes = LOGOUT_TOKEN_FAULTS.map(async (fault) => {
      const { exitCode, stdout } = await receive(await signFaultyLogoutToken(signingKeys, clock, content(), fault));
      return { fault, isRefused: exitCode !== 0, stdout };
    });
    expect(await Promise.all(outcomes)).toEqual(
      LOGOUT_TOKEN_FAULTS.map((fault) => ({ fault, isRefused: true, stdout: '' })),
    );
  });
});

describe.each(['ts', 'python', 'go'] as const)('a receiver of events in %s', PATIENT, (language) => {
  let origin: string;
  let secret: string;
  let receiver: Started;

  beforeAll(async () => {
    const { database: writer, clock, secretKeys } = server.service;
    const port = String(await findFreePort());
    origin = `http://localhost:${port}`;
    const given = { url: `${origin}/events`, types: [] };
    ({ secret } = await writer.transaction((transaction) =>
      createEventEndpoint(publication, transaction, clock, secretKeys, given, { allowsLoopbackHttp: true }),
    ));
    receiver = runner.start(sampleOf('events', 1), language, { PORT: port, MASTHEAD_WEBHOOK_SECRET: secret });
    await vi.waitFor(() => fetch(origin, { method: 'POST', body: '{}' }), PATIENT);
  });
  afterAll(() => receiver?.stop());

  /** Signed as the official library signs. Returns the status that is answered. */
  const post = async (id: string, at: Date, { by = secret, change = '' } = {}): Promise<number> => {
    const body = JSON.stringify({
      id,
      type: 'customer.created',
      timestamp: at.toISOString(),
      data: { id: `cus_of_${id}` },
      previous: null,
    });
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': `v1,AAAA ${new Webhook(by).sign(id, at, body)}`,
    };
    return (await fetch(`${origin}/events`, { method: 'POST', headers, body: body + change })).status;
  };

  test('takes what the service sends', async () => {
    const { database: writer, clock, secretKeys } = server.service;
    const { id } = await writer.transaction((transaction) =>
      createCustomer(publication, transaction, clock, secretKeys, {
        email: parseEmailAddress(`receiver-${language}@example.org`),
      }),
    );
    await vi.waitFor(() => expect(receiver.stdout()).toContain(`customer.created ${id}\n`), PATIENT);
  });

  test('takes an event once, however often it comes', async () => {
    expect([await post('evt_1', new Date()), await post('evt_1', new Date()), await post('evt_2', new Date())]).toEqual(
      [204, 204, 204],
    );
    await vi.waitFor(() => expect(receiver.stdout()).toContain('cus_of_evt_2'));
    expect(receiver.stdout().match(/cus_of_evt_1\b/g)).toHaveLength(1);
  });

  test('refuses what is unsigned, signed by another, changed or old', async () => {
    const unsigned = await fetch(`${origin}/events`, {
      method: 'POST',
      body: '{"id":"evt_3","type":"customer.created","data":{}}',
    });
    const now = new Date();
    const old = new Date(now.getTime() - 301_000);
    const refused = [
      await post('evt_4', now, { by: `whsec_${'A'.repeat(43)}=` }),
      await post('evt_5', now, { change: ' ' }),
      await post('evt_6', old),
    ];
    expect([unsigned.status, ...refused]).toEqual([400, 400, 400, 400]);
    expect(receiver.stdout()).not.toMatch(/evt_[3-6]/);
  });
});

test.each(FOR_DEVELOPERS.map(({ name }) => name))(
  'what %s quotes from the sample site is there, word for word',
  (guide) => {
    const unindented = (text: string): string => text.replaceAll(/^\s+/gm, '');
    for (const { title, text } of readGuide(guide)
      .codes.flat()
      .filter((code) => code.title !== '')) {
      expect(unindented(readFileSync(`${PROJECT}${title}`, 'utf8')), `${guide} quotes ${title}`).toContain(
        unindented(text),
      );
    }
  },
);

test('the quotes are of the sample site', () => {
  const quoted = FOR_DEVELOPERS.flatMap(({ name }) => readGuide(name).codes.flat()).filter(({ title }) => title !== '');
  expect(new Set(quoted.map(({ title }) => title))).toEqual(
    new Set(['provider.ts', 'server.ts', 'events.ts'].map((name) => `scripts/publisher-site/${name}`)),
  );
});

/** To the reader of the guide, once. */
async function givenLetter(): Promise<void> {
  const browser = new HttpBrowser();
  const answer = await fetch(`${siteUrl}/mailbox/messages?to=ada@example.org`);
  if (((await answer.json()) as unknown[]).length === 0) {
    await browser.submit(await browser.open(`${siteUrl}/sign-in`), { email: 'ada@example.org' });
    await waitForCode({ url: siteUrl }, 'ada@example.org');
  }
  await browser.close();
}
