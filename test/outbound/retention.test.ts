// Retention (reliability R-P4): every kind of record at both sides of its edge, by a moved clock, in slices that let others write.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { deleteOldRecords } from '../../src/models/lifecycle/retention.ts';
import { countTowards } from '../../src/models/limit.ts';
import { addDelivery } from '../../src/models/outbox/delivery.ts';
import { logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { addMailboxMessage } from '../../src/models/outbox/mailbox-message.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { recordAct } from '../../src/models/staff/audit-entry.ts';
import { inviteStaff } from '../../src/models/staff/invitation.ts';
import { newChallenge, spendChallenge } from '../../src/models/staff/passkey-challenge.ts';
import { addRole } from '../../src/models/staff/role.ts';
import { issueSignInLink } from '../../src/models/staff/sign-in-link.ts';
import { findOrCreateStaffMember } from '../../src/models/staff/staff-member.ts';
import { endStaffSession, startStaffSession } from '../../src/models/staff/staff-session.ts';
import { startWorker } from '../../src/worker.ts';
import { answer, startReceiver } from '../support/outside/receiver.ts';
import { newApplication, newPublication, signIn, signOut } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

let parts: TestParts;
let publication: Publication;

beforeEach(async () => {
  parts = await openParts();
  publication = await newPublication(parts);
});
afterEach(() => parts.drop());

async function count(table: string): Promise<number> {
  const [row] = (await parts.database.knex(table).count({ count: '*' })) as [{ count: number }];
  return Number(row.count);
}

/** Whether rows of the table are left `seconds` from now. */
async function isKeptAfter(table: string, seconds: number): Promise<boolean> {
  parts.clock.advance(seconds);
  await deleteOldRecords(parts.database, parts.clock);
  return (await count(table)) > 0;
}

const insert = (table: string, row: object): Promise<unknown> =>
  parts.database.transaction((transaction) => transaction.knex(table).insert(row));
const now = (): number => parts.clock.now().getTime();

describe('R-P4 what is kept how long', () => {
  test('e-mail codes go within a day, ten minutes after which they expire', async () => {
    const code = {
      id: 'emc_1',
      publicationId: publication.id,
      browserHash: 'b',
      purpose: 'sign-in',
      email: 'ada@example.org',
      codeMac: 'm',
      intent: '{}',
      counted: '[]',
      attempts: 0,
    };
    await insert('email_codes', { ...code, createdAt: now(), expiresAt: now() + 600_000 });
    expect(await isKeptAfter('email_codes', 600)).toBe(true);
    expect(await isKeptAfter('email_codes', DAY - 600)).toBe(false);
  });

  test('idempotency answers stay 24 hours', async () => {
    await insert('idempotency_answers', {
      publicationId: publication.id,
      keyHash: 'k',
      requestHash: 'r',
      status: 200,
      body: '{}',
      createdAt: now(),
    });
    expect(await isKeptAfter('idempotency_answers', DAY - 1)).toBe(true);
    expect(await isKeptAfter('idempotency_answers', 2)).toBe(false);
  });

  test('events stay 400 days', async () => {
    await parts.database.transaction((transaction) =>
      createCustomer(publication, transaction, parts.clock, parts.secretKeys, {
        email: parseEmailAddress('ada@example.org'),
      }),
    );
    await logPendingEvents(parts.database, parts.clock);
    expect(await isKeptAfter('events', 400 * DAY - 1)).toBe(true);
    expect(await isKeptAfter('events', 2)).toBe(false);
  });

  test('entries of the audit log stay 400 days', async () => {
    const actor = { kind: 'command_line', id: null, name: 'root', network: null, requestId: null } as const;
    const act = { name: 'offer.archive', recordId: null };
    await parts.database.transaction((transaction) => recordAct(publication, transaction, parts.clock, { actor, act }));
    expect(await isKeptAfter('audit_entries', 400 * DAY - 1)).toBe(true);
    expect(await isKeptAfter('audit_entries', 2)).toBe(false);
  });

  test("staff's links and challenges go within a day, their invitations and sessions a month after their end", async () => {
    const address = parseEmailAddress('staff@example.org');
    const { database, clock, secretKeys } = parts;
    await database.transaction(async (transaction) => {
      const { id: staffId } = await findOrCreateStaffMember(transaction, clock, address);
      await issueSignInLink(transaction, clock, { staffId, lifetimeSeconds: 600 });
      const use = { ceremony: 'sign-in', holder: 'b' } as const;
      const challenge = newChallenge(secretKeys, clock, use);
      await spendChallenge(transaction, clock, secretKeys, { ...use, challenge });
      await inviteStaff(publication, transaction, clock, { address, role: 'viewer', invitedBy: null });
      const { id } = await startStaffSession(transaction, clock, { staffId, browser: null, network: '192.0.2.1' });
      await endStaffSession(transaction, clock, { staffId, id });
    });
    const left = () =>
      Promise.all(['staff_links', 'staff_used_challenges', 'staff_invitations', 'staff_sessions'].map(count));
    const after = async (seconds: number): Promise<number[]> => {
      clock.advance(seconds);
      await deleteOldRecords(database, clock);
      return left();
    };
    expect(await after(600)).toEqual([1, 1, 1, 1]);
    expect(await after(DAY - 600)).toEqual([0, 0, 1, 1]);
    expect(await after(29 * DAY - 1)).toEqual([0, 0, 1, 1]);
    expect(await after(2)).toEqual([0, 0, 1, 0]);
    expect(await after(7 * DAY)).toEqual([0, 0, 0, 0]);
  });

  test('staff without a role go a month after they came, once their sessions are gone; whoever has a role stays', async () => {
    const { database, clock } = parts;
    await database.transaction(async (transaction) => {
      const member = (email: string) => findOrCreateStaffMember(transaction, clock, parseEmailAddress(email));
      const { id: colleague } = await member('colleague@example.org');
      await addRole(publication, transaction, clock, { staffId: colleague, role: 'owner' });
      const { id: guest } = await member('guest@example.org');
      await startStaffSession(transaction, clock, { staffId: guest, browser: null, network: '192.0.2.1' });
      await member('stranger@example.org');
    });
    const left = async (): Promise<string[]> => {
      await deleteOldRecords(database, clock);
      return database.knex('staff_members').orderBy('email').pluck('email');
    };
    clock.advance(30 * DAY - 1);
    expect(await left()).toEqual(['colleague@example.org', 'guest@example.org', 'stranger@example.org']);
    clock.advance(2);
    expect(await left()).toEqual(['colleague@example.org', 'guest@example.org']);
    clock.advance(14 * DAY);
    expect(await left()).toEqual(['colleague@example.org']);
  });

  test('an operator without a role stays, with the passkeys, for as long as the settings name the address', async () => {
    const { database, clock } = parts;
    await database.transaction((transaction) =>
      findOrCreateStaffMember(transaction, clock, parseEmailAddress('Olga@Example.org')),
    );
    clock.advance(400 * DAY);
    await deleteOldRecords(database, clock, { operators: ['olga@example.org', 'other@example.org'] });
    expect(await count('staff_members')).toBe(1);
    await deleteOldRecords(database, clock, { operators: ['other@example.org'] });
    expect(await count('staff_members')).toBe(0);
  });

  test('limits go an hour after their window', async () => {
    await parts.database.transaction((transaction) =>
      countTowards(transaction, parts.clock, 'bucket', { count: 1, seconds: HOUR }),
    );
    expect(await isKeptAfter('limits', HOUR)).toBe(true);
    expect(await isKeptAfter('limits', HOUR + 1)).toBe(false);
  });

  test('an ended session stays 30 days, with its authorization codes and access tokens', async () => {
    const application = await newApplication(parts, publication, null);
    await signOut(parts, publication, await signIn(parts, publication, [application]));
    expect(await isKeptAfter('sessions', 30 * DAY - 1)).toBe(true);
    expect(await isKeptAfter('sessions', 2)).toBe(false);
    expect([await count('access_tokens'), await count('authorization_codes')]).toEqual([0, 0]);
  });

  test('a session that expired stays 30 days more', async () => {
    await signIn(parts, publication, []);
    expect(await isKeptAfter('sessions', 120 * DAY - 1)).toBe(true);
    expect(await isKeptAfter('sessions', 2)).toBe(false);
  });

  test('authorization codes go within a day', async () => {
    await signIn(parts, publication, [await newApplication(parts, publication, null)]);
    expect(await isKeptAfter('authorization_codes', HOUR)).toBe(true);
    expect(await isKeptAfter('authorization_codes', DAY - HOUR)).toBe(false);
  });

  test('of the expired access tokens of a live session the latest of each application stays, so that its sign-out is told', async () => {
    const site = await startReceiver(answer(200));
    const application = await newApplication(parts, publication, site.origin);
    const signedIn = await signIn(parts, publication, [application]);
    await insert('access_tokens', {
      ...((await parts.database.knex('access_tokens').first('*')) as object),
      hash: 'an older one',
      authorizationCodeHash: 'of an older code',
      expiresAt: now() - HOUR * 1000,
    });
    expect(await count('access_tokens')).toBe(2);
    expect(await isKeptAfter('access_tokens', 20 * HOUR)).toBe(true);
    expect(await count('access_tokens')).toBe(1);
    expect(await isKeptAfter('access_tokens', 60 * DAY)).toBe(true);
    await signOut(parts, publication, signedIn);
    const worker = startWorker(parts);
    await worker.settle();
    await worker.stop();
    expect(site.requests).toHaveLength(1);
    await site.close();
  });

  test('a delivery stays 90 days after its end with its log, and for ever while it waits', async () => {
    const application = await newApplication(parts, publication, 'https://127.0.0.1/out');
    await signOut(parts, publication, await signIn(parts, publication, [application]));
    const refuse = async () => ({ status: 400, retryAfter: undefined, body: '' });
    const worker = startWorker(parts, undefined, {
      client: { post: refuse, postText: refuse, close: async () => undefined },
    });
    await worker.settle();
    await worker.stop();
    expect(await isKeptAfter('deliveries', 90 * DAY - 1)).toBe(true);
    expect(await count('delivery_attempts')).toBe(1);
    expect(await isKeptAfter('deliveries', 2)).toBe(false);
    expect(await count('delivery_attempts')).toBe(0);
    await parts.database.transaction((transaction) => {
      return addDelivery(publication, transaction, parts.clock, {
        kind: 'backchannel_logout',
        receiver: 'https://a.example',
        payload: '{}',
      });
    });
    expect(await isKeptAfter('deliveries', 200 * DAY)).toBe(true);
  });

  test('a letter in the mailbox stays a week', async () => {
    await parts.database.transaction((transaction) =>
      addMailboxMessage(publication, transaction, parts.clock, {
        to: 'a@example.org',
        subject: 's',
        text: 't',
        html: 'h',
      }),
    );
    expect(await isKeptAfter('mailbox_messages', 7 * DAY - 1)).toBe(true);
    expect(await isKeptAfter('mailbox_messages', 2)).toBe(false);
  });
});

test('many rows go in slices, and a write meanwhile waits for one slice at most', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({
    bucket: `bucket ${index}`,
    count: 1,
    resetsAt: now() - DAY * 1000,
  }));
  await parts.database.transaction(async (transaction) => {
    for (let start = 0; start < rows.length; start += 200)
      await transaction.knex('limits').insert(rows.slice(start, start + 200));
  });
  const deleting = deleteOldRecords(parts.database, parts.clock);
  const waits: number[] = [];
  for (let write = 0; write < 10; write += 1) {
    const startedAt = performance.now();
    await parts.database.transaction((transaction) =>
      countTowards(transaction, parts.clock, `live ${write}`, { count: 1, seconds: HOUR }),
    );
    waits.push(performance.now() - startedAt);
  }
  expect(await deleting).toBe(5000);
  expect(Math.max(...waits)).toBeLessThan(500);
  expect(await count('limits')).toBe(10);
});

test('it stops between two slices when it is told to', async () => {
  await parts.database.transaction((transaction) =>
    transaction.knex('limits').insert({ bucket: 'b', count: 1, resetsAt: now() - DAY * 1000 }),
  );
  expect(await deleteOldRecords(parts.database, parts.clock, { isStopped: () => true })).toBe(0);
});
