// masthead continue-host: the allowlist of continue_url (service.md, hosted pages rule 1).
import type { Command } from 'commander';
import { addContinueHost, listContinueHosts, removeContinueHost } from '../../models/publication/continue-host.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { asCells, printList } from '../output.ts';

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'add <host>',
    'Add a host to the allowlist of continue_url',
    'continue-host add www.example.org',
  ).action(add);
  addPublicationVerb(
    noun,
    'remove <host>',
    'Remove a host from the allowlist',
    'continue-host remove www.example.org',
  ).action(remove);
  addPublicationVerb(noun, 'list', 'List the allowed hosts', 'continue-host list').action(list);
}

async function add(host: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    await parts.database.transaction((transaction) => addContinueHost(publication, transaction, parts.clock, { host }));
    await show(options, parts, publication);
  });
}

async function remove(host: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    await parts.database.transaction((transaction) => removeContinueHost(publication, transaction, { host }));
    await show(options, parts, publication);
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, (parts, publication) => show(options, parts, publication));
}

async function show(options: PublicationOptions, { database }: Parts, publication: Publication): Promise<void> {
  printList(
    options,
    (await listContinueHosts(publication, database)).map((host) => ({ host })),
    asCells,
  );
}
