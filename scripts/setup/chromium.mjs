// Finds the Chromium of the browser journey, or installs Debian's; either way it has proved that it starts.
import { CannotPrepare, findCommand, installDebianPackages, isExecutable, lastLines, readState, remember, run } from './machine.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC_PATHS = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];
const START_TIMEOUT_MILLISECONDS = 60_000;
const HOW = 'set CHROMIUM_PATH to a Chromium or Chrome, or install one (on Debian: apt-get install chromium)';

/** @returns {string | undefined} the Chromium that the last set-up found */
export function preparedChromium() {
  const path = process.env['CHROMIUM_PATH'] ?? readState()['chromium'];
  return path !== undefined && isExecutable(path) ? path : undefined;
}

/** Leaves a Chromium that starts, and remembers where. Throws CannotPrepare. */
export function prepareChromium() {
  const known = preparedChromium();
  if (known !== undefined && readState()['chromium'] === known) return;
  const found = candidates().find((path) => start(path).ok) ?? install();
  remember('chromium', found);
}

function candidates() {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined) return [given];
  return [...NAMES.flatMap((name) => findCommand(name) ?? []), ...MAC_PATHS.filter(isExecutable)];
}

function install() {
  const given = process.env['CHROMIUM_PATH'];
  if (given !== undefined) throw new CannotPrepare(`the Chromium in CHROMIUM_PATH does not start\n${lastLines(start(given).output)}`);
  const reason = installDebianPackages(['chromium', 'fonts-liberation']);
  if (reason !== undefined) throw new CannotPrepare(`there is no Chromium, and ${reason}\n    ${HOW}`);
  const path = findCommand('chromium');
  if (path === undefined) throw new CannotPrepare(`the package chromium brought no such command: ${HOW}`);
  const { ok, output } = start(path);
  if (!ok) throw new CannotPrepare(`Chromium does not start\n${lastLines(output)}`);
  return path;
}

/** @param {string} path */
function start(path) {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--dump-dom', 'data:text/html,<p>started'];
  const { ok, output } = run(path, flags, { timeout: START_TIMEOUT_MILLISECONDS });
  return { ok: ok && output.includes('<p>started'), output };
}
