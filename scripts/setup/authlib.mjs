// Installs Authlib, the Python client of OpenID Connect by which tests sign in.
import { join } from 'node:path';
import { projectFolder } from './machine.mjs';
import { commandIn, preparePython } from './python.mjs';

/** The Python with Authlib; it exists after `prepareAuthlib`. */
export const authlibPython = commandIn('authlib', 'python');

/** Installs the pinned Authlib unless it is there. Throws CannotPrepare. */
export function prepareAuthlib() {
  const requirements = join(projectFolder, 'scripts', 'requirements-clients.txt');
  preparePython({
    name: 'authlib',
    title: 'Authlib',
    requirements,
    check: ['python', '-c', 'import authlib.integrations.httpx_client, joserfc.jwk, joserfc.jwt'],
  });
}
