// R-S1 what the database holds after a whole journey, with everything a publisher, a reader and a client were given planted in a list: none of it is
// there in clear. On SQLite the files themselves are searched, with what was overwritten and not yet reused.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { createEventEndpoint, rotateEndpointSecret } from '../../src/models/outbox/event-endpoint.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import { createApiKey, revokeApiKey } from '../../src/models/publication/api-key.ts';
import { rotateClientSecret } from '../../src/models/sign-in/oauth-application.ts';
import { issueSignInLink } from '../../src/models/sign-in/sign-in-link.ts';
import { inviteStaff } from '../../src/models/staff/invitation.ts';
import { makeRecoveryCodes } from '../../src/models/staff/recovery-code.ts';
import { issueSignInLink as staffLink } from '../../src/models/staff/sign-in-link.ts';
import { findOrCreateStaffMember } from '../../src/models/staff/staff-member.ts';
import { startStaffSession } from '../../src/models/staff/staff-session.ts';
import { keepStripeAccount } from '../../src/payments/stripe/connection.ts';
import { startWorker, type Worker } from '../../src/worker.ts';
import { formOf, locationOf } from '../support/browser/browser.ts';
import { startMailServer, type MailServer } from '../support/outside/mail-server.ts';
import { startReceiver, type Receiver } from '../support/outside/receiver.ts';
import { givenRelyingParty, tokensOf, type RelyingParty } from '../support/outside/relying-party.ts';
import { basic } from '../support/publications/publication.ts';
import { moved, partyAt, restart } from '../support/service/restarted.ts';
import { openService, type TestService } from '../support/service/service.ts';

const SECRET_KEY = 'a secret key that is only in the environment';
const ADA = 'ada@example.org';
let service: TestService;
let worker: Worker;
let mail: MailServer;
let receiver: Receiver;
/** What was given out, by what it is. */
const planted = new Map<string, string>([['SECRET_KEY', SECRET_KEY]]);

beforeAll(async () => {
  [mail, receiver] = [await startMailServer(), await startReceiver()];
  service = await openService({ SECRET_KEY, MAIL_URL: mail.url });
  worker = startWorker(service);
  const party = await givenRelyingParty(service);
  await plantKeys(party);
  await plantActivation(party);
  await plantSignIn(party);
  await plantStaff(party);
  await plantLinks(party);
});
afterAll(async () => {
  await worker.stop();
  await service.close();
  await mail.close();
  await receiver.close();
});

async function plantKeys({ given, application, clientSecret }: RelyingParty): Promise<void> {
  const { database, clock } = service;
  planted.set('an API key', given.apiKey).set('a client secret that was replaced', clientSecret);
  await database.transaction(async (transaction) => {
    const { apiKey, key } = await createApiKey(given.publication, transaction, clock, { environment: 'test' });
    planted.set('a revoked API key', key);
    await revokeApiKey(given.publication, transaction, clock, apiKey.id);
    planted.set('a client secret', await rotateClientSecret(given.publication, transaction, clock, application.id));
    const settings = { url: 'https://www.example.org/events', types: [] };
    const { endpoint, secret } = await createEventEndpoint(
      given.publication,
      transaction,
      clock,
      service.secretKeys,
      settings,
      { allowsLoopbackHttp: false },
    );
    planted.set('the former secret of an endpoint', secret);
    planted.set(
      'the secret of an endpoint',
      await rotateEndpointSecret(given.publication, transaction, clock, service.secretKeys, endpoint),
    );
  });
  await service.signingKeys.current();
  const [record] = await database.knex('signingKeys').select('privateKeyEncrypted');
  const pem = service.secretKeys.decrypt('signing-key', record.privateKeyEncrypted);
  planted.set('a line of the signing key', pem.split('\n')[10] ?? '');
}

async function plantActivation({ given }: RelyingParty): Promise<void> {
  const activationCode = 'Gutenberg-1455';
  const response = await given.api.post(
    '/customers',
    { activation_code: activationCode },
    { 'idempotency-key': 'an-idempotency-key-of-a-client' },
  );
  planted.set('an activation code', activationCode).set('an Idempotency-Key', 'an-idempotency-key-of-a-client');
  planted.set('the token of an activation URL', response.json().activation_url.split('/activate/')[1]);
}

async function plantSignIn(party: RelyingParty): Promise<void> {
  const receiverOf = {
    backchannelLogoutUri: receiver.origin,
    redirectUri: 'http://localhost:9/callback',
    postLogoutRedirectUri: null,
  };
  const site = await givenRelyingPartyOnLoopback(party, receiverOf.backchannelLogoutUri);
  const browser = site.newBrowser();
  const codePage = await browser.askForCode(ADA);
  planted.set('an e-mail code that was used', await browser.newestCode(ADA));
  planted.set('the CSRF token of a visitor', formOf(await browser.get(codePage)).fields['csrf_token'] ?? '');
  await browser.enterCode(codePage, await browser.newestCode(ADA));
  for (const [name, value] of browser.cookies) planted.set(`the cookie ${name}`, value);
  await worker.settle();

  const verifier = randomBytes(48).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const code = await site.newCode(browser, { code_challenge: challenge, code_challenge_method: 'S256' });
  const tokens = tokensOf(await site.redeem(code, { code_verifier: verifier }));
  planted.set('a redeemed code', code).set('a code verifier', verifier).set('an access token', tokens.access_token);
  planted.set('an ID token', tokens.id_token).set('the signature of an ID token', tokens.id_token.split('.')[2] ?? '');
  planted.set('a code that is not redeemed', await site.newCode(browser));

  const signOut = formOf(await browser.open('/'), '/sign-out');
  planted.set('the CSRF token of a session', signOut.fields['csrf_token'] ?? '');
  await browser.post(signOut.action, { ...signOut.fields });
  await worker.settle();
  planted.set('a logout token', new URLSearchParams(receiver.requests[0]?.body).get('logout_token') ?? '');
  await worker.stop();
  const waiting = site.newBrowser();
  await waiting.askForCode('grace@example.org');
  planted.set('an e-mail code whose letter was not sent', await waiting.newestCode('grace@example.org'));
}

/** What lets staff in, and what collects for a publication. */
async function plantStaff({ given: { publication } }: RelyingParty): Promise<void> {
  const { database, clock, secretKeys } = service;
  const address = parseEmailAddress('owner@example.org');
  await database.transaction(async (transaction) => {
    const { id: staffId } = await findOrCreateStaffMember(transaction, clock, address);
    planted.set('a link for staff', await staffLink(transaction, clock, { staffId, lifetimeSeconds: 60 }));
    const session = await startStaffSession(transaction, clock, { staffId, browser: null, network: '192.0.2.0/24' });
    const invitation = await inviteStaff(publication, transaction, clock, { address, role: 'viewer', invitedBy: null });
    planted.set('the cookie of staff', session.cookie).set('the token of an invitation', invitation.token);
    for (const [at, code] of (await makeRecoveryCodes(transaction, clock, staffId)).entries())
      planted.set(`recovery code ${at}`, code.replaceAll('-', ''));
    const own = {
      kind: 'own',
      secretKey: 'rk_test_ownKeyOfThePublisher',
      webhookSecrets: ['whsec_ofThePublisher'],
    } as const;
    await keepStripeAccount(publication, transaction, clock, secretKeys, own);
    planted.set('the key of a gateway', own.secretKey).set('the secret of its webhooks', own.webhookSecrets[0]);
  });
}

/** What is in links of mails to readers. */
async function plantLinks({ given: { publication } }: RelyingParty): Promise<void> {
  const { database, clock, secretKeys } = service;
  const email = parseEmailAddress('links@example.org');
  await database.transaction(async (transaction) => {
    const { id: customerId } = await createCustomer(publication, transaction, clock, secretKeys, { email });
    const link = { customerId, destination: '/' };
    const { token } = await issueSignInLink(publication, transaction, { clock, secretKeys }, link);
    planted.set('a link that signs a reader in', token);
  });
}

async function givenRelyingPartyOnLoopback(party: RelyingParty, backchannelLogoutUri: string): Promise<RelyingParty> {
  const made = await givenRelyingParty(service, {}, party.given);
  await service.database.transaction(({ knex }) =>
    knex('oauthApplications').where({ id: made.application.id }).update({ backchannelLogoutUri }),
  );
  planted
    .set('the secret of the application that was used', made.clientSecret)
    .set('its Basic credentials', basic(made.application.clientId, made.clientSecret).slice(6));
  return made;
}

/** Every value of every table. */
async function dump(): Promise<string> {
  const { knex, dialect } = service.database;
  const tables: { name: string }[] =
    dialect === 'sqlite'
      ? await knex('sqlite_master').where({ type: 'table' }).select('name')
      : await knex('pg_tables').where({ schemaname: 'public' }).select({ name: 'tablename' });
  const rows = await Promise.all(tables.map(({ name }) => knex.raw('select * from ??', [name])));
  return JSON.stringify(rows);
}

function filesOfSqlite(): string {
  if (service.database.dialect !== 'sqlite') return '';
  const folder = dirname(service.config.databaseUrl.slice('sqlite:'.length));
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'latin1'))
    .join('\n');
}

/** Six digits may stand in any number; as a text of their own they may not. */
function isIn(text: string, secret: string): boolean {
  return /^\d{6}$/.test(secret)
    ? new RegExp(`(?<![0-9A-Za-z_-])${secret}(?![0-9A-Za-z_-])`).test(text)
    : text.includes(secret);
}

test('R-S1 nothing that was given out is in the database in clear', async () => {
  expect(planted.size).toBeGreaterThanOrEqual(40);
  expect([...planted].filter(([, secret]) => secret.length < 6)).toEqual([]);
  const stored = (await dump()) + filesOfSqlite();
  expect(stored.length).toBeGreaterThan(10_000);
  expect([...planted].filter(([, secret]) => isIn(stored, secret)).map(([what]) => what)).toEqual([]);
});

test('R-S1 the search finds what is there', async () => {
  expect(isIn((await dump()) + filesOfSqlite(), ADA)).toBe(true);
});

test('R-S1 an Idempotency-Key replays its answer all the same', async () => {
  const { given } = await givenRelyingParty(service);
  const headers = { 'idempotency-key': 'once' };
  const first = await given.api.post('/customers', { activation_code: 'Caxton-1476' }, headers);
  const second = await given.api.post('/customers', { activation_code: 'Caxton-1476' }, headers);
  expect([second.json(), second.headers['idempotent-replayed']]).toEqual([first.json(), 'true']);
});

const ALGORITHMS = ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-256'] as const;
const ENCODINGS = ['hex', 'base64', 'base64url'] as const;

/** Every hash of the code that needs nothing but the code and what stands beside it: alone, with a salt on either side, keyed by the salt, and twice. */
function unkeyedForms(digits: string, salts: readonly string[]): Set<string> {
  const salted = salts.flatMap((salt) =>
    ['', ' ', ':', '.', '-', '|', '\0'].flatMap((mark) => [salt + mark + digits, digits + mark + salt]),
  );
  const forms = new Set([digits]);
  for (const algorithm of ALGORITHMS) {
    const digests = [digits, ...salted].map((text) => createHash(algorithm).update(text).digest());
    const keyed = salts.map((salt) => createHmac(algorithm, salt).update(digits).digest());
    const twice = digests.flatMap((digest) =>
      [digest, ...ENCODINGS.map((encoding) => digest.toString(encoding))].map((first) =>
        createHash(algorithm).update(first).digest(),
      ),
    );
    for (const digest of [...digests, ...keyed, ...twice])
      for (const encoding of ENCODINGS) forms.add(digest.toString(encoding));
  }
  return forms;
}

// A thief would hash all of the million codes and compare; the right one is among them, so it alone has to be tried.
test('R-S2 no hash of an e-mail code that could be made without SECRET_KEY is in its row', async () => {
  const party = await givenRelyingParty(service);
  const browser = party.newBrowser();
  const codePage = await browser.askForCode('grace@example.org');
  const digits = await browser.newestCode('grace@example.org');
  const row: Record<string, unknown> = await service.database
    .knex('email_codes')
    .where({ id: codePage.split('/').at(-1) })
    .first();
  const values = Object.values(row).map(String);
  expect(values).toContain('grace@example.org');
  const forms = unkeyedForms(digits, [...values, ...browser.cookies.values(), '']);
  expect(forms.size).toBeGreaterThan(5000);
  // Cut short, too.
  const isForm = (value: string): boolean => value.length >= 6 && [...forms].some((form) => form.startsWith(value));
  expect(Object.entries(row).filter(([, value]) => isForm(String(value)))).toEqual([]);
});

test('R-S2 who has the database and not SECRET_KEY knows neither an e-mail code nor an activation code by its hash', async () => {
  const party = await givenRelyingParty(service);
  const activationCode = 'Caslon-1720';
  await party.given.api.post('/customers', { activation_code: activationCode });
  const browser = party.newBrowser();
  const codePage = await browser.askForCode(ADA);
  const code = await browser.newestCode(ADA);
  const thief = await restart(service, { SECRET_KEY: 'another secret key of whoever took the database' });
  const elsewhere = moved(browser, partyAt(thief, party));
  expect((await elsewhere.enterCode(codePage, code)).statusCode).toBe(422);
  expect((await elsewhere.submit(await elsewhere.open('/activate'), { code: activationCode })).statusCode).toBe(422);
  await thief.close();
  expect(locationOf(await browser.enterCode(codePage, code))).toBe('/');
  expect((await browser.submit(await browser.open('/activate'), { code: activationCode })).statusCode).toBe(200);
});
