// Webhooks of mail services: only what is signed, and signed just now, is taken in, and what comes again changes nothing.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { findMailProblem, liftMailProblems, type MailProblem } from '../../src/models/outbox/mail-problem.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { bounceAddressOf } from '../../src/outbound/bounce-address.ts';
import { givenMail } from '../support/publications/mail-report.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { useService } from '../support/service/service.ts';

const BASE = 'bounces@mail.example.net';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwX9k2Mq1F7dA=';
const OTHER_SECRET = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const sendgrid = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const service = useService({
  BOUNCE_ADDRESS: BASE,
  MAIL_WEBHOOK_SECRET: SECRET,
  SENDGRID_WEBHOOK_KEY: sendgrid.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
});
const without = useService();

let publication: Publication;
let id: string;
beforeEach(async () => {
  publication = await newPublication(service());
  id = await givenMail(service(), publication, 'ada@example.org');
});

const problem = (of = publication): Promise<MailProblem | undefined> =>
  findMailProblem(of, service().database, service().secretKeys, 'ada@example.org');
const post = (
  url: string,
  body: string,
  headers: Record<string, string>,
  to = service(),
): Promise<LightMyRequestResponse> =>
  to.app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { host: 'localhost:4000', 'content-type': 'application/json', ...headers },
  });
const lift = (): Promise<boolean> =>
  service().database.transaction((transaction) =>
    liftMailProblems(publication, transaction, service().secretKeys, 'ada@example.org'),
  );

describe('our own format', () => {
  const bounced = (data: Record<string, unknown> = {}): string =>
    JSON.stringify({
      type: 'mail.bounced',
      timestamp: '2026-11-23T10:00:00Z',
      data: {
        message_id: `<${id}@example.net>`,
        recipient: 'Ada@example.org',
        status: '5.1.1',
        answer: '550 5.1.1 ada@example.org is unknown',
        ...data,
      },
    });
  function signed(body: string, { secret = SECRET, seconds = 0 } = {}): Record<string, string> {
    const at = new Date(service().clock.now().getTime() + seconds * 1000);
    const signature = new Webhook(secret).sign('msg_1', at, body);
    return {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
    };
  }
  const send = (body: string, given: Parameters<typeof signed>[1] = {}): Promise<LightMyRequestResponse> =>
    post('/webhooks/mail', body, signed(body, given));

  test('a signed bounce is taken in once: again after the address was allowed, it changes nothing', async () => {
    const headers = signed(bounced());
    expect(await post('/webhooks/mail', bounced(), headers)).toMatchObject({ statusCode: 200 });
    expect(await problem()).toMatchObject({
      kind: 'hard_bounce',
      status: '5.1.1',
      answer: '550 5.1.1 … is unknown',
      deliveryId: id,
    });
    await lift();
    expect(await post('/webhooks/mail', bounced(), headers)).toMatchObject({ statusCode: 200 });
    expect(await problem()).toBeUndefined();
  });

  test.each([
    ['a soft bounce', { status: '5.2.2' }, 'soft_bounce'],
    ['a bounce without a code', { status: undefined, answer: undefined, bounce: 'hard' }, 'hard_bounce'],
    ['a code before the word', { status: '5.2.2', bounce: 'hard' }, 'soft_bounce'],
    ['a policy', { status: '5.7.1', bounce: 'hard' }, undefined],
  ])('%s', async (_name, data, kind) => {
    expect((await send(bounced(data))).statusCode).toBe(200);
    expect((await problem())?.kind).toBe(kind);
  });

  test('the envelope sender names the mail as well, and a complaint is taken in', async () => {
    const envelope_sender = bounceAddressOf(BASE, service().secretKeys, id);
    const body = JSON.stringify({ type: 'mail.complained', data: { envelope_sender, recipient: 'ada@example.org' } });
    expect((await send(body)).statusCode).toBe(200);
    expect(await problem()).toMatchObject({ kind: 'complaint' });
  });

  test.each([
    ['of another secret', { secret: OTHER_SECRET }],
    ['that is stale', { seconds: -301 }],
    ['from a time to come', { seconds: 301 }],
  ])('a signature %s is refused', async (_name, given) => {
    expect(await send(bounced(), given)).toMatchObject({ statusCode: 400 });
    expect(await problem()).toBeUndefined();
  });

  test('no signature, or that of another body, is refused and logged without an address', async () => {
    expect((await post('/webhooks/mail', bounced(), {})).statusCode).toBe(400);
    expect((await post('/webhooks/mail', bounced(), signed(bounced({ status: '5.1.2' })))).statusCode).toBe(400);
    expect(await problem()).toBeUndefined();
    expect(service().logLines.some((line) => line.includes('webhook_signature_wrong'))).toBe(true);
    expect(service().logLines.join('')).not.toContain('ada@');
  });

  test.each([
    ['another recipient', () => bounced({ recipient: 'grace@example.org' }), 200],
    ['an unknown mail', () => bounced({ message_id: '<dlv_00000000000000000000000000@example.net>' }), 200],
    ["somebody else's mail", () => bounced({ message_id: '<1@example.net>' }), 200],
    ['another event', () => bounced().replace('mail.bounced', 'mail.opened'), 200],
    ['no event', () => '{"type":1}', 400],
    ['no JSON', () => '{', 400],
  ])('what is signed but names %s changes nothing', async (_name, body, status) => {
    expect((await send(body())).statusCode).toBe(status);
    expect(await problem()).toBeUndefined();
  });

  test('is of the publication of the mail alone', async () => {
    const other = await newPublication(service());
    await givenMail(service(), other, 'ada@example.org');
    await send(bounced());
    expect(await problem()).toBeDefined();
    expect(await problem(other)).toBeUndefined();
  });
});

describe('SendGrid', () => {
  const events = (event: Record<string, unknown>): string =>
    JSON.stringify([
      { event: 'delivered', email: 'ada@example.org', 'smtp-id': `<${id}@example.net>`, timestamp: 1 },
      { email: 'ada@example.org', 'smtp-id': `<${id}@example.net>`, sg_event_id: 'x', timestamp: 1, ...event },
    ]);
  function send(body: string, { key = sendgrid.privateKey, seconds = 0 }: { key?: KeyObject; seconds?: number } = {}) {
    const timestamp = String(Math.floor(service().clock.now().getTime() / 1000) + seconds);
    return post('/webhooks/mail/sendgrid', body, {
      'x-twilio-email-event-webhook-timestamp': timestamp,
      'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), key).toString('base64'),
    });
  }

  test.each([
    [{ event: 'bounce', type: 'bounce', status: '5.1.1', reason: '550 5.1.1 unknown' }, 'hard_bounce'],
    [{ event: 'bounce', type: 'bounce', status: '5.0.0', reason: 'mailbox full' }, 'soft_bounce'],
    [{ event: 'bounce', type: 'blocked', status: '5.1.1' }, undefined],
    [{ event: 'spamreport' }, 'complaint'],
    [{ event: 'deferred', response: '451 later' }, undefined],
  ])('%j', async (event, kind) => {
    expect((await send(events(event))).statusCode).toBe(200);
    expect((await problem())?.kind).toBe(kind);
  });

  test.each([
    ['of another key', { key: generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey }],
    ['that is stale', { seconds: -301 }],
  ])('a signature %s is refused', async (_name, given) => {
    expect((await send(events({ event: 'bounce', type: 'bounce', status: '5.1.1' }), given)).statusCode).toBe(400);
    expect(await problem()).toBeUndefined();
  });
});

test('a service without a secret in the settings has no address', async () => {
  for (const url of ['/webhooks/mail', '/webhooks/mail/sendgrid'])
    expect((await post(url, '{}', {}, without())).statusCode).toBe(404);
});
