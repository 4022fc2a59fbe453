// masthead price: what plans cost and how often (service.md, price_id). Amounts are in minor units: 500 is 5.00 EUR.
import type { Command } from 'commander';
import { archivePrice, createPrice, listPrices, unarchivePrice, type Price } from '../../models/catalog/price.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printList, printOne, type Cells } from '../output.ts';

interface PriceOptions extends PublicationOptions {
  plan: string;
  amount: string;
  currency: string;
  interval: string;
}

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'create',
    'Create a price of a plan',
    'price create --plan digital --amount 500 --currency EUR --interval month',
  )
    .requiredOption('--plan <id-or-slug>', 'plan')
    .requiredOption('--amount <minor-units>', 'amount in minor units: 500 is 5.00 EUR')
    .requiredOption('--currency <code>', 'currency, ISO 4217, such as EUR')
    .requiredOption('--interval <interval>', 'billing interval: month or year')
    .action(create);
  addPublicationVerb(noun, 'list', 'List the prices of all plans, archived ones included', 'price list').action(list);
  const id = 'price_01hv3k8m2q4r6s8t0v2w4x6y8z';
  addPublicationVerb(
    noun,
    'archive <id>',
    'Archive a price, so that nobody can buy it; existing subscriptions keep it',
    `price archive ${id}`,
  ).action(archive);
  addPublicationVerb(
    noun,
    'unarchive <id>',
    'Bring an archived price back, to the offers that had it as well',
    `price unarchive ${id}`,
  ).action(unarchive);
}

async function create(options: PriceOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const given = {
      planId: options.plan,
      amount: toAmount(options.amount),
      currency: options.currency,
      interval: options.interval,
    };
    const price = await database.transaction((transaction) => createPrice(publication, transaction, clock, given));
    printOne(options, toPriceObject(price), asCells);
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printList(options, (await listPrices(publication, database)).map(toPriceObject), asCells);
  });
}

async function archive(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const price = await database.transaction((transaction) => archivePrice(publication, transaction, clock, id));
    printOne(options, toPriceObject(price), asCells);
  });
}

async function unarchive(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const price = await database.transaction((transaction) => unarchivePrice(publication, transaction, id));
    printOne(options, toPriceObject(price), asCells);
  });
}

/** Parses digits only, because 5.00 could mean five cents or five euros; NaN is refused by the model. */
function toAmount(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

export function toPriceObject({ id, planId, amount, currency, interval, archivedAt }: Price): Cells {
  return { id, plan_id: planId, amount, currency, interval, archived: archivedAt !== null };
}
