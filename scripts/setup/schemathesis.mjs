// Installs Schemathesis, the contract fuzzer.
import { join } from 'node:path';
import { projectFolder } from './machine.mjs';
import { commandIn, preparePython } from './python.mjs';

/** The command of the contract fuzzer; it exists after `prepareSchemathesis`. */
export const schemathesisCommand = commandIn('schemathesis', 'st');

/** Installs the pinned Schemathesis unless it is there. Throws CannotPrepare. */
export function prepareSchemathesis() {
  const requirements = join(projectFolder, 'scripts', 'requirements-tests.txt');
  preparePython({ name: 'schemathesis', title: 'Schemathesis', requirements, check: ['st', '--version'] });
}
