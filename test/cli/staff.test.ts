// masthead staff: the first owner gets in by the command line, and the same rules hold there as in the dashboard.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Publication } from '../../src/models/publication/publication.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { givenStaff } from '../support/publications/staff.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

interface Made extends Readonly<Record<string, unknown>> {
  readonly id: string;
}

let parts: TestParts;
let publication: Publication;
let masthead: CommandLine;

beforeAll(async () => {
  parts = await openParts({ SECRET_KEY: 'a secret key of the tests that is long enough' });
  publication = await newPublication(parts);
  masthead = new CommandLine({ DATABASE_URL: parts.url, DASHBOARD_URL: 'https://dashboard.example.org' });
});
afterAll(() => parts.drop());

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);

test('an invitation is made, listed and withdrawn, and only the newest to an address is open', async () => {
  expect(await masthead.json('staff', 'invitations')).toEqual([]);
  await masthead.json('staff', 'invite', 'ada@example.org', '--role', 'viewer');
  const { id, url } = await masthead.json<Made>('staff', 'invite', 'Ada@example.org', '--role', 'owner');
  expect(url).toMatch(/^https:\/\/dashboard\.example\.org\/dashboard\/invitations\/\w+$/);
  const open = { id, email: 'Ada@example.org', role: 'owner', created_at: TIME, expires_at: TIME };
  expect(await masthead.json('staff', 'invitations')).toEqual([open]);
  expect(await masthead.json('staff', 'withdraw', 'ada@EXAMPLE.org')).toEqual(open);
  expect(await masthead.json('staff', 'invitations')).toEqual([]);
  const again = await masthead.run('staff', 'withdraw', 'ada@example.org');
  expect([again.exitCode, again.stderr]).toEqual([1, 'No invitation to this address is open: ada@example.org\n']);
  const [entry] = await parts.database
    .knex('audit_entries')
    .where({ publicationId: publication.id, recordId: id, act: 'staff.withdraw' });
  expect(entry).toMatchObject({ actorKind: 'command_line', recordName: 'ada@EXAMPLE.org' });
});

test('a colleague is listed, gets another role, a link, and is removed; the only owner stays', async () => {
  await givenStaff(parts, publication, 'owner', 'owner@example.org');
  const staffId = await givenStaff(parts, publication, 'viewer', 'bo@example.org');
  const bo = { id: staffId, email: 'bo@example.org', name: null, role: 'viewer', joined_at: TIME };
  expect(await masthead.json('staff', 'list')).toEqual(expect.arrayContaining([bo]));
  const change = await masthead.json('staff', 'change-role', 'Bo@example.org', '--role', 'editor');
  expect(change).toEqual({ ...bo, role: 'editor' });
  const { url } = await masthead.json<{ url: string }>('staff', 'link', 'bo@example.org');
  expect(url).toMatch(/^https:\/\/dashboard\.example\.org\/dashboard\/link\/\w+$/);
  await masthead.json('staff', 'remove', 'bo@example.org');
  expect((await masthead.json<Made[]>('staff', 'list')).map(({ email }) => email)).toEqual(['owner@example.org']);
  for (const args of [
    ['remove', 'owner@example.org'],
    ['change-role', 'owner@example.org', '--role', 'viewer'],
  ]) {
    const { exitCode, stderr } = await masthead.run('staff', ...args);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('owner')]);
  }
  const gone = await masthead.run('staff', 'link', 'bo@example.org');
  expect([gone.exitCode, gone.stderr]).toEqual([1, 'Nobody with this address has access: bo@example.org\n']);
});

test('a role that there is not is refused', async () => {
  const { exitCode, stderr } = await masthead.run('staff', 'invite', 'cy@example.org', '--role', 'boss');
  expect([exitCode, stderr]).toEqual([1, 'role must be one of owner, editor, viewer\n']);
});
