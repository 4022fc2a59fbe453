// masthead backup: a backup of the whole database, from and to either kind. Publications alone are moved by `masthead export`.
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { makeBackup } from '../../backup/make.ts';
import { BadBackup, readManifest, type Manifest } from '../../backup/manifest.ts';
import { checkFiles } from '../../backup/read.ts';
import { NotEmpty, restoreBackup } from '../../backup/restore.ts';
import { readConfig } from '../../config.ts';
import { SecretKeys } from '../../database/secrets.ts';
import { addVerb, onDatabase, withUnauditedDatabase, type OutputOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { printJson, remark } from '../output.ts';
import { readErasures, repeatErasures } from './erasures.ts';
import { makeDatabaseFolder } from './migrate.ts';
import { transferDatabase } from './transfer.ts';

const WRONG_SECRET =
  'SECRET_KEY is not the one of the backup: signing keys, secrets of endpoints and waiting mails cannot be read.';

export function register(noun: Command): void {
  addVerb(
    noun,
    'create',
    'Back up the whole database into a new folder, while the service runs',
    'backup create /backups/2026-11-23',
  )
    .argument('<folder>', 'where nothing is yet')
    .action(create);
  addVerb(noun, 'verify', 'Check that a backup is whole and sound', 'backup verify /backups/2026-11-23')
    .argument('<folder>', 'a backup')
    .action(verify);
  addVerb(
    noun,
    'restore',
    'Restore a backup into the database of these settings, which must be new; of either kind',
    'backup restore /backups/2026-11-23',
  )
    .argument('<folder>', 'a backup')
    .option(
      '--log <file...>',
      'logs of the service since the backup, gzipped or not: who was erased meanwhile is erased again',
    )
    .action(restore);
  addVerb(
    noun,
    'transfer',
    'Copy the whole database into a new one of either kind, and compare both; stop the service first',
    'backup transfer postgres://masthead@db.example.org/masthead',
  )
    .argument(
      '<database-url>',
      'the new one, as DATABASE_URL names it; - to read that from standard input, where a password is seen by nobody',
    )
    .action(transfer);
}

async function create(folder: string, options: OutputOptions): Promise<void> {
  if (existsSync(folder))
    throw new Refused(`There is something at ${folder} already: name a folder that is to be made`);
  await withUnauditedDatabase(async ({ config, database, clock, secretKeys }) => {
    try {
      const { environment } = config;
      const facts = { environment, secret_keys: namesOf(secretKeys), now: clock.now() };
      report(options, await makeBackup(database, folder, facts), `Backed up into ${folder}`);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  });
}

async function verify(folder: string, options: OutputOptions): Promise<void> {
  const manifest = await sound(() => readManifest(folder));
  const missing = missingSecrets(manifest, new SecretKeys(readConfig(process.env).secretKeys));
  await sound(() => checkFiles(folder, manifest));
  if (missing) throw new Refused(`${folder} is whole. ${WRONG_SECRET}`);
  report(options, manifest, `${folder} is whole`);
}

async function restore(folder: string, options: OutputOptions & { log?: string[] }): Promise<void> {
  const config = readConfig(process.env);
  const manifest = await sound(() => readManifest(folder));
  if (manifest.environment !== config.environment)
    throw new Refused(
      `The backup is of a ${manifest.environment} environment, and ENVIRONMENT is ${config.environment}`,
    );
  const erasures = await readErasures(options.log ?? [], manifest.made_at);
  makeDatabaseFolder(config);
  await onDatabase(config, (database) => sound(() => restoreBackup(database, folder, manifest)));
  const missing = missingSecrets(manifest, new SecretKeys(config.secretKeys));
  report(options, manifest, `Restored from ${folder}`, missing);
  if (options.log !== undefined)
    await withUnauditedDatabase(async (parts) =>
      remark(`Erased again after the backup: ${await repeatErasures(parts, erasures)}.`),
    );
}

async function transfer(to: string, options: OutputOptions): Promise<void> {
  const target = to === '-' ? readFileSync(process.stdin.fd, 'utf8').trim() : to;
  await withUnauditedDatabase(async (parts) => {
    const manifest = await sound(() => transferDatabase(parts, target, namesOf(parts.secretKeys)));
    report(options, manifest, 'The new database holds the same');
  });
}

/** Names of the secrets by which nobody finds them out: keyed hashes of a constant. */
function namesOf(secretKeys: SecretKeys): string[] {
  return secretKeys.macs('backup', 'masthead');
}

/** Whether SECRET_KEY lacks the secret that was the newest, by which all is encrypted but what is being changed. */
function missingSecrets({ secret_keys: [newest = ''] }: Manifest, secretKeys: SecretKeys): boolean {
  return !namesOf(secretKeys).includes(newest);
}

function report(options: OutputOptions, manifest: Manifest, what: string, isSecretMissing = false): void {
  const { tables, made_at, database, environment } = manifest;
  const [rows, bytes] = [sum(tables.map((table) => table.rows)), sum(tables.map((table) => table.bytes))];
  if (options.json) {
    printJson({
      made_at,
      database,
      environment,
      tables: tables.length,
      rows,
      bytes,
      is_secret_missing: isSecretMissing,
    });
    return;
  }
  remark(`${what}: ${rows} rows of ${tables.length} tables, ${bytes} bytes, as of ${made_at}.`);
  if (isSecretMissing) remark(WRONG_SECRET);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

async function sound<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BadBackup || error instanceof NotEmpty) throw new Refused(error.message);
    throw error;
  }
}
