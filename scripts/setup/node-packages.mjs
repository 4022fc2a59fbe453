// Installs the npm packages of package-lock.json, a Node 24 among them, and proves that this Node loads the SQLite driver.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CannotPrepare, lastLines, projectFolder, readState, remember, run, say } from './machine.mjs';

const REQUIRED_NODE_MAJOR = 24;
const modules = join(projectFolder, 'node_modules');
const node = join(modules, '.bin', 'node');

/** Leaves node_modules as the lock file says. Throws CannotPrepare. */
export function prepareNodePackages() {
  const lock = readFileSync(join(projectFolder, 'package-lock.json'), 'utf8');
  const key = `${process.platform} ${process.arch} ${createHash('sha256').update(lock).digest('hex')}`;
  const installed = isInstalled(lock);
  if (installed && existsSync(node) && readState()['packages'] === key) return;
  if (!installed) install();
  checkNode();
  remember('packages', key);
}

/**
 * npm itself keeps a list of what it put into node_modules; comparing that one also accepts what a developer installed by hand.
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

function install() {
  say('installing the npm packages, a Node 24 among them (about a minute, once)');
  // Without --include=dev, NODE_ENV=production would leave out the type checker and the test runner.
  const args = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund', '--no-update-notifier'];
  const result = run('npm', args);
  if (result.ok) return;
  const fallback = systemNode24();
  if (fallback === undefined) throw new CannotPrepare(`npm ci failed\n${lastLines(result.output)}`);
  // The "node" package has no binary for every machine; no other package needs its install script.
  say('npm ci failed; trying again with the Node 24 of this machine and without install scripts');
  const again = run('npm', [...args, '--ignore-scripts']);
  if (!again.ok) throw new CannotPrepare(`npm ci failed\n${lastLines(again.output)}`);
  useSystemNode(fallback);
}

/** @returns {string | undefined} the path of the machine's own Node, when it is new enough */
function systemNode24() {
  const { ok, output } = run('node', ['--print', 'process.versions.node + " " + process.execPath']);
  const [version = '', path] = output.split(' ');
  return ok && Number.parseInt(version, 10) >= REQUIRED_NODE_MAJOR ? path : undefined;
}

/** @param {string} path */
function useSystemNode(path) {
  mkdirSync(dirname(node), { recursive: true });
  rmSync(node, { force: true });
  symlinkSync(path, node);
}

function checkNode() {
  const major = Number.parseInt(run(node, ['--print', 'process.versions.node']).output, 10);
  if (!(major >= REQUIRED_NODE_MAJOR)) {
    const fallback = systemNode24();
    if (fallback === undefined) {
      throw new CannotPrepare(`no Node ${REQUIRED_NODE_MAJOR} for ${process.platform} ${process.arch} came with the packages: install Node ${REQUIRED_NODE_MAJOR} and try again`);
    }
    useSystemNode(fallback);
  }
  const driver = run(node, ['--eval', 'new (require("better-sqlite3"))(":memory:").prepare("select 1").get()']);
  if (!driver.ok) throw new CannotPrepare(`the SQLite driver does not load under node_modules/.bin/node\n${lastLines(driver.output)}`);
}
