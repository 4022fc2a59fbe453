// masthead offer: what the hosted pages show for sale (service.md, hosted pages `/offers`).
import type { Command } from 'commander';
import { amountText } from '../../models/amount.ts';
import { setOfferPrices } from '../../models/catalog/offer-prices.ts';
import {
  archiveOffer,
  createOffer,
  listArchivedOffers,
  listOffers,
  moveOffer,
  unarchiveOffer,
  updateOffer,
  type OfferForSale,
} from '../../models/catalog/offer.ts';
import { getPlan } from '../../models/catalog/plan.ts';
import { listPrices } from '../../models/catalog/price.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { printList, printOne, remark, type Cells } from '../output.ts';
import { addMoveVerb, toMove, type MoveOptions } from './move.ts';
import { toPriceObject } from './price.ts';

interface OfferOptions extends PublicationOptions {
  slug: string;
  name: string;
  description?: string;
  plan: string;
  price?: string[];
  trialDays?: string;
  gifts?: string;
  benefit?: string[];
  recommended?: string;
}

type ChangeOptions = PublicationOptions & Partial<Omit<OfferOptions, 'plan'>>;

const TRIAL_DAYS = [
  '--trial-days <days>',
  'length of the free trial, which each customer gets once; 0 for none',
] as const;
const BENEFITS = ['--benefit <text...>', 'what it brings, repeatable; one empty text for none'] as const;
const RECOMMENDED = [
  '--recommended <on-or-off>',
  'whether it is the one that is recommended, in place of another',
] as const;
const GIFTS = ['--gifts <on-or-off>', 'whether readers can give it as a gift'] as const;

export function register(noun: Command): void {
  const example = 'offer create --slug reader --name "Reader" --plan digital';
  addPublicationVerb(noun, 'create', 'Create an offer of a plan, with all or some of its prices', example)
    .requiredOption('--slug <slug>', 'part of the URL of its page: lower-case letters, digits and hyphens')
    .requiredOption('--name <name>', 'name shown to customers')
    .option('--description <text>', 'description shown to customers')
    .requiredOption('--plan <id-or-slug>', 'plan')
    .option('--price <id...>', 'price of the plan, repeatable; all of its prices by default')
    .option(...TRIAL_DAYS)
    .option(...GIFTS)
    .option(...BENEFITS)
    .option(...RECOMMENDED)
    .action(create);
  addPublicationVerb(noun, 'list', 'List the offers for sale in their order', 'offer list')
    .option('--archived', 'list the archived offers instead')
    .action(list);
  addPublicationVerb(
    noun,
    'update <slug>',
    'Change an offer; existing subscriptions stay as they are',
    'offer update reader --trial-days 14',
  )
    .option('--slug <slug>', 'another part of the URL, of an archived offer')
    .option('--name <name>', 'name shown to customers')
    .option('--description <text>', 'description shown to customers; empty for none')
    .option('--price <id...>', 'all prices that it has from now on, repeatable')
    .option(...TRIAL_DAYS)
    .option(...GIFTS)
    .option(...BENEFITS)
    .option(...RECOMMENDED)
    .action(update);
  addPublicationVerb(
    noun,
    'archive <slug>',
    'Remove an offer from sale; existing subscriptions continue',
    'offer archive reader',
  ).action(archive);
  addPublicationVerb(
    noun,
    'unarchive <slug>',
    'Put an archived offer back on sale, as it was',
    'offer unarchive reader',
  ).action(unarchive);
  addMoveVerb(noun, 'offer move reader --before supporter').action(move);
}

async function create(options: OfferOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const { slug, name, description, plan: idOrSlug } = options;
    const trialDays = toDays(options.trialDays);
    const giftable = toSwitch('--gifts', options.gifts);
    const benefits = options.benefit?.join('\n');
    const recommended = toSwitch('--recommended', options.recommended);
    const offer = await database.transaction(async (transaction) => {
      const plan = await getPlan(publication, transaction, idOrSlug);
      const priceIds =
        options.price ??
        (await listPrices(publication, transaction))
          .filter(({ planId, archivedAt }) => planId === plan.id && archivedAt === null)
          .map(({ id }) => id);
      return createOffer(publication, transaction, clock, {
        slug,
        name,
        description,
        planId: plan.id,
        priceIds,
        trialDays,
        giftable,
        benefits,
        recommended,
      });
    });
    printOne(options, toOfferObject(offer), toCells);
  });
}

async function update(slug: string, options: ChangeOptions): Promise<void> {
  const { slug: newSlug, name, description, price } = options;
  const change = {
    slug: newSlug,
    name,
    description,
    trialDays: toDays(options.trialDays),
    giftable: toSwitch('--gifts', options.gifts),
    benefits: options.benefit?.join('\n'),
    recommended: toSwitch('--recommended', options.recommended),
  };
  if ([...Object.values(change), price].every((value) => value === undefined))
    throw new UsageError('Say what to change, such as --name, --description, --price or --trial-days: see --help');
  await withPublication(options, async ({ database }, publication) => {
    const offer = await database.transaction(async (transaction) => {
      const changed = await updateOffer(publication, transaction, slug, change);
      return price === undefined ? changed : setOfferPrices(publication, transaction, changed.id, price);
    });
    printOne(options, toOfferObject(offer), toCells);
  });
}

/** Throws UsageError. */
function toSwitch(option: string, text: string | undefined): boolean | undefined {
  if (text !== undefined && text !== 'on' && text !== 'off') throw new UsageError(`${option} is on or off`);
  return text === undefined ? undefined : text === 'on';
}

async function move(slug: string, options: MoveOptions): Promise<void> {
  const given = toMove(slug, options);
  await withPublication(options, async ({ database }, publication) => {
    await database.transaction((transaction) => moveOffer(publication, transaction, given));
    printList(options, (await listOffers(publication, database)).map(toOfferObject), toCells);
  });
}

/** Parses digits only; NaN is refused by the model. */
function toDays(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
}

async function list(options: PublicationOptions & { archived?: boolean }): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const listed = options.archived === true ? listArchivedOffers : listOffers;
    printList(options, (await listed(publication, database)).map(toOfferObject), toCells);
  });
}

async function archive(slug: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    await database.transaction((transaction) => archiveOffer(publication, transaction, clock, slug));
    remark(`The offer ${slug} is no longer for sale.`);
    if (options.json) printList(options, (await listOffers(publication, database)).map(toOfferObject), toCells);
  });
}

async function unarchive(slug: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    await database.transaction((transaction) => unarchiveOffer(publication, transaction, slug));
    remark(`The offer ${slug} is for sale again.`);
    if (options.json) printList(options, (await listOffers(publication, database)).map(toOfferObject), toCells);
  });
}

type OfferObject = ReturnType<typeof toOfferObject>;

function toOfferObject(offer: OfferForSale) {
  const { id, slug, name, description, plan, trialDays, giftable, benefits, recommended, prices } = offer;
  return {
    id,
    slug,
    name,
    description,
    plan_id: plan.id,
    plan_slug: plan.slug,
    trial_days: trialDays,
    giftable,
    benefits,
    recommended,
    prices: prices.map(toPriceObject),
  };
}

function toCells({ id, slug, name, plan_slug, trial_days, prices }: OfferObject): Cells {
  return {
    id,
    slug,
    name,
    plan_slug,
    trial_days,
    prices: prices.map(({ amount, currency, interval }) => `${amountText(amount, currency)} / ${interval}`),
  };
}
