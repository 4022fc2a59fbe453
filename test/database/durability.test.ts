// What was acknowledged outlasts a power cut (reliability, SQLite and PostgreSQL). No test can cut the power, and what a killed process had written
// stays in the system's memory, so the settings that decide it are read from the very connections that the service uses.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Connection } from '../../src/database/connection.ts';
import { statement } from '../../src/database/statement.ts';
import { openTestDatabase, testDialect, type Dialect, type TestDatabase } from '../support/databases/database.ts';

let scratch: TestDatabase;

beforeAll(async () => {
  scratch = await openTestDatabase();
});
afterAll(() => scratch.drop());

type Setting = { readonly value: string | number };
const synchronous = statement<Setting>('test_synchronous', 'select synchronous as value from pragma_synchronous');
const journalMode = statement<Setting>('test_journal_mode', 'select journal_mode as value from pragma_journal_mode');
const weakenedByService = statement<Setting>(
  'test_weakened_by_service',
  `select name || ' by ' || source as value from pg_settings
  where name in ('synchronous_commit', 'fsync', 'full_page_writes') and source not in ('default', 'configuration file', 'command line')`,
);

interface Durable {
  readonly look: (connection: Connection) => Promise<unknown>;
  readonly expected: unknown;
}

const DURABLE: Record<Dialect, Durable> = {
  // 2 is FULL. With NORMAL, the last commits before a power cut may be gone in WAL mode.
  sqlite: {
    look: async (connection) => [await connection.first(synchronous, []), await connection.first(journalMode, [])],
    expected: [{ value: 2 }, { value: 'wal' }],
  },
  // As durable as the operator set the server to be: the service weakens nothing.
  postgres: { look: (connection) => connection.all(weakenedByService, []), expected: [] },
};

test('every commit waits until the disk has it, by whichever connection it is made', async () => {
  const { look, expected } = DURABLE[testDialect];
  const { database } = scratch;
  // As a reader, in a transaction and in a single write: each may be a connection of its own.
  expect([await look(database), await database.transaction(look), await database.singleWrite(look)]).toEqual([
    expected,
    expected,
    expected,
  ]);
});
