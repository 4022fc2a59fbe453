// masthead export and restore: a folder that is whole or none, what an import refuses before it writes, and what the audit
// log says.
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPublication, type Publication } from '../../src/models/publication/publication.ts';
import { importExport } from '../../src/moving/import-export.ts';
import { openExport } from '../../src/moving/read-export.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { givenSite, type TestSite } from '../support/publications/site.ts';
import { useService } from '../support/service/service.ts';

const service = useService();
const root = mkdtempSync(join(tmpdir(), 'masthead-moving-'));
let masthead: CommandLine;
let site: TestSite;
let target: Publication;
let count = 0;

beforeAll(async () => {
  masthead = new CommandLine({ DATABASE_URL: service().config.databaseUrl });
  site = await givenSite(service());
  for (let number = 0; number < 3; number += 1)
    await site.api.post('/customers', { email: `reader${number}@example.org`, name: ['=1', '+1', '@x'][number] ?? '' });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(async () => {
  target = await service().database.transaction((transaction) =>
    createPublication(transaction, service().clock, {
      name: 'Target',
      siteUrl: `https://target${(count += 1)}.example.localhost`,
    }),
  );
});

let whole: string | undefined;

/** A folder of its own, which a test may damage. */
async function exported(): Promise<string> {
  whole ??= await newExport();
  const folder = join(root, `copy${(count += 1)}`);
  cpSync(whole, folder, { recursive: true });
  return folder;
}

async function newExport(): Promise<string> {
  const { publication } = site;
  const folder = join(root, `export${(count += 1)}`);
  const { exitCode, stderr } = await masthead.run('export', '--to', folder, '--publication', publication.id, '--json');
  expect([exitCode, stderr]).toEqual([0, '']);
  return folder;
}

const restore = (folder: string, ...more: string[]) =>
  masthead.run('restore', '--from', folder, '--publication', target.id, '--json', ...more);

/** Changes a file and its entry in the manifest, as somebody who edits an export would. */
function edit(folder: string, name: string, change: (text: string) => string): void {
  const changed = change(readFileSync(join(folder, name), 'utf8'));
  writeFileSync(join(folder, name), changed);
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const entry = manifest.files.find((file: { name: string }) => file.name === name);
  entry.sha256 = createHash('sha256').update(changed).digest('hex');
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest));
}

async function customersOf({ id }: Publication): Promise<unknown[]> {
  return service().database.knex('customers').where({ publicationId: id });
}

test('an export is readable by its user alone, and says in the audit log who made it', async () => {
  const folder = await newExport();
  expect([statSync(folder).mode & 0o777, statSync(join(folder, 'customers.csv')).mode & 0o777]).toEqual([0o700, 0o600]);
  const acts = await service().database.knex('audit_entries').where({ publicationId: site.publication.id });
  expect(acts).toContainEqual(expect.objectContaining({ act: 'export.create', actorKind: 'command_line' }));
  const csv = readFileSync(join(folder, 'customers.csv'), 'utf8');
  for (const cell of ["'=1", "'+1", "'@x"]) expect(csv).toContain(`,${cell},`);
  expect(readFileSync(join(folder, 'customers.jsonl'), 'utf8')).toContain('"name":"=1"');
  expect(readFileSync(join(folder, 'prices.csv'), 'utf8')).toMatch(/,\d+\.\d\d,EUR,month,/);
});

test('a folder with an export or anything else is left alone; one that was cut off is begun anew', async () => {
  const folder = await exported();
  const again = await masthead.run('export', '--to', folder, '--publication', site.publication.id);
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('holds an export already') });
  const strange = join(root, 'strange');
  mkdirSync(strange);
  writeFileSync(join(strange, 'letter.txt'), 'mine');
  const refused = await masthead.run('export', '--to', strange, '--publication', site.publication.id);
  expect(refused).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('it has letter.txt') });
  rmSync(join(folder, 'manifest.json'));
  appendFileSync(join(folder, 'customers.jsonl'), 'half a li');
  expect((await restore(folder)).stderr).toContain('holds no manifest.json');
  await masthead.run('export', '--to', folder, '--publication', site.publication.id);
  expect((await restore(folder, '--dry-run')).exitCode).toBe(0);
});

test('a dry run counts and writes nothing; an import says so in the audit log, and is done once', async () => {
  const folder = await exported();
  const dry = await restore(folder, '--dry-run');
  expect(JSON.parse(dry.stdout)).toMatchObject({ dry_run: true, records: { customers: 3 }, new_secrets: [] });
  expect(await customersOf(target)).toEqual([]);
  expect((await restore(folder)).exitCode).toBe(0);
  expect(await customersOf(target)).toHaveLength(3);
  const acts = await service().database.knex('audit_entries').where({ publicationId: target.id });
  expect(acts).toEqual([expect.objectContaining({ act: 'export.restore', actorKind: 'command_line' })]);
  const again = await restore(folder);
  expect(again).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('is not empty') });
  expect(await customersOf(target)).toHaveLength(3);
});

describe('before anything is written, an import refuses', () => {
  const line = (number: number, change: (row: Record<string, unknown>) => void) => (text: string) => {
    const lines = text.split('\n');
    const row = JSON.parse(lines[number - 1] ?? '');
    change(row);
    lines[number - 1] = JSON.stringify(row);
    return lines.join('\n');
  };

  test.each<[string, (folder: string) => void, RegExp]>([
    ['a changed file', (at) => appendFileSync(join(at, 'plans.jsonl'), '\n'), /plans\.jsonl: it was changed/],
    ['a missing file', (at) => rmSync(join(at, 'events.jsonl')), /events\.jsonl: it is missing/],
    [
      'a manifest of another version',
      (at) => edit(at, 'plans.jsonl', (text) => text) ?? rewrite(at, '"version":1', '"version":2'),
      /no manifest that this version reads: version/,
    ],
    [
      'a line that is no JSON',
      (at) => edit(at, 'plans.jsonl', (text) => `{${text}`),
      /plans\.jsonl, line 1: it is no JSON/,
    ],
    [
      'a time of another form',
      (at) =>
        edit(
          at,
          'customers.jsonl',
          line(2, (row) => (row['created_at'] = '1/2/2027')),
        ),
      /customers\.jsonl, line 2: the value of created_at is no time/,
    ],
    [
      'money with a fraction',
      (at) =>
        edit(
          at,
          'prices.jsonl',
          line(1, (row) => (row['amount'] = 4.5)),
        ),
      /prices\.jsonl, line 1: the value of amount is no whole number of minor units/,
    ],
    [
      'an unknown column',
      (at) =>
        edit(
          at,
          'customers.jsonl',
          line(3, (row) => (row['password'] = 'x')),
        ),
      /customers\.jsonl, line 3: there is no column password/,
    ],
    [
      'a missing column',
      (at) =>
        edit(
          at,
          'customers.jsonl',
          line(1, (row) => delete row['email']),
        ),
      /customers\.jsonl, line 1: the column email is missing/,
    ],
    [
      'a reference to nothing',
      (at) =>
        edit(
          at,
          'prices.jsonl',
          line(1, (row) => (row['plan_id'] = `plan_${'0'.repeat(26)}`)),
        ),
      /prices\.jsonl, line 1: there is no record plan_0+ in plans\.jsonl, to which plan_id refers/,
    ],
    [
      'a record that stands twice',
      (at) => edit(at, 'customers.jsonl', (text) => `${text.split('\n')[0]}\n${text}`),
      /customers\.jsonl, line 2: its id is not above the one before/,
    ],
  ])('%s', async (_what, damage, message) => {
    const folder = await exported();
    damage(folder);
    expect(await restore(folder)).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(message) });
    expect(await service().database.knex('export_imports').where({ publicationId: target.id })).toEqual([]);
    expect(await customersOf(target)).toEqual([]);
  });
});

function rewrite(folder: string, text: string, replacement: string): void {
  const file = join(folder, 'manifest.json');
  expect(existsSync(file)).toBe(true);
  writeFileSync(file, readFileSync(file, 'utf8').replace(text, replacement));
}

test('a test environment’s export stays out of production, and another one out of an import under way', async () => {
  const [folder, other] = [await exported(), await newExport()];
  const parts = { ...service(), publication: target };
  const production = importExport({ ...parts, config: { environment: 'production' } }, openExport(folder));
  await expect(production).rejects.toThrow('of a test environment');
  const begun = { publicationId: target.id, shift: '0', kind: 'publications', line: 0, startedAt: 0 };
  const { digest } = openExport(folder);
  await service().database.transaction(({ knex }) => knex('export_imports').insert({ ...begun, digest }));
  await expect(importExport(parts, openExport(other))).rejects.toThrow('another export into this publication');
  await importExport(parts, openExport(folder));
  expect(await customersOf(target)).toHaveLength(3);
});
