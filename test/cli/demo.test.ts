// Data for load tests: members in bulk, in creation order, and sessions that the hosted pages take for signed in.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock as clock } from '../../src/database/clock.ts';
import { listPeopleAt } from '../../src/models/figures/people-at.ts';
import { SubscriptionRecord } from '../../src/models/money/subscription-record.ts';
import { listMembers } from '../../src/models/people/customer-list.ts';
import type { CustomerSummary } from '../../src/models/people/customer-summary.ts';
import { findPublicationByHost, type PublicationRow } from '../../src/models/publication/publication.ts';
import { findSession } from '../../src/models/sign-in/session.ts';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';
import { CommandLine } from '../support/processes/command-line.ts';

const FIRST = 5200;
const ALL = 6000;

let scratch: TestDatabase;
let masthead: CommandLine;
let publication: PublicationRow;

beforeAll(async () => {
  scratch = await openTestDatabase();
  masthead = new CommandLine({ DATABASE_URL: scratch.url });
  await masthead.json('publication', 'create', '--name', 'Q', '--site-url', 'https://q.example.org');
  const found = await findPublicationByHost(scratch.database, 'q.example.org');
  if (found === undefined) throw new Error('the publication is not there');
  publication = found;
});
afterAll(() => scratch.drop());

async function everyMember(): Promise<CustomerSummary[]> {
  const members: CustomerSummary[] = [];
  let page: string | undefined;
  do {
    const { objects, nextPage } = await listMembers(publication, scratch.database, { limit: 100, page });
    members.push(...objects);
    page = nextPage ?? undefined;
  } while (page !== undefined);
  return members;
}

test(
  'fill makes the members in creation order, goes on where it stopped, and then does nothing',
  { timeout: 90_000 },
  async () => {
    expect(await masthead.json('demo', 'fill', '--members', String(FIRST))).toEqual({
      publication_id: publication.id,
      members: FIRST,
      made: FIRST,
    });
    expect(await masthead.json('demo', 'fill', '--members', String(ALL))).toMatchObject({
      members: ALL,
      made: ALL - FIRST,
    });
    expect(await masthead.json('demo', 'fill', '--members', String(ALL))).toMatchObject({ members: ALL, made: 0 });
    const members = await everyMember();
    expect(members.map(({ email }) => email)).toEqual(
      Array.from({ length: ALL }, (_, index) => `m${ALL - index}@example.test`),
    );
    expect(members.every(({ newsletterSlugs }) => newsletterSlugs.length > 0)).toBe(true);
    expect(members.filter(({ planSlug }) => planSlug !== null)).toHaveLength(ALL * 0.3);
    const complimentary = await SubscriptionRecord.in(publication, scratch.database)
      .where('complimentary', true)
      .resultSize();
    const paid = await SubscriptionRecord.in(publication, scratch.database).where('complimentary', false).resultSize();
    expect([complimentary, paid]).toEqual([ALL * 0.1, ALL * 0.2]);
    // Whoever pays counts with the month of the first payment, and stands in the lists behind the figures.
    const customers = scratch.database.knex('customers').where({ publicationId: publication.id });
    expect(await customers.whereNotNull('payingSince').andWhere({ state: 'paying' })).toHaveLength(ALL * 0.2);
    const until = clock.now().getTime() + 1000;
    const month = { from: 0, until };
    for (const figure of [{ group: 'paying' }, { cohort: month }] as const) {
      const page = { figure, until, before: undefined, limit: ALL };
      expect((await listPeopleAt(publication, scratch.database, page)).people).toHaveLength(ALL * 0.2);
    }
  },
);

test('sessions signs members in', async () => {
  const made = await masthead.json<{ site_url: string; cookie_name: string; sessions: Record<string, string>[] }>(
    'demo',
    'sessions',
    '--count',
    '3',
  );
  expect(made).toMatchObject({ site_url: 'https://q.example.org', cookie_name: '__Host-masthead_session' });
  expect(made.sessions.map(({ email }) => email)).toEqual(['m1@example.test', 'm2@example.test', 'm3@example.test']);
  for (const { customer_id: customerId, sid: id, cookie = '' } of made.sessions) {
    expect(await findSession(publication, scratch.database, clock, cookie)).toMatchObject({ customerId, id });
  }
  const { exitCode, stderr } = await masthead.run('demo', 'sessions', '--count', '99999');
  expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`only ${ALL} members`)]);
});
