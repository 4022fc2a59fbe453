// masthead publication move: a publication goes whole into another database of the operator, and answers at one end alone.
import { beforeAll, expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { logPendingEventsOf } from '../../src/models/outbox/event-log.ts';
import { findOrCreateStaffMember } from '../../src/models/staff/staff-member.ts';
import { LEFT_BEHIND } from '../../src/relocation/copy.ts';
import { ApiClient } from '../support/publications/publication.ts';
import { givenSite } from '../support/publications/site.ts';
import { expectFailure } from '../support/service/failures.ts';
import { useService } from '../support/service/service.ts';
import { givenWorld, type World } from '../tenancy/world.ts';
import { contentOf, openBothEnds, settledContentOf, type BothEnds } from './both-ends.ts';

const onEnd: (() => Promise<void> | void)[] = [];
const service = useService();
let ends: BothEnds;
let moved: World;
let stayed: World;
let before: Map<string, string[]>;
let outcome: Awaited<ReturnType<BothEnds['move']>>;
/** Known at the other end under another id. */
const KNOWN = 'owner@moved.example';

beforeAll(async () => {
  const here = service();
  moved = await givenWorld(here, 'moved', 'own');
  stayed = await givenWorld(here, 'stayed', 'other');
  ends = await openBothEnds(here, (close) => onEnd.unshift(close));
  const { database, clock } = ends.there;
  await database.transaction((transaction) => findOrCreateStaffMember(transaction, clock, parseEmailAddress(KNOWN)));
  await givenSite(ends.there, { name: 'There before', siteUrl: 'https://there.example.localhost' });
  const { publication } = moved.paid;
  before = await settledContentOf(here, publication);
  outcome = await ends.move(publication.siteHost, '--map-to', 'masthead-2:4000');
  return async () => {
    for (const close of onEnd) await close();
  };
});

/** The rows of the tables that travel, as they were; the entry of the move is in the audit log at the end. */
test('all rows of a publication are in the other database, with their ids, and none here', async () => {
  expect(outcome).toMatchObject({ exitCode: 0, stdout: 'moved.example.localhost masthead-2:4000\n' });
  const { here, there } = ends;
  const { id } = moved.paid.publication;
  const after = await contentOf(there, id);
  const [known, former] = [
    await staffId(there.database, KNOWN),
    /"staffId","(staff_\w+)".*"owner"/.exec(before.get('staff_roles')?.join() ?? '')?.[1] ?? '',
  ];
  expect(known).not.toBe(former);
  for (const [table, rows] of before) {
    if (LEFT_BEHIND.has(table)) continue;
    const expected = rows.map((row) => row.replaceAll(`"${former}"`, `"${known}"`)).toSorted();
    const found = after.get(table) ?? [];
    if (table === 'audit_entries') expect(found).toEqual(expect.arrayContaining(expected));
    else if (table !== 'gateway_events') expect([table, found]).toEqual([table, expected]);
  }
  for (const table of LEFT_BEHIND) expect([table, after.get(table)]).toEqual([table, undefined]);
  expect(before.has('sessions')).toBe(true);
  expect(before.size).toBeGreaterThan(50);
  expect([...(await contentOf(here, id)).keys()].filter((table) => table !== 'gateway_events')).toEqual([]);
});

test('a publication beside it is as it was, at both ends', async () => {
  const { here, there } = ends;
  expect((await stayed.paid.newBrowser().open('/offers')).statusCode).toBe(200);
  const other = await contentOf(here, stayed.paid.publication.id);
  expect(other.size).toBeGreaterThan(50);
  expect((await there.database.knex('publications').where({ name: 'There before' })).length).toBe(1);
});

test('keys, secrets, cursors, idempotent answers and numbers go on at the other end', async () => {
  const { there } = ends;
  const { paid } = moved;
  const api = new ApiClient(there, paid.apiKey);
  const listed = await api.get('/events');
  const ids = listed.json<{ objects: { id: string }[] }>().objects.map(({ id }) => id);
  const again = await api.post(
    '/customers',
    { activation_code: 'the-same-code', name: moved.mark },
    { 'idempotency-key': 'the-same-key' },
  );
  expect([again.statusCode, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
  const made = await api.post('/customers', { email: 'later@example.org' });
  expect(made.statusCode).toBe(200);
  await logPendingEventsOf(paid.publication, there.database, there.clock);
  const later = (await api.get('/events')).json<{ objects: { id: string }[] }>().objects[0]?.id ?? '';
  expect(later > (ids[0] ?? '')).toBe(true);
});

test('the audit log tells of it at both ends', async () => {
  const { here, there } = ends;
  const { id } = moved.paid.publication;
  const acts = async (database: typeof here.database, publicationId: string) =>
    (await database.knex('auditEntries').where({ publicationId, recordId: id }).orderBy('id')).map(({ act }) => act);
  expect(await acts(there.database, id)).toEqual(expect.arrayContaining(['publication.move', 'publication.arrive']));
  expect(await acts(here.database, 'pub_00000000000000000000000000')).toEqual(['publication.move']);
});

test('until the proxy sends requests there, they are asked to wait here, also webhooks of gateways', async () => {
  const { here, there } = ends;
  const { siteHost } = moved.paid.publication;
  for (const url of [
    '/offers',
    '/.well-known/openid-configuration',
    '/oauth/authorize?client_id=x',
    '/oauth/userinfo',
  ]) {
    const headers = { host: siteHost, authorization: `Bearer ${'x'.repeat(43)}` };
    const answer = await expectFailure(() => here.app.inject({ url, headers }));
    expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 503, expect.any(String)]);
  }
  const webhook = { method: 'POST', url: '/payments/events/sandbox', headers: { host: siteHost }, body: '{}' } as const;
  expect((await expectFailure(() => here.app.inject(webhook))).statusCode).toBe(503);
  expect((await there.app.inject({ url: '/offers', headers: { host: siteHost } })).statusCode).toBe(200);
  expect((await there.app.inject(webhook)).statusCode).toBe(400);
  // Nobody's key here: a proxy asks the next database.
  expect((await new ApiClient(here, moved.paid.apiKey).get('/members')).statusCode).toBe(401);
});

test('the same command again finds it done, and the way back is another move', async () => {
  const { publication } = moved.paid;
  expect(await ends.move(publication.siteHost)).toMatchObject({ exitCode: 0 });
  const back = await ends.runThere('publication', 'move', publication.id, '--to', ends.here.config.databaseUrl);
  expect(back.exitCode).toBe(0);
  expect((await moved.paid.newBrowser().open('/offers')).statusCode).toBe(200);
  const headers = { host: publication.siteHost };
  expect((await ends.there.app.inject({ url: '/offers', headers })).statusCode).toBe(503);
});

async function staffId(database: BothEnds['there']['database'], email: string): Promise<string> {
  return (await database.knex('staffMembers').where({ email }))[0]?.id;
}
