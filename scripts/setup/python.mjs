// Makes a virtual environment under .cache/ for each Python program of the tests, with exactly the packages that its requirements file pins by hash.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  cacheFolder,
  CannotPrepare,
  findCommand,
  installDebianPackages,
  lastLines,
  projectFolder,
  readState,
  remember,
  run,
  say,
} from './machine.mjs';

/** One pip for all environments: installing a pip takes as long as the packages themselves. */
const pip = commandIn('pip', 'python');
/** Python writes its bytecode cache, whatever the machine's setting: without it each start takes twice as long. */
export const KEEP_COMPILED = { PYTHONDONTWRITEBYTECODE: '' };
const PYTHONS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11'];

/**
 * @typedef {object} PythonProgram
 * @property {string} name the folder in .cache/
 * @property {string} title for messages
 * @property {string} requirements the requirements file
 * @property {string[]} check a command in the environment's bin folder that shows that it works
 */

/** @param {string} name @param {string} command */
export function commandIn(name, command) {
  return join(cacheFolder, name, 'bin', command);
}

/**
 * Installs the pinned packages unless they are there. Throws CannotPrepare.
 * @param {PythonProgram} program
 */
export function preparePython({ name, title, requirements, check }) {
  const [command = '', ...args] = check;
  // A virtual environment holds absolute paths: a moved clone needs a new one.
  const key = createHash('sha256').update(readFileSync(requirements)).update(projectFolder).digest('hex');
  if (readState()[name] === key && existsSync(commandIn(name, command))) return;
  say(`installing ${title} into .cache/${name}`);
  const python = findPython(title);
  preparePip(python);
  makeEnvironment(name, python, ['--without-pip']);
  // --no-deps: the file names all packages. Bytecode is compiled only for the modules that the check or a program imports.
  const flags = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-compile', '--require-hashes'];
  const result = run(pip, [
    '-m',
    'pip',
    '--python',
    commandIn(name, 'python'),
    'install',
    ...flags,
    '--requirement',
    requirements,
  ]);
  if (!result.ok) throw new CannotPrepare(`pip could not install ${title}\n${lastLines(result.output)}`);
  const started = run(commandIn(name, command), args, { env: KEEP_COMPILED });
  if (!started.ok) throw new CannotPrepare(`${title} does not start\n${lastLines(started.output)}`);
  remember(name, key);
}

/** @param {string} title */
function findPython(title) {
  const probe = 'import sys; sys.exit(sys.version_info < (3, 11))';
  const python = PYTHONS.find((name) => findCommand(name) !== undefined && run(name, ['-c', probe]).ok);
  if (python === undefined)
    throw new CannotPrepare(
      `${title} needs Python 3.11 or newer: install it (on Debian: apt-get install python3 python3-venv)`,
    );
  return python;
}

/** @param {string} python */
function preparePip(python) {
  const { output } = run(python, ['--version']);
  const key = `${output} ${projectFolder}`;
  if (readState()['pip'] === key && existsSync(pip)) return;
  makeEnvironment('pip', python, []);
  remember('pip', key);
}

/**
 * @param {string} name
 * @param {string} python
 * @param {string[]} flags
 */
function makeEnvironment(name, python, flags) {
  if (tryEnvironment(name, python, flags).ok) return;
  // Debian keeps ensurepip, without which there is no pip in a virtual environment, in a package of its own.
  const reason = installDebianPackages([`${python}-venv`]);
  const result = tryEnvironment(name, python, flags);
  if (!result.ok)
    throw new CannotPrepare(
      `${python} cannot make a virtual environment${reason === undefined ? '' : `; ${reason}`}\n${lastLines(result.output)}`,
    );
}

/**
 * @param {string} name
 * @param {string} python
 * @param {string[]} flags
 */
function tryEnvironment(name, python, flags) {
  const environment = join(cacheFolder, name);
  rmSync(environment, { recursive: true, force: true });
  return run(python, ['-m', 'venv', ...flags, environment]);
}
