// The mailbox: its page and its JSON, and where it does not exist.
import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { registerMailbox } from '../../src/mailbox/routes.ts';
import { addMailboxMessage } from '../../src/models/outbox/mailbox-message.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const opened: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function open(settings: Record<string, string> = {}): Promise<{ parts: TestParts; app: FastifyInstance }> {
  const parts = await openParts(settings);
  const app = fastify();
  registerMailbox(app, parts);
  opened.push(
    () => parts.drop(),
    () => app.close(),
  );
  return { parts, app };
}

async function keep(
  { database, clock }: TestParts,
  letter: Partial<Parameters<typeof addMailboxMessage>[2]>,
): Promise<void> {
  const whole = {
    to: 'ada@example.org',
    subject: 'Your code',
    text: 'It is 123456',
    html: '<p>It is 123456</p>',
    ...letter,
  };
  await database.transaction((transaction) => addMailboxMessage(transaction, clock, whole));
}

describe('in a test environment without a mail server', () => {
  test('messages of an address come newest first, each with what it holds', async () => {
    const { parts, app } = await open();
    await keep(parts, {});
    parts.clock.advance(5);
    await keep(parts, { subject: 'A newer one' });
    await keep(parts, { to: 'bob@example.org' });
    const response = await app.inject('/mailbox/messages?to=Ada%40Example.org');
    const created_at = Math.floor(parts.clock.now().getTime() / 1000);
    expect(response.json()).toEqual([
      {
        id: expect.any(String),
        to: 'ada@example.org',
        subject: 'A newer one',
        text: 'It is 123456',
        html: '<p>It is 123456</p>',
        created_at,
      },
      {
        id: expect.any(String),
        to: 'ada@example.org',
        subject: 'Your code',
        text: 'It is 123456',
        html: '<p>It is 123456</p>',
        created_at: created_at - 5,
      },
    ]);
    expect((await app.inject('/mailbox/messages')).json()).toHaveLength(3);
    expect((await app.inject('/mailbox/messages?to=nobody%40example.org')).json()).toEqual([]);
  });

  test('the page shows letters as text, and their HTML only inside a sandboxed frame', async () => {
    const { parts, app } = await open();
    await keep(parts, {
      subject: '<script>alert(1)</script>',
      text: '<img src=x onerror=alert(2)>',
      html: '"><script>alert(3)</script>',
    });
    const response = await app.inject('/mailbox?to=%22%3E%3Cscript%3Ealert(4)%3C%2Fscript%3E');
    expect(response.body).not.toContain('<script');
    const all = await app.inject('/mailbox');
    expect(all.body).not.toMatch(/<script|<img/);
    expect(all.body).toContain('<iframe sandbox=""');
    expect(all.headers['content-security-policy']).toContain("default-src 'none'");
    expect(all.headers['content-security-policy']).not.toContain('script-src');
  });

  test('an empty mailbox says so', async () => {
    const { app } = await open();
    expect((await app.inject('/mailbox')).body).toContain('There is no letter here yet.');
  });
});

test.each([
  [
    'production',
    {
      ENVIRONMENT: 'production',
      API_URL: 'https://api.example.org',
      SECRET_KEY: 'x'.repeat(40),
      MAIL_URL: 'smtps://mail.example.org',
    },
  ],
  ['a test environment with a mail server', { MAIL_URL: 'smtp://127.0.0.1:2525' }],
])('in %s there is no mailbox', async (_where, settings) => {
  const { app } = await open(settings);
  expect((await app.inject('/mailbox')).statusCode).toBe(404);
  expect((await app.inject('/mailbox/messages?to=ada%40example.org')).statusCode).toBe(404);
});
