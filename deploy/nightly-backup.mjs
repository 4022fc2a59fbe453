#!/usr/bin/env node
// Makes a backup each day by `masthead backup create` and keeps the last ones: nightly-backup FOLDER. Its settings are those of the service, and
// BACKUPS_KEPT, 14 unless it says otherwise. One that fails is tried again in an hour.
import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const HOUR = 60 * 60 * 1000;
const BACKUP = /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/;
const kept = Number(process.env.BACKUPS_KEPT ?? '14');
const [folder, once] = process.argv.slice(2);
if (folder === undefined || !Number.isInteger(kept) || kept < 1) {
  process.stderr.write('Name a folder, and in BACKUPS_KEPT a number from 1 on: nightly-backup FOLDER\n');
  process.exit(2);
}

/** Under its final name it is whole. */
function backUp() {
  const name = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const unfinished = join(folder, `unfinished-${name}`);
  const { status } = spawnSync('masthead', ['backup', 'create', unfinished], { stdio: 'inherit' });
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    return false;
  }
  renameSync(unfinished, join(folder, name));
  const all = readdirSync(folder)
    .filter((one) => BACKUP.test(one))
    .toSorted();
  for (const old of all.slice(0, -kept)) rmSync(join(folder, old), { recursive: true });
  return true;
}

// One left by a container that was stopped.
for (const name of readdirSync(folder))
  if (name.startsWith('unfinished-')) rmSync(join(folder, name), { recursive: true });
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
let isDone = backUp();
if (once === '--once') process.exit(isDone ? 0 : 1);
for (;;) {
  await pause((isDone ? 24 : 1) * HOUR);
  isDone = backUp();
}
