// `publication update` and `continue-host` go by the same models as the settings of the dashboard: the same refusals, and
// an entry in the publication's own log.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPublication, type Publication } from '../../src/models/publication/publication.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { openParts, type TestParts } from '../support/service/parts.ts';

let parts: TestParts;
let publication: Publication;
let masthead: CommandLine;
let folder: string;

beforeAll(async () => {
  parts = await openParts({ SECRET_KEY: 'a secret key of the tests that is long enough' });
  publication = await newPublication(parts);
  await newPublication(parts);
  masthead = new CommandLine({ DATABASE_URL: parts.url });
  folder = mkdtempSync(join(tmpdir(), 'masthead-settings-'));
  writeFileSync(join(folder, 'page.svg'), '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await parts.drop();
});

const acts = async () => {
  const rows: { act: string; recordId: string | null }[] = await parts.database
    .knex('audit_entries')
    .where({ publicationId: publication.id })
    .orderBy('id')
    .select('act', 'recordId');
  return rows.map(({ act, recordId }) => [act, recordId]);
};

test.each([
  ['--name', ''],
  ['--brand-color', 'red'],
  ['--radius', '17'],
  ['--locale', '-'],
  ['--time-zone', 'Mars/Base'],
  ['--logo', 'page.svg'],
])('update %s %j is refused, and changes and records nothing', async (option, value) => {
  const given = option === '--logo' ? join(folder, value) : value;
  const refused = await masthead.run('publication', 'update', publication.id, '--font', 'slab', option, given);
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(option.slice(2).replace('-', '_')) });
  expect(await getPublication(parts.database, publication.id)).toEqual(publication);
  expect(await acts()).toEqual([]);
});

test('a host that is none is refused, and what is changed stands in the log of the publication', async () => {
  const host = (...args: readonly string[]) =>
    masthead.run('continue-host', ...args, '--publication', publication.siteHost);
  expect((await host('add', 'https://www.example.org/')).exitCode).toBe(1);
  expect((await host('add', 'www.example.org')).exitCode).toBe(0);
  expect((await masthead.run('publication', 'update', publication.siteHost, '--name', 'New')).exitCode).toBe(0);
  expect((await masthead.run('publication', 'update', 'nobody.example.org', '--name', 'New')).exitCode).toBe(1);
  expect(await acts()).toEqual([
    ['continue-host.add', null],
    ['publication.update', publication.id],
  ]);
});
