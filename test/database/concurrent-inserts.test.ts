// Rows that are made at the same time, each by its only write: one that is refused fails alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../src/database/ids.ts';
import { statement } from '../../src/database/statement.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { Conflict } from '../../src/models/errors.ts';
import { listEvents, logPendingEvents } from '../../src/models/outbox/event-log.ts';
import type { CustomerSummary } from '../../src/models/people/customer-summary.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

let parts: TestParts;

beforeAll(async () => {
  parts = await openParts();
});
afterAll(async () => {
  await parts.drop();
});

const create = (publication: Publication, email: string): Promise<CustomerSummary> =>
  parts.database.singleWrite((transaction) =>
    createCustomer(publication, transaction, parts.clock, parts.secretKeys, {
      email: parseEmailAddress(email),
      name: `“${email}” \\ "'`,
    }),
  );

const insert = statement(
  'test_insert_customer',
  'insert into customers (id, publication_id, email, email_normalized, created_at) values (?, ?, ?, ?, ?) on conflict do nothing',
);
const emails = statement<{ email: string }>(
  'test_emails_of_publication',
  'select email from customers where publication_id = ? order by email',
);
const emailsOf = async (publication: Publication): Promise<string[]> =>
  (await parts.database.all(emails, [publication.id])).map(({ email }) => email);

test('of those that want the same address one gets it, and each is told by an event of its own', async () => {
  const publication = await newPublication(parts);
  const wanted = Array.from({ length: 150 }, (_, index) => `m${String(index % 100).padStart(2, '0')}@example.org`);
  const outcomes = await Promise.allSettled(wanted.map((email) => create(publication, email)));
  const made = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(made.map(({ email }) => email).toSorted()).toEqual([...new Set(wanted)]);
  expect(
    refused.map((error) => (error instanceof Conflict ? error.message.replace(/cus_\w+/, 'cus_') : error)),
  ).toEqual(Array(50).fill('email belongs to a known customer: cus_'));
  await logPendingEvents(parts.database, parts.clock);
  const { objects } = await listEvents(publication, parts.database, { limit: 100, after: '' });
  const told = objects.map(({ type, objectId, personal }) => [type, objectId, personal?.object]);
  const expected = made.map(({ id, email, name }) => [
    'customer.created',
    id,
    { email, name, postalAddress: null, newsletterSlugs: [] },
  ]);
  expect(told.toSorted()).toEqual(expected.toSorted());
});

test('one that is refused fails alone', async () => {
  const publication = await newPublication(parts);
  const rows = Array.from({ length: 20 }, (_, index) => {
    const email = `m${String(index).padStart(2, '0')}@example.org`;
    return [newId('cus', parts.clock.now()), index === 7 ? 'pub_unknown' : publication.id, email, email, index];
  });
  const outcomes = await Promise.allSettled(
    rows.map((row) => parts.database.singleWrite((transaction) => transaction.run(insert, row))),
  );
  expect(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value === 1 : String(outcome.reason))),
  ).toEqual(rows.map((_, index) => (index === 7 ? expect.stringMatching(/foreign key/i) : true)));
  expect(await emailsOf(publication)).toEqual(rows.filter((_, index) => index !== 7).map(([, , email]) => email));
});
