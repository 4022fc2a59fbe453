// Exports in the dashboard: made in the background, once, kept for a week, fetched by owners; begun anew after a kill; and
// none is handed out that holds somebody who was erased.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addChunk, claimExport, requestExport } from '../../../src/models/lifecycle/kept-export.ts';
import { deleteOldRecords } from '../../../src/models/lifecycle/retention.ts';
import { makeNextExport } from '../../../src/moving/export-job.ts';
import { checkExport, openExport } from '../../../src/moving/read-export.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { unzip } from '../../support/outside/unzip.ts';
import { DASHBOARD } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { givenOwner, type Given } from '../rows/row.ts';

const service = useService(DASHBOARD);
const given = () => givenOwner(service());
const DAY_SECONDS = 24 * 3600;

async function begin({ owner, base }: Given) {
  return owner.submit(await owner.open(`${base}/exports`), {}, `${base}/exports`);
}

const make = (isStopped = () => false) => makeNextExport(service(), isStopped);

async function shown({ owner, base }: Given): Promise<string> {
  return mainTextOf((await owner.open(`${base}/exports`)).body);
}

async function rows({ site }: Given) {
  return service().database.knex('exports').where({ publicationId: site.publication.id }).orderBy('id');
}

async function chunksOf({ site }: Given): Promise<number> {
  return (await service().database.knex('export_chunks').where({ publicationId: site.publication.id })).length;
}

async function download({ owner, base }: Given) {
  return owner.submit(await owner.open(`${base}/exports`), {}, `${base}/exports/download`);
}

async function addPerson({ site }: Given, email: string): Promise<string> {
  return (await site.api.post('/customers', { email, name: '=cmd|calc' })).json<{ id: string }>().id;
}

test('an owner begins an export, a worker makes it, and the archive imports', async () => {
  const at = await given();
  const other = await given();
  await addPerson(at, 'ada@example.org');
  await addPerson(other, 'theirs@example.org');
  expect(mainTextOf((await begin(at)).body)).toContain('One is being made.');
  expect(mainTextOf((await begin(at)).body)).toContain('An export is being made already.');
  expect(await make()).toBe(true);
  expect(await make()).toBe(false);
  expect(await shown(at)).toMatch(/Ready: \d+ records.*Download/s);
  const { headers, rawPayload } = await download(at);
  expect(headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(/^attachment; filename="masthead-[\w.-]+-\d{4}-\d\d-\d\d\.zip"$/),
    'content-length': String(rawPayload.length),
    'cache-control': 'no-store',
  });
  const files = unzip(rawPayload);
  const folder = mkdtempSync(join(tmpdir(), 'masthead-unzipped-'));
  for (const [name, content] of files) writeFileSync(join(folder, name), content);
  expect((await checkExport(openExport(folder))).faults).toEqual([]);
  rmSync(folder, { recursive: true });
  expect(files.get('customers.jsonl')?.toString()).toContain('ada@example.org');
  expect(files.get('customers.csv')?.toString()).toContain(",'=cmd|calc,");
  expect([...files.values()].join('\n')).not.toContain('theirs@example.org');
});

test('an export is there for seven days', async () => {
  const at = await given();
  await begin(at);
  await make();
  service().clock.advance(7 * DAY_SECONDS - 60);
  await deleteOldRecords(service().database, service().clock);
  expect(await rows(at)).toHaveLength(1);
  service().clock.advance(120);
  await deleteOldRecords(service().database, service().clock);
  expect([await rows(at), await chunksOf(at)]).toEqual([[], 0]);
});

test('what a killed worker left is begun anew, once its lease has lapsed, and is whole', async () => {
  const at = await given();
  await begin(at);
  const left = await claimExport(service().database, service().clock);
  const progress = { step: 3, steps: 60, records: 9, bytes: 5, chunks: 1 };
  const half = { claimed: left?.claimed ?? { id: '', attempts: 0 }, progress, content: Buffer.from('half of') };
  const add = (chunks: number) =>
    service().database.transaction((transaction) =>
      addChunk(at.site.publication, transaction, service().clock, { ...half, progress: { ...progress, chunks } }),
    );
  expect(await add(1)).toBe(true);
  expect(await shown(at)).toContain('File 3 of 60, 9 records so far');
  expect(await make()).toBe(false);
  service().clock.advance(61);
  expect(await claimExport(service().database, service().clock)).toMatchObject({ claimed: { attempts: 2 } });
  // The worker that was taken for dead comes back.
  expect(await add(2)).toBe(false);
  service().clock.advance(61);
  expect(await make()).toBe(true);
  expect(unzip((await download(at)).rawPayload).has('manifest.json')).toBe(true);
});

test('a worker that stops leaves the export to the next one', async () => {
  const at = await given();
  await begin(at);
  expect(await make(() => true)).toBe(false);
  expect(await rows(at)).toEqual([expect.objectContaining({ state: 'waiting', attempts: 1 })]);
  expect(await make()).toBe(true);
});

test('an erasure removes the exports that are kept', async () => {
  const at = await given();
  const id = await addPerson(at, 'leaves@example.org');
  await begin(at);
  await make();
  const page = await at.owner.open(`${at.base}/exports`);
  await at.site.api.post(`/customers/${id}/erase`);
  expect(await chunksOf(at)).toBe(0);
  expect(await shown(at)).toContain('Removed, as somebody in it was erased.');
  const refused = await at.owner.submit(page, {}, `${at.base}/exports/download`);
  expect(mainTextOf(refused.body)).toContain('This export can no longer be fetched.');
});

test('an erasure while an export is made has it made anew', async () => {
  const at = await given();
  const id = await addPerson(at, 'leaves@example.org');
  await service().database.transaction((transaction) =>
    requestExport(at.site.publication, transaction, service().clock, 'Ada'),
  );
  let erased: Promise<unknown> | undefined;
  // Asked before each piece is stored, when the snapshot has been read.
  await make(() => {
    erased ??= at.site.api.post(`/customers/${id}/erase`);
    return false;
  });
  await erased;
  while (await make());
  const [kept] = await rows(at);
  expect(kept.state).toMatch(/ready|removed/);
  if (kept.state === 'removed') return;
  expect([...unzip((await download(at)).rawPayload).values()].join('\n')).not.toContain('leaves@example.org');
});

test('an export that ends each attempt is given up', async () => {
  const at = await given();
  await begin(at);
  for (let attempt = 0; attempt < 10; attempt += 1) await make(() => true);
  expect(await make()).toBe(false);
  expect(await shown(at)).toContain('Could not be made.');
});
