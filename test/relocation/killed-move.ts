// masthead publication move, killed at each of its steps and begun again, between databases of either kind. After each kill at most one end
// answers; at last exactly one does, with all that there was.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import type { Database } from '../../src/database/connection.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import type { Dialect } from '../support/databases/database.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { Standstill } from '../support/databases/standstill.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { contentOf, settledContentOf } from './both-ends.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const SECRET_KEY = 'a secret key of the tests that is long enough';
const PEOPLE = 25;
const PATIENCE = { timeout: 60_000, interval: 10 };

interface Point {
  readonly end: 'source' | 'target';
  readonly table: string;
  readonly what: string;
  readonly when?: string;
}

/** In the order in which a move comes to them; each is in the middle of a transaction. */
export const POINTS = {
  'the freeze': {
    end: 'source',
    table: 'publications',
    what: 'update of move_state',
    when: "new.move_state = 'leaving'",
  },
  'the first row of the copy': { end: 'target', table: 'publications', what: 'insert' },
  'the copy': { end: 'target', table: 'customers', what: 'insert' },
  'the switch': { end: 'source', table: 'publications', what: 'update of move_state', when: "new.move_state = 'left'" },
  'the arrival': { end: 'target', table: 'publications', what: 'update of move_state', when: 'new.move_state is null' },
  'the note of its hosts': { end: 'source', table: 'moved_hosts', what: 'insert' },
  'the removal': { end: 'source', table: 'customers', what: 'delete' },
  'the end': { end: 'source', table: 'publications', what: 'delete' },
} as const satisfies Record<string, Point>;

export type PointName = keyof typeof POINTS;
type OnEnd = (close: () => Promise<void> | void) => void;

/**
 * Returns how many ends answer at last.
 * @param points of POINTS, in their order
 */
export async function moveAndKill(
  { from, to, points }: { from: Dialect; to: Dialect; points: readonly PointName[] },
  onEnd: OnEnd,
): Promise<number> {
  const source = await newOwnDatabase(from, onEnd);
  const target = await newOwnDatabase(to, onEnd);
  const publication = await givenPeople(source.database);
  const before = await settledContentOf({ database: source.database, clock: systemClock }, publication);
  const args = ['publication', 'move', publication.siteHost, '--to', target.url];
  const live = () => liveEnds([source.database, target.database], publication.id);
  for (const name of points) {
    const { end, table, what, when = '1 = 1' }: Point = POINTS[name];
    const { url, database } = end === 'source' ? source : target;
    const standstill = new Standstill(url, database, table);
    await standstill.begin(what, when);
    const killed = startCommand(source.url, args);
    await expect.poll(() => standstill.isStanding(), PATIENCE).toBe(true);
    await killed();
    await standstill.endConnections();
    await expect.poll(() => standstill.isStanding(), PATIENCE).toBe(false);
    await standstill.end();
    expect([name, (await live()).length <= 1]).toEqual([name, true]);
  }
  const last = await new CommandLine({ DATABASE_URL: source.url, SECRET_KEY }).run(...args);
  expect(last).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(publication.siteHost) });
  expect(await live()).toEqual([1]);
  const after = await contentOf(target, publication.id);
  for (const [table, rows] of before) {
    const same = (list: readonly string[] = []) => list.map(asWritten).toSorted();
    if (table !== 'audit_entries') expect([table, same(after.get(table))]).toEqual([table, same(rows)]);
  }
  expect((await contentOf(source, publication.id)).size).toBe(0);
  expect(await triggersOf(source.database)).toEqual([]);
  return (await live()).length;
}

/** SQLite keeps booleans as numbers, and the databases write columns in the order in which they were added. */
const asWritten = (row: string): string => row.replaceAll('true', '1').replaceAll('false', '0');

async function givenPeople(database: Database) {
  const publication = await newPublication({ database, clock: systemClock });
  const keys = new SecretKeys([SECRET_KEY]);
  await database.transaction(async (transaction) => {
    for (let at = 0; at < PEOPLE; at += 1) {
      const email = parseEmailAddress(`reader${at}@example.org`);
      await createCustomer(publication, transaction, systemClock, keys, { email });
    }
  });
  return publication;
}

/** Starts the command as a process. Returns what kills it. */
function startCommand(url: string, args: readonly string[]): () => Promise<void> {
  const env = { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: '.cache/node', ENVIRONMENT: 'test' };
  const child = spawn(process.execPath, ['src/cli/main.ts', ...args], {
    cwd: PROJECT,
    env: { ...env, SECRET_KEY, DATABASE_URL: url },
    stdio: 'ignore',
  });
  const ended = once(child, 'exit');
  return async () => {
    child.kill('SIGKILL');
    await ended;
  };
}

/** The places of the databases in which the publication answers. */
async function liveEnds(databases: readonly Database[], id: string): Promise<number[]> {
  const found = await Promise.all(databases.map((database) => database.knex('publications').where({ id })));
  return found.flatMap(([row], at) => (row !== undefined && row.moveState === null ? [at] : []));
}

async function triggersOf(database: Database): Promise<string[]> {
  const rows =
    database.dialect === 'postgres'
      ? await database.knex('pg_trigger').where('tgname', 'like', 'leaving%').select('tgname as name')
      : await database.knex('sqlite_master').where({ type: 'trigger' }).select('name');
  return rows.map(({ name }: { name: string }) => name);
}
