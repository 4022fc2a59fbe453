// masthead plan: what customers of a publication subscribe to (service.md, plan_id and plan_slug).
import type { Command } from 'commander';
import {
  archivePlan,
  createPlan,
  listPlans,
  movePlan,
  setProductKind,
  unarchivePlan,
  updatePlan,
  type Plan,
} from '../../models/catalog/plan.ts';
import { PRODUCT_KINDS } from '../../models/tax/product-kind.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { asCells, printList, printOne, type Cells } from '../output.ts';
import { addMoveVerb, toMove, type MoveOptions } from './move.ts';

export function register(noun: Command): void {
  addPublicationVerb(noun, 'create', 'Create a plan', 'plan create --slug digital --name "Digital"')
    .requiredOption('--slug <slug>', 'identifier for programs: lower-case letters, digits and hyphens')
    .requiredOption('--name <name>', 'name shown to customers')
    .option('--sent-by-post', 'asks whoever has the plan for a postal address')
    .action(create);
  addPublicationVerb(noun, 'list', 'List the plans in their order, archived ones included', 'plan list').action(list);
  addPublicationVerb(
    noun,
    'update <id-or-slug>',
    'Change a plan for everybody who has it; its slug stays',
    'plan update digital --name "Digital+"',
  )
    .option('--name <name>', 'name shown to customers')
    .option('--sent-by-post', 'asks whoever has the plan for a postal address')
    .option('--no-sent-by-post', 'asks nobody for one')
    .action(update);
  addPublicationVerb(
    noun,
    'archive <id-or-slug>',
    'Archive a plan that no offer for sale has; existing subscriptions continue',
    'plan archive digital',
  ).action(archive);
  addPublicationVerb(noun, 'unarchive <id-or-slug>', 'Bring an archived plan back', 'plan unarchive digital').action(
    unarchive,
  );
  addPublicationVerb(
    noun,
    'kind <id-or-slug> <kind>',
    `Say what a plan is to the tax office: ${PRODUCT_KINDS.join(', ')}`,
    'plan kind digital e_publication',
  ).action(setKind);
  addMoveVerb(noun, 'plan move digital --before print').action(move);
}

async function create(
  options: PublicationOptions & { slug: string; name: string; sentByPost?: boolean },
): Promise<void> {
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

async function setKind(plan: string, kind: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const { productKind, ...changed } = await database.transaction((transaction) =>
      setProductKind(publication, transaction, plan, kind),
    );
    printOne(options, { ...toPlanObject(changed), product_kind: productKind }, asCells);
  });
}

async function update(
  plan: string,
  options: PublicationOptions & { name?: string; sentByPost?: boolean },
): Promise<void> {
  const { name, sentByPost } = options;
  if (name === undefined && sentByPost === undefined)
    throw new UsageError('Give at least one of --name, --sent-by-post and --no-sent-by-post');
  await withPublication(options, async ({ database }, publication) => {
    const changed = await database.transaction((transaction) =>
      updatePlan(publication, transaction, plan, { name, sentByPost }),
    );
    printOne(options, toPlanObject(changed), asCells);
  });
}

async function archive(plan: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const archived = await database.transaction((transaction) => archivePlan(publication, transaction, clock, plan));
    printOne(options, toPlanObject(archived), asCells);
  });
}

async function unarchive(plan: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const back = await database.transaction((transaction) => unarchivePlan(publication, transaction, plan));
    printOne(options, toPlanObject(back), asCells);
  });
}

async function move(plan: string, options: MoveOptions): Promise<void> {
  const given = toMove(plan, options);
  await withPublication(options, async ({ database }, publication) => {
    await database.transaction((transaction) => movePlan(publication, transaction, given));
    printList(options, (await listPlans(publication, database)).map(toPlanObject), asCells);
  });
}

function toPlanObject({ id, slug, name, sentByPost, archivedAt }: Plan): Cells {
  return { id, slug, name, sent_by_post: sentByPost, archived: archivedAt !== null };
}
