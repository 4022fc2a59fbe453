// Backups: taken while everybody writes, restored elsewhere, into either kind of database; and what is damaged, unfinished or of others is refused whole.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { listTables, readRows } from '../../src/backup/tables.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/database/clock.ts';
import type { Database } from '../../src/database/connection.ts';
import { openDatabase } from '../../src/database/open.ts';
import { SecretKeys } from '../../src/database/secrets.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { createCustomer } from '../../src/models/people/customer.ts';
import { SigningKeys } from '../../src/tokens/signing-keys.ts';
import { newDatabase, type Dialect } from '../support/databases/database.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { newPublication } from '../support/publications/signed-in.ts';
import { drawnDialects } from '../support/runs/drawn.ts';

type OnEnd = (close: () => Promise<void> | void) => void;

const SECRET_KEY = 'a secret key of the tests that is long enough';
const DIALECTS: readonly Dialect[] = ['sqlite', 'postgres'];
const keys = new SecretKeys(readConfig({ ENVIRONMENT: 'test', SECRET_KEY }).secretKeys);
const at = (url: string, settings: Readonly<Record<string, string>> = {}): CommandLine =>
  new CommandLine({ DATABASE_URL: url, SECRET_KEY, ...settings });

function newFolder(onEnd: OnEnd): string {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-backup-'));
  onEnd(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'made');
}

/** A database with a publication, a key that signs, and people who are being made while `work` runs. */
async function givenSource(dialect: Dialect, onEnd: OnEnd, people = 20) {
  const { url, database } = await newOwnDatabase(dialect, onEnd);
  const publication = await newPublication({ database, clock: systemClock });
  const { kid } = await new SigningKeys(database, keys, systemClock).current();
  let made = 0;
  const make = async (): Promise<void> => {
    const email = parseEmailAddress(`reader${made}@example.org`);
    made += 1;
    await database.transaction((transaction) => createCustomer(publication, transaction, systemClock, keys, { email }));
  };
  for (let count = 0; count < people; count += 1) await make();
  const whileWriting = async <Result>(
    work: () => Promise<Result>,
  ): Promise<{ result: Result; before: number; after: number }> => {
    const before = made;
    const over = new AbortController();
    const writing = (async () => {
      while (!over.signal.aborted) await make();
    })();
    try {
      return { result: await work(), before, after: made };
    } finally {
      over.abort();
      await writing;
    }
  };
  return { url, publication, kid, database, whileWriting };
}

/** Every row of every table, however its database writes it. */
async function contentOf(database: Database): Promise<unknown> {
  return database.snapshot(async (connection) => {
    const tables = await listTables(connection);
    const content: Record<string, readonly string[]> = {};
    for (const table of tables) {
      const rows: string[] = [];
      for await (const batch of readRows(connection, table))
        for (const row of batch)
          rows.push(
            JSON.stringify(
              table.columns.map((column) => (typeof row[column] === 'boolean' ? Number(row[column]) : row[column])),
            ),
          );
      content[table.name] = rows.toSorted();
    }
    return content;
  });
}

async function newTarget(dialect: Dialect, onEnd: OnEnd): Promise<string> {
  const { url, remove } = await newDatabase(dialect);
  onEnd(remove);
  return url;
}

describe.each(drawnDialects(11))('on %s', (dialect) => {
  test('R-F19 a backup that is made under writes is restored elsewhere, on both databases, with all that was acknowledged before it', async ({
    onTestFinished,
  }) => {
    const { url, publication, kid, whileWriting } = await givenSource(dialect, onTestFinished, 1500);
    const folder = newFolder(onTestFinished);
    const { result, before, after } = await whileWriting(() =>
      at(url).runAsProcess('backup', 'create', folder, '--json'),
    );
    expect([result.exitCode, result.stderr]).toEqual([0, '']);
    expect(after).toBeGreaterThan(before);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, 'customers.jsonl.gz')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    expect((await at(url).run('backup', 'verify', folder)).exitCode).toBe(0);
    const contents: unknown[] = [];
    for (const target of DIALECTS) {
      const other = await newTarget(target, onTestFinished);
      expect(await at(other).run('backup', 'restore', folder)).toMatchObject({ exitCode: 0 });
      const restored = openDatabase(other);
      onTestFinished(() => restored.close());
      expect(await ledgerFaults(restored, [])).toEqual([]);
      const found = (await restored.knex('customers')).length;
      expect(found).toBeGreaterThanOrEqual(before);
      expect(found).toBeLessThanOrEqual(after + 1);
      expect(await new SigningKeys(restored, keys, systemClock).current()).toMatchObject({ kid });
      contents.push(await contentOf(restored));
      // Numbers go on behind those that were restored.
      const email = parseEmailAddress('later@example.org');
      await restored.transaction((transaction) =>
        createCustomer(publication, transaction, systemClock, keys, { email }),
      );
      expect(await ledgerFaults(restored, [])).toEqual([]);
    }
    expect(contents[1]).toEqual(contents[0]);
  });
});

const OTHER = { sqlite: 'postgres', postgres: 'sqlite' } as const;

test.each(drawnDialects(12).map((from) => [from, OTHER[from]] as const))(
  'one command moves from %s to %s, and refuses where somebody writes meanwhile',
  async (from, to) => {
    const ends: (() => Promise<void> | void)[] = [];
    try {
      const onEnd: OnEnd = (close) => void ends.push(close);
      const { url, database, whileWriting } = await givenSource(from, onEnd, 300);
      const [target, spoilt] = [await newTarget(to, onEnd), await newTarget(to, onEnd)];
      const moved = await at(url).run('backup', 'transfer', target, '--json');
      expect([moved.exitCode, moved.stderr]).toEqual([0, '']);
      const other = openDatabase(target);
      onEnd(() => other.close());
      expect(await contentOf(other)).toEqual(await contentOf(database));
      const again = await at(url).run('backup', 'transfer', target);
      expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('The database is not empty')]);
      const { result } = await whileWriting(() => at(url).runAsProcess('backup', 'transfer', spoilt));
      expect([result.exitCode, result.stderr]).toEqual([
        1,
        expect.stringMatching(/Somebody wrote into the old database meanwhile \(.*customers/),
      ]);
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  },
);

test('R-F19 who was erased after the backup is erased again by the logs since then, and nobody else', async ({
  onTestFinished,
}) => {
  const { url, database, publication } = await givenSource('sqlite', onTestFinished, 4);
  const ids = (await database.knex('customers').where({ publicationId: publication.id }).orderBy('id')).map(({ id }) =>
    String(id),
  );
  const before = await at(url).run('customer', 'erase', ids[0] ?? '', '--json');
  const folder = newFolder(onTestFinished);
  await at(url).run('backup', 'create', folder);
  const after = await at(url).run('customer', 'erase', ids[1] ?? '', '--json');
  expect(after.stderr).toContain(`"erased":"${ids[1]}"`);
  const log = join(folder, '..', 'masthead.log.gz');
  const forged = JSON.stringify({ security_event: 'sign_in', time: new Date().toISOString(), erased: ids[2] });
  writeFileSync(log, gzipSync(`no JSON "x_erased"\n${before.stderr}\n${forged}\n${after.stderr}\n`));
  const target = await newTarget('sqlite', onTestFinished);
  const lost = await at(target).run('backup', 'restore', folder, '--log', join(folder, 'no-such.log'));
  expect([lost.exitCode, lost.stderr]).toEqual([1, expect.stringContaining('cannot be read')]);
  const restored = await at(target).run('backup', 'restore', folder, '--log', log);
  expect([restored.exitCode, restored.stderr]).toEqual([
    0,
    expect.stringContaining('Erased again after the backup: 1.'),
  ]);
  const found = openDatabase(target);
  onTestFinished(() => found.close());
  const known = await found.knex('customers').whereNull('goneAt').orderBy('id');
  expect(known.map(({ id }) => id)).toEqual(ids.slice(2));
  expect(await ledgerFaults(found, [])).toEqual([]);
});

test('a restore goes into a new database only, and leaves what is there', async ({ onTestFinished }) => {
  const { url, database } = await givenSource('sqlite', onTestFinished);
  const folder = newFolder(onTestFinished);
  await at(url).run('backup', 'create', folder);
  const content = await contentOf(database);
  const refused = await at(url).run('backup', 'restore', folder);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('The database is not empty')]);
  const again = await at(url).run('backup', 'create', folder);
  expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining('something at')]);
  expect(await contentOf(database)).toEqual(content);
});

const DAMAGES: Readonly<Record<string, readonly [(folder: string) => void, string]>> = {
  'a file that was cut': [(folder) => truncateSync(join(folder, 'customers.jsonl.gz'), 200), 'customers.jsonl.gz'],
  'a file with something behind its end': [
    (folder) => appendFileSync(join(folder, 'plans.jsonl.gz'), 'x'),
    'plans.jsonl.gz',
  ],
  'a file with another content': [
    (folder) => {
      const path = join(folder, 'customers.jsonl.gz');
      writeFileSync(path, gzipSync(gunzipSync(readFileSync(path)).toString().replace('reader1@', 'reader9@')));
    },
    'SHA-256',
  ],
  'a file that is missing': [(folder) => rmSync(join(folder, 'customers.jsonl.gz')), 'customers.jsonl.gz'],
  'no manifest, since it was not finished': [(folder) => rmSync(join(folder, 'manifest.json')), 'not finished'],
  'a manifest of something else': [(folder) => writeFileSync(join(folder, 'manifest.json'), '{}'), 'no manifest'],
  'a manifest of another schema': [
    (folder) => {
      const path = join(folder, 'manifest.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('0001-first-schema', '0002-later'));
    },
    'another version',
  ],
};

test('what is damaged, unfinished or of another version is refused, and the database stays new', async ({
  onTestFinished,
}) => {
  const { url } = await givenSource('sqlite', onTestFinished);
  const target = await newTarget('sqlite', onTestFinished);
  for (const [name, [damage, words]] of Object.entries(DAMAGES)) {
    const folder = newFolder(onTestFinished);
    await at(url).run('backup', 'create', folder);
    damage(folder);
    const restored = await at(target).run('backup', 'restore', folder);
    expect([name, restored.exitCode, restored.stderr]).toEqual([name, 1, expect.stringContaining(words)]);
  }
  const folder = newFolder(onTestFinished);
  await at(url).run('backup', 'create', folder);
  expect((await at(target).run('backup', 'restore', folder)).exitCode).toBe(0);
});

test('a backup says by which secrets it can be read, without giving them away, and to which environment it belongs', async ({
  onTestFinished,
}) => {
  const { url } = await givenSource('sqlite', onTestFinished);
  const folder = newFolder(onTestFinished);
  await at(url).run('backup', 'create', folder);
  expect(readFileSync(join(folder, 'manifest.json'), 'utf8')).not.toContain(SECRET_KEY);
  const other = await at(url, { SECRET_KEY: 'another secret key that is long enough as well' }).run(
    'backup',
    'verify',
    folder,
  );
  expect([other.exitCode, other.stderr]).toEqual([
    1,
    expect.stringContaining('SECRET_KEY is not the one of the backup'),
  ]);
  const path = join(folder, 'manifest.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"environment": "test"', '"environment": "production"'));
  const target = await newTarget('sqlite', onTestFinished);
  const refused = await at(target).run('backup', 'restore', folder);
  expect([refused.exitCode, refused.stderr]).toEqual([1, expect.stringContaining('of a production environment')]);
});
