// masthead price-change: changes a price as one act (decisions 40), shows how far that has come, and takes it back.
import type { Command } from 'commander';
import { getPrice, listPrices, type Price } from '../../models/catalog/price.ts';
import { getPriceChange, listPriceChanges, type PriceChange } from '../../models/money/price-change.ts';
import { countMoves } from '../../models/money/price-holders.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { parseDay } from '../../payments/calendar.ts';
import { beginPriceChange, undoPriceChange } from '../../payments/price-change/change.ts';
import { previewPriceChange, renewalClock, type PriceChangePreview } from '../../payments/price-change/preview.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { asCells, printList, printOne, remark, toTime, type Cells } from '../output.ts';

interface CreateOptions extends PublicationOptions {
  amount: string;
  moveFrom?: string;
  preview?: boolean;
}

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'create <price>',
    'Let new buyers pay another amount from now on; present subscribers keep theirs, or move at a renewal',
    'price-change create price_01jd… --amount 600 --move-from 2027-03-01 --preview',
  )
    .requiredOption('--amount <minor-units>', 'new amount in minor units: 600 is 6.00 EUR')
    .option('--move-from <day>', 'move present subscribers at their first renewal from this day on, such as 2027-03-01')
    .option('--preview', 'show who pays what and what it is worth, and change nothing')
    .action(create);
  addPublicationVerb(noun, 'list', 'List the price changes, the newest first', 'price-change list').action(list);
  addPublicationVerb(noun, 'show <id>', 'Show how far a price change has come', 'price-change show pch_01jd…').action(
    show,
  );
  addPublicationVerb(
    noun,
    'undo <id>',
    'Take a price change back, before it begins',
    'price-change undo pch_01jd…',
  ).action(undo);
}

async function create(priceId: string, options: CreateOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { database, clock } = parts;
    const { moveFrom } = options;
    const startsAt = moveFrom === undefined ? null : (parseDay(moveFrom) ?? Number.NaN);
    const wish = { priceId, amount: toAmount(options.amount), startsAt };
    const preview = await previewPriceChange(parts, publication, wish);
    if (options.preview === true) {
      printOne(options, toPreviewObject(preview), asCells);
      remark('Nothing is changed: this was the preview.');
      return;
    }
    const now = await renewalClock(parts, publication);
    const { id } = await database.transaction(async (transaction) => ({
      id: await beginPriceChange(publication, transaction, clock, { wish, shown: preview, now }),
    }));
    await printChange(parts, publication, id, options);
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const prices = await listPrices(publication, database);
    const priceOf = (id: string): Price | undefined => prices.find((price) => price.id === id);
    const toObject = (change: PriceChange): Cells =>
      toChangeObject(change, priceOf(change.fromPriceId), priceOf(change.toPriceId));
    printList(options, (await listPriceChanges(publication, database)).map(toObject), asCells);
  });
}

async function show(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, (parts, publication) => printChange(parts, publication, id, options));
}

async function undo(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { database, clock } = parts;
    const now = await renewalClock(parts, publication);
    await database.transaction(async (transaction) => ({
      id: await undoPriceChange(publication, transaction, clock, { id, now }),
    }));
    remark('The change is taken back. The gateway and the readers who were told follow while the service runs.');
    await printChange(parts, publication, id, options);
  });
}

async function printChange(
  { database }: Parts,
  publication: Publication,
  id: string,
  options: PublicationOptions,
): Promise<void> {
  const change = await getPriceChange(publication, database, id);
  const from = await getPrice(publication, database, change.fromPriceId);
  const to = await getPrice(publication, database, change.toPriceId);
  const counts = await countMoves(publication, database, id);
  const subscribers = counts.map(
    ({ state, reason, count }) => `${state}${reason === null ? '' : ` (${reason})`}: ${count}`,
  );
  printOne(options, { ...toChangeObject(change, from, to), subscribers }, asCells);
}

function toChangeObject(change: PriceChange, from: Price | undefined, to: Price | undefined): Cells {
  return {
    id: change.id,
    from_price_id: change.fromPriceId,
    from: from === undefined ? null : toMoney(from.amount, from.currency),
    to_price_id: change.toPriceId,
    to: to === undefined ? null : toMoney(to.amount, to.currency),
    subscribers_move_from: toTime(change.startsAt),
    state: change.state,
    created_at: toTime(change.createdAt),
  };
}

function toPreviewObject({ price, wish, ...preview }: PriceChangePreview): Cells {
  const money = (amount: number): string => toMoney(amount, price.currency);
  return {
    from: money(price.amount),
    to: money(wish.amount),
    offers: preview.offers,
    subscribers: preview.holders,
    pay_now: preview.byAmount.map(({ amount, count }) => `${money(amount)}: ${count}`),
    moving: preview.moving,
    moving_by_month: preview.byMonth.map(({ month, count }) => `${month}: ${count}`),
    left_alone: preview.skipped.map(({ reason, count }) => `${reason}: ${count}`),
    worth_a_year: money(preview.worthAYear),
  };
}

/** An amount as money: 6.00 EUR. */
function toMoney(amount: number, currency: string): string {
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return `${(amount / 10 ** maximumFractionDigits).toFixed(maximumFractionDigits)} ${currency}`;
}

/** Parses digits only, because 5.00 could mean five cents or five euros; NaN is refused by the model. */
function toAmount(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}
