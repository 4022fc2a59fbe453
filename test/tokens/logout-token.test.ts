// The logout token against the receiver's nine checks of service.md, Events, by the code of the publisher's website (sign-in rules B4).
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, SignJWT, type JWTPayload } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLogoutToken } from '../../scripts/publisher-site/logout-token.ts';
import { signLogoutToken } from '../../src/tokens/logout-token.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const CONTENT = { issuer: 'https://news.example.test', audience: 'client_x', sub: 'cus_x', sid: 'sid_x' };
const EXPECTED = { issuer: CONTENT.issuer, clientId: CONTENT.audience };
let parts: TestParts;

beforeAll(async () => {
  parts = await openParts();
});
afterAll(() => parts.drop());

const publishedKeys = async () => createLocalJWKSet({ keys: await parts.signingKeys.publicKeys() });

async function signed(change: (payload: JWTPayload) => JWTPayload, typ = 'logout+jwt'): Promise<string> {
  const { kid, privateKey } = await parts.signingKeys.current();
  const payload = decodeJwt(await signLogoutToken(parts.signingKeys, parts.clock, CONTENT));
  return new SignJWT(change(payload)).setProtectedHeader({ alg: 'RS256', typ, kid }).sign(privateKey);
}

test('B4 it has exactly the claims of the specification, lives two minutes, and is fresh at each call', async () => {
  const [one, two] = [
    await signLogoutToken(parts.signingKeys, parts.clock, CONTENT),
    await signLogoutToken(parts.signingKeys, parts.clock, CONTENT),
  ];
  const now = Math.floor(parts.clock.now().getTime() / 1000);
  expect(decodeProtectedHeader(one)).toEqual({ alg: 'RS256', typ: 'logout+jwt', kid: expect.any(String) });
  expect(decodeJwt(one)).toEqual({
    iss: CONTENT.issuer,
    aud: CONTENT.audience,
    sub: CONTENT.sub,
    sid: CONTENT.sid,
    iat: now,
    exp: now + 120,
    jti: expect.any(String),
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  });
  expect(decodeJwt(one).jti).not.toBe(decodeJwt(two).jti);
});

test("B4 the publisher's website takes it and learns the sid", async () => {
  expect(
    await verifyLogoutToken(
      await signLogoutToken(parts.signingKeys, parts.clock, CONTENT),
      await publishedKeys(),
      EXPECTED,
    ),
  ).toBe('sid_x');
});

const without =
  (name: string) =>
  (payload: JWTPayload): JWTPayload =>
    Object.fromEntries(Object.entries(payload).filter(([each]) => each !== name));
const withClaim =
  (name: string, value: unknown) =>
  (payload: JWTPayload): JWTPayload => ({ ...payload, [name]: value });
const now = Math.floor(Date.now() / 1000);

test.each<[string, (payload: JWTPayload) => JWTPayload, string?]>([
  ['2. another iss', withClaim('iss', 'https://other.example.test')],
  ['3. another aud', withClaim('aud', 'client_y')],
  ['4. an iat to come', withClaim('iat', now + 600)],
  ['4. an iat long ago', withClaim('iat', now - 600)],
  ['4. no iat', without('iat')],
  ['5. no sub', without('sub')],
  ['6. no sid', without('sid')],
  ['6. an empty sid', withClaim('sid', '')],
  ['7. no events', without('events')],
  ['7. another event', withClaim('events', { other: {} })],
  ['8. a nonce', withClaim('nonce', 'x')],
  ['9. the typ of an ID token', (payload) => payload, 'JWT'],
])("B4 the publisher's website refuses %s", async (_what, change, typ) => {
  await expect(verifyLogoutToken(await signed(change, typ), await publishedKeys(), EXPECTED)).rejects.toBeInstanceOf(
    Error,
  );
});

test("B4 the publisher's website refuses 1. a signature by another key", async () => {
  const token = await signLogoutToken(parts.signingKeys, parts.clock, CONTENT);
  await expect(verifyLogoutToken(`${token.slice(0, -4)}AAAA`, await publishedKeys(), EXPECTED)).rejects.toBeInstanceOf(
    Error,
  );
  await expect(verifyLogoutToken('', await publishedKeys(), EXPECTED)).rejects.toBeInstanceOf(Error);
});
