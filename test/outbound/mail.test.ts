// Mails: queued encrypted, sent by SMTP to a real server on loopback or kept in the mailbox, never after they are of no use (reliability R-F10, R-B9).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Transaction } from '../../src/database/connection.ts';
import { listDeliveries, type DeliverySummary } from '../../src/models/outbox/delivery.ts';
import { listMailboxMessages } from '../../src/models/outbox/mailbox-message.ts';
import { resendDelivery } from '../../src/models/outbox/resend.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { queueMessage, type MailMessage } from '../../src/outbound/mail.ts';
import { startWorker, type Worker } from '../../src/worker.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { startMailServer, type MailServer } from '../support/outside/mail-server.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const MAIL: MailMessage = {
  to: 'ada@example.org',
  subject: 'Your code',
  text: 'Your code is 123456.\n',
  html: '<p>Your code is <b>123456</b>.</p>',
};

let parts: TestParts;
let publication: Publication;
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).toReversed()) await close();
});

async function open(settings: Record<string, string>): Promise<Worker> {
  parts = await openParts(settings);
  opened.push(() => parts.drop());
  publication = await newPublication(parts);
  const worker = startWorker(parts);
  opened.push(() => worker.stop());
  return worker;
}

async function mailServer(options: Parameters<typeof startMailServer>[0] = {}, port = 0): Promise<MailServer> {
  const server = await startMailServer(options, port);
  opened.push(server.close);
  return server;
}

type PartOfMail = Partial<Parameters<typeof queueMessage>[4]>;
const queueIn = (transaction: Transaction, mail: PartOfMail, of: Publication = publication): Promise<string> =>
  queueMessage(of, transaction, parts.clock, parts.secretKeys, { ...MAIL, ...mail });
const queue = (mail: PartOfMail = {}, of: Publication = publication): Promise<string> =>
  parts.database.transaction((transaction) => queueIn(transaction, mail, of));
const deliveries = async (): Promise<DeliverySummary[]> =>
  (await listDeliveries(publication, parts.database, { limit: 100 })).objects;
const inSeconds = (seconds: number): Date => new Date(parts.clock.now().getTime() + seconds * 1000);

describe('the mailbox of a test environment without a mail server', () => {
  let worker: Worker;
  beforeEach(async () => {
    worker = await open({});
  });

  test('keeps the mail, found by its address however it is cased', async () => {
    await queue({ to: 'Ada@Example.org' });
    await worker.settle();
    const [message, ...others] = await listMailboxMessages(publication, parts.database, 10, {
      recipient: 'ada@EXAMPLE.org',
      isOwner: true,
    });
    expect(message).toMatchObject({
      recipient: 'ada@example.org',
      subject: MAIL.subject,
      text: MAIL.text,
      html: MAIL.html,
    });
    expect(others).toEqual([]);
    expect(await deliveries()).toMatchObject([{ kind: 'mail', state: 'delivered', attempts: 1 }]);
  });

  test('a queued mail is stored encrypted, and its content is erased once it is sent', async () => {
    await queue();
    const stored = async (): Promise<string> => JSON.stringify(await parts.database.knex('deliveries').select('*'));
    expect(await stored()).not.toMatch(/ada@|123456/);
    await worker.settle();
    expect(await parts.database.knex('deliveries').select('payload')).toEqual([{ payload: '' }]);
  });

  test('a mail whose code has expired is never sent, its content is erased, and it cannot be sent again', async () => {
    const id = await queue({ uselessAfter: inSeconds(600) });
    parts.clock.advance(600);
    await worker.settle();
    expect(await listMailboxMessages(publication, parts.database, 10, { isOwner: true })).toEqual([]);
    expect(await deliveries()).toMatchObject([{ state: 'dead', outcome: 'not sent: it is of no use any more' }]);
    expect(await parts.database.knex('deliveries').select('payload')).toEqual([{ payload: '' }]);
    const resend = parts.database.transaction((transaction) =>
      resendDelivery(publication, transaction, parts.clock, id),
    );
    await expect(resend).rejects.toMatchObject({ name: 'Conflict' });
  });

  test('a mail of a transaction that is undone is not sent', async () => {
    const undone = parts.database.transaction(async (transaction) => {
      await queueMessage(publication, transaction, parts.clock, parts.secretKeys, MAIL);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await worker.settle();
    expect(await listMailboxMessages(publication, parts.database, 10, { isOwner: true })).toEqual([]);
  });
});

describe('SMTP', () => {
  test('the mail arrives once, from the publication, with both parts and a Message-ID of its delivery', async () => {
    const server = await mailServer();
    const worker = await open({ MAIL_URL: server.url, MAIL_FROM: 'post@example.net' });
    const id = await queue();
    await worker.settle();
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail).toMatchObject({ from: 'post@example.net', to: ['ada@example.org'] });
    expect(mail?.raw).toContain('From: The Weekly Test <post@example.net>\r\n');
    expect(mail?.raw).toContain(`Message-ID: <${id}@example.net>\r\n`);
    expect(mail?.raw).toContain('multipart/alternative');
    expect(mail?.raw).toContain('Your code is 123456.');
    expect(mail?.raw).toContain('<p>Your code is <b>123456</b>.</p>');
    expect(await listMailboxMessages(publication, parts.database, 10, { isOwner: true })).toEqual([]);
  });

  test.each([
    'Hello\r\nBcc: victim@example.org',
    'Hello\nX-Injected: yes',
    'Hello\u2028X-Injected: yes',
    'Hello\r\n\r\nX-Injected: a body',
    'Hello\tthere\u0000',
  ])('R-B9 a subject and a name cannot inject a header line: %j', async (text) => {
    const server = await mailServer();
    const worker = await open({ MAIL_URL: server.url });
    await queue({ subject: text }, { ...publication, name: `${text}" <evil@example.org>, "x` } as Publication);
    await worker.settle();
    const [mail] = server.mails;
    const [head = ''] = (mail?.raw ?? '').split('\r\n\r\n');
    expect(mail?.to).toEqual(['ada@example.org']);
    expect(head).not.toMatch(/^(x-injected|bcc):/im);
    expect(head.match(/^(from|to|subject):/gim)?.toSorted()).toEqual(['From:', 'Subject:', 'To:']);
    expect(head).not.toMatch(/^From:.*<evil@example.org>$/m);
  });

  test.each([
    'ada@example.org, eve@example.org',
    'Ada <ada@example.org>',
    'ada@example.org\r\nRCPT TO:<eve@example.org>',
  ])('R-B9 an address is never parsed as a list: %j', async (to) => {
    const server = await mailServer();
    const worker = await open({ MAIL_URL: server.url });
    await queue({ to });
    await worker.settle();
    expect(server.mails.flatMap((mail) => mail.to)).not.toContain('eve@example.org');
  });

  test('a mail that the server refuses for good (550) is given up, and the next one goes out', async () => {
    const server = await mailServer({
      onRcptTo: ({ address }, _session, callback) =>
        callback(address.startsWith('nobody') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
    });
    const worker = await open({ MAIL_URL: server.url });
    await queue({ to: 'nobody@example.org' });
    await queue();
    await worker.settle();
    expect((await deliveries()).map(({ state, outcome }) => `${state}: ${outcome}`)).toEqual([
      'delivered: accepted by the mail server',
      'dead: refused by the mail server (550)',
    ]);
    expect(JSON.stringify(await parts.database.knex('delivery_attempts').select('*'))).not.toContain('nobody@');
  });

  test('a mail that the server puts off (451) is tried again in less than a minute', async () => {
    let refusals = 0;
    const server = await mailServer({
      onRcptTo: (_address, _session, callback) =>
        callback((refusals += 1) === 1 ? Object.assign(new Error('greylisted'), { responseCode: 451 }) : null),
    });
    const worker = await open({ MAIL_URL: server.url });
    await queue();
    await worker.settle();
    const [waiting] = await deliveries();
    expect(waiting).toMatchObject({ state: 'waiting', outcome: 'put off by the mail server (451)' });
    parts.clock.advance(40);
    await worker.settle();
    expect(server.mails).toHaveLength(1);
  });

  test('R-F10 while the server is down an hour mails wait; back, all go out within a minute, each once, and none with an expired code', async () => {
    const port = await findFreePort();
    const worker = await open({ MAIL_URL: `smtp://127.0.0.1:${port}` });
    for (let count = 0; count < 20; count += 1)
      await queue({ to: `early${count}@example.org`, uselessAfter: inSeconds(600) });
    for (let passed = 0; passed < 3600; passed += 30) {
      await worker.settle();
      parts.clock.advance(30);
    }
    for (let count = 0; count < 20; count += 1)
      await queue({ to: `late${count}@example.org`, uselessAfter: inSeconds(600) });
    await worker.settle();
    const server = await mailServer({}, port);
    for (let passed = 0; passed < 60; passed += 10) {
      parts.clock.advance(10);
      await worker.settle();
    }
    const recipients = server.mails.flatMap(({ to }) => to);
    expect(recipients.filter((to) => to.startsWith('early'))).toEqual([]);
    expect(recipients.toSorted()).toEqual(
      Array.from({ length: 20 }, (_, count) => `late${count}@example.org`).toSorted(),
    );
  });

  test('R-F10 while the server is down few connections are tried, whatever the number of mails', async () => {
    const worker = await open({ MAIL_URL: `smtp://127.0.0.1:${await findFreePort()}` });
    // In one transaction: each commit wakes the worker.
    await parts.database.transaction(async (transaction) => {
      for (let count = 0; count < 200; count += 1) await queueIn(transaction, { to: `a${count}@example.org` });
    });
    await worker.settle();
    const attempts = (await parts.database.knex('delivery_attempts').count({ count: '*' })) as [{ count: number }];
    expect(Number(attempts[0].count)).toBeLessThan(10);
  });

  test('R-F10 a slow server accepts each mail once', async () => {
    const server = await mailServer({
      onMailFrom: (_address, _session, callback) => void setTimeout(() => callback(null), 300),
    });
    const worker = await open({ MAIL_URL: server.url });
    for (let count = 0; count < 10; count += 1) await queue({ to: `slow${count}@example.org` });
    await worker.settle();
    expect(new Set(server.mails.flatMap(({ to }) => to)).size).toBe(10);
    expect(server.mails).toHaveLength(10);
  });
});
