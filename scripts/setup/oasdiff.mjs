// Builds oasdiff, which finds breaking changes of a released contract (scripts/contract-changes.ts).
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { getGo, goEnvironment } from './go.mjs';
import { cacheFolder, CannotPrepare, lastLines, readState, remember, run, say } from './machine.mjs';

// Go checks the module against the public checksum database.
const MODULE = 'github.com/oasdiff/oasdiff@v1.30.0';
/** From this version on, Go downloads the newer one that the module requires. */
const OLDEST_GO_MINOR = 21;
const folder = join(cacheFolder, 'oasdiff');

/** The program; it exists after `prepareOasdiff`. */
export const oasdiff = join(folder, 'oasdiff');

/** Builds the pinned program unless it is there. Throws CannotPrepare. */
export function prepareOasdiff() {
  if (readState()['oasdiff'] === MODULE && existsSync(oasdiff)) return;
  const go = getGo(OLDEST_GO_MINOR);
  say('building oasdiff into .cache/oasdiff (about half a minute, once)');
  mkdirSync(folder, { recursive: true });
  // Outside of any module, whose go.mod would influence the build.
  const built = run(go, ['install', MODULE], { cwd: folder, env: { ...goEnvironment, GOBIN: folder } });
  if (!built.ok) throw new CannotPrepare(`oasdiff cannot be built\n${lastLines(built.output)}`);
  remember('oasdiff', MODULE);
}
