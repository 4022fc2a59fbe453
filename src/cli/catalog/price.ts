// masthead price: what plans cost and how often (service.md, price_id).
import type { Command } from 'commander';
import { amountText } from '../../models/amount.ts';
import { archivePrice, createPrice, listPrices, unarchivePrice, type Price } from '../../models/catalog/price.ts';
import { toAmount } from '../amount.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { printList, printOne, type Cells } from '../output.ts';

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
    'price create --plan digital --amount 5.00 --currency EUR --interval month',
  )
    .requiredOption('--plan <id-or-slug>', 'plan')
    .requiredOption('--amount <amount>', 'amount with all decimals of its currency, such as 5.00')
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
      amount: toAmount(options.amount, options.currency),
      currency: options.currency,
      interval: options.interval,
    };
    const price = await database.transaction((transaction) => createPrice(publication, transaction, clock, given));
    printOne(options, toPriceObject(price), toCells);
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printList(options, (await listPrices(publication, database)).map(toPriceObject), toCells);
  });
}

async function archive(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const price = await database.transaction((transaction) => archivePrice(publication, transaction, clock, id));
    printOne(options, toPriceObject(price), toCells);
  });
}

async function unarchive(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const price = await database.transaction((transaction) => unarchivePrice(publication, transaction, id));
    printOne(options, toPriceObject(price), toCells);
  });
}

export function toPriceObject({ id, planId, amount, currency, interval, archivedAt }: Price) {
  return { id, plan_id: planId, amount, currency, interval, archived: archivedAt !== null };
}

function toCells({ id, plan_id, amount, currency, interval, archived }: ReturnType<typeof toPriceObject>): Cells {
  return { id, plan_id, amount: amountText(amount, currency), interval, archived };
}
