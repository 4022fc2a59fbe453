// Bounces and complaints: a mail that cannot arrive puts its address onto the suppression list, whether the mail server says so, a report comes
// back by mail, or a proof takes it off again. Real mail servers on loopback, on both sides.
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listenForBounces, type BounceListener } from '../../src/bounces/listener.ts';
import { takeInMail } from '../../src/bounces/take-in.ts';
import { readConfig } from '../../src/config.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { listDeliveries } from '../../src/models/outbox/delivery.ts';
import {
  findMailProblem,
  liftBounces,
  liftMailProblems,
  type MailProblem,
} from '../../src/models/outbox/mail-problem.ts';
import { countMailReports } from '../../src/models/outbox/mail-report.ts';
import { HOUSE_ID, type Publication } from '../../src/models/publication/publication.ts';
import { bounceAddressOf } from '../../src/outbound/bounce-address.ts';
import { queueMessage } from '../../src/outbound/mail.ts';
import { startServer } from '../../src/server.ts';
import { startWorker, type Worker } from '../../src/worker.ts';
import { newDatabase, testDialect } from '../support/databases/database.ts';
import { findFreePort } from '../support/databases/postgres-server.ts';
import { startMailServer, type MailServer } from '../support/outside/mail-server.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { givenMail, givenMailReport } from '../support/publications/mail-report.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const BASE = 'bounces@mail.example.net';
const SECRET_KEY = 'a secret key of the tests that is long enough';
const SETTINGS = { BOUNCE_ADDRESS: BASE, MAIL_FROM: 'post@example.net', SECRET_KEY };
const DAY_SECONDS = 24 * 3600;

let parts: TestParts;
let publication: Publication;
let server: MailServer;
let worker: Worker;
const opened: (() => unknown)[] = [];
/** What the mail server answers to the recipient, instead of accepting. */
let refusal: { at: 'rcpt' | 'mail' | 'data'; code: number; text: string } | undefined;

function refuse(at: 'rcpt' | 'mail' | 'data', done: (error?: Error | null) => void): void {
  if (refusal?.at !== at) return done(null);
  done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
}

beforeAll(async () => {
  server = await startMailServer({
    onMailFrom: (_address, _session, done) => refuse('mail', done),
    onRcptTo: (_address, _session, done) => refuse('rcpt', done),
  });
  parts = await openParts({ ...SETTINGS, MAIL_URL: server.url });
  worker = startWorker(parts);
});
afterAll(async () => {
  for (const close of opened.toReversed()) await close();
  await worker.stop();
  await parts.drop();
  await server.close();
});
beforeEach(async () => {
  refusal = undefined;
  // What the test before has queued.
  await worker.settle();
  publication = await newPublication(parts);
});

const send = async (to: string): Promise<string> => {
  const id = await givenMail(parts, publication, to);
  await worker.settle();
  return id;
};
const outcomes = async (): Promise<string[]> =>
  (await listDeliveries(publication, parts.database, { limit: 100 })).objects.map(
    ({ state, outcome }) => `${state}: ${outcome}`,
  );
const problem = (email: string, of = publication): Promise<MailProblem | undefined> =>
  findMailProblem(of, parts.database, parts.secretKeys, email);
const isDead = async (email: string): Promise<boolean> => ((await problem(email))?.deadAt ?? null) !== null;
const sample = (name: string, id: string): string =>
  readFileSync(new URL(`notifications/${name}.eml`, import.meta.url), 'latin1').replaceAll(
    '{{ADDRESS}}',
    bounceAddressOf(BASE, parts.secretKeys, id),
  );

describe('what the mail server answers at sending time', () => {
  test('a refused address (550 5.1.1) is written to no more, in any spelling, and others are', async () => {
    refusal = { at: 'rcpt', code: 550, text: '5.1.1 <ada@example.org>: no such user' };
    const id = await send('ada@example.org');
    refusal = undefined;
    expect(await problem('ada@example.org')).toMatchObject({
      kind: 'hard_bounce',
      status: '5.1.1',
      answer: '550 5.1.1 … no such user',
      deliveryId: id,
    });
    const before = server.mails.length;
    await send('Ada@EXAMPLE.org');
    await send('grace@example.org');
    expect(server.mails.slice(before).flatMap(({ to }) => to)).toEqual(['grace@example.org']);
    expect(await outcomes()).toEqual([
      'delivered: accepted by the mail server',
      'dead: not sent: mails to this address bounced',
      'dead: refused by the mail server (550 5.1.1)',
    ]);
    expect(JSON.stringify(await parts.database.knex('mail_problems').select('*'))).not.toContain('ada@');
    const { from, until } = { from: new Date(0), until: new Date(parts.clock.now().getTime() + 1) };
    expect(await countMailReports(publication, parts.database, { from, until })).toEqual({ bounces: 1, complaints: 0 });
    expect(await countMailReports(publication, parts.database, { from: until, until })).toEqual({
      bounces: 0,
      complaints: 0,
    });
  });

  test.each([
    ['the sender', { at: 'mail', code: 550, text: '5.1.1 no such user' }],
    ['a policy', { at: 'rcpt', code: 550, text: '5.7.1 blocked' }],
    ['a bad sender at the recipient', { at: 'rcpt', code: 550, text: '5.1.8 bad domain' }],
  ] as const)('a refusal of %s is no fault of the reader', async (_of, given) => {
    refusal = given;
    await send('ada@example.org');
    expect(await problem('ada@example.org')).toBeUndefined();
    refusal = undefined;
    await send('ada@example.org');
    expect((await outcomes())[0]).toBe('delivered: accepted by the mail server');
  });

  test('a mail that waited for a retry while its address died is not sent', async () => {
    refusal = { at: 'rcpt', code: 451, text: '4.3.0 later' };
    await send('ada@example.org');
    refusal = undefined;
    expect(await outcomes()).toEqual(['waiting: put off by the mail server (451 4.3.0)']);
    await givenMailReport(parts, publication, 'ada@example.org');
    const before = server.mails.length;
    parts.clock.advance(60);
    await worker.settle();
    expect(server.mails).toHaveLength(before);
    expect((await outcomes()).toSorted().at(0)).toBe('dead: not sent: mails to this address bounced');
  });

  test('a mail that is put off and given up after a day is one soft bounce', async () => {
    refusal = { at: 'rcpt', code: 452, text: '4.2.2 full' };
    await send('ada@example.org');
    expect(await problem('ada@example.org')).toBeUndefined();
    parts.clock.advance(2 * DAY_SECONDS);
    await worker.settle();
    expect(await problem('ada@example.org')).toMatchObject({ kind: 'soft_bounce', softDays: 1, deadAt: null });
  });
});

describe('soft bounces', () => {
  const soft = { kind: 'soft_bounce', status: '5.2.2' } as const;
  const bounce = (): Promise<string> => givenMailReport(parts, publication, 'ada@example.org', soft);

  test('kill an address on the third day in a row, and not twice on one day', async () => {
    parts.clock.advance(DAY_SECONDS);
    await bounce();
    await bounce();
    await bounce();
    expect(await isDead('ada@example.org')).toBe(false);
    parts.clock.advance(10 * DAY_SECONDS);
    await bounce();
    expect(await isDead('ada@example.org')).toBe(false);
    parts.clock.advance(DAY_SECONDS);
    await bounce();
    expect(await problem('ada@example.org')).toMatchObject({ kind: 'soft_bounce', softDays: 3 });
    expect(await isDead('ada@example.org')).toBe(true);
    await send('ada@example.org');
    expect(await outcomes()).toContain('dead: not sent: mails to this address bounced');
  });

  test('that are too far apart begin anew', async () => {
    for (let count = 0; count < 4; count += 1) {
      await bounce();
      parts.clock.advance(15 * DAY_SECONDS);
    }
    expect(await problem('ada@example.org')).toMatchObject({ softDays: 1, deadAt: null });
  });
});

describe('a complaint', () => {
  test('stops everything but what the reader asks for, and a proof of the address does not lift it', async () => {
    await givenMailReport(parts, publication, 'ada@example.org', { kind: 'complaint' });
    const before = server.mails.length;
    await send('ada@example.org');
    await parts.database.transaction((transaction) =>
      queueMessage(publication, transaction, parts.clock, parts.secretKeys, {
        to: 'ada@example.org',
        subject: 'Your code',
        text: 'Code',
        html: '<p>Code</p>',
        isAskedFor: true,
      }),
    );
    await parts.database.transaction((transaction) =>
      liftBounces(publication, transaction, parts.secretKeys, 'ada@example.org'),
    );
    await worker.settle();
    expect(server.mails.slice(before).map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw)?.[1])).toEqual(['Your code']);
    expect(await outcomes()).toContain('dead: not sent: the reader complained of mails');
    const lifted = parts.database.transaction((transaction) =>
      liftMailProblems(publication, transaction, parts.secretKeys, 'ada@example.org'),
    );
    expect(await lifted).toBe(true);
    await send('ada@example.org');
    expect((await outcomes())[0]).toBe('delivered: accepted by the mail server');
  });
});

describe('the suppression list', () => {
  test('outlives a change of SECRET_KEY while the former secret is kept', async () => {
    await givenMailReport(parts, publication, 'ada@example.org');
    const newer = {
      ...parts,
      secretKeys: new SecretKeys(['a-newer-secret-that-is-long-enough', ...parts.config.secretKeys]),
    };
    await givenMail(newer, publication, 'ada@example.org');
    expect((await outcomes())[0]).toBe('dead: not sent: mails to this address bounced');
  });

  test('is of one publication: what bounced in one is written to by another', async () => {
    const other = await newPublication(parts);
    await givenMailReport(parts, other, 'ada@example.org');
    expect(await problem('ada@example.org', other)).toBeDefined();
    expect(await problem('ada@example.org')).toBeUndefined();
    await send('ada@example.org');
    expect(await outcomes()).toEqual(['delivered: accepted by the mail server']);
  });

  test('a report that comes again after the address was allowed changes nothing', async () => {
    const id = await givenMail(parts, publication, 'ada@example.org');
    const returned = Buffer.from(sample('postfix', id), 'latin1');
    const to = [bounceAddressOf(BASE, parts.secretKeys, id)];
    expect(await takeInMail(parts, returned, to)).toBe('recorded');
    await parts.database.transaction((transaction) =>
      liftMailProblems(publication, transaction, parts.secretKeys, 'ada@example.org'),
    );
    expect(await takeInMail(parts, returned, to)).toBe('known');
    expect(await problem('ada@example.org')).toBeUndefined();
  });
});

describe('the listener for what comes back', () => {
  let listener: BounceListener;
  const log = { info: () => undefined, warn: () => undefined };
  beforeAll(async () => {
    listener = await listenForBounces(parts, log, { host: '127.0.0.1', port: 0 }, { conversation: 1000 });
  });
  afterAll(() => listener.close());

  async function deliver(raw: string, to: string, from = ''): Promise<number> {
    const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true });
    try {
      await transport.sendMail({ envelope: { from, to: [to] }, raw });
      return 250;
    } catch (error) {
      return error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0;
    } finally {
      transport.close();
    }
  }

  test('each mail goes out under an envelope sender of its own, to which reports come back', async () => {
    const before = server.mails.length;
    const ids = [await send('ada@example.org'), await send('grace@example.org')];
    expect(server.mails.slice(before).map(({ from }) => from)).toEqual(
      ids.map((id) => bounceAddressOf(BASE, parts.secretKeys, id)),
    );
    expect(server.mails.at(-1)?.raw).toContain('From: The Weekly Test <post@example.net>\r\n');
    const [id = ''] = ids;
    expect(await deliver(sample('postfix', id), server.mails[before]?.from ?? '')).toBe(250);
    expect(await problem('ada@example.org')).toMatchObject({ kind: 'hard_bounce', status: '5.1.1', deliveryId: id });
    expect(await problem('grace@example.org')).toBeUndefined();
    const [report] = await parts.database.knex('mail_reports').where({ deliveryId: id });
    expect(report).toMatchObject({ source: 'mail', publicationId: publication.id });
    expect(JSON.stringify(report)).not.toContain('ada@');
  });

  test('a complaint is taken in, and a delay, a policy and somebody on holiday change nothing', async () => {
    const id = await send('ada@example.org');
    const to = bounceAddressOf(BASE, parts.secretKeys, id);
    for (const name of ['delayed', 'policy', 'holiday']) expect(await deliver(sample(name, id), to)).toBe(250);
    expect(await problem('ada@example.org')).toBeUndefined();
    expect(await deliver(sample('complaint', id), to, 'feedback@isp.example')).toBe(250);
    expect(await problem('ada@example.org')).toMatchObject({ kind: 'complaint' });
  });

  test('nothing else is taken: no address but those of its own mails, no relay, nothing forged, nothing long', async () => {
    const id = await send('ada@example.org');
    const own = bounceAddressOf(BASE, parts.secretKeys, id);
    const forged = bounceAddressOf(BASE, new SecretKeys(['a-secret-that-somebody-else-has-chosen']), id);
    const raw = sample('postfix', id);
    for (const to of [BASE, forged, 'grace@example.org', `postmaster@mail.example.net`])
      expect(await deliver(raw, to)).toBe(550);
    expect(
      await deliver(`${raw}${'x'.repeat(70)}\r\n`.repeat(2).concat(`${'y'.repeat(98)}\r\n`.repeat(11_000)), own),
    ).toBe(552);
    expect(await problem('ada@example.org')).toBeUndefined();
    const unknown = bounceAddressOf(
      BASE,
      parts.secretKeys,
      id.replace(/.$/, (end) => (end === '0' ? '1' : '0')),
    );
    expect(await deliver(raw.replaceAll(own, unknown), unknown)).toBe(250);
    expect(await problem('ada@example.org')).toBeUndefined();
  });

  test('who takes too long is cut off', async () => {
    const socket = connect(listener.port, '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined).resume();
    // Never silent, and never done.
    const dripping = setInterval(() => socket.write('N'), 100);
    const end = await Promise.race([closed.then(() => 'cut off'), pause(10_000, 'open', { ref: false })]);
    clearInterval(dripping);
    expect(end).toBe('cut off');
  });
});

test('a mail server may hand what comes back to a program: masthead mail bounce', async () => {
  const masthead = new CommandLine({ DATABASE_URL: parts.url, BOUNCE_ADDRESS: BASE, SECRET_KEY });
  const folder = mkdtempSync(join(tmpdir(), 'bounce-'));
  opened.push(() => rmSync(folder, { recursive: true }));
  const id = await send('ada@example.org');
  const file = join(folder, 'message.eml');
  writeFileSync(file, sample('exim', id), 'latin1');
  const bounce = (...args: string[]) => masthead.run('mail', 'bounce', file, ...args, '--json');
  const own = bounceAddressOf(BASE, parts.secretKeys, id);
  // By what the server was told, by the head of the mail, and by the mail that it returns.
  expect(await bounce('--to', own)).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('"recorded"') });
  expect(await problem('ada@example.org')).toMatchObject({ kind: 'hard_bounce', deliveryId: id });
  expect((await bounce()).stdout).toContain('"known"');
  writeFileSync(file, sample('exim', id).replaceAll(/^(?:To|Envelope-to): .*$/gm, 'To: bounces@mail.example.net'));
  expect((await bounce()).stdout).toContain('"known"');
  writeFileSync(file, sample('exim', id).replaceAll(own, own.replace(/.@/, 'x@')));
  expect((await bounce()).stdout).toContain('"unknown"');

  expect(await masthead.run('mail-problem', 'lift', 'Ada@example.org', '--publication', publication.id)).toMatchObject({
    exitCode: 0,
  });
  expect(await problem('ada@example.org')).toBeUndefined();
  const [entry] = await parts.database.knex('audit_entries').where({ publicationId: publication.id });
  expect(entry).toMatchObject({ act: 'mail-problem.lift', recordName: null });
  // What mail servers say is no act of anybody: the reports have it.
  expect(await parts.database.knex('audit_entries').where({ act: 'mail.bounce' })).toEqual([]);
});

test('the mails of the dashboard have a suppression list of their own, which the operator lifts', async () => {
  const house = { id: HOUSE_ID, name: 'Masthead' };
  await givenMailReport(parts, house, 'owner@example.org');
  await worker.settle();
  const masthead = new CommandLine({ DATABASE_URL: parts.url, SECRET_KEY });
  expect(await findMailProblem(house, parts.database, parts.secretKeys, 'owner@example.org')).toBeDefined();
  expect((await masthead.run('mail-problem', 'lift', 'owner@example.org', '--dashboard')).exitCode).toBe(0);
  expect(await findMailProblem(house, parts.database, parts.secretKeys, 'owner@example.org')).toBeUndefined();
});

test('the service listens while it runs, and says which setting to change where it cannot', async () => {
  const { url, remove } = await newDatabase(testDialect);
  opened.push(remove);
  const port = await findFreePort();
  const settings = { ENVIRONMENT: 'test', LOG_LEVEL: 'silent', DATABASE_URL: url, BOUNCE_ADDRESS: BASE };
  const config = readConfig({ ...settings, PORT: '0', BOUNCE_PORT: String(port) });
  const running = await startServer(config);
  const socket = connect(port, '127.0.0.1');
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(greeting.toString()).toMatch(/^220 mail\.example\.net/);
  await expect(startServer(config)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken: stop what listens there, or set BOUNCE_PORT`,
  );
  await running.close();
  const again = await listenForBounces(
    parts,
    { info: () => undefined, warn: () => undefined },
    { host: '127.0.0.1', port },
  );
  await again.close();
});
