// masthead publication show and change-address: the same move as in the dashboard, by the same proof.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../support/databases/database.ts';
import { useDnsServer } from '../support/outside/dns-server.ts';
import { CommandLine } from '../support/processes/command-line.ts';

const dns = await useDnsServer();
const PATIENT = { timeout: 60_000 };
let scratch: TestDatabase;
let masthead: CommandLine;

interface Shown {
  readonly id: string;
  readonly site_url: string;
  readonly former_hosts: readonly string[];
  readonly waiting_hosts: readonly string[];
}

beforeAll(async () => {
  scratch = await openTestDatabase();
  masthead = new CommandLine({
    DATABASE_URL: scratch.url,
    SITES_DOMAIN: 'sites.example.test',
    DNS_SERVERS: dns.address,
  });
  await masthead.json('publication', 'create', '--name', 'Q', '--site-url', 'https://q.example.org');
});
afterAll(() => scratch.drop());

test('it says which records are missing, and moves once they are there', PATIENT, async () => {
  const change = () => masthead.run('publication', 'change-address', 'members.own.example');
  const refused = await change();
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain('members.own.example CNAME sites.example.test (missing)');
  const value = /_masthead\.members\.own\.example TXT (masthead=\w{43}) \(missing\)/.exec(refused.stderr)?.[1] ?? '';
  expect(await masthead.json<Shown>('publication', 'show')).toMatchObject({
    site_url: 'https://q.example.org',
    former_hosts: [],
    waiting_hosts: ['members.own.example'],
  });
  dns.set('sites.example.test', 'A', '192.0.2.10');
  dns.set('members.own.example', 'A', '192.0.2.10');
  dns.set('_masthead.members.own.example', 'TXT', value);
  const moved = await change();
  expect([moved.exitCode, moved.stderr]).toEqual([0, expect.stringContaining('address_changed')]);
  expect(await masthead.json<Shown>('publication', 'show')).toMatchObject({
    site_url: 'https://members.own.example',
    former_hosts: ['q.example.org'],
    waiting_hosts: [],
  });
});

test('a name below SITES_DOMAIN is taken without records, and a host of nobody is refused', PATIENT, async () => {
  const moved = await masthead.json<Shown>('publication', 'change-address', 'lighthouse.sites.example.test');
  expect(moved.site_url).toBe('https://lighthouse.sites.example.test');
  for (const [host, reason] of [
    ['www.sites.example.test', 'This name is taken'],
    ['other.sites.example.test', 'The publication has a name already'],
    ['localhost', 'host must be a host of your own'],
  ] as const) {
    const refused = await masthead.run('publication', 'change-address', host);
    expect([host, refused.exitCode, refused.stderr]).toEqual([host, 1, expect.stringContaining(reason)]);
  }
});

test('each change has its entry in the audit log of the publication', async () => {
  const { id } = await masthead.json<Shown>('publication', 'show');
  const rows = await scratch.database.knex('audit_entries').where({ publicationId: id }).orderBy('id');
  expect(rows.map(({ act, recordName }) => [act, recordName])).toEqual([
    ['publication.change-address', 'members.own.example'],
    ['publication.change-address', 'members.own.example'],
    ['publication.change-address', 'lighthouse.sites.example.test'],
  ]);
});
