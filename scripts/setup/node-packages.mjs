// Installs the npm packages of package-lock.json, a Node 24 among them, and checks that this Node loads the SQLite driver.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotPrepare, lastLines, projectFolder, readState, remember, run, say } from './machine.mjs';

const REQUIRED_NODE_MAJOR = 24;
const QUIET = ['--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier'];
const modules = join(projectFolder, 'node_modules');
const node = join(modules, '.bin', 'node');

/** Makes node_modules match the lock file. Throws CannotPrepare. */
export function prepareNodePackages() {
  const lock = readFileSync(join(projectFolder, 'package-lock.json'), 'utf8');
  const key = `${process.platform} ${process.arch} ${createHash('sha256').update(lock).digest('hex')}`;
  const installed = isInstalled(lock);
  if (installed && existsSync(node) && readState()['packages'] === key) return;
  if (!installed) installPackages();
  if (!existsSync(node)) takeSystemNode();
  checkNode();
  remember('packages', key);
}

/**
 * Whether node_modules matches the lock file, by npm's own list of installed packages; so packages installed by hand are accepted, too.
 * @param {string} lock
 */
function isInstalled(lock) {
  const list = join(modules, '.package-lock.json');
  if (!existsSync(list)) return false;
  /** @type {Record<string, { version?: string }>} */
  const present = JSON.parse(readFileSync(list, 'utf8')).packages;
  /** @type {[string, { version?: string, optional?: boolean }][]} */
  const wanted = Object.entries(JSON.parse(lock).packages).filter(([path]) => path !== '');
  return wanted.every(([path, { version, optional }]) => {
    const found = present[path];
    return found === undefined ? optional === true : found.version === version;
  });
}

function installPackages() {
  say('installing the npm packages (about half a minute, once)');
  // Without --include=dev, NODE_ENV=production would leave out the type checker and the test runner.
  // No install scripts: npm 10, which comes with Node 20, would compile the SQLite driver although its binary is in the package.
  const result = run('npm', ['ci', '--include=dev', '--ignore-scripts', ...QUIET]);
  if (!result.ok) throw new CannotPrepare(`npm ci failed\n${lastLines(result.output)}`);
}

/** Takes the machine's own Node where npm has none for this platform. */
function takeSystemNode() {
  const own = systemNode();
  if (own === undefined) {
    throw new CannotPrepare(
      `npm brought no Node ${REQUIRED_NODE_MAJOR} for ${process.platform} ${process.arch}: install Node ${REQUIRED_NODE_MAJOR} and try again`,
    );
  }
  say(`npm brought no Node for ${process.platform} ${process.arch}; taking ${own}`);
  mkdirSync(dirname(node), { recursive: true });
  rmSync(node, { force: true });
  symlinkSync(own, node);
}

/** @returns {string | undefined} the path of the machine's own Node, when it is new enough */
function systemNode() {
  const { ok, output } = run('node', ['--print', 'process.versions.node + " " + process.execPath']);
  const [version = '', path] = output.split(' ');
  return ok && Number.parseInt(version, 10) >= REQUIRED_NODE_MAJOR ? path : undefined;
}

function checkNode() {
  const { output } = run(node, ['--print', 'process.versions.node']);
  if (!(Number.parseInt(output, 10) >= REQUIRED_NODE_MAJOR)) {
    throw new CannotPrepare(
      `node_modules/.bin/node is not Node ${REQUIRED_NODE_MAJOR}: delete node_modules and try again\n${lastLines(output)}`,
    );
  }
  const driver = run(node, ['--eval', 'new (require("better-sqlite3"))(":memory:").prepare("select 1").get()']);
  if (!driver.ok)
    throw new CannotPrepare(
      `the SQLite driver does not load under node_modules/.bin/node\n${lastLines(driver.output)}`,
    );
}
