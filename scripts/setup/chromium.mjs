// Finds a Chromium for the browser tests, or installs Debian's, and checks that it starts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CannotPrepare,
  findCommand,
  installDebianPackages,
  isExecutable,
  lastLines,
  readState,
  remember,
  run,
} from './machine.mjs';

/** The headless shell: it renders and runs pages by the same code, and costs a third less. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const START_TIMEOUT_MILLISECONDS = 60_000;
const HOW =
  'set CHROMIUM_PATH to a Chromium or Chrome, or install one (on Debian: apt-get install chromium-headless-shell)';

/** @returns {string | undefined} the Chromium that the last set-up found */
export function preparedChromium() {
  const path = process.env['CHROMIUM_PATH'] ?? readState()['chromium'];
  return path !== undefined && isExecutable(path) ? path : undefined;
}

/** Finds or installs a Chromium that starts, and records its path. Throws CannotPrepare. */
export function prepareChromium() {
  const known = preparedChromium();
  if (known !== undefined && readState()['chromium'] === known) return;
  const given = process.env['CHROMIUM_PATH'];
  remember('chromium', given === undefined ? findChromium() : proved(given));
}

/** The headless shell where it is installed or can be, otherwise any Chromium. */
function findChromium() {
  const reason = findCommand(SHELL) === undefined ? installDebianPackages([SHELL, 'fonts-liberation']) : undefined;
  const found = [...NAMES.flatMap((name) => findCommand(name) ?? []), ...MAC_PATHS.filter(isExecutable)];
  const path = found.find((one) => start(one).ok) ?? found[0];
  if (path === undefined)
    throw new CannotPrepare(
      `there is no Chromium, and ${reason ?? `the package ${SHELL} brought no such command`}\n    ${HOW}`,
    );
  return proved(path);
}

/** @param {string} path */
function proved(path) {
  const { ok, output } = start(path);
  if (!ok) throw new CannotPrepare(`the Chromium at ${path} does not start\n${lastLines(output)}\n    ${HOW}`);
  return path;
}

/** @param {string} path */
function start(path) {
  // With a profile of its own: a profile in use, as the user's may be, starts no second browser.
  const profile = mkdtempSync(join(tmpdir(), 'masthead-chromium-'));
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    `--user-data-dir=${profile}`,
    '--dump-dom',
    'data:text/html,<p>started',
  ];
  const { ok, output } = run(path, flags, { timeout: START_TIMEOUT_MILLISECONDS });
  rmSync(profile, { recursive: true, force: true });
  return { ok: ok && output.includes('<p>started'), output };
}
