// masthead newsletter: the newsletters of a publication (service.md, newsletter_slugs).
import { Option, type Command } from 'commander';
import type { Connection } from '../../database/connection.ts';
import { AUDIENCES, listPlansOf, plansOf } from '../../models/catalog/newsletter-audience.ts';
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
import type { Tenant } from '../../models/record.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { asCells, printList, printOne, type Cells } from '../output.ts';
import { addMoveVerb, toMove, type MoveOptions } from './move.ts';

const AUDIENCE = ['--audience <who>', 'who can join it: all, those with certain plans, or with any plan'] as const;
const PLANS = ['--plans <id-or-slug...>', 'plans that it comes with, all of them'] as const;

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
    .addOption(new Option(...AUDIENCE).choices(AUDIENCES))
    .option(...PLANS)
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
    'Change a newsletter; its slug stays',
    'newsletter update weekly --audience plans --plans digital',
  )
    .option('--name <name>', 'name shown to customers')
    .option('--description <text>', 'description shown to customers; empty for none')
    .addOption(new Option(...AUDIENCE).choices(AUDIENCES))
    .option(...PLANS)
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
    await print(options, database, publication, newsletter);
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    await printAll(options, database, publication);
  });
}

async function update(newsletter: string, options: PublicationOptions & NewsletterChange): Promise<void> {
  const { name, description, audience, plans } = options;
  const change = { name, description, audience, plans };
  if (Object.values(change).every((value) => value === undefined))
    throw new UsageError('Say what to change: --name, --description, --audience or --plans');
  await withPublication(options, async ({ database }, publication) => {
    const changed = await database.transaction((transaction) =>
      updateNewsletter(publication, transaction, newsletter, change),
    );
    await print(options, database, publication, changed);
  });
}

async function archive(newsletter: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const archived = await database.transaction((transaction) =>
      archiveNewsletter(publication, transaction, clock, newsletter),
    );
    await print(options, database, publication, archived);
  });
}

async function unarchive(newsletter: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const back = await database.transaction((transaction) => unarchiveNewsletter(publication, transaction, newsletter));
    await print(options, database, publication, back);
  });
}

async function move(newsletter: string, options: MoveOptions): Promise<void> {
  const given = toMove(newsletter, options);
  await withPublication(options, async ({ database }, publication) => {
    await database.transaction((transaction) => moveNewsletter(publication, transaction, given));
    await printAll(options, database, publication);
  });
}

async function print(
  options: PublicationOptions,
  connection: Connection,
  publication: Tenant,
  newsletter: Newsletter,
): Promise<void> {
  const planIds = await listPlansOf(publication, connection, newsletter.id);
  printOne(options, toNewsletterObject(newsletter, planIds), asCells);
}

async function printAll(options: PublicationOptions, connection: Connection, publication: Tenant): Promise<void> {
  const all = await listNewsletters(publication, connection);
  const ids = all.map(({ id }) => id);
  const plans = await plansOf(publication, connection, ids);
  const objects = all.map((newsletter) => toNewsletterObject(newsletter, plans.get(newsletter.id) ?? []));
  printList(options, objects, asCells);
}

function toNewsletterObject(
  { id, slug, name, description, audience, archivedAt }: Newsletter,
  planIds: readonly string[],
): Cells {
  return { id, slug, name, description, audience, plan_ids: planIds, archived: archivedAt !== null };
}
