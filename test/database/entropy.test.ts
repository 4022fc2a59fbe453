// How much chance is in what the service gives out (reliability R-A1, R-A19): codes use all of their million values, keys and secrets are of full
// length and differ at every place. Every bound is so far off that chance alone does not miss it once in a thousand million runs.
import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { createEventEndpoint, rotateEndpointSecret } from '../../src/models/outbox/event-endpoint.ts';
import { createApiKey, isApiKeyShaped } from '../../src/models/publication/api-key.ts';
import { rotateClientSecret } from '../../src/models/sign-in/oauth-application.ts';
import { startSession } from '../../src/models/sign-in/session.ts';
import { openMail } from '../../src/outbound/mail.ts';
import { formOf } from '../support/browser/browser.ts';
import { answerOf, givenRelyingParty, tokensOf, type RelyingParty } from '../support/outside/relying-party.ts';
import { givenSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const CODES = 300;
/** As many as one may have in an hour. */
const CODES_OF_A_BROWSER = 20;
const SECRETS = 60;
const BASE62 = 62;

/** At each place of texts of one length: the letters that stand there. */
function lettersByPlace(texts: readonly string[]): Set<string>[] {
  return Array.from(texts[0] ?? '', (_, place) => new Set(texts.map((text) => text.charAt(place))));
}

test('R-A1 of three hundred e-mailed codes nearly all differ, and every digit comes at every place', async () => {
  const site = await givenSite(service());
  for (let visitors = 0; visitors < CODES / CODES_OF_A_BROWSER; visitors += 1) {
    const browser = site.newBrowser();
    const form = formOf(await browser.get('/sign-in'));
    for (let asked = 0; asked < CODES_OF_A_BROWSER; asked += 1) {
      expect(
        (await browser.post(form.action, { ...form.fields, email: `reader-${visitors}-${asked}@example.org` }))
          .statusCode,
      ).toBe(303);
    }
  }
  const letters: { payload: string }[] = await service()
    .database.knex('deliveries')
    .where({ publicationId: site.publication.id, kind: 'mail' })
    .select('payload');
  const codes = letters.map(({ payload }) => openMail(service().secretKeys, payload).subject.split(' ')[0] ?? '');
  expect(codes).toEqual(Array.from({ length: CODES }, () => expect.stringMatching(/^\d{6}$/)));
  // Of a million values, 300 repeat one another 0.05 times; six repeats would mean that there are fewer than ten thousand.
  expect(new Set(codes).size).toBeGreaterThanOrEqual(CODES - 5);
  expect(lettersByPlace(codes).map((digits) => [...digits].toSorted().join(''))).toEqual(
    Array.from({ length: 6 }, () => '0123456789'),
  );
});

let party: RelyingParty;

beforeAll(async () => {
  party = await givenRelyingParty(service());
});

async function repeat(make: (index: number) => Promise<string>): Promise<string[]> {
  const made = [];
  for (let index = 0; index < SECRETS; index += 1) made.push(await make(index));
  return made;
}

/** The secrets of one kind, and the part of each that chance makes. */
const KINDS: readonly (readonly [string, () => Promise<string[]>, RegExp])[] = [
  ['API keys', apiKeys, /^key_test_([0-9A-Za-z]{36})[0-9a-z]{7}$/],
  ['client secrets', clientSecrets, /^secret_([0-9A-Za-z]{43})$/],
  ['session cookies', sessionCookies, /^([0-9A-Za-z]{43})$/],
  ['cookies of visitors', visitorCookies, /^([0-9A-Za-z]{43})$/],
  ['authorization codes', authorizationCodes, /^([0-9A-Za-z]{43})$/],
  ['access tokens', accessTokens, /^([0-9A-Za-z]{43})$/],
];

test.each(KINDS)('R-A19 %s carry more than 160 bits, of all 62 letters, at every place', async (_what, make, form) => {
  const texts = (await make()).map((text) => form.exec(text)?.[1] ?? `not of the form: ${text}`);
  expect(texts.filter((text) => text.startsWith('not of the form'))).toEqual([]);
  expect((texts[0] ?? '').length * Math.log2(BASE62)).toBeGreaterThan(160);
  expect(new Set(texts.join('')).size).toBe(BASE62);
  for (const letters of lettersByPlace(texts)) expect(letters.size).toBeGreaterThan(16);
});

test('R-A19 an API key ends in the CRC-32 of what stands before it, so that a scanner knows a leaked one', async () => {
  const [key = '', other = ''] = await apiKeys();
  expect(key.slice(-7)).toBe(crc32(key.slice(0, -7)).toString(36).padStart(7, '0'));
  const isKey = (text: string): boolean => isApiKeyShaped(text, 'test');
  expect([key, key.slice(0, -7) + other.slice(-7), key.slice(0, -7)].map(isKey)).toEqual([true, false, false]);
});

test('R-A19 secrets of endpoints are 32 bytes, all different', async () => {
  const { database, clock, secretKeys } = service();
  const { publication } = party.given;
  const settings = { url: 'https://www.example.org/events', types: [] };
  const secrets = await database.transaction(async (transaction) => {
    const { endpoint, secret } = await createEventEndpoint(publication, transaction, clock, secretKeys, settings, {
      allowsLoopbackHttp: false,
    });
    return [
      secret,
      ...(await repeat(() => rotateEndpointSecret(publication, transaction, clock, secretKeys, endpoint))),
    ];
  });
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[0-9A-Za-z+/]{43}=$/);
  for (const letters of lettersByPlace(secrets.map((secret) => secret.slice('whsec_'.length, -2))))
    expect(letters.size).toBeGreaterThan(16);
});

function apiKeys(): Promise<string[]> {
  const { database, clock } = service();
  return database.transaction((transaction) =>
    repeat(async () => (await createApiKey(party.given.publication, transaction, clock, { environment: 'test' })).key),
  );
}

function clientSecrets(): Promise<string[]> {
  return service().database.transaction((transaction) =>
    repeat(() => rotateClientSecret(party.given.publication, transaction, service().clock, party.application.id)),
  );
}

async function sessionCookies(): Promise<string[]> {
  const { database, clock } = service();
  const other = await givenRelyingParty(service());
  const { claims } = await other.signIn();
  return database.transaction((transaction) =>
    repeat(
      async () =>
        (
          await startSession(other.given.publication, transaction, clock, {
            customerId: String(claims.sub),
            browser: null,
          })
        ).cookie,
    ),
  );
}

function visitorCookies(): Promise<string[]> {
  return repeat(async () => {
    const browser = party.newBrowser();
    await browser.get('/sign-in');
    return [...browser.cookies.values()].join();
  });
}

async function authorizationCodes(): Promise<string[]> {
  const other = await givenRelyingParty(service());
  const browser = await other.signedInBrowser();
  return repeat(async () => answerOf(await other.authorize(browser))['code'] ?? '');
}

async function accessTokens(): Promise<string[]> {
  const other = await givenRelyingParty(service());
  const browser = await other.signedInBrowser();
  return repeat(async () => tokensOf(await other.redeem(await other.newCode(browser))).access_token);
}
