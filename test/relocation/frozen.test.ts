// A move that does not come to its end: the publication answers nowhere, nothing is written into it, and calling the move off brings it back.
import { beforeAll, describe, expect, test } from 'vitest';
import { isFenced } from '../../src/database/connection.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { claimDeliveries, listDueReceivers } from '../../src/models/outbox/delivery-claim.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import { updatePublication } from '../../src/models/publication/publication.ts';
import { ApiClient } from '../support/publications/publication.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { DASHBOARD, signedInStaff } from '../support/publications/staff.ts';
import { expectFailure } from '../support/service/failures.ts';
import { useService } from '../support/service/service.ts';
import { contentOf, openBothEnds, settledContentOf, type BothEnds } from './both-ends.ts';

const service = useService(DASHBOARD);
const onEnd: (() => Promise<void> | void)[] = [];
let ends: BothEnds;
let site: TestSite;
let other: TestSite;
let staff: Awaited<ReturnType<typeof signedInStaff>>;
let before: Map<string, string[]>;

beforeAll(async () => {
  ends = await openBothEnds(service(), (close) => onEnd.unshift(close));
  site = await givenSite(service());
  other = await givenSite(service());
  staff = await signedInStaff(service(), site.publication, 'owner');
  await site.newBrowser().signIn('ada@example.org');
  // Waits for a worker.
  const browser = site.newBrowser();
  await browser.submit(await browser.open('/sign-in'), { email: 'waiting@example.org' });
  before = await settledContentOf(ends.here, site.publication);
  // The copy fails in its middle.
  await ends.there.database.transaction(({ knex }) => knex.raw('drop table customer_words'));
  await ends.move(site.publication.siteHost);
  return async () => {
    for (const close of onEnd) await close();
  };
});

describe('while a publication is frozen', () => {
  test('each door asks to come again', async () => {
    const { publication, apiKey } = site;
    const { app } = ends.here;
    const headers = { host: publication.siteHost };
    const gets = [
      '/',
      '/offers',
      '/sign-in',
      '/.well-known/openid-configuration',
      '/oauth/authorize?client_id=x',
      '/oauth/userinfo',
    ];
    const answers = await expectFailure(async () => [
      ...(await Promise.all(
        gets.map((url) => app.inject({ url, headers: { ...headers, authorization: `Bearer ${'x'.repeat(43)}` } })),
      )),
      await app.inject({ method: 'POST', url: '/payments/events/sandbox', headers, body: '{}' }),
      await new ApiClient(ends.here, apiKey).get('/members'),
      await new ApiClient(ends.here, apiKey).post('/customers', { email: 'new@example.org' }),
      await staff.open(`/dashboard/${publication.id}`),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 503));
    for (const { headers: given, payload } of answers)
      if (payload !== '') expect(Number(given['retry-after'])).toBeGreaterThan(0);
  });

  test('its copy answers nowhere', async () => {
    const headers = { host: site.publication.siteHost };
    expect((await ends.there.app.inject({ url: '/offers', headers })).statusCode).toBe(503);
    expect((await ends.runThere('publication', 'list')).stdout).not.toContain(site.publication.siteHost);
  });

  test('commands refuse it', async () => {
    const refused = await ends.run('offer', 'list', '--publication', site.publication.siteHost);
    expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('is being moved')]);
  });

  test('the database refuses each write into it, whoever writes, and none into another', async () => {
    const { database, clock, secretKeys } = ends.here;
    const create = (publication: TestSite['publication'], email: string) =>
      database.transaction((transaction) =>
        createCustomer(publication, transaction, clock, secretKeys, { email: parseEmailAddress(email) }),
      );
    const writes = [
      () => create(site.publication, 'late@example.org'),
      () =>
        database.transaction((transaction) => updatePublication(transaction, site.publication.id, { name: 'Late' })),
      () =>
        database.transaction(({ knex }) =>
          knex('plans').where({ publicationId: site.publication.id }).update({ name: 'x' }),
        ),
      () => database.transaction(({ knex }) => knex('offers').where({ publicationId: site.publication.id }).delete()),
    ];
    for (const write of writes)
      expect(
        await write().then(
          () => 'written',
          (error: unknown) => isFenced(error) || error,
        ),
      ).toBe(true);
    expect(await create(other.publication, 'late@example.org')).toMatchObject({ id: expect.any(String) });
  });

  test('the worker leaves it alone', async () => {
    const { database, clock } = ends.here;
    const { id: publicationId } = site.publication;
    const { due } = await listDueReceivers(database, clock, { after: undefined, count: 100 });
    expect(due.filter((receiver) => receiver.publicationId === publicationId)).toEqual([]);
    const [{ receiver }] = await database.knex('deliveries').where({ publicationId }).whereNull('endedAt');
    const claimed = await database.transaction((transaction) =>
      claimDeliveries(transaction, clock, [{ publicationId, receiver, count: 10 }]),
    );
    expect(claimed).toEqual([]);
  });
});

test('a move that is called off leaves all as it was, and the next one goes through', async () => {
  const { publication, apiKey } = site;
  const name = publication.siteHost;
  expect(await ends.move(name, '--cancel')).toMatchObject({ exitCode: 0 });
  const after = await contentOf(ends.here, publication.id);
  for (const [table, rows] of before)
    if (table !== 'audit_entries') expect([table, after.get(table)]).toEqual([table, rows]);
  expect((await contentOf(ends.there, publication.id)).size).toBe(0);
  expect((await site.newBrowser().open('/offers')).statusCode).toBe(200);
  expect((await new ApiClient(ends.here, apiKey).post('/customers', { email: 'new@example.org' })).statusCode).toBe(
    200,
  );
  expect(await ends.move(name, '--cancel')).toMatchObject({ exitCode: 1 });
});
