// An export is brought back by the page: whole, beside the publication that it is from, in the background; nothing is written
// of what is wrong, and new secrets are shown once.
import { beforeAll, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { shiftIds } from '../../../src/models/lifecycle/moving/ids.ts';
import { claimRestore, renewRestore } from '../../../src/models/lifecycle/moving/restore.ts';
import { deleteOldRecords } from '../../../src/models/lifecycle/retention.ts';
import { logPendingEvents } from '../../../src/models/outbox/event-log.ts';
import { createPublication, type PublicationRow } from '../../../src/models/publication/publication.ts';
import { makeNextExport } from '../../../src/moving/export-job.ts';
import { advanceRestores } from '../../../src/moving/restore-job.ts';
import { comparableRecords, TAKEN } from '../../moving/comparable.ts';
import { addRareRecords } from '../../moving/rare-records.ts';
import type { Browser } from '../../support/browser/browser.ts';
import { mainTextOf } from '../../support/browser/html.ts';
import { unzip } from '../../support/outside/unzip.ts';
import { DASHBOARD, signedInStaff } from '../../support/publications/staff.ts';
import { useService } from '../../support/service/service.ts';
import { givenWorld } from '../../tenancy/world.ts';

const service = useService(DASHBOARD);
let count = 0;
/** The export of a publication with a record of every kind. */
let archive: Buffer;

beforeAll(async () => {
  const world = await givenWorld(service(), 'canary4410', 'only-ours');
  await addRareRecords(world);
  archive = await exportOf(await ownerOf(world.paid.publication));
});

interface At {
  readonly publication: Pick<PublicationRow, 'id'>;
  readonly owner: Browser;
  readonly base: string;
}

async function ownerOf(publication: PublicationRow): Promise<At> {
  const owner = await signedInStaff(service(), publication, 'owner', `restorer${(count += 1)}@example.org`);
  return { publication, owner, base: `/dashboard/${publication.id}` };
}

async function emptyOne(): Promise<At> {
  const name = `empty${(count += 1)}`;
  const made = await service().database.transaction((transaction) =>
    createPublication(transaction, service().clock, { name, siteUrl: `https://${name}.example.localhost` }),
  );
  return ownerOf(made);
}

async function exportOf({ owner, base }: At): Promise<Buffer> {
  await logPendingEvents(service().database, service().clock);
  await owner.submit(await owner.open(`${base}/exports`), {}, `${base}/exports`);
  while (await makeNextExport(service(), () => false));
  return (await owner.submit(await owner.open(`${base}/exports`), {}, `${base}/exports/download`)).rawPayload;
}

async function upload({ owner, base }: At, file: Uint8Array) {
  return owner.upload(await owner.open(`${base}/restore`), { files: { archive: file } }, `${base}/restore`);
}

async function send({ owner, base }: At, act: string) {
  return owner.submit(await owner.open(`${base}/restore`), {}, `${base}/restore/${act}`);
}

async function work(isStopped = () => false): Promise<void> {
  while (await advanceRestores(service(), isStopped));
}

const shown = async ({ owner, base }: At): Promise<string> => mainTextOf((await owner.open(`${base}/restore`)).body);

function rowsOf({ publication }: At, table: string) {
  return service().database.knex(table).where({ publicationId: publication.id });
}

function write({ publication }: At, table: string, row: object): Promise<unknown> {
  return service().database.transaction(({ knex }) => knex(table).insert({ ...row, publicationId: publication.id }));
}

function recordsOf(file: Buffer): Record<string, string[]> {
  const files = unzip(file);
  return comparableRecords((table) => files.get(`${table}.jsonl`)?.toString('utf8') ?? '', TAKEN);
}

/** Packs the files again, as somebody who unpacked them does: in a folder. */
async function packed(files: ReadonlyMap<string, Buffer>, folder = 'export/'): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(content, folder + name, { compress: name.endsWith('.jsonl') });
  zip.addBuffer(Buffer.from('x'), `__MACOSX/${folder}manifest.json`);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

test('an export is checked, shown, brought back with every record, and ends with new secrets', async () => {
  const at = await emptyOne();
  await upload(at, archive);
  expect(await shown(at)).toContain('Being checked.');
  await work();
  expect(await shown(at)).toMatch(/Checked, and nothing is wrong.*The export of .*People \d+/s);
  expect([await rowsOf(at, 'customers'), await rowsOf(at, 'export_imports')]).toEqual([[], []]);
  await send(at, 'start');
  await work();
  expect(await shown(at)).toContain('they need new secrets');
  // The file is of no more use, and nobody can use what nobody was shown.
  expect([await rowsOf(at, 'uploads'), await rowsOf(at, 'api_keys')]).toEqual([[], []]);
  const page = await at.owner.open(`${at.base}/restore`);
  const secrets = mainTextOf((await at.owner.submit(page, {}, `${at.base}/restore/secrets`)).body);
  expect(secrets).toMatch(/Brought back by.*Website: .*API key: .*Endpoint: /s);
  const key = /key_test_\w+/.exec(secrets)?.[0] ?? '';
  const [{ hint }] = await rowsOf(at, 'api_keys').whereNull('revokedAt');
  expect(key.endsWith(hint)).toBe(true);
  expect(await shown(at)).not.toMatch(/key_test_|whsec_/);
  const [{ shift }] = await rowsOf(at, 'export_imports');
  expect(BigInt(shift)).toBeGreaterThan(0n);
  const shifted = JSON.parse(shiftIds(JSON.stringify(recordsOf(archive)), BigInt(shift)));
  expect(recordsOf(await exportOf(at))).toEqual(shifted);
  for (const table of ['deliveries', 'pending_events']) expect([table, await rowsOf(at, table)]).toEqual([table, []]);
  const acts = (await rowsOf(at, 'audit_entries').orderBy('id')).map(({ act }) => act);
  expect(acts).toEqual(expect.arrayContaining(['restore.create', 'restore.start', 'restore.finish']));
  // It is not empty any more.
  expect(await shown(at)).not.toContain('Upload the archive');
});

test('a publication that is not empty says what is in the way, and takes no file', async () => {
  const at = await emptyOne();
  const page = await at.owner.open(`${at.base}/restore`);
  const given = {
    id: 'key_0',
    name: 'k',
    scope: 'full',
    hash: 'h',
    hint: 'hint',
    createdAt: 0,
    createdByKind: 'staff',
  };
  await write(at, 'api_keys', given);
  const { body, statusCode } = await at.owner.upload(
    page,
    { files: { archive: Buffer.from('PK') } },
    `${at.base}/restore`,
  );
  expect([statusCode, mainTextOf(body)]).toEqual([422, expect.stringContaining('The publication is not empty')]);
  expect(body).toContain(`<a href="${at.base}/keys">`);
  expect([await rowsOf(at, 'restores'), await rowsOf(at, 'uploads')]).toEqual([[], []]);
});

type Damage = (files: Map<string, Buffer>) => unknown;
const asText = (files: Map<string, Buffer>, name: string, change: (text: string) => string) =>
  files.set(name, Buffer.from(change(files.get(name)?.toString('utf8') ?? '')));

test.each<[string, Damage | Buffer, RegExp]>([
  ['no archive', Buffer.from('email,name\n'), /This is no zip archive/],
  ['a foreign archive', (files) => files.delete('manifest.json'), /no export of Masthead/],
  [
    'another version',
    (files) => asText(files, 'manifest.json', (text) => text.replace('"version": 1', '"version": 99')),
    /not one that this version reads/,
  ],
  ['a missing file', (files) => files.delete('plans.jsonl'), /plans\.jsonl The file is missing/],
  [
    'a changed file',
    (files) => asText(files, 'plans.jsonl', (text) => text.replace('{', '{ ')),
    /plans\.jsonl The file was changed/,
  ],
])('%s gets an error with its place, and nothing is written', async (_what, damage, message) => {
  const files = unzip(archive);
  if (!Buffer.isBuffer(damage)) damage(files);
  const at = await emptyOne();
  await upload(at, Buffer.isBuffer(damage) ? damage : await packed(files));
  await work();
  expect(await shown(at)).toMatch(message);
  expect([await rowsOf(at, 'customers'), await rowsOf(at, 'export_imports')]).toEqual([[], []]);
});

test('an archive that is damaged within is no export, and another file takes its place', async () => {
  const broken = Buffer.from(archive);
  const at = await emptyOne();
  const name = broken.indexOf('customers.jsonl');
  broken.fill(7, name + 20, name + 60);
  await upload(at, broken);
  await work();
  expect(await shown(at)).toMatch(/damaged|changed/);
  await upload(at, await packed(unzip(archive)));
  await work();
  expect(await shown(at)).toContain('Checked, and nothing is wrong');
  expect(await rowsOf(at, 'uploads')).toHaveLength(1);
  await send(at, 'discard');
  expect([await rowsOf(at, 'restores'), await rowsOf(at, 'upload_blocks')]).toEqual([[], []]);
});

test('what stands in the way of an import in the middle is said, and it goes on once that is gone', async () => {
  const at = await emptyOne();
  await upload(at, archive);
  await work();
  await send(at, 'start');
  const lines = unzip(archive).get('customers.jsonl')?.toString('utf8').split('\n') ?? [];
  const line = lines.find((text) => text.includes('@')) ?? '';
  const { email, email_normalized: emailNormalized } = JSON.parse(line);
  const meanwhile = { id: 'cus_0', email, emailNormalized, state: 'free', searchedAs: '', createdAt: 0 };
  let isMade = false;
  const stopOnce = () => {
    const isFirst = !isMade;
    isMade = true;
    return isFirst;
  };
  // The worker stops after its first slice; somebody signs up.
  await work(stopOnce);
  await write(at, 'customers', meanwhile);
  await work();
  expect(await shown(at)).toMatch(
    /Stopped in the middle.*customers\.jsonl, line 1 From this line on the database refuses/s,
  );
  await service().database.transaction(({ knex }) => knex('customers').where({ id: 'cus_0' }).delete());
  await send(at, 'continue');
  await work();
  expect(await shown(at)).toContain('they need new secrets');
});

test('a worker that was taken for dead changes nothing, and a file that is never begun is forgotten after a week', async () => {
  const at = await emptyOne();
  await upload(at, archive);
  const { database, clock } = service();
  const dead = await claimRestore(database, clock);
  clock.advance(61);
  const alive = await claimRestore(database, clock);
  if (dead === undefined || alive === undefined) throw new Error('nothing was claimed');
  // The first one comes back.
  const renew = (claimed: typeof dead) =>
    database.transaction((transaction) => renewRestore(transaction, clock, claimed, { records: 0, total: 0 }));
  expect([await renew(dead), await renew(alive)]).toEqual([false, true]);
  clock.advance(61);
  await work();
  expect(await rowsOf(at, 'restores')).toMatchObject([{ state: 'checked', claims: 3 }]);
  service().clock.advance(8 * 24 * 3600);
  for (let time = 0; time < 2; time += 1) await deleteOldRecords(service().database, service().clock);
  expect([await rowsOf(at, 'restores'), await rowsOf(at, 'upload_blocks')]).toEqual([[], []]);
});

test('a form of another session or without a choice keeps nothing', async () => {
  const [at, other] = [await emptyOne(), await emptyOne()];
  const foreign = await other.owner.open(`${other.base}/restore`);
  const files = { archive: Buffer.from('PK of somebody') };
  const token = /name="csrf_token" value="([^"]+)"/.exec(foreign.body)?.[1] ?? '';
  const page = await at.owner.open(`${at.base}/restore`);
  const forged = await at.owner.upload(page, { fields: { csrf_token: token }, files }, `${at.base}/restore`);
  expect(mainTextOf(forged.body)).not.toContain('Being checked.');
  const none = await at.owner.upload(page, {}, `${at.base}/restore`);
  expect([none.statusCode, mainTextOf(none.body)]).toEqual([422, expect.stringContaining('Choose the archive')]);
  expect([await rowsOf(at, 'uploads'), await rowsOf(at, 'restores')]).toEqual([[], []]);
});
