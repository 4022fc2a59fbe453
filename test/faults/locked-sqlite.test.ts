// Another process writes to the SQLite file, as the command line and a backup do: readers are answered meanwhile, and whoever writes waits
// its turn, five seconds at most.
import { setTimeout as sleep } from 'node:timers/promises';
import SqliteDriver from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/database/clock.ts';
import { createApiKey } from '../../src/models/publication/api-key.ts';
import { createPublication } from '../../src/models/publication/publication.ts';
import { newOwnDatabase } from '../support/databases/own-database.ts';
import { startServerProcess, type ServerProcess } from '../support/processes/server-process.ts';
import { basic } from '../support/publications/publication.ts';

const READS = 5;

let server: ServerProcess;
let other: SqliteDriver.Database;
let headers: Record<string, string>;
const closers: (() => unknown)[] = [];

beforeAll(async () => {
  const { database, url } = await newOwnDatabase('sqlite', (close) => closers.push(close));
  const key = await database.transaction(async (transaction) => {
    const publication = await createPublication(transaction, systemClock, {
      name: 'Locked',
      siteUrl: 'http://localhost:4000',
    });
    return (await createApiKey(publication, transaction, systemClock, { environment: 'test' })).key;
  });
  headers = { authorization: basic(key) };
  server = await startServerProcess({ DATABASE_URL: url });
  closers.push(server.end);
  other = new SqliteDriver(url.slice('sqlite:'.length));
  closers.push(() => other.close());
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const read = async (): Promise<number> => (await fetch(`${server.url}/2023-04-11/members`, { headers })).status;
const write = async (email: string): Promise<number> =>
  (await fetch(`${server.url}/2023-04-11/customers`, { method: 'POST', headers, body: new URLSearchParams({ email }) }))
    .status;

test('another process that writes holds up those who write, and nobody who reads', async () => {
  let isHeld = true;
  other.exec('begin immediate');
  const writing = write('waits@example.test').then((status) => ({ status, wasHeld: isHeld }));
  await sleep(100);
  const reads: { status: number; wasHeld: boolean }[] = [];
  for (let n = 0; n < READS; n += 1) reads.push({ status: await read(), wasHeld: isHeld });
  isHeld = false;
  other.exec('commit');
  expect(reads).toEqual(Array.from({ length: READS }, () => ({ status: 200, wasHeld: true })));
  expect(await writing).toEqual({ status: 200, wasHeld: false });
});

test('who waited five seconds is told that the service is unavailable, and the next is served', async () => {
  other.exec('begin immediate');
  expect(await write('in-vain@example.test')).toBe(503);
  other.exec('commit');
  expect(await write('in-vain@example.test')).toBe(200);
});
