// Builds stripe-mock, Stripe's own server that validates calls, and keeps the OpenAPI document from which it was made.
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { getGo, goEnvironment } from './go.mjs';
import { cacheFolder, CannotPrepare, lastLines, readState, remember, run, say } from './machine.mjs';

// Go checks the module against the public checksum database.
const MODULE = 'github.com/stripe/stripe-mock@v0.203.0';
/** From this version on, Go downloads the newer one that the module requires. */
const OLDEST_GO_MINOR = 21;
const folder = join(cacheFolder, 'stripe-mock');

/** The server; it exists after `prepareStripeMock`, and so does the document. */
export const stripeMock = join(folder, 'stripe-mock');
export const stripeDocument = join(folder, 'spec3.json');

/** Builds the pinned server unless it is there. Throws CannotPrepare. */
export function prepareStripeMock() {
  if (readState()['stripe-mock'] === MODULE && existsSync(stripeMock) && existsSync(stripeDocument)) return;
  const go = getGo(OLDEST_GO_MINOR);
  say('building stripe-mock into .cache/stripe-mock (some seconds, once)');
  mkdirSync(folder, { recursive: true });
  // Outside of any module, whose go.mod would influence the build.
  const options = { cwd: folder, env: { ...goEnvironment, GOBIN: folder } };
  const built = run(go, ['install', MODULE], options);
  if (!built.ok) throw new CannotPrepare(`stripe-mock cannot be built\n${lastLines(built.output)}`);
  const found = run(go, ['mod', 'download', '-json', MODULE], options);
  const [, source] = /"Dir": "([^"]+)"/.exec(found.output) ?? [];
  if (source === undefined) throw new CannotPrepare(`stripe-mock's source cannot be found\n${lastLines(found.output)}`);
  // Go keeps its sources read-only, and so is their copy.
  rmSync(stripeDocument, { force: true });
  copyFileSync(join(source, 'embedded', 'openapi', 'spec3.json'), stripeDocument);
  remember('stripe-mock', MODULE);
}
