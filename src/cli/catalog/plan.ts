// masthead plan: what customers of a publication subscribe to (service.md, plan_id and plan_slug).
import type { Command } from 'commander';
import { createPlan, listPlans, type Plan } from '../../models/catalog/plan.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printList, printOne, type Cells } from '../output.ts';

export function register(noun: Command): void {
  addPublicationVerb(noun, 'create', 'Create a plan', 'plan create --slug digital --name "Digital"')
    .requiredOption('--slug <slug>', 'identifier for programs: lower-case letters, digits and hyphens')
    .requiredOption('--name <name>', 'name shown to customers')
    .action(create);
  addPublicationVerb(noun, 'list', 'List the plans', 'plan list').action(list);
}

async function create(options: PublicationOptions & { slug: string; name: string }): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const plan = await database.transaction((transaction) => createPlan(publication, transaction, clock, options));
    printOne(options, toPlanObject(plan), asCells);
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printList(options, (await listPlans(publication, database)).map(toPlanObject), asCells);
  });
}

function toPlanObject({ id, slug, name }: Plan): Cells {
  return { id, slug, name };
}
