// Tokens that look like ours and are not: made without a key, by a key of somebody else, by a wrong algorithm, with a key in their own header, with changed
// claims, or for another publication or environment (reliability R-A15, R-T6).
import { createHmac, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hiddenFields } from '../support/browser/browser.ts';
import { answerOf, givenRelyingParty, POST_LOGOUT_REDIRECT_URI } from '../support/outside/relying-party.ts';
import { openService, useService, type TestService } from '../support/service/service.ts';

const service = useService();
const FORGED = 200;
const CROSSES = 20;
let elsewhere: TestService;

beforeAll(async () => {
  elsewhere = await openService();
});
afterAll(() => elsewhere.close());

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

type Json = Readonly<Record<string, unknown>>;
type Signer = (input: string) => string;

const UNSIGNED: Signer = () => '';
const byHmac =
  (hash: string, secret: string): Signer =>
  (input) =>
    createHmac(hash, secret).update(input).digest('base64url');
const byKey =
  (hash: string, key: KeyObject): Signer =>
  (input) =>
    sign(hash, Buffer.from(input), key).toString('base64url');

function toToken(header: Json, payload: Json, signer: Signer): string {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${signer(input)}`;
}

/** Whoever forges knows every public thing: our key set, the key's id and the claims. */
function forgedTokens(genuine: string, pem: string): string[] {
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [payload, { kid = '' }] = [decodeJwt(genuine), decodeProtectedHeader(genuine)];
  const [head = '', body = '', signature = ''] = genuine.split('.');
  const jwk = { ...stranger.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
  const ours = createPublicKey(pem).export({ format: 'jwk' });
  const kids: Json[] = [kid, `${kid} `, 'kid_of_a_stranger', '', '../../../dev/null', "' or '1'='1", '\0', 7].map(
    (one) => ({
      kid: one,
    }),
  );
  const keysOfItsOwn: Json[] = [
    {},
    { jwk },
    { jku: 'https://evil.example/jwks.json' },
    { x5u: 'https://evil.example/certificate.pem' },
    { x5c: [stranger.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')] },
    { crit: ['b64'], b64: false },
  ];
  const signers: (readonly [Json, Signer])[] = [
    [{ alg: 'RS256' }, byKey('sha256', stranger.privateKey)],
    [{ alg: 'none' }, UNSIGNED],
    [{ alg: 'HS256' }, byHmac('sha256', pem)],
  ];
  const bySigner = signers.flatMap(([alg, signer]) =>
    [...kids, {}].flatMap((one) =>
      keysOfItsOwn.map((extra) => toToken({ ...alg, typ: 'JWT', ...one, ...extra }, payload, signer)),
    ),
  );
  const others: (readonly [Json, Signer])[] = [
    ...['None', 'NONE', 'nOnE', '', 'RS256 ', 'rs256'].map((alg) => [{ alg }, UNSIGNED] as const),
    ...[pem.trim(), '', JSON.stringify(ours), String(ours.n), kid].map(
      (secret) => [{ alg: 'HS256' }, byHmac('sha256', secret)] as const,
    ),
    [{ alg: 'HS384' }, byHmac('sha384', pem)],
    [{ alg: 'HS512' }, byHmac('sha512', pem)],
    [{ alg: 'RS384' }, byKey('sha384', stranger.privateKey)],
    [{ alg: 'ES256' }, byKey('sha256', curve.privateKey)],
    ...['RS512', 'PS256', 'ES256', 'EdDSA', 'HS256'].map((alg) => [{ alg }, () => signature] as const),
  ];
  const byAlgorithm = others.map(([alg, signer]) => toToken({ ...alg, typ: 'JWT', kid }, payload, signer));
  const changes: Json[] = [
    ...['iss', 'aud', 'sub', 'sid'].map((claim) => ({ [claim]: 'other' })),
    ...['exp', 'iat', 'auth_time'].map((claim) => ({ [claim]: 4_000_000_000 })),
    ...['exp', 'iat'].map((claim) => ({ [claim]: 0 })),
    { email: 'eve@example.org' },
    { extra: true },
  ];
  const byClaim = changes.map((change) => `${head}.${encode({ ...payload, ...change })}.${signature}`);
  const flipped = (text: string): string => (text.startsWith('A') ? 'B' : 'A') + text.slice(1);
  const broken = [
    `${head}.${body}.`,
    `${head}.${body}`,
    `${head}..${signature}`,
    `.${body}.${signature}`,
    `${head}.${body}.${flipped(signature)}`,
    `${head}.${body}.${signature.slice(0, -4)}`,
    `${head}.${body}.${signature}${signature}`,
    `${head}.${body}.${signature}.${signature}`,
    `${flipped(head)}.${body}.${signature}`,
    `Bearer ${genuine}`,
    JSON.stringify({ payload: body, signatures: [{ protected: head, signature }] }),
  ];
  return [...bySigner, ...byAlgorithm, ...byClaim, ...broken];
}

test('R-A15 of two hundred forged tokens none ends a session or names a reader, and the genuine one does', async () => {
  const party = await givenRelyingParty(service());
  const { browser, tokens } = await party.signIn();
  const forged = forgedTokens(tokens.id_token, await service().signingKeys.pem());
  expect(new Set(forged).size).toBeGreaterThanOrEqual(FORGED);
  const redirect = { client_id: party.application.clientId, post_logout_redirect_uri: POST_LOGOUT_REDIRECT_URI };
  for (const hint of forged) {
    const page = await party.endSession(browser, { id_token_hint: hint, ...redirect });
    expect([page.statusCode, page.headers.location], `${hint}`).toEqual([200, undefined]);
    expect(hiddenFields(page.body), `${hint}`).toHaveProperty('csrf_token');
  }
  expect(answerOf(await party.authorize(browser, { prompt: 'none' }))).toHaveProperty('code');
  const known = await party.endSession(browser, { id_token_hint: tokens.id_token, ...redirect });
  expect(known.headers.location).toBe(POST_LOGOUT_REDIRECT_URI);
});

test('R-T6 what is issued by one publication or environment is of no use at another, in twenty crosses', async () => {
  const parties = [
    await givenRelyingParty(service()),
    await givenRelyingParty(service()),
    await givenRelyingParty(service()),
    await givenRelyingParty(elsewhere),
    await givenRelyingParty(elsewhere),
  ];
  const readers = await Promise.all(parties.map((party) => party.signIn()));
  const isTaken = async (from: number, to: number): Promise<unknown[]> => {
    const [party, tokens, browser] = [parties[to], readers[from]?.tokens, readers[to]?.browser];
    if (party === undefined || tokens === undefined || browser === undefined) throw new Error('no such party');
    const page = await party.endSession(browser, { id_token_hint: tokens.id_token });
    const isSignedOut = !page.body.includes('name="csrf_token"');
    return [(await party.userinfo(tokens.access_token)).statusCode, isSignedOut];
  };
  const indexes = [...parties.keys()];
  const crosses = indexes.flatMap((from) => indexes.filter((to) => to !== from).map((to) => [from, to] as const));
  expect(crosses).toHaveLength(CROSSES);
  for (const [from, to] of crosses) expect(await isTaken(from, to), `${from} at ${to}`).toEqual([401, false]);
  for (const index of indexes) expect(await isTaken(index, index)).toEqual([401, true]);
});
