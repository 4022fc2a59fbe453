// R-F7: the disk with the SQLite file is full, and later is not. A test of a real disk, which needs the right to mount one or to make a namespace
// of users (test/support/databases/small-disk.ts).
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { migrate } from '../../src/database/migrate.ts';
import { openDatabase } from '../../src/database/open.ts';
import { ledgerFaults, type Acknowledged } from '../support/databases/ledger.ts';
import { fill, onSmallDisk, seenBy } from '../support/databases/small-disk.ts';
import {
  isUnavailableAnswer,
  isWell,
  openDoors,
  wrongAnswers,
  type DoorAnswer,
  type Doors,
} from '../support/processes/doors.ts';
import { startServerProcess } from '../support/processes/server-process.ts';

const ROUNDS = 20;
/** A write-ahead log is begun anew after four megabytes. */
const MOST_ROUNDS = 1000;
const RECOVERY = { timeout: 5000, interval: 20 };

/** A client that is not known is counted against whoever guesses. */
const WRITING: ReadonlySet<string> = new Set(['createCustomer', 'issueToken']);
const isDueOnFullDisk = (answer: DoorAnswer): boolean =>
  WRITING.has(answer.door) ? isUnavailableAnswer(answer) : isWell(answer);

async function prepareDoors(file: string): Promise<Doors> {
  const database = openDatabase(`sqlite:${file}`);
  await migrate(database, 'test');
  const doors = await openDoors(database);
  await database.close();
  return doors;
}

/** What is on the disk at this moment, as a machine that loses its power leaves it. */
async function faultsOnDisk(
  pid: number,
  disk: string,
  copy: string,
  acknowledged: readonly Acknowledged[],
): Promise<string[]> {
  process.kill(pid, 'SIGSTOP');
  cpSync(seenBy(pid, disk), copy, { recursive: true });
  process.kill(pid, 'SIGCONT');
  const database = openDatabase(`sqlite:${join(copy, 'masthead.sqlite')}`);
  try {
    return await ledgerFaults(database, acknowledged);
  } finally {
    await database.close();
  }
}

test('R-F7 on a full disk what writes is answered 503 and what reads goes on; once there is space again, all is served and nothing is lost', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-disk-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const doors = await prepareDoors(join(folder, 'masthead.sqlite'));
  const server = await startServerProcess(
    { DATABASE_URL: `sqlite:${join(disk, 'masthead.sqlite')}` },
    ['src/main.ts'],
    onSmallDisk(folder),
  );
  onTestFinished(async () => void (await server.end()));
  const { pid = 0 } = server.process;
  expect(wrongAnswers(await doors.ask(server), { isDue: isWell })).toEqual([]);

  const free = fill(seenBy(pid, disk));
  // The space that the files have already is used up first.
  let first = await doors.ask(server);
  for (let round = 0; round < MOST_ROUNDS && !first.every(isDueOnFullDisk); round += 1) first = await doors.ask(server);
  const rounds = [...first];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(...(await doors.ask(server)));
  expect(wrongAnswers(rounds, { isDue: isDueOnFullDisk, within: 5000 })).toEqual([]);

  free();
  await vi.waitUntil(async () => (await doors.ask(server)).every(isWell), RECOVERY);
  const acknowledged = [...doors.acknowledged].map(([id, email]) => ({ kind: 'customer' as const, id, email }));
  expect(await faultsOnDisk(pid, disk, join(folder, 'copy'), acknowledged)).toEqual([]);
  expect([server.process.exitCode, server.process.signalCode]).toEqual([null, null]);
});
