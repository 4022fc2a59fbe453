// Installs Schemathesis, the contract fuzzer, into a virtual environment of its own under .cache/.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CannotPrepare, cacheFolder, findCommand, installDebianPackages, lastLines, projectFolder, readState, remember, run, say } from './machine.mjs';

const environment = join(cacheFolder, 'schemathesis');
const requirements = join(projectFolder, 'scripts', 'requirements-tests.txt');
const PYTHONS = ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11'];

/** The command that the contract fuzz runs; it exists after `prepareSchemathesis`. */
export const schemathesisCommand = join(environment, 'bin', 'st');

/** Leaves the pinned Schemathesis in place. Throws CannotPrepare. */
export function prepareSchemathesis() {
  // A virtual environment holds absolute paths: a moved clone needs a new one.
  const key = createHash('sha256').update(readFileSync(requirements)).update(projectFolder).digest('hex');
  if (readState()['schemathesis'] === key && existsSync(schemathesisCommand)) return;
  say('installing Schemathesis into .cache/schemathesis');
  makeEnvironment(findPython());
  const pip = join(environment, 'bin', 'python');
  const result = run(pip, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--require-hashes', '--requirement', requirements]);
  if (!result.ok) throw new CannotPrepare(`pip could not install Schemathesis\n${lastLines(result.output)}`);
  const started = run(schemathesisCommand, ['--version']);
  if (!started.ok) throw new CannotPrepare(`Schemathesis does not start\n${lastLines(started.output)}`);
  remember('schemathesis', key);
}

function findPython() {
  const probe = 'import sys; sys.exit(sys.version_info < (3, 11))';
  const python = PYTHONS.find((name) => findCommand(name) !== undefined && run(name, ['-c', probe]).ok);
  if (python === undefined) throw new CannotPrepare('Schemathesis needs Python 3.11 or newer: install it (on Debian: apt-get install python3 python3-venv)');
  return python;
}

/** @param {string} python */
function makeEnvironment(python) {
  if (tryEnvironment(python).ok) return;
  // Debian keeps ensurepip, without which there is no pip in a virtual environment, in a package of its own.
  const reason = installDebianPackages([`${python}-venv`]);
  const result = tryEnvironment(python);
  if (!result.ok) throw new CannotPrepare(`${python} cannot make a virtual environment${reason === undefined ? '' : `; ${reason}`}\n${lastLines(result.output)}`);
}

/** @param {string} python */
function tryEnvironment(python) {
  rmSync(environment, { recursive: true, force: true });
  return run(python, ['-m', 'venv', environment]);
}
