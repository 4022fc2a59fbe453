// A migrated database for processes that are killed while they use it. On SQLite it is a file on the disk, so that a kill may fall into a commit.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../../src/database/connection.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { openDatabase } from '../../../src/database/open.ts';
import { newDatabase, type Dialect } from './database.ts';

export interface OwnDatabase {
  readonly url: string;
  /** A connection of the test's own, beside those of the processes. */
  readonly database: Database;
}

/** @param onEnd registers a clean-up, run in reverse order: `onTestFinished` of a test's context, or the like */
export async function newOwnDatabase(
  dialect: Dialect,
  onEnd: (close: () => Promise<void> | void) => void,
): Promise<OwnDatabase> {
  const { url, remove } = dialect === 'postgres' ? await newDatabase('postgres') : newFile();
  onEnd(remove);
  const database = openDatabase(url);
  onEnd(() => database.close());
  await migrate(database, 'test');
  return { url, database };
}

function newFile(): { url: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'masthead-own-'));
  return {
    url: `sqlite:${join(folder, 'masthead.sqlite')}`,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
