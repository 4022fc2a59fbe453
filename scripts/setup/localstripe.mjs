// Installs localstripe, a stateful stand-in for Stripe that others wrote.
import { join } from 'node:path';
import { projectFolder } from './machine.mjs';
import { commandIn, preparePython } from './python.mjs';

/** The Python that has it; it exists after `prepareLocalstripe`. */
export const localstripePython = commandIn('localstripe', 'python');

/** Leaves the pinned localstripe in place. Throws CannotPrepare. */
export function prepareLocalstripe() {
  const requirements = join(projectFolder, 'scripts', 'requirements-stripe.txt');
  preparePython({
    name: 'localstripe',
    title: 'localstripe',
    requirements,
    check: ['python', '-c', 'import localstripe.server'],
  });
}
