// masthead newsletter: the newsletters of a publication (service.md, newsletter_slugs).
import type { Command } from 'commander';
import {
  createNewsletter,
  listNewsletters,
  type NewNewsletter,
  type Newsletter,
} from '../../models/catalog/newsletter.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printList, printOne, type Cells } from '../output.ts';

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
  addPublicationVerb(noun, 'list', 'List the newsletters', 'newsletter list').action(list);
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

function toNewsletterObject({ id, slug, name, description }: Newsletter): Cells {
  return { id, slug, name, description };
}
