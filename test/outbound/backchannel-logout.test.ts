// Back-channel logout by the worker, to receivers that listen on loopback (sign-in rules B1 to B12; service.md, Events).
import { createPublicKey } from 'node:crypto';
import { jwtVerify, type JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { listDeliveryAttempts } from '../../src/models/outbox/delivery-attempt.ts';
import { listDeliveries, type DeliverySummary } from '../../src/models/outbox/delivery.ts';
import { resendDelivery } from '../../src/models/outbox/resend.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { recordLogoutNotices } from '../../src/models/sign-in/logout-notice.ts';
import { updateOauthApplication } from '../../src/models/sign-in/oauth-application.ts';
import { startWorker, type Worker } from '../../src/worker.ts';
import { answer, startReceiver, startTcpReceiver, type Answer, type Receiver } from '../support/outside/receiver.ts';
import { newApplication, newPublication, signIn, signOut } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const DAY = 24 * 3600;

let parts: TestParts;
let worker: Worker;
const logLines: string[] = [];
const opened: { close(): Promise<void> }[] = [];

const keepLine = (fields: object, message?: string): void =>
  void logLines.push(JSON.stringify([fields, message, String(Object.values(fields))]));

beforeAll(async () => {
  parts = await openParts();
  worker = startWorker(parts, { error: keepLine, warn: keepLine } as unknown as Parameters<typeof startWorker>[1]);
});
afterAll(async () => {
  await worker.stop();
  await parts.drop();
});
afterEach(async () => {
  for (const server of opened.splice(0)) await server.close();
});

async function receiver(reply?: Answer): Promise<Receiver> {
  const started = await startReceiver(reply);
  opened.push(started);
  return started;
}

/** A session signed in to one application whose receiver answers so; signed out, and delivered as far as it can be now. */
async function signedOutWith(
  uri: string,
): Promise<{ publication: Publication; sid: string; clientId: string; customerId: string; applicationId: string }> {
  const publication = await newPublication(parts);
  const application = await newApplication(parts, publication, uri);
  const signedIn = await signIn(parts, publication, [application]);
  await signOut(parts, publication, signedIn);
  await worker.settle();
  return { publication, clientId: application.clientId, applicationId: application.id, ...signedIn };
}

async function onlyDelivery(publication: Publication): Promise<DeliverySummary> {
  const { objects } = await listDeliveries(publication, parts.database, { limit: 10 });
  expect(objects).toHaveLength(1);
  const [delivery] = objects;
  if (delivery === undefined) throw new Error('there is no delivery');
  return delivery;
}

async function verified(receivedBody: string | undefined): Promise<{ header: object; claims: JWTPayload }> {
  const token = new URLSearchParams(receivedBody).get('logout_token') ?? '';
  const [jwk] = await parts.signingKeys.publicKeys();
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const { protectedHeader, payload } = await jwtVerify(token, key, { currentDate: parts.clock.now() });
  return { header: protectedHeader, claims: payload };
}

/** Moves the clock to when the delivery is due and lets the worker run; returns how long that was. */
async function tryAgain(publication: Publication): Promise<number> {
  const { dueAt } = await onlyDelivery(publication);
  const seconds = (dueAt - parts.clock.now().getTime()) / 1000;
  parts.clock.advance(seconds);
  await worker.settle();
  return seconds;
}

describe('who is told', () => {
  test('B1 each application with a URI that the session signed in to gets one POST, no other gets any', async () => {
    const [first, second, other] = [await receiver(), await receiver(), await receiver()];
    const publication = await newPublication(parts);
    const told = [
      await newApplication(parts, publication, `${first.origin}/out`),
      await newApplication(parts, publication, `${second.origin}/out`),
    ];
    const withoutUri = await newApplication(parts, publication, null);
    await newApplication(parts, publication, `${other.origin}/out`);
    await signOut(parts, publication, await signIn(parts, publication, [...told, withoutUri]));
    await worker.settle();
    expect([first.requests.length, second.requests.length, other.requests.length]).toEqual([1, 1, 0]);
    expect(first.requests[0]).toMatchObject({ method: 'POST', url: '/out' });
  });

  test('B1 an application is told even when its access token expired and was followed by others', async () => {
    const site = await receiver();
    const publication = await newPublication(parts);
    const application = await newApplication(parts, publication, site.origin);
    const signedIn = await signIn(parts, publication, [application]);
    parts.clock.advance(3 * DAY);
    await signOut(parts, publication, signedIn);
    await worker.settle();
    expect(site.requests).toHaveLength(1);
  });

  test('B2 end-session tells only applications that asked for it', async () => {
    const [asks, doesNot] = [await receiver(), await receiver()];
    const publication = await newPublication(parts);
    const applications = [
      await newApplication(parts, publication, asks.origin, true),
      await newApplication(parts, publication, doesNot.origin),
    ];
    const { sid, customerId } = await signIn(parts, publication, applications);
    const trigger = 'end_session' as const;
    const count = await parts.database.transaction((transaction) => {
      return recordLogoutNotices(publication, transaction, parts.clock, { sid, customerId, trigger });
    });
    await worker.settle();
    expect([count, asks.requests.length, doesNot.requests.length]).toEqual([1, 1, 0]);
  });

  test('B2 of one customer with two sessions only the ended one is told of', async () => {
    const site = await receiver();
    const publication = await newPublication(parts);
    const application = await newApplication(parts, publication, site.origin);
    const ended = await signIn(parts, publication, [application]);
    await signIn(parts, publication, [application]);
    await signOut(parts, publication, ended);
    await worker.settle();
    expect(site.requests).toHaveLength(1);
    expect((await verified(site.requests[0]?.body)).claims['sid']).toBe(ended.sid);
  });

  test('B9 a double click sends once', async () => {
    const site = await receiver();
    const publication = await newPublication(parts);
    const signedIn = await signIn(parts, publication, [await newApplication(parts, publication, site.origin)]);
    const ended = await Promise.all([signOut(parts, publication, signedIn), signOut(parts, publication, signedIn)]);
    await worker.settle();
    expect(ended.toSorted()).toEqual([false, true]);
    expect(site.requests).toHaveLength(1);
  });
});

describe('what is sent', () => {
  test('B3 a form with the single field logout_token', async () => {
    const site = await receiver();
    await signedOutWith(site.origin);
    const [request] = site.requests;
    expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect([...new URLSearchParams(request?.body).keys()]).toEqual(['logout_token']);
  });

  test('B4 B5 the token has the type, the claims and the lifetime that receivers check, and nothing else', async () => {
    const site = await receiver();
    const { publication, sid, customerId, clientId } = await signedOutWith(site.origin);
    const { header, claims } = await verified(site.requests[0]?.body);
    expect(header).toEqual({ alg: 'RS256', typ: 'logout+jwt', kid: expect.any(String) });
    const iat = Math.floor(parts.clock.now().getTime() / 1000);
    expect(claims).toEqual({
      iss: publication.siteUrl,
      aud: clientId,
      iat,
      exp: iat + 120,
      jti: expect.any(String),
      sub: customerId,
      sid,
      events: { [EVENT]: {} },
    });
  });

  test('B11 the query of the registered URI is kept', async () => {
    const site = await receiver();
    await signedOutWith(`${site.origin}/out?site=1&lang=en`);
    expect(site.requests[0]?.url).toBe('/out?site=1&lang=en');
  });

  test('B12 a token is neither stored nor logged', async () => {
    const site = await receiver(answer(500));
    const { publication } = await signedOutWith(site.origin);
    await tryAgain(publication);
    const token = new URLSearchParams(site.requests[0]?.body).get('logout_token') ?? 'none';
    const rows = JSON.stringify([
      await parts.database.knex('deliveries').select('*'),
      await parts.database.knex('delivery_attempts').select('*'),
    ]);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(token.split('.')[1]);
    expect(logLines.join('\n')).not.toContain(token.split('.')[2]);
  });
});

describe('what the answer means', () => {
  test.each([200, 204])('B6 %i is success', async (status) => {
    const { publication } = await signedOutWith((await receiver(answer(status))).origin);
    expect(await onlyDelivery(publication)).toMatchObject({ state: 'delivered', attempts: 1, outcome: String(status) });
  });

  test.each([400, 401, 403, 404, 410, 422, 201, 202])('B6 %i is a final failure', async (status) => {
    const { publication } = await signedOutWith((await receiver(answer(status))).origin);
    expect(await onlyDelivery(publication)).toMatchObject({ state: 'dead', attempts: 1, outcome: String(status) });
  });

  test.each([301, 302, 303, 307, 308])(
    'B7 a redirect from the receiver (%i) is never followed and is final',
    async (status) => {
      const target = await receiver();
      const { publication } = await signedOutWith(
        (await receiver(answer(status, { location: `${target.origin}/elsewhere` }))).origin,
      );
      expect(await onlyDelivery(publication)).toMatchObject({
        state: 'dead',
        outcome: `${status}: redirects are not followed`,
      });
      expect(target.requests).toHaveLength(0);
    },
  );

  test.each([408, 429, 500, 502, 503])('B8 %i is tried again', async (status) => {
    const { publication } = await signedOutWith((await receiver(answer(status))).origin);
    expect(await onlyDelivery(publication)).toMatchObject({ state: 'waiting', attempts: 1, outcome: String(status) });
  });

  test('B8 a refused connection and a reset one are tried again', async () => {
    const resetting = await startTcpReceiver((socket) => void socket.once('data', () => socket.resetAndDestroy()));
    opened.push(resetting);
    const closed = await startReceiver();
    await closed.close();
    const refused = await signedOutWith(closed.origin);
    expect(await onlyDelivery(refused.publication)).toMatchObject({ state: 'waiting', outcome: 'connection refused' });
    const reset = await signedOutWith(resetting.origin);
    expect(await onlyDelivery(reset.publication)).toMatchObject({ state: 'waiting', outcome: 'connection reset' });
  });
});

describe('trying again', () => {
  test('B8 R-F12 8 retries within 24 hours, at least a minute apart, each with a token of its own, then a visible dead letter', async () => {
    const site = await receiver(answer(503));
    const { publication } = await signedOutWith(site.origin);
    const start = parts.clock.now().getTime();
    const waits: number[] = [];
    while ((await onlyDelivery(publication)).state === 'waiting') waits.push(await tryAgain(publication));
    const hours = (parts.clock.now().getTime() - start) / 3_600_000;
    expect(waits).toHaveLength(8);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(60);
    expect(hours).toBeGreaterThanOrEqual(1);
    expect(hours).toBeLessThanOrEqual(24);
    const bodies = site.requests.map(({ body }) => body);
    const tokens = bodies.map(
      (body) => JSON.parse(Buffer.from(body.split('.')[1] ?? '', 'base64url').toString()) as JWTPayload,
    );
    expect(new Set(tokens.map(({ jti }) => jti)).size).toBe(9);
    expect(new Set(tokens.map(({ iat }) => iat)).size).toBe(9);
    expect(tokens.every(({ iat = 0, exp = 0 }) => exp - iat <= 120)).toBe(true);
    const dead = await onlyDelivery(publication);
    expect(dead).toMatchObject({ state: 'dead', attempts: 9, outcome: '503' });
    const attempts = await listDeliveryAttempts(publication, parts.database, dead.id);
    expect(attempts.map(({ number, outcome }) => `${number} ${outcome}`)).toEqual(
      Array.from({ length: 9 }, (_, index) => `${index + 1} 503`),
    );
  });

  test('R-F12 what failed together does not come back together', async () => {
    const site = await receiver(answer(503));
    const publication = await newPublication(parts);
    const application = await newApplication(parts, publication, site.origin);
    for (let count = 0; count < 20; count += 1)
      await signOut(parts, publication, await signIn(parts, publication, [application]));
    await worker.settle();
    const { objects } = await listDeliveries(publication, parts.database, { limit: 100, state: 'waiting' });
    const dues = objects.map(({ dueAt }) => dueAt);
    expect(dues).toHaveLength(20);
    expect(Math.max(...dues) - Math.min(...dues)).toBeGreaterThan(5000);
  });

  test.each([
    ['600', 600],
    ['86400', 1800],
    ['soon', 60],
  ])(
    'R-F11 Retry-After: %s makes the next attempt wait at least %i seconds, never a day',
    async (retryAfter, atLeast) => {
      const { publication } = await signedOutWith((await receiver(answer(429, { 'retry-after': retryAfter }))).origin);
      const { dueAt } = await onlyDelivery(publication);
      const seconds = (dueAt - parts.clock.now().getTime()) / 1000;
      expect(seconds).toBeGreaterThanOrEqual(atLeast);
      expect(seconds).toBeLessThanOrEqual(1800);
    },
  );

  test('B9 the queue survives the worker that held it', async () => {
    const site = await receiver((response, _request, count) =>
      answer(count === 1 ? 500 : 200)(response, _request, count),
    );
    const { publication } = await signedOutWith(site.origin);
    const successor = startWorker(parts);
    parts.clock.advance(((await onlyDelivery(publication)).dueAt - parts.clock.now().getTime()) / 1000);
    await successor.settle();
    await successor.stop();
    expect(await onlyDelivery(publication)).toMatchObject({ state: 'delivered', attempts: 2 });
  });

  test('the URI is the one registered at the time of the attempt, and without one the notice is given up', async () => {
    const [broken, mended] = [await receiver(answer(500)), await receiver()];
    const { publication, applicationId } = await signedOutWith(broken.origin);
    const register = (backchannelLogoutUri: string | null) =>
      parts.database.transaction((transaction) =>
        updateOauthApplication(
          publication,
          transaction,
          applicationId,
          { backchannelLogoutUri },
          { allowsLoopbackHttp: true },
        ),
      );
    await register(`${mended.origin}/new`);
    await tryAgain(publication);
    expect(mended.requests).toHaveLength(1);
    const { id } = await onlyDelivery(publication);
    await register(null);
    const resent = await parts.database.transaction((transaction) =>
      resendDelivery(publication, transaction, parts.clock, id),
    );
    await worker.settle();
    const { objects } = await listDeliveries(publication, parts.database, { limit: 1 });
    expect(objects[0]).toMatchObject({
      id: resent,
      state: 'dead',
      outcome: 'the application has no back-channel logout URI any more',
    });
  });

  test('a dead one can be sent again, as a delivery of its own', async () => {
    const site = await receiver((response, request, count) =>
      answer(count === 1 ? 400 : 204)(response, request, count),
    );
    const { publication, sid } = await signedOutWith(site.origin);
    const dead = await onlyDelivery(publication);
    const resent = await parts.database.transaction((transaction) =>
      resendDelivery(publication, transaction, parts.clock, dead.id),
    );
    await worker.settle();
    const { objects } = await listDeliveries(publication, parts.database, { limit: 10 });
    expect(objects.map(({ id, state }) => [id, state])).toEqual([
      [resent, 'delivered'],
      [dead.id, 'dead'],
    ]);
    expect((await verified(site.requests[1]?.body)).claims['sid']).toBe(sid);
  });

  test('a waiting one that is sent again goes out at once, and another publication cannot ask for it', async () => {
    const site = await receiver((response, request, count) =>
      answer(count === 1 ? 500 : 200)(response, request, count),
    );
    const { publication } = await signedOutWith(site.origin);
    const { id } = await onlyDelivery(publication);
    const resend = (tenant: Publication) =>
      parts.database.transaction((transaction) => resendDelivery(tenant, transaction, parts.clock, id));
    await expect(resend(await newPublication(parts))).rejects.toMatchObject({ name: 'NotFound' });
    expect(await resend(publication)).toBe(id);
    await worker.settle();
    expect(await onlyDelivery(publication)).toMatchObject({ state: 'delivered', attempts: 2 });
  });
});
