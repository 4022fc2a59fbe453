// masthead application add-secret, end-secret, rotate-secret: a second client secret beside the first while a site changes
// over, and a new one in place of all others once a secret was stolen.
import type { Command } from 'commander';
import { addClientSecret, endClientSecret, secretsOf } from '../../models/sign-in/client-secret.ts';
import { rotateClientSecret } from '../../models/sign-in/oauth-application.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printOne, remark } from '../output.ts';

export function registerSecrets(noun: Command): void {
  addPublicationVerb(
    noun,
    'add-secret <id>',
    'Create a second client secret; the first one stays good until it is ended',
    'application add-secret app_01jd…',
  ).action(addSecret);
  addPublicationVerb(
    noun,
    'end-secret <id> <last-four>',
    'End one of two client secrets, named by its last four characters, at once',
    'application end-secret app_01jd… 3f0Z',
  ).action(endSecret);
  addPublicationVerb(
    noun,
    'rotate-secret <id>',
    'Create a new client secret; every former one is invalid at once',
    'application rotate-secret app_01jd…',
  ).action(rotateSecret);
}

async function addSecret(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock, securityLog }, publication) => {
    const clientSecret = await database.transaction((transaction) =>
      addClientSecret(publication, transaction, clock, id),
    );
    securityLog.record('client_secret_added', { publication, record: id });
    printOne(options, { id, client_secret: clientSecret }, asCells);
    remark('The client secret is not shown again. The first one stays good until: application end-secret');
  });
}

async function endSecret(id: string, lastFour: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, securityLog }, publication) => {
    const application = await database.transaction((transaction) =>
      endClientSecret(publication, transaction, id, lastFour),
    );
    securityLog.record('client_secret_ended', { publication, record: id });
    printOne(options, { id, secrets_end_in: secretsOf(application).map(({ hint }) => hint) }, asCells);
  });
}

async function rotateSecret(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock, securityLog }, publication) => {
    const clientSecret = await database.transaction((transaction) =>
      rotateClientSecret(publication, transaction, clock, id),
    );
    securityLog.record('client_secret_rotated', { publication, record: id });
    printOne(options, { id, client_secret: clientSecret }, asCells);
    remark('The client secret is not shown again.');
  });
}
