// Installs Authlib, the OpenID Connect client of Python that the tests sign in by.
import { join } from 'node:path';
import { projectFolder } from './machine.mjs';
import { commandIn, preparePython } from './python.mjs';

/** The Python that has it; it exists after `prepareAuthlib`. */
export const authlibPython = commandIn('authlib', 'python');

/** Leaves the pinned Authlib in place. Throws CannotPrepare. */
export function prepareAuthlib() {
  const requirements = join(projectFolder, 'scripts', 'requirements-clients.txt');
  preparePython({
    name: 'authlib',
    title: 'Authlib',
    requirements,
    check: ['python', '-c', 'import authlib.integrations.httpx_client, joserfc.jwk, joserfc.jwt'],
  });
}
