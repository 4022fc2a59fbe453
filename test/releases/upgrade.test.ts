// R-F18: from every released version to this one, with the data that were kept of it (docs/migrations.md).
import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { reencrypt, SEALED_KINDS } from '../../src/models/lifecycle/re-encryption.ts';
import { listPublications, type Publication } from '../../src/models/publication/publication.ts';
import { Browser, locationOf } from '../support/browser/browser.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { encode } from '../support/outside/relying-party.ts';
import { ApiClient } from '../support/publications/publication.ts';
import { accessOf, answersOf, keptTables, openReleased, RELEASED, rowsAsOf } from '../support/releases/released.ts';
import { MovableClock } from '../support/service/clock.ts';
import { openService, type TestService } from '../support/service/service.ts';

describe.each(RELEASED)('R-F18 from version %s', (release) => {
  const access = accessOf(release);
  let service: TestService;
  let publication: Publication;
  let before: Awaited<ReturnType<typeof rowsAsOf>>;

  beforeAll(async () => {
    const place = await openReleased(release);
    before = await rowsAsOf(release, place.database);
    await migrate(place.database, 'test');
    const clock = new MovableClock(Date.parse(access.now));
    service = await openService({ SECRET_KEY: access.secretKey }, clock, 1, place);
    const found = (await listPublications(service.database)).find(({ siteHost }) => siteHost === access.siteHost);
    if (found === undefined) throw new Error('the publication is gone');
    publication = found;
  });
  afterAll(() => service.close());

  test('R-F18 no row is lost, and none is changed', async () => {
    expect(before.map(({ table, rows }) => [table, rows.length])).toEqual(
      keptTables(release).map(({ table, rows }) => [table, rows.length]),
    );
    expect(await rowsAsOf(release, service.database)).toEqual(before);
  });

  test('R-F18 the ledger is clean', async () => {
    expect(await ledgerFaults(service.database, [])).toEqual([]);
  });

  test.each(Object.entries(answersOf(release)))('R-F18 the data API answers %s as before', async (path, answer) => {
    const { statusCode, body } = await new ApiClient(service, access.apiKey).get(path);
    expect(`${statusCode} ${body}`).toBe(answer);
  });

  const authorize = async (browser: Browser): Promise<string> => {
    const query = encode({
      response_type: 'code',
      scope: 'openid email',
      client_id: access.clientId,
      redirect_uri: access.redirectUri,
      prompt: 'none',
    });
    const location = new URL(locationOf(await browser.get(`/oauth/authorize?${query}`)));
    return location.searchParams.get('code') ?? '';
  };

  const send = (url: string, authorization: string, form?: Record<string, string>) =>
    service.app.inject({
      method: form === undefined ? 'GET' : 'POST',
      url,
      headers: {
        host: access.siteHost,
        authorization,
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { payload: encode(form) }),
    });

  test('R-F18 a reader who was signed in still is, and one who is not signs in: the keys of before sign', async () => {
    const kept = new Browser(service, publication);
    for (const [name, value] of Object.entries(access.cookies)) kept.cookies.set(name, value);
    const fresh = new Browser(service, publication);
    await fresh.signIn('payer@example.org');
    const keys = createLocalJWKSet((await send('/.well-known/jwks.json', '')).json());
    const { kid } = decodeProtectedHeader(access.idToken);
    for (const browser of [kept, fresh]) {
      const form = {
        grant_type: 'authorization_code',
        code: await authorize(browser),
        redirect_uri: access.redirectUri,
      };
      const answer = await send('/oauth/token', access.authorization, form);
      expect(answer.statusCode).toBe(200);
      const { protectedHeader } = await jwtVerify(answer.json<{ id_token: string }>().id_token, keys, {
        currentDate: service.clock.now(),
      });
      expect(protectedHeader.kid).toBe(kid);
    }
    await jwtVerify(access.idToken, keys, { currentDate: service.clock.now() });
  });

  test('R-F18 an access token of before still opens userinfo', async () => {
    const { statusCode, body } = await send('/oauth/userinfo', `Bearer ${access.accessToken}`);
    expect([statusCode, JSON.parse(body)]).toEqual([200, expect.objectContaining({ email: access.email })]);
  });

  test('R-F18 every sealed secret can be opened', async () => {
    const newest = new SecretKeys(['another secret key that is long enough for it']);
    const all = new SecretKeys(['another secret key that is long enough for it', access.secretKey]);
    const results = await Promise.all(
      ['signing_keys', 'letters', 'endpoint_secrets'].map(async (name) => {
        const kind = SEALED_KINDS[name];
        return kind === undefined ? name : reencrypt(service.database, { all, newest }, kind);
      }),
    );
    expect(results.map((result) => Object(result).unreadable)).toEqual([0, 0, 0]);
    for (const result of results) expect(Object(result).changed).toBeGreaterThan(0);
  });
});
