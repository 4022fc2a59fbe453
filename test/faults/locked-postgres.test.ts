// Another transaction holds what a new row on PostgreSQL needs: that row alone waits, and fails alone when it waits too long or when its connection
// breaks; others that are created at the same time do not wait.
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import { isUnavailable, type Database } from '../../src/database/connection.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { statement } from '../../src/database/statement.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import type { CustomerSummary } from '../../src/models/people/customer-summary.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { newPublication } from '../support/publications/signed-in.ts';

const secretKeys = new SecretKeys(readConfig({ ENVIRONMENT: 'test' }).secretKeys);
const emails = statement<{ email: string }>(
  'faults_emails',
  'select email from customers where publication_id = ? order by email',
);
const waiting = statement<{ pid: number }>(
  'faults_waiting',
  "select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
);
const terminate = statement('faults_terminate', 'select pg_terminate_backend(?)');

interface Creating {
  readonly outcomes: Promise<PromiseSettledResult<CustomerSummary>[]>;
}

/** All in one turn of the event loop. */
function createTogether(database: Database, publication: Publication, names: readonly string[]): Creating {
  const create = (name: string): Promise<CustomerSummary> =>
    database.singleWrite((transaction) =>
      createCustomer(publication, transaction, systemClock, secretKeys, {
        email: parseEmailAddress(`${name}@example.org`),
      }),
    );
  return { outcomes: Promise.allSettled(names.map(create)) };
}

/** Runs `work` while a transaction of its own has the address of Ada and has not committed. */
function whileAdaIsMade<T>(database: Database, publication: Publication, work: () => Promise<T>): Promise<T> {
  return database.transaction(async (transaction) => {
    await createCustomer(publication, transaction, systemClock, secretKeys, {
      email: parseEmailAddress('ada@example.org'),
    });
    return work();
  });
}

const waitingConnections = async (database: Database): Promise<number[]> =>
  (await database.all(waiting, [])).map(({ pid }) => pid);
const emailsOf = async (database: Database, publication: Publication): Promise<string[]> =>
  (await database.all(emails, [publication.id])).map(({ email }) => email);

test('a customer that waits for a lock holds up no other, of its publication or of another', async ({
  onTestFinished,
}) => {
  const { database } = await newOwnDatabase('postgres', onTestFinished);
  const [held, free] = [
    await newPublication({ database, clock: systemClock }),
    await newPublication({ database, clock: systemClock }),
  ];
  const created = await whileAdaIsMade(database, held, async () => {
    const creating: Creating[] = [];
    for (const names of [
      ['bob', 'ada', 'cleo'],
      ['ada', 'dora'],
    ]) {
      creating.push(createTogether(database, held, names));
      await vi.waitUntil(async () => (await waitingConnections(database)).length === creating.length);
    }
    expect((await createTogether(database, free, ['ada', 'bob']).outcomes).map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
    ]);
    await vi.waitUntil(async () => (await emailsOf(database, held)).length === 3);
    expect(await emailsOf(database, held)).toEqual(['bob', 'cleo', 'dora'].map((name) => `${name}@example.org`));
    return creating;
  });
  const outcomes = (await Promise.all(created.map((creating) => creating.outcomes))).flat();
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  expect(await emailsOf(database, held)).toEqual(['ada', 'bob', 'cleo', 'dora'].map((name) => `${name}@example.org`));
});

test('a customer whose lock is not to be had fails alone', async ({ onTestFinished }) => {
  const { database } = await newOwnDatabase('postgres', onTestFinished);
  const publication = await newPublication({ database, clock: systemClock });
  const outcomes = await whileAdaIsMade(
    database,
    publication,
    () => createTogether(database, publication, ['bob', 'ada', 'cleo']).outcomes,
  );
  expect(
    outcomes.map((outcome) => (outcome.status === 'rejected' ? isUnavailable(outcome.reason) : outcome.status)),
  ).toEqual(['fulfilled', true, 'fulfilled']);
  expect(await emailsOf(database, publication)).toEqual(['ada', 'bob', 'cleo'].map((name) => `${name}@example.org`));
});

test('a customer whose connection breaks is not made, and its caller alone is told so', async ({ onTestFinished }) => {
  const { database } = await newOwnDatabase('postgres', onTestFinished);
  const publication = await newPublication({ database, clock: systemClock });
  const { outcomes } = await whileAdaIsMade(database, publication, async () => {
    const creating = createTogether(database, publication, ['bob', 'ada', 'cleo']);
    const [pid = 0] = await vi.waitUntil(async () => {
      const pids = await waitingConnections(database);
      return pids.length > 0 && pids;
    });
    await database.run(terminate, [pid]);
    return creating;
  });
  expect((await outcomes).map((outcome) => outcome.status === 'rejected' && isUnavailable(outcome.reason))).toEqual([
    false,
    true,
    false,
  ]);
  expect(await emailsOf(database, publication)).toEqual(['ada', 'bob', 'cleo'].map((name) => `${name}@example.org`));
});
