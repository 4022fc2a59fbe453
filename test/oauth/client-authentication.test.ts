// Who may use the token endpoint (service.md, Authentication 2; sign-in rules T3 to T10).
import { expect, test } from 'vitest';
import type { ApplicationSettings } from '../../src/models/oauth-application.ts';
import { basic } from '../support/publication.ts';
import { givenRelyingParty } from '../support/relying-party.ts';
import { useService } from '../support/service.ts';

const service = useService();

async function givenCode(settings: Partial<ApplicationSettings> = {}) {
  const party = await givenRelyingParty(service(), settings);
  const code = await party.newCode(await party.signedInBrowser());
  return { party, code, id: party.application.clientId, secret: party.clientSecret };
}

const errorOf = (response: { json<T>(): T }): string => response.json<{ error: string }>().error;
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64');
const escapeAll = (text: string): string => [...text].map((character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`).join('');
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

test('T4 ids and secrets are issued from letters that need no escaping', async () => {
  const { id, secret } = await givenCode();
  expect([id, secret]).toEqual([expect.stringMatching(/^[\w-]+$/), expect.stringMatching(/^[\w-]+$/)]);
});

test.each(['basic', 'BASIC', 'bAsIc'])('T5 the scheme may be spelled %s', async (scheme) => {
  const { party, code, id, secret } = await givenCode();
  expect((await party.redeem(code, {}, { authorization: `${scheme} ${base64(`${id}:${secret}`)}` })).statusCode).toBe(200);
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
  const headers: Record<string, string>[] = [{}, { authorization: basic('client_unknown', 'x') }, { authorization: basic(id, 'x') }, { authorization: basic(id, '') }];
  const answers = await Promise.all(headers.map((each) => party.redeem(code, {}, each)));
  for (const answer of answers) {
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="/);
  }
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const comparable = answers.map(({ headers: sent }) => Object.keys(sent).toSorted().join());
  expect(new Set(comparable).size).toBe(1);
});

test('T9 a secret in the body alone, or an assertion alone, is invalid_client', async () => {
  const { party, code, id, secret } = await givenCode();
  const inBody = await party.redeem(code, { client_id: id, client_secret: secret }, {});
  const asserted = await party.redeem(code, { client_assertion: 'x.y.z', client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' }, {});
  const idOnly = await party.redeem(code, { client_id: id }, {});
  for (const response of [inBody, asserted, idOnly]) expect([response.statusCode, errorOf(response)]).toEqual([401, 'invalid_client']);
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
  const filled = Object.fromEntries(Object.entries(form).map(([name, value]) => [name, value === 'SECRET' ? secret : value === 'ID' ? id : value]));
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
  for (let count = 0; count < 21; count += 1) statuses.push((await party.redeem('x', {}, { authorization: basic(id, 'wrong') })).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
  const fresh = await party.newCode(await party.signedInBrowser());
  expect(code).not.toBe(fresh);
  expect((await party.redeem(fresh)).statusCode).toBe(200);
});
