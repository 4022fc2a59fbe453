// R-F20 the signing key is rotated while readers sign in: no client that keeps the key set for as long as it may meets a token that it cannot
// verify, and ID tokens of before are good hints after (sign-in rules D9, E3; reliability R-F20).
import { createLocalJWKSet, jwtVerify, type JWTVerifyGetKey } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signIdToken, verifyIdTokenHint } from '../../src/tokens/id-token.ts';
import { rotateSigningKey, SigningKeys } from '../../src/tokens/signing-keys.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const HOUR = 3600;
const STEP_SECONDS = 600;
/** What the key set's Cache-Control allows, and how long the most patient client of ours keeps it all the same. */
const CACHE_SECONDS = [HOUR, 23 * HOUR];
const CONTENT = { issuer: 'https://news.example.test', audience: 'client_x', sub: 'cus_x', sid: 'sid_x', claims: {} };
let parts: TestParts;

beforeEach(async () => {
  parts = await openParts();
});
afterEach(() => parts.drop());

/** An instance of the service. */
const newInstance = (): SigningKeys => new SigningKeys(parts.database, parts.secretKeys, parts.clock);
const sign = (instance: SigningKeys): Promise<string> =>
  signIdToken(instance, parts.clock, { ...CONTENT, authenticatedAt: parts.clock.now() });

/** A client that asks for the key set only when its copy is older than `seconds`, and never for an unknown kid. */
class CachingClient {
  readonly #seconds: number;
  readonly #instance: SigningKeys;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #keys: JWTVerifyGetKey | undefined;

  constructor(instance: SigningKeys, seconds: number) {
    this.#instance = instance;
    this.#seconds = seconds;
  }

  async isVerified(token: string): Promise<boolean> {
    const now = parts.clock.now();
    if (this.#keys === undefined || now.getTime() - this.#fetchedAt >= this.#seconds * 1000) {
      this.#keys = createLocalJWKSet({ keys: await this.#instance.publicKeys() });
      this.#fetchedAt = now.getTime();
    }
    return jwtVerify(token, this.#keys, { currentDate: now, issuer: CONTENT.issuer }).then(
      () => true,
      () => false,
    );
  }
}

test('R-F20 over three days with a rotation in them, clients with cached keys verify every token of every instance', async () => {
  const instances = [newInstance(), newInstance()];
  await newInstance().current();
  const clients = instances.flatMap((instance) => CACHE_SECONDS.map((seconds) => new CachingClient(instance, seconds)));
  const first = await sign(newInstance());
  const kids = new Set<string>();
  for (let seconds = 0; seconds < 72 * HOUR; seconds += STEP_SECONDS) {
    if (seconds === 12 * HOUR) await rotateSigningKey(parts.database, parts.secretKeys, parts.clock, 'planned');
    for (const instance of instances) {
      const token = await sign(instance);
      for (const client of clients) expect([seconds, await client.isVerified(token)]).toEqual([seconds, true]);
      kids.add((await instance.current()).kid);
    }
    parts.clock.advance(STEP_SECONDS);
  }
  expect(kids.size).toBe(2);
  for (const instance of instances)
    expect(await verifyIdTokenHint(instance, CONTENT.issuer, first)).toMatchObject({ sid: CONTENT.sid });
});

test('R-F20 rotating while tokens are signed and verified disturbs none of them', async () => {
  const instances = [newInstance(), newInstance()];
  await newInstance().current();
  const clients = instances.map((instance) => new CachingClient(instance, HOUR));
  const over = new AbortController();
  const work = async (instance: SigningKeys): Promise<number> => {
    let count = 0;
    for (; !over.signal.aborted; count += 1) {
      const token = await sign(instance);
      for (const client of clients) expect(await client.isVerified(token)).toBe(true);
    }
    return count;
  };
  const working = instances.flatMap((instance) => [work(instance), work(instance), work(instance)]);
  for (let count = 0; count < 3; count += 1) {
    await rotateSigningKey(parts.database, parts.secretKeys, parts.clock, 'planned');
    parts.clock.advance(120);
  }
  over.abort();
  for (const count of await Promise.all(working)) expect(count).toBeGreaterThan(0);
});

test('R-F20 a second rotation before the first has begun still leaves every cached key good', async () => {
  const instance = newInstance();
  await instance.current();
  const client = new CachingClient(instance, HOUR);
  for (let hour = 0; hour < 72; hour += 1) {
    if (hour === 2 || hour === 5) await rotateSigningKey(parts.database, parts.secretKeys, parts.clock, 'planned');
    expect([hour, await client.isVerified(await sign(instance))]).toEqual([hour, true]);
    parts.clock.advance(HOUR);
  }
});
