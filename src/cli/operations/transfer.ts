// masthead backup transfer: the whole database into a new one, of either kind.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { listDifferences } from '../../backup/compare.ts';
import { makeBackup } from '../../backup/make.ts';
import type { Manifest } from '../../backup/manifest.ts';
import { restoreBackup } from '../../backup/restore.ts';
import { readConfig } from '../../config.ts';
import { onDatabase, type Parts } from '../command.ts';
import { Refused } from '../failure.ts';
import { makeDatabaseFolder } from './migrate.ts';

/**
 * Copies all rows, and compares both databases afterwards. Throws NotEmpty, and Refused where they differ, since somebody
 * wrote meanwhile; the new one is no good then.
 * @param to as DATABASE_URL
 */
export async function transferDatabase(
  { config, database, clock }: Parts,
  to: string,
  secretNames: readonly string[],
): Promise<Manifest> {
  const target = readConfig(process.env, { DATABASE_URL: to });
  if (target.databaseUrl === config.databaseUrl)
    throw new Refused('That is the database of these settings: name a new one');
  mkdirSync(config.dataDir, { recursive: true });
  const parent = mkdtempSync(join(config.dataDir, 'transfer-'));
  try {
    const folder = join(parent, 'backup');
    const facts = { environment: config.environment, secret_keys: [...secretNames], now: clock.now() };
    const manifest = await makeBackup(database, folder, facts);
    makeDatabaseFolder(target);
    await onDatabase(target, async (other) => {
      await restoreBackup(other, folder, manifest);
      const differences = await listDifferences(database, other);
      if (differences.length > 0)
        throw new Refused(
          `Somebody wrote into the old database meanwhile (${differences.join(', ')}): stop the service and the worker, and begin again with another new database`,
        );
    });
    return manifest;
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
