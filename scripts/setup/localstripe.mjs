// Installs localstripe, a stateful test double of Stripe by other authors.
import { join } from 'node:path';
import { projectFolder } from './machine.mjs';
import { commandIn, preparePython } from './python.mjs';

/** The Python with localstripe; it exists after `prepareLocalstripe`. */
export const localstripePython = commandIn('localstripe', 'python');

/** Installs the pinned localstripe unless it is there. Throws CannotPrepare. */
export function prepareLocalstripe() {
  const requirements = join(projectFolder, 'scripts', 'requirements-stripe.txt');
  preparePython({
    name: 'localstripe',
    title: 'localstripe',
    requirements,
    check: ['python', '-c', 'import localstripe.server'],
  });
}
