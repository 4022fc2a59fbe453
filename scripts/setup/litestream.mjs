// Builds Litestream, which copies a SQLite database continuously, for the test of docs/backups.md.
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getGo, goEnvironment } from './go.mjs';
import { cacheFolder, CannotPrepare, lastLines, readState, remember, run, say } from './machine.mjs';

// Go checks the module against the public checksum database.
const MODULE = 'github.com/benbjohnson/litestream/cmd/litestream@v0.5.18';
/** From this version on, Go downloads the newer one that the module requires. */
const OLDEST_GO_MINOR = 21;
const folder = join(cacheFolder, 'litestream');

/** The program; it exists after `prepareLitestream`. */
export const litestream = join(folder, 'litestream');

/** Builds the pinned program unless it is there. Throws CannotPrepare. */
export function prepareLitestream() {
  if (readState()['litestream'] === MODULE && existsSync(litestream)) return;
  const go = getGo(OLDEST_GO_MINOR);
  say('building litestream into .cache/litestream (some minutes, once)');
  mkdirSync(folder, { recursive: true });
  // Outside of any module, whose go.mod would influence the build.
  const built = run(go, ['install', MODULE], { cwd: folder, env: { ...goEnvironment, GOBIN: folder } });
  if (!built.ok) throw new CannotPrepare(`litestream cannot be built\n${lastLines(built.output)}`);
  remember('litestream', MODULE);
}
