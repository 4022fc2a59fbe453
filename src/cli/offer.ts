// masthead offer: plans as the hosted pages show them for sale (service.md, hosted pages `/offers`).
import type { Command } from 'commander';
import { archiveOffer, createOffer, listOffers, type OfferForSale } from '../models/offer.ts';
import { getPlan } from '../models/plan.ts';
import { listPrices } from '../models/price.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from './command.ts';
import { printList, printOne, remark, type Cells } from './output.ts';
import { toPriceObject } from './price.ts';

interface OfferOptions extends PublicationOptions {
  slug: string;
  name: string;
  description?: string;
  plan: string;
  price?: string[];
}

export function register(noun: Command): void {
  const example = 'offer create --slug reader --name "Reader" --plan digital';
  addPublicationVerb(noun, 'create', 'Make an offer of a plan, at all or some of its prices', example)
    .requiredOption('--slug <slug>', 'stands in the address of its page: lower-case letters, digits and hyphens')
    .requiredOption('--name <name>', 'as customers see it')
    .option('--description <text>', 'what one gets')
    .requiredOption('--plan <id-or-slug>', 'the plan')
    .option('--price <id...>', 'a price of that plan, once for each; all of them when left out')
    .action(create);
  addPublicationVerb(noun, 'list', 'List the offers for sale', 'offer list').action(list);
  addPublicationVerb(noun, 'archive <slug>', 'Take an offer off the pages; subscriptions go on', 'offer archive reader').action(archive);
}

async function create(options: OfferOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const { slug, name, description, plan: idOrSlug } = options;
    const offer = await database.transaction(async (transaction) => {
      const plan = await getPlan(publication, transaction, idOrSlug);
      const priceIds = options.price ?? (await listPrices(publication, transaction)).filter(({ planId }) => planId === plan.id).map(({ id }) => id);
      return createOffer(publication, transaction, clock, { slug, name, description, planId: plan.id, priceIds });
    });
    printOne(options, toOfferObject(offer), toCells);
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printList(options, (await listOffers(publication, database)).map(toOfferObject), toCells);
  });
}

async function archive(slug: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    await database.transaction((transaction) => archiveOffer(publication, transaction, clock, slug));
    remark(`The offer ${slug} is for sale no more.`);
    if (options.json) printList(options, (await listOffers(publication, database)).map(toOfferObject), toCells);
  });
}

type OfferObject = ReturnType<typeof toOfferObject>;

function toOfferObject({ id, slug, name, description, plan, prices }: OfferForSale) {
  return { id, slug, name, description, plan_id: plan.id, plan_slug: plan.slug, prices: prices.map(toPriceObject) };
}

function toCells({ id, slug, name, plan_slug, prices }: OfferObject): Cells {
  return { id, slug, name, plan_slug, prices: prices.map(({ amount, currency, interval }) => `${String(amount)} ${String(currency)} / ${String(interval)}`) };
}
