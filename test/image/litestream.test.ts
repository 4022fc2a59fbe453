// docs/backups.md, "SQLite with Litestream", as it stands: the machine is lost while the service is written to, and the copy has what was answered
// before the last seconds. The copy goes on after it was restored, and is restored once more.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { litestream } from '../../scripts/setup/litestream.mjs';
import { openDatabase } from '../../src/database/open.ts';
import { ledgerFaults, type Acknowledged } from '../support/databases/ledger.ts';
import { startServerProcess } from '../support/processes/server-process.ts';
import { blocksOf } from './blocks.ts';
import { expectToGoOn, fillDatabase, startWriting, WRITTEN } from './continuous-copy.ts';
import { Machine } from './guide-machine.ts';

/** The copy is of a second ago; a machine that is busy takes longer. */
const LAG_MILLISECONDS = 5000;

const machine = new Machine();
const [settings = '', replicate = '', restore = ''] = blocksOf('backups.md', 'SQLite with Litestream');
beforeAll(async () => {
  await machine.open();
  await machine.run(`export PATH="${litestream.slice(0, litestream.lastIndexOf('/'))}:$PATH"`);
  machine.write('/etc/masthead/litestream.yml', settings);
});
afterAll(() => machine.close());

async function startReplicating(): Promise<ChildProcess> {
  const [program = '', ...args] = machine.here(replicate).trim().split(' ');
  expect(program).toBe('litestream');
  const child = spawn(litestream, args, { stdio: 'ignore' });
  await once(child, 'spawn');
  return child;
}

test('what was answered some seconds before the machine was lost is restored, twice', async () => {
  const url = machine.here('sqlite:/var/lib/masthead/masthead.sqlite');
  const key = await fillDatabase(url);
  const due: Acknowledged[] = [];
  for (const loss of ['the first', 'the second']) {
    const server = await startServerProcess({ DATABASE_URL: url });
    const copying = await startReplicating();
    const writing = startWriting(server, key);
    await expect.poll(() => writing.answered.length, WRITTEN).toBeGreaterThan(100);
    due.push(...writing.answered);
    await sleep(LAG_MILLISECONDS);
    const before = due.length;
    expect(writing.answered.length, 'it is written to meanwhile').toBeGreaterThan(before / 2);
    const gone = once(copying, 'exit');
    copying.kill('SIGKILL');
    await server.end('SIGKILL');
    await Promise.all([gone, writing.stop()]);
    await machine.run(restore);
    const database = openDatabase(url);
    try {
      expect([loss, await ledgerFaults(database, due)]).toEqual([loss, []]);
    } finally {
      await database.close();
    }
  }
  await expectToGoOn(url, key);
});
