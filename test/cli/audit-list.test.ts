// masthead audit list: the log of all that was done, found by act, by actor, by record and by time. The rows are made with
// times of their own, on which the filters depend.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Clock } from '../../src/database/clock.ts';
import type { Actor } from '../../src/models/act.ts';
import type { Publication } from '../../src/models/publication/publication.ts';
import { recordAct } from '../../src/models/staff/audit-entry.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { givenStaff } from '../support/publications/staff.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

interface Entry {
  readonly act: string;
  readonly actor_name: string;
  readonly record_id: string | null;
  readonly created_at: string;
}
interface Listed {
  readonly objects: readonly Entry[];
  readonly next_page: string | null;
}

let parts: TestParts;
let publication: Publication;
let masthead: CommandLine;
let ada: Actor;
const OFFER = `offer_${'0'.repeat(26)}`;
const KEY_ID = `key_${'0'.repeat(26)}`;
const request = { network: '198.51.100.0/24', requestId: 'req_1' };
const key: Actor = { kind: 'api_key', id: KEY_ID, name: '…wxyz', ...request };

beforeAll(async () => {
  parts = await openParts({ SECRET_KEY: 'a secret key of the tests that is long enough' });
  publication = await newPublication(parts);
  masthead = new CommandLine({ DATABASE_URL: parts.url });
  ada = {
    kind: 'staff',
    id: await givenStaff(parts, publication, 'editor', 'ada@example.org'),
    name: 'Ada',
    ...request,
  };
  await given('2027-03-01T10:00:00Z', ada, 'offer.create', OFFER);
  await given('2027-03-02T10:00:00Z', key, 'customer.create', `cus_${'0'.repeat(26)}`);
  await given('2027-03-03T10:00:00Z', ada, 'offer.archive', null, 'reader');
  await given('2027-03-04T10:00:00Z', key, 'customer.create', `cus_${'1'.repeat(26)}`);
  await masthead.json('plan', 'create', '--slug', 'digital', '--name', 'Digital');
});
afterAll(() => parts.drop());

function given(at: string, actor: Actor, name: string, recordId: string | null, recordName?: string): Promise<void> {
  const clock: Clock = { now: () => new Date(at) };
  const act = { name, recordId, recordName: recordName ?? null };
  return parts.database.transaction((transaction) => recordAct(publication, transaction, clock, { actor, act }));
}

const list = (...filters: string[]): Promise<Listed> => masthead.json<Listed>('audit', 'list', ...filters);
const daysOf = ({ objects }: Listed): string[] => objects.map(({ created_at: at }) => at.slice(0, 10));

test('shows who did what to which record, when and from where', async () => {
  expect((await list('--record', OFFER)).objects).toEqual([
    {
      id: expect.stringMatching(/^act_/),
      created_at: '2027-03-01T10:00:00.000Z',
      actor_kind: 'staff',
      actor_id: ada.id,
      actor_name: 'Ada',
      act: 'offer.create',
      record_id: OFFER,
      record_name: null,
      network: '198.51.100.0/24',
      request_id: 'req_1',
    },
  ]);
  const { stdout } = await masthead.run('audit', 'list', '--act', 'offer.archive');
  expect(stdout).toMatch(
    /^created_at +by +actor +act +record +network\n2027-03-03T10:00:00.000Z +staff +Ada +offer\.archive +reader +198/,
  );
});

test.each([
  ['an act', ['--act', 'customer.create'], ['2027-03-04', '2027-03-02']],
  ['the address of a colleague', ['--actor', 'Ada@example.org'], ['2027-03-03', '2027-03-01']],
  ['the name of a colleague', ['--actor', 'Ada'], ['2027-03-03', '2027-03-01']],
  ['the id of an API key', ['--actor', KEY_ID], ['2027-03-04', '2027-03-02']],
  ['the name of a record', ['--record', 'reader'], ['2027-03-03']],
  [
    'a time range',
    ['--since', '2027-03-02T10:00:00Z', '--until', '2027-03-04T10:00:00Z'],
    ['2027-03-03', '2027-03-02'],
  ],
  ['several at once', ['--actor', 'Ada', '--until', '2027-03-02T10:00:00+01:00'], ['2027-03-01']],
])('is filtered by %s', async (_, filters, days) => {
  expect(daysOf(await list(...filters))).toEqual(days);
});

test('is paged, also under a filter, and knows the command line', async () => {
  const first = await list('--act', 'customer.create', '--limit', '1');
  expect(daysOf(first)).toEqual(['2027-03-04']);
  const next = await list('--act', 'customer.create', '--limit', '1', '--page', first.next_page ?? '');
  expect([daysOf(next), next.next_page]).toEqual([['2027-03-02'], null]);
  expect((await list('--actor', 'command-line')).objects.map(({ act }) => act)).toEqual(['plan.create']);
});

test('of the deployment is apart', async () => {
  await masthead.run('signing-key', 'rotate');
  expect((await list('--deployment')).objects.map(({ act }) => act)).toEqual(['signing-key.rotate']);
});

describe('a filter that names nothing is refused by exit code 1', () => {
  test.each([
    ['--act', 'offer.burn', 'The log has no act offer.burn. It has: customer.create, offer.archive, offer.create'],
    ['--actor', 'bo@example.org', 'The log knows nobody called bo@example.org'],
    ['--actor', 'Bo', 'The log knows nobody called Bo'],
    ['--record', 'nothing', 'The log has nothing about nothing'],
    ['--since', 'yesterday', 'since must be a time such as'],
    ['--until', '2027-03-01', 'until must be a time such as'],
  ])('%s %s', async (option, value, message) => {
    const { exitCode, stdout, stderr } = await masthead.run('audit', 'list', option, value);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain(message);
  });
});
