// Who may use the token endpoint (service.md, Authentication 2; sign-in rules T3 to T10).
import { expect, test } from 'vitest';
import { hashSecret } from '../../src/database/secrets.ts';
import type { ApplicationSettings } from '../../src/models/sign-in/oauth-application.ts';
import { changeRecords, givenRelyingParty } from '../support/outside/relying-party.ts';
import { basic } from '../support/publications/publication.ts';
import { useService } from '../support/service/service.ts';
import { workOf } from '../support/service/work.ts';

const service = useService();

async function givenCode(settings: Partial<ApplicationSettings> = {}) {
  const party = await givenRelyingParty(service(), settings);
  const code = await party.newCode(await party.signedInBrowser());
  return { party, code, id: party.application.clientId, secret: party.clientSecret };
}

const errorOf = (response: { json<T>(): T }): string => response.json<{ error: string }>().error;
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const escapeAll = (text: string): string =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`).join('');
const escapeMarks = (text: string): string => text.replaceAll('_', '%5F').replaceAll('-', '%2D');

test.each([
  ['raw', (text: string) => text],
  ['minimally escaped', encodeURIComponent],
  ['with escaped marks', escapeMarks],
  ['fully escaped', escapeAll],
])('T3 T4 credentials %s are accepted', async (_how, encode) => {
  const { party, code, id, secret } = await givenCode();
  const response = await party.redeem(code, {}, { authorization: basic(encode(id), encode(secret)) });
  expect(response.statusCode).toBe(200);
});

// Secrets that this service issues hold no such marks; those of a publisher who brought their own may.
test.each([
  ['split at the first colon, the others being part of the secret', 'a:b:c', (id: string) => `${id}:a:b:c`],
  ['ended by a colon that is part of the secret', 'a:', (id: string) => `${id}:a:`],
  ['decoded, a plus being a space', 'a b', (id: string) => `${id}:a+b`],
  ['decoded, an escaped plus being a plus', 'a+b', (id: string) => `${id}:a%2Bb`],
  ['decoded, an escaped colon being a colon', 'a:b', (id: string) => `${id}:a%3Ab`],
  ['decoded as UTF-8', 'é', (id: string) => `${id}:%C3%A9`],
])('T3 credentials are %s', async (_how, clientSecret, credentials) => {
  const { party, code, id } = await givenCode();
  await changeRecords(service(), (knex) =>
    knex('oauthApplications')
      .where({ id: party.application.id })
      .update({ clientSecretHash: hashSecret(clientSecret) }),
  );
  expect((await party.redeem(code, {}, { authorization: `Basic ${base64(credentials(id))}` })).statusCode).toBe(200);
});

test('T4 ids and secrets are issued from letters that need no escaping', async () => {
  const { id, secret } = await givenCode();
  expect([id, secret]).toEqual([expect.stringMatching(/^[\w-]+$/), expect.stringMatching(/^[\w-]+$/)]);
});

test.each(['basic', 'BASIC', 'bAsIc'])('T5 the scheme may be spelled %s', async (scheme) => {
  const { party, code, id, secret } = await givenCode();
  expect((await party.redeem(code, {}, { authorization: `${scheme} ${base64(`${id}:${secret}`)}` })).statusCode).toBe(
    200,
  );
});

test.each([
  ['bad base64', 'Basic !!!!'],
  ['base64 cut short', 'Basic YTpi='],
  ['no colon', `Basic ${base64('no colon')}`],
  ['a bad escape', `Basic ${base64('%zz:x')}`],
  ['bad UTF-8', `Basic ${base64('%ff:x')}`],
  ['control characters', `Basic ${base64('a\u0001:x')}`],
  ['escaped NUL', `Basic ${base64('%00:x')}`],
  ['nothing after the scheme', 'Basic'],
  ['another scheme', 'Bearer abc'],
  ['a digest', 'Digest username="a"'],
])('T6 %s is 401 invalid_client', async (_what, authorization) => {
  const { party, code } = await givenCode();
  const response = await party.redeem(code, {}, { authorization });
  expect([response.statusCode, errorOf(response)]).toEqual([401, 'invalid_client']);
});

test('T7 T8 no credentials, an unknown client and a wrong secret get the same answer with a Basic challenge', async () => {
  const { party, code, id } = await givenCode();
  const headers: Record<string, string>[] = [
    {},
    { authorization: basic('client_unknown', 'x') },
    { authorization: basic(id, 'x') },
    { authorization: basic(id, '') },
  ];
  const answers = await Promise.all(headers.map((each) => party.redeem(code, {}, each)));
  for (const answer of answers) {
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="/);
  }
  const comparable = answers.map(({ body, headers: { date: _date, 'request-id': _id, ...sent } }) => ({ body, sent }));
  expect(comparable).toEqual(comparable.map(() => comparable[0]));
});

test('T8 R-A18 an unknown client costs the same work as a wrong secret, whatever its length: statement by statement and hash by hash', async () => {
  const { party, code, id } = await givenCode();
  service().clock.advance(61);
  const workFor = async (client: string, secret: string) =>
    (await workOf(() => party.redeem(code, {}, { authorization: basic(client, secret) }))).work;
  const known = await workFor(id, 'wrong');
  // An application may have two secrets; both are compared for each client.
  expect(known.filter((step) => step === 'timingSafeEqual')).toHaveLength(2);
  expect(known.filter((step) => step === 'hash').length).toBeGreaterThanOrEqual(3);
  const others = [
    await workFor('client_unknown', 'wrong'),
    await workFor(`${id}x`, party.clientSecret),
    await workFor(id, ''),
    await workFor(id, 'x'.repeat(2000)),
    await workFor(id, `${party.clientSecret.slice(0, -1)}!`),
  ];
  for (const work of others) expect(work).toEqual(known);
});

test('T9 a secret in the body alone, or an assertion alone, is invalid_client', async () => {
  const { party, code, id, secret } = await givenCode();
  const inBody = await party.redeem(code, { client_id: id, client_secret: secret }, {});
  const asserted = await party.redeem(
    code,
    { client_assertion: 'x.y.z', client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' },
    {},
  );
  const idOnly = await party.redeem(code, { client_id: id }, {});
  for (const response of [inBody, asserted, idOnly])
    expect([response.statusCode, errorOf(response)]).toEqual([401, 'invalid_client']);
});

test('T9 an application that is allowed to sends its secret in the body', async () => {
  const { party, code, id, secret } = await givenCode({ clientSecretPost: true });
  expect((await party.redeem(code, { client_id: id, client_secret: 'wrong' }, {})).statusCode).toBe(401);
  expect((await party.redeem(code, { client_id: id, client_secret: secret }, {})).statusCode).toBe(200);
});

test.each([
  ['a secret in the body, too', { client_secret: 'SECRET', client_id: 'ID' }],
  ['the secret alone in the body', { client_secret: 'SECRET' }],
  ['an assertion, too', { client_assertion: 'x.y.z' }],
  ['another client_id', { client_id: 'client_other' }],
])('T10 Basic with %s is invalid_request', async (_what, form) => {
  const { party, code, id, secret } = await givenCode({ clientSecretPost: true });
  const filled = Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, value === 'SECRET' ? secret : value === 'ID' ? id : value]),
  );
  const response = await party.redeem(code, filled);
  expect([response.statusCode, errorOf(response)]).toEqual([400, 'invalid_request']);
  expect((await party.redeem(code)).statusCode).toBe(200);
});

test('T10 Basic with the same client_id in the body is fine', async () => {
  const { party, code, id } = await givenCode();
  expect((await party.redeem(code, { client_id: id })).statusCode).toBe(200);
});

test('X3 after twenty wrong secrets a minute from one address more are answered 429, and the right one still passes', async () => {
  const { party, code, id } = await givenCode();
  service().clock.advance(61);
  const statuses = [];
  for (let count = 0; count < 21; count += 1)
    statuses.push((await party.redeem('x', {}, { authorization: basic(id, 'wrong') })).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
  const fresh = await party.newCode(await party.signedInBrowser());
  expect(code).not.toBe(fresh);
  expect((await party.redeem(fresh)).statusCode).toBe(200);
});
