// masthead free-offering: the unpaid offering of a publication (service.md, hosted page `/free_offering`).
import type { Command } from 'commander';
import {
  findKeptFreeOffering,
  restoreFreeOffering,
  setFreeOffering,
  withdrawFreeOffering,
  type KeptFreeOffering,
} from '../../models/catalog/free-offering.ts';
import { NotFound } from '../../models/errors.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printOne, type Cells } from '../output.ts';

interface FreeOfferingOptions extends PublicationOptions {
  name: string;
  description?: string;
  newsletter: string[];
}

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'set',
    'Create or replace the free offering; a withdrawn one is offered again',
    'free-offering set --name "Letters" --newsletter weekly',
  )
    .requiredOption('--name <name>', 'name shown to customers')
    .option('--description <text>', 'description shown to customers')
    .requiredOption('--newsletter <id-or-slug...>', 'newsletter that it includes, repeatable')
    .action(set);
  addPublicationVerb(noun, 'show', 'Show the free offering', 'free-offering show').action(show);
  addPublicationVerb(
    noun,
    'withdraw',
    'Take the free offering off the pages; its readers keep their newsletters',
    'free-offering withdraw',
  ).action(withdraw);
  addPublicationVerb(noun, 'restore', 'Offer it again, as it was', 'free-offering restore').action(restore);
}

async function set(options: FreeOfferingOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const given = { name: options.name, description: options.description, newsletters: options.newsletter };
    const offering = await database.transaction((transaction) =>
      setFreeOffering(publication, transaction, clock, given),
    );
    printOne(options, toFreeOfferingObject(offering), asCells);
  });
}

async function show(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const offering = await findKeptFreeOffering(publication, database);
    if (offering === undefined) throw new NotFound('The publication has no free offering');
    printOne(options, toFreeOfferingObject(offering), asCells);
  });
}

async function withdraw(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const offering = await database.transaction((transaction) => withdrawFreeOffering(publication, transaction, clock));
    printOne(options, toFreeOfferingObject(offering), asCells);
  });
}

async function restore(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const offering = await database.transaction((transaction) => restoreFreeOffering(publication, transaction));
    printOne(options, toFreeOfferingObject(offering), asCells);
  });
}

function toFreeOfferingObject({ name, description, newsletters, withdrawnAt }: KeptFreeOffering): Cells {
  return {
    name,
    description,
    newsletter_slugs: newsletters.map(({ slug }) => slug),
    withdrawn: withdrawnAt !== null,
  };
}
