// The nine checks of a logout token (service.md, Events), each by a token that fails it alone; and what one must not be fooled by.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { describe, expect, test } from 'vitest';
import { client } from './built.ts';

const ISSUER = 'https://news.example.test';
const CLIENT_ID = 'client_1';
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const seconds = (): number => Math.floor(Date.now() / 1000);

const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
const stranger = await generateKeyPair('RS256');
const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
const keys = async (keyId: string | undefined): Promise<object | undefined> => (keyId === 'one' ? jwk : undefined);

const claims = (): JWTPayload => ({
  iss: ISSUER,
  aud: CLIENT_ID,
  iat: seconds(),
  exp: seconds() + 120,
  jti: crypto.randomUUID(),
  sub: 'cus_1',
  sid: 'sid_1',
  events: { [EVENT]: {} },
});
const sign = (
  changes: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  key = privateKey,
): Promise<string> =>
  new SignJWT(
    Object.fromEntries(Object.entries({ ...claims(), ...changes }).filter(([, value]) => value !== undefined)),
  )
    .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'logout+jwt', ...header })
    .sign(key);
const verify = (token: string, options: object = {}): Promise<Record<string, unknown>> =>
  client.verifyLogoutToken(token, { issuer: ISSUER, clientId: CLIENT_ID, keys, ...options });

describe('a logout token', () => {
  test('passes all checks and names the session to end', async () => {
    expect(await verify(await sign())).toMatchObject({ sub: 'cus_1', sid: 'sid_1' });
    expect(await verify(await sign({ aud: ['other', CLIENT_ID] }))).toMatchObject({ sid: 'sid_1' });
  });

  test.each<[number, string, Record<string, unknown>, Record<string, unknown>?]>([
    [2, 'iss', { iss: 'https://other.example.test' }],
    [3, 'aud', { aud: 'client_2' }],
    [4, 'iat', { iat: seconds() + 600 }],
    [4, 'iat', { iat: seconds() - 600 }],
    [4, 'iat', { iat: undefined }],
    [5, 'sub', { sub: undefined }],
    [5, 'sub', { sub: '' }],
    [6, 'sid', { sid: undefined }],
    [7, 'events', { events: { 'http://example.test/other': {} } }],
    [7, 'events', { events: undefined }],
    [8, 'nonce', { nonce: 'n' }],
    [9, 'typ', {}, { typ: 'JWT' }],
    [9, 'typ', {}, { typ: undefined }],
    [0, 'exp', { exp: seconds() - 100 }],
  ])('is refused by check %i, %s: %j %j', async (_, check, changes, header) => {
    await expect(verify(await sign(changes, header))).rejects.toMatchObject({ name: 'LogoutTokenError', check });
  });

  test('is refused by check 1 unless it is signed by the service’s key', async () => {
    const good = await sign();
    const [header = '', , signature = ''] = good.split('.');
    const altered = `${header}.${btoa(JSON.stringify({ ...claims(), sid: 'sid_2' })).replaceAll('=', '')}.${signature}`;
    const symmetric = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'one', typ: 'logout+jwt' })
      .sign(new TextEncoder().encode(JSON.stringify(jwk)));
    const bad = [
      altered,
      symmetric,
      await sign({}, {}, stranger.privateKey),
      await sign({}, { kid: 'two' }),
      new UnsecuredJWT(claims()).encode(),
      `${good}.x`,
      'a.b.c',
      '',
    ];
    for (const token of bad)
      await expect(verify(token)).rejects.toMatchObject({ name: 'LogoutTokenError', check: 'signature' });
  });

  test('passes once where a store remembers it', async () => {
    const replayStore = new client.MemoryReplayStore();
    const token = await sign();
    await verify(token, { replayStore });
    await expect(verify(token, { replayStore })).rejects.toMatchObject({ check: 'replay' });
    await expect(verify(await sign({ jti: undefined }), { replayStore })).rejects.toMatchObject({ check: 'replay' });
    // A token that fails for another reason uses nothing up.
    const wrong = await sign({ jti: 'kept', nonce: 'n' });
    await expect(verify(wrong, { replayStore })).rejects.toMatchObject({ check: 'nonce' });
    expect(await verify(await sign({ jti: 'kept' }), { replayStore })).toMatchObject({ jti: 'kept' });
  });
});

test('remote keys are fetched once, kept, and fetched anew for a key that was not there', async () => {
  let fetched = 0;
  let published: object[] = [jwk];
  const server = createServer((_, response) => {
    fetched += 1;
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: published }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const source = client.remoteKeys(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/jwks.json`, {
    cooldownSeconds: 0,
  });
  await Promise.all([verify(await sign(), { keys: source }), verify(await sign(), { keys: source })]);
  await verify(await sign(), { keys: source });
  expect(fetched).toBe(1);
  published = [jwk, { ...jwk, kid: 'two' }];
  await verify(await sign({}, { kid: 'two' }), { keys: source });
  expect(fetched).toBe(2);
  server.closeAllConnections();
  server.close();
});
