// Signing keys: made once, rotated with an overlap, encrypted at rest (sign-in rules D8 to D10; decisions 16).
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIdToken, verifyIdTokenHint } from '../../src/tokens/id-token.ts';
import { listSigningKeys, rotateSigningKey, SigningKeys } from '../../src/tokens/signing-keys.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const DAY = 24 * 3600;
const CONTENT = { issuer: 'https://news.example.test', audience: 'client_x', sub: 'cus_x', sid: 'sid_x', claims: {} };
let parts: TestParts;

beforeAll(async () => {
  parts = await openParts();
});
afterAll(() => parts.drop());

const newInstance = (): SigningKeys => new SigningKeys(parts.database, parts.secretKeys, parts.clock);
const sign = (keys: SigningKeys): Promise<string> =>
  signIdToken(keys, parts.clock, { ...CONTENT, authenticatedAt: parts.clock.now() });

async function isVerifiedByPublished(keys: SigningKeys, token: string): Promise<boolean> {
  const published = createLocalJWKSet({ keys: await keys.publicKeys() });
  return jwtVerify(token, published, { currentDate: parts.clock.now() }).then(
    () => true,
    () => false,
  );
}

test('D9 instances that start at once use one first key', async () => {
  const instances = Array.from({ length: 5 }, newInstance);
  const kids = await Promise.all(instances.map(async (instance) => (await instance.current()).kid));
  expect(new Set(kids).size).toBe(1);
  expect(await listSigningKeys(parts.database, parts.clock)).toHaveLength(1);
});

test('D8 the private half is stored encrypted, and the public one alone is published', async () => {
  const keys = newInstance();
  await keys.current();
  const stored = JSON.stringify(await parts.database.knex('signing_keys'));
  expect(stored).not.toContain('PRIVATE');
  for (const name of ['"d"', '\\"d\\"', '\\"p\\"', '\\"q\\"']) expect(stored).not.toContain(name);
  for (const key of await keys.publicKeys())
    expect(Object.keys(key).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
});

test('D9 a planned rotation publishes, waits a day, signs, and keeps the old key for another day and for hints', async () => {
  const [one, two] = [newInstance(), newInstance()];
  const old = await sign(one);
  await two.current();
  const next = await rotateSigningKey(parts.database, parts.secretKeys, parts.clock, 'planned');
  expect(next.state).toBe('upcoming');
  parts.clock.advance(60);
  for (const instance of [one, two]) expect((await instance.publicKeys()).map(({ kid }) => kid)).toContain(next.kid);
  parts.clock.advance(DAY);
  for (const instance of [one, two]) {
    expect((await instance.current()).kid).toBe(next.kid);
    expect(await isVerifiedByPublished(instance, await sign(instance))).toBe(true);
  }
  expect((await listSigningKeys(parts.database, parts.clock)).map(({ state }) => state)).toEqual([
    'current',
    'retired',
  ]);
  parts.clock.advance(DAY);
  expect(await one.publicKeys()).toHaveLength(1);
  expect(await verifyIdTokenHint(one, CONTENT.issuer, old)).toEqual({
    audience: 'client_x',
    sub: 'cus_x',
    sid: 'sid_x',
  });
});

test('D11 a compromised key is gone within a second, for hints too', async () => {
  const keys = newInstance();
  const old = await sign(keys);
  const next = await rotateSigningKey(parts.database, parts.secretKeys, parts.clock, 'compromised');
  parts.clock.advance(1);
  expect((await keys.current()).kid).toBe(next.kid);
  expect((await keys.publicKeys()).map(({ kid }) => kid)).toEqual([next.kid]);
  expect(await verifyIdTokenHint(keys, CONTENT.issuer, old)).toBeUndefined();
});

test('D9 a token by a key that another instance has just made is verified', async () => {
  const [one, two] = [newInstance(), newInstance()];
  await one.current();
  await rotateSigningKey(parts.database, parts.secretKeys, parts.clock, 'compromised');
  const token = await sign(two);
  parts.clock.advance(1);
  expect(await verifyIdTokenHint(one, CONTENT.issuer, token)).toBeDefined();
});

test('X5 a clock that is set back leaves a key to sign with', async () => {
  const keys = newInstance();
  await keys.current();
  parts.clock.advance(-30 * DAY);
  expect(await sign(keys)).toEqual(expect.any(String));
  parts.clock.advance(30 * DAY);
});

test('E3 a hint is refused for another issuer, an unknown kid and a missing claim', async () => {
  const keys = newInstance();
  const token = await sign(keys);
  const withoutSid = await signIdToken(keys, parts.clock, {
    ...CONTENT,
    sid: JSON.parse('null'),
    authenticatedAt: parts.clock.now(),
  });
  expect(await verifyIdTokenHint(keys, 'https://other.example.test', token)).toBeUndefined();
  expect(await verifyIdTokenHint(keys, CONTENT.issuer, withoutSid)).toBeUndefined();
  expect(await verifyIdTokenHint(keys, CONTENT.issuer, `${token}x`)).toBeUndefined();
});
