// A command that writes leaves one entry in the audit log: of its publication, or of the deployment (decisions 37).
import { userInfo } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUSE_ID, type Publication } from '../../src/models/publication/publication.ts';
import { addRole } from '../../src/models/staff/role.ts';
import { findOrCreateStaffMember, setCodeDisabledAt } from '../../src/models/staff/staff-member.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

let parts: TestParts;
let publication: Publication;
let masthead: CommandLine;

beforeAll(async () => {
  parts = await openParts({ SECRET_KEY: 'a secret key of the tests that is long enough' });
  publication = await newPublication(parts);
  masthead = new CommandLine({ DATABASE_URL: parts.url });
});
afterAll(() => parts.drop());

const entriesOf = (publicationId: string): Promise<Record<string, unknown>[]> =>
  parts.database.knex('audit_entries').where({ publicationId }).orderBy('id');

test('with the command, its first argument, the record, and the user of the machine', async () => {
  const plan = await masthead.json<{ id: string }>('plan', 'create', '--slug', 'digital', '--name', 'Digital');
  await masthead.run(
    'price',
    'create',
    '--plan',
    'digital',
    '--amount',
    '5.00',
    '--currency',
    'EUR',
    '--interval',
    'month',
  );
  const offer = await masthead.json<{ id: string }>(
    'offer',
    'create',
    '--slug',
    'reader',
    '--name',
    'R',
    '--plan',
    'digital',
  );
  await masthead.run('offer', 'archive', 'reader');
  const common = { actorKind: 'command_line', actorId: null, actorName: userInfo().username, network: null };
  expect(await entriesOf(publication.id)).toMatchObject([
    { ...common, act: 'plan.create', recordId: plan.id, recordName: null },
    { ...common, act: 'price.create', recordId: expect.stringMatching(/^price_/) },
    { ...common, act: 'offer.create', recordId: offer.id },
    { ...common, act: 'offer.archive', recordName: 'reader' },
  ]);
});

test('but none where it only reads, or is refused', async () => {
  const before = await entriesOf(publication.id);
  await masthead.run('plan', 'list');
  expect((await masthead.run('plan', 'create', '--slug', 'digital', '--name', 'Again')).exitCode).toBe(1);
  expect((await masthead.run('offer', 'archive', 'unknown')).exitCode).toBe(1);
  expect(await entriesOf(publication.id)).toEqual(before);
});

test('with everybody’s data handed out as a file, as in the dashboard', async () => {
  const before = (await entriesOf(publication.id)).length;
  await masthead.run('customer', 'list', '--json');
  await masthead.run('customer', 'list', '--csv');
  expect((await entriesOf(publication.id)).slice(before)).toMatchObject([
    { act: 'people.export', actorKind: 'command_line', recordId: null, recordName: null },
  ]);
});

test('of the deployment, where it is about no publication', async () => {
  await masthead.run('signing-key', 'rotate');
  expect(await entriesOf(HOUSE_ID)).toMatchObject([{ act: 'signing-key.rotate', actorKind: 'command_line' }]);
});

test('with the colleague whom it is about', async () => {
  const before = (await entriesOf(publication.id)).length;
  await masthead.run('staff', 'invite', 'colleague@example.org');
  const [entry] = (await entriesOf(publication.id)).slice(before);
  expect(entry).toMatchObject({ act: 'staff.invite', recordName: 'colleague@example.org' });
});

test('with the colleague whose codes it switches on again, who is told by mail', async () => {
  const given = { email: 'locked@example.org', emailNormalized: 'locked@example.org' };
  const staffId = await parts.database.transaction(async (transaction) => {
    const { id } = await findOrCreateStaffMember(transaction, parts.clock, given);
    await addRole(publication, transaction, parts.clock, { staffId: id, role: 'viewer' });
    await setCodeDisabledAt(transaction, id, parts.clock.now().getTime());
    return id;
  });
  const mails = async () => (await parts.database.knex('deliveries').where({ kind: 'mail' })).length;
  const before = await mails();
  const dashboard = new CommandLine({ DATABASE_URL: parts.url, DASHBOARD_URL: 'https://dashboard.example.test' });
  for (const said of ['sign them in again', 'were on already']) {
    const { stderr } = await dashboard.run('staff', 'allow-code', 'LOCKED@example.org');
    expect(stderr).toContain(said);
  }
  const member = await parts.database.knex('staff_members').where({ id: staffId }).first();
  expect([member.codeDisabledAt, (await mails()) - before]).toEqual([null, 1]);
  const entry = (await entriesOf(publication.id)).find(({ act }) => act === 'staff.allow-code');
  expect(entry).toMatchObject({ recordName: 'LOCKED@example.org', actorKind: 'command_line' });
});
