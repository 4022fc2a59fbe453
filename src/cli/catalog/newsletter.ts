// masthead newsletter: the newsletters of a publication (service.md, newsletter_slugs).
import type { Command } from 'commander';
import {
  archiveNewsletter,
  createNewsletter,
  listNewsletters,
  moveNewsletter,
  unarchiveNewsletter,
  updateNewsletter,
  type NewNewsletter,
  type Newsletter,
  type NewsletterChange,
} from '../../models/catalog/newsletter.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { asCells, printList, printOne, type Cells } from '../output.ts';
import { addMoveVerb, toMove, type MoveOptions } from './move.ts';

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'create',
    'Create a newsletter',
    'newsletter create --slug weekly --name "The Weekly Letter"',
  )
    .requiredOption('--slug <slug>', 'identifier for programs: lower-case letters, digits and hyphens')
    .requiredOption('--name <name>', 'name shown to customers')
    .option('--description <text>', 'description shown to customers')
    .action(create);
  addPublicationVerb(
    noun,
    'list',
    'List the newsletters in their order, archived ones included',
    'newsletter list',
  ).action(list);
  addPublicationVerb(
    noun,
    'update <id-or-slug>',
    'Change name and description of a newsletter; its slug stays',
    'newsletter update weekly --name "The Sunday Letter"',
  )
    .option('--name <name>', 'name shown to customers')
    .option('--description <text>', 'description shown to customers; empty for none')
    .action(update);
  addPublicationVerb(
    noun,
    'archive <id-or-slug>',
    'Archive a newsletter: nobody can newly subscribe, and its readers keep it',
    'newsletter archive weekly',
  ).action(archive);
  addPublicationVerb(
    noun,
    'unarchive <id-or-slug>',
    'Bring an archived newsletter back',
    'newsletter unarchive weekly',
  ).action(unarchive);
  addMoveVerb(noun, 'newsletter move weekly --before daily').action(move);
}

async function create(options: PublicationOptions & NewNewsletter): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const newsletter = await database.transaction((transaction) =>
      createNewsletter(publication, transaction, clock, options),
    );
    printOne(options, toNewsletterObject(newsletter), asCells);
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printList(options, (await listNewsletters(publication, database)).map(toNewsletterObject), asCells);
  });
}

async function update(newsletter: string, options: PublicationOptions & NewsletterChange): Promise<void> {
  const { name, description } = options;
  if (name === undefined && description === undefined)
    throw new UsageError('Say what to change: --name or --description');
  await withPublication(options, async ({ database }, publication) => {
    const changed = await database.transaction((transaction) =>
      updateNewsletter(publication, transaction, newsletter, { name, description }),
    );
    printOne(options, toNewsletterObject(changed), asCells);
  });
}

async function archive(newsletter: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const archived = await database.transaction((transaction) =>
      archiveNewsletter(publication, transaction, clock, newsletter),
    );
    printOne(options, toNewsletterObject(archived), asCells);
  });
}

async function unarchive(newsletter: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const back = await database.transaction((transaction) => unarchiveNewsletter(publication, transaction, newsletter));
    printOne(options, toNewsletterObject(back), asCells);
  });
}

async function move(newsletter: string, options: MoveOptions): Promise<void> {
  const given = toMove(newsletter, options);
  await withPublication(options, async ({ database }, publication) => {
    await database.transaction((transaction) => moveNewsletter(publication, transaction, given));
    printList(options, (await listNewsletters(publication, database)).map(toNewsletterObject), asCells);
  });
}

function toNewsletterObject({ id, slug, name, description, archivedAt }: Newsletter): Cells {
  return { id, slug, name, description, archived: archivedAt !== null };
}
