// Installs Django and its two clients of OpenID Connect, by which sites of the tests sign readers in.
import { join } from 'node:path';
import { projectFolder } from './machine.mjs';
import { commandIn, preparePython } from './python.mjs';

/** The Python with Django; it exists after `prepareDjango`. */
export const djangoPython = commandIn('django', 'python');

/** Installs the pinned packages unless they are there. Throws CannotPrepare. */
export function prepareDjango() {
  preparePython({
    name: 'django',
    title: 'Django with mozilla-django-oidc and django-allauth',
    requirements: join(projectFolder, 'scripts', 'requirements-django.txt'),
    check: ['python', '-c', 'import allauth, mozilla_django_oidc, requests'],
  });
}
