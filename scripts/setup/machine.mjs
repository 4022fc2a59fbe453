// The parts that all steps of the set-up share: running and finding commands, installing Debian packages, recording finished steps.
// Plain JavaScript on purpose: it runs under Node 20, before any package is installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const cacheFolder = join(projectFolder, '.cache');
/** One file for each step, since steps run concurrently. */
const stateFolder = join(cacheFolder, 'setup');

/** A failed step. The message tells the person at the terminal what is missing and what to do about it. */
export class CannotPrepare extends Error {}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`setup: ${line}\n`);
}

export function isRoot() {
  return process.getuid?.() === 0;
}

/** PATH without this project's own commands: npm and Python must run on the system's, while node_modules is being replaced. */
function systemPath() {
  const own = join(projectFolder, 'node_modules', '.bin');
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== own)
    .join(delimiter);
}

/**
 * Runs a command to its end; `output` is all its output, standard error included. Never throws for a failing command.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, timeout?: number, cwd?: string, env?: Record<string, string> }} [options] `show` passes the output on instead of keeping it; timeout in milliseconds
 */
export function run(command, args, options = {}) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd: options.cwd ?? projectFolder,
    env: { ...process.env, PATH: systemPath(), ...options.env },
    stdio: options.show === true ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
  });
  return {
    ok: status === 0,
    output: `${stdout ?? ''}${stderr ?? ''}${error === undefined ? '' : error.message}`.trim(),
  };
}

/**
 * The last lines of a failed command, indented below our own message.
 * @param {string} output
 */
export function lastLines(output) {
  return output
    .split('\n')
    .slice(-8)
    .map((line) => `    ${line}`)
    .join('\n');
}

/**
 * @param {string} path
 * @returns {boolean} whether it can be executed by us
 */
export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {string} name
 * @returns {string | undefined} the command's path
 */
export function findCommand(name) {
  return systemPath()
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

/**
 * Installs Debian packages; only root can.
 * @param {string[]} packages
 * @returns {string | undefined} why it failed
 */
export function installDebianPackages(packages) {
  if (findCommand('apt-get') === undefined) return 'there is no apt-get on this machine';
  if (!isRoot()) return `installing needs root: apt-get install ${packages.join(' ')}`;
  say(`installing the Debian packages ${packages.join(', ')} (about a minute, once)`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  // Another program may hold the package lock for a while, such as unattended upgrades on a fresh machine.
  const wait = ['-o', 'DPkg::Lock::Timeout=300', '-q'];
  // `apt-get update` does not wait for one of another step or clone, so flock does, on a folder that every Debian has and only root can create.
  const apt = (/** @type {string[]} */ args) => run('flock', ['/var/lib/dpkg', 'apt-get', ...wait, ...args], { env });
  const update = apt(['update']);
  const install = apt(['install', '-y', '--no-install-recommends', ...packages]);
  return install.ok
    ? undefined
    : `apt-get failed\n${lastLines(`${update.ok ? '' : update.output}\n${install.output}`)}`;
}

/** @returns {Record<string, string>} the records of earlier runs, by step */
export function readState() {
  if (!existsSync(stateFolder)) return {};
  return Object.fromEntries(
    readdirSync(stateFolder).map((step) => [step, readFileSync(join(stateFolder, step), 'utf8')]),
  );
}

/**
 * @param {string} step
 * @param {string} value
 */
export function remember(step, value) {
  mkdirSync(stateFolder, { recursive: true });
  writeFileSync(join(stateFolder, step), value);
}
