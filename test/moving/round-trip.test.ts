// An export that is imported into an empty publication loses nothing: exported again from there, it is the same, be it in
// another database or beside the publication that it is from, where its ids are taken.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { shiftIds } from '../../src/models/lifecycle/moving/ids.ts';
import { KINDS } from '../../src/models/lifecycle/moving/kinds.ts';
import { logPendingEvents } from '../../src/models/outbox/event-log.ts';
import { createPublication, type Publication } from '../../src/models/publication/publication.ts';
import { exportToFolder } from '../../src/moving/export-folder.ts';
import { importExport } from '../../src/moving/import-export.ts';
import { checkExport, openExport, type CheckedExport } from '../../src/moving/read-export.ts';
import { newMigratedDatabase } from '../support/databases/database.ts';
import { useService } from '../support/service/service.ts';
import { givenWorld, type World } from '../tenancy/world.ts';
import { comparableRecords, TAKEN } from './comparable.ts';
import { addRareRecords } from './rare-records.ts';

const service = useService();
const root = mkdtempSync(join(tmpdir(), 'masthead-export-'));
let world: World;
let first: string;
let elsewhere: { database: Database; close: () => Promise<void> };

beforeAll(async () => {
  world = await givenWorld(service(), 'canary4410', 'only-ours');
  await givenWorld(service(), 'canary9913', 'only-theirs');
  await addRareRecords(world);
  await logPendingEvents(service().database, service().clock);
  first = await exported('first', world.paid.publication, service().database);
  const { url, remove } = await newMigratedDatabase('sqlite');
  const database = openDatabase(url);
  elsewhere = { database, close: async () => (await database.close(), remove()) };
});
afterAll(async () => {
  await elsewhere.close();
  rmSync(root, { recursive: true, force: true });
});

async function exported(name: string, publication: Publication, database: Database): Promise<string> {
  const folder = join(root, name);
  await exportToFolder({ config: service().config, clock: service().clock, database, publication }, folder);
  return folder;
}

async function newPublication(database: Database, host: string): Promise<Publication> {
  return database.transaction((transaction) =>
    createPublication(transaction, service().clock, { name: host, siteUrl: `https://${host}.example.localhost` }),
  );
}

async function imported(folder: string, publication: Publication, database: Database) {
  return importExport({ ...service(), database, publication }, openExport(folder));
}

type Row = Readonly<Record<string, unknown>>;

function linesOf(folder: string, kind: string): string[] {
  return readFileSync(join(folder, `${kind}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean);
}

const rowsOf = (folder: string, kind: string): Row[] => linesOf(folder, kind).map((line) => JSON.parse(line));

const comparable = (folder: string, more?: Parameters<typeof comparableRecords>[1]) =>
  comparableRecords((table) => readFileSync(join(folder, `${table}.jsonl`), 'utf8'), more);

test('the source has a record of every kind', () => {
  const empty = KINDS.filter(({ table }) => linesOf(first, table).length === 0).map(({ table }) => table);
  // Every event is in the log.
  expect(empty).toEqual(['pending_events']);
});

describe('into another database, and back', () => {
  let there: Publication;
  let second: string;
  let checked: CheckedExport;

  beforeAll(async () => {
    there = await newPublication(elsewhere.database, 'there');
    checked = await checkExport(openExport(first));
    await imported(first, there, elsewhere.database);
    second = await exported('second', there, elsewhere.database);
  });

  test('every record is the same, with its id, its money, its times and its place', () => {
    expect(checked.faults).toEqual([]);
    expect(comparable(second)).toEqual(comparable(first));
    const [row] = rowsOf(second, 'payments');
    expect(row).toMatchObject({ amount: expect.any(Number), paid_at: expect.stringMatching(/T.*\.\d{3}Z$/) });
  });

  test('people are in the states that they were in', async () => {
    const statesIn = async (database: Database, publication: Publication) =>
      Object.fromEntries(
        (await database.knex('customers').where({ publicationId: publication.id }).select('id', 'state')).map(
          ({ id, state }) => [id, state],
        ),
      );
    const states = await statesIn(service().database, world.paid.publication);
    expect(new Set(Object.values(states)).size).toBeGreaterThan(3);
    expect(await statesIn(elsewhere.database, there)).toEqual(states);
  });

  test('no event is pushed, no mail queued, and nobody signed in', async () => {
    for (const table of ['deliveries', 'pending_events', 'sessions'])
      expect([table, await elsewhere.database.knex(table).where({ publicationId: there.id })]).toEqual([table, []]);
  });

  test('new events come after those of the export', async () => {
    const [log] = await elsewhere.database.knex('event_log').where({ publicationId: there.id });
    expect(log).toEqual({ publicationId: there.id, lastId: rowsOf(first, 'events').at(-1)?.['id'] });
  });

  test('beside the publication that it is from it gets new ids, to which everything refers, in the same order', async () => {
    const back = await newPublication(service().database, 'back');
    await imported(second, back, service().database);
    const third = await exported('third', back, service().database);
    const [state] = await service().database.knex('export_imports').where({ publicationId: back.id });
    const shift = BigInt(state.shift);
    expect(shift).toBeGreaterThan(0n);
    const shifted = JSON.parse(shiftIds(JSON.stringify(comparable(first, TAKEN)), shift));
    expect(comparable(third, TAKEN)).toEqual(shifted);
    expect(rowsOf(third, 'customers').map(({ created_at: at }) => at)).toEqual(
      rowsOf(first, 'customers').map(({ created_at: at }) => at),
    );
    const clientIds = [first, third].flatMap((folder) =>
      rowsOf(folder, 'oauth_applications').map((row) => row['client_id']),
    );
    expect(new Set(clientIds).size).toBe(clientIds.length);
  });
});

test('no file holds a row, a name or a trace of another publication', () => {
  const theirs = /canary9913|only-theirs/;
  for (const { table } of KINDS)
    for (const format of ['jsonl', 'csv'])
      expect(readFileSync(join(first, `${table}.${format}`), 'utf8')).not.toMatch(theirs);
});

test('every secret is new, and shown once', async () => {
  const { database } = elsewhere;
  const publication = await newPublication(database, 'once-more');
  const folder = join(root, 'copied');
  cpSync(first, folder, { recursive: true });
  const secrets = await imported(folder, publication, database);
  const kinds = new Set(secrets.map(({ kind }) => kind));
  expect(kinds).toEqual(new Set(['application', 'key', 'endpoint']));
  const hashes = async (of: Database, id: string) =>
    (await of.knex('api_keys').where({ publicationId: id })).map(({ hash }) => hash);
  const before = await hashes(service().database, world.paid.publication.id);
  const after = await hashes(database, publication.id);
  expect(after).toHaveLength(before.length);
  expect(after.filter((hash) => before.includes(hash))).toEqual([]);
});

test('a publication that has anything is not imported into', async () => {
  await expect(imported(first, world.paid.publication, service().database)).rejects.toThrow(/is not empty: it has/);
});
