// masthead publication: the tenants of this deployment, each with its own site (service.md, {site_url}).
import type { Command } from 'commander';
import { createPublication, listPublications, updatePublication, type NewPublication, type Publication } from '../models/publication.ts';
import { addVerb, withDatabase, type OutputOptions } from './command.ts';
import { WrongUsage } from './failure.ts';
import { asCells, printList, printOne, toTime, type Cells } from './output.ts';

type Settings = OutputOptions & Partial<NewPublication>;

export function register(noun: Command): void {
  addVerb(noun, 'create', 'Make a publication', 'publication create --name "The Quarterly" --site-url https://members.example.org')
    .requiredOption('--name <name>', 'as customers see it')
    .requiredOption('--site-url <url>', 'origin of its hosted pages, and issuer of its tokens')
    .option('--brand-color <color>', 'of its pages: # and six hex digits')
    .option('--locale <tag>', 'language of its pages and mails, such as en')
    .action(create);
  addVerb(noun, 'list', 'List the publications', 'publication list').action(list);
  addVerb(noun, 'update <id>', 'Change what is given and leave the rest', 'publication update pub_01jd… --name "The Quarterly Review"')
    .option('--name <name>', 'as customers see it')
    .option('--site-url <url>', 'origin of its hosted pages; a new one makes every sign-in of publisher sites start anew')
    .option('--brand-color <color>', 'of its pages: # and six hex digits')
    .option('--locale <tag>', 'language of its pages and mails, such as en')
    .action(update);
}

async function create(options: OutputOptions & NewPublication): Promise<void> {
  await withDatabase(async ({ database, clock }) => {
    const publication = await database.transaction((transaction) => createPublication(transaction, clock, options));
    printOne(options, toPublicationObject(publication), asCells);
  });
}

async function list(options: OutputOptions): Promise<void> {
  await withDatabase(async ({ database }) => printList(options, (await listPublications(database)).map(toPublicationObject), asCells));
}

async function update(id: string, { json, ...given }: Settings): Promise<void> {
  if (Object.keys(given).length === 0) throw new WrongUsage('Say what to change: --name, --site-url, --brand-color or --locale');
  await withDatabase(async ({ database }) => {
    const publication = await database.transaction((transaction) => updatePublication(transaction, id, given));
    printOne(json ? { json } : {}, toPublicationObject(publication), asCells);
  });
}

function toPublicationObject({ id, name, siteUrl, brandColor, locale, createdAt }: Publication): Cells {
  return { id, name, site_url: siteUrl, brand_color: brandColor, locale, created_at: toTime(createdAt) };
}
