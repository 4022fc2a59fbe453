// masthead price-change: changes a price as one act (decisions 40), shows how far that has come, and takes it back.
import type { Command } from 'commander';
import { amountText, parseAmount } from '../../models/amount.ts';
import { getPrice, listPrices, type Price } from '../../models/catalog/price.ts';
import { getPriceChange, listPriceChanges, type PriceChange } from '../../models/money/price-change.ts';
import { countMoves } from '../../models/money/price-holders.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { parseDay } from '../../payments/calendar.ts';
import { beginPriceChange, undoPriceChange } from '../../payments/price-change/change.ts';
import { previewPriceChange, renewalClock, type PriceChangePreview } from '../../payments/price-change/preview.ts';
import { addPublicationVerb, withPublication, type Parts, type PublicationOptions } from '../command.ts';
import { printList, printOne, remark, toTime, type Cells } from '../output.ts';

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
    'price-change create price_01jd… --amount 6.00 --move-from 2027-03-01 --preview',
  )
    .requiredOption('--amount <amount>', 'new amount in the currency of the price, such as 6.00')
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
    const { currency } = await getPrice(publication, database, priceId);
    const wish = { priceId, amount: parseAmount(options.amount, currency), startsAt };
    const preview = await previewPriceChange(parts, publication, wish);
    if (options.preview === true) {
      printOne(options, toPreviewObject(preview), toPreviewCells);
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
    const changes = await listPriceChanges(publication, database);
    const toObject = (change: PriceChange): ChangeObject =>
      toChangeObject(change, priceOf(change.fromPriceId), priceOf(change.toPriceId));
    printList(options, changes.map(toObject), toChangeCells);
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
  const subscribers = await countMoves(publication, database, id);
  printOne(options, { ...toChangeObject(change, from, to), subscribers }, ({ subscribers: counts, ...object }) => ({
    ...toChangeCells(object),
    subscribers: counts.map(({ state, reason, count }) => `${state}${reason === null ? '' : ` (${reason})`}: ${count}`),
  }));
}

type ChangeObject = ReturnType<typeof toChangeObject>;

/** Amounts in minor units. */
function toChangeObject(change: PriceChange, from: Price | undefined, to: Price | undefined) {
  return {
    id: change.id,
    from_price_id: change.fromPriceId,
    from_amount: from?.amount ?? null,
    to_price_id: change.toPriceId,
    to_amount: to?.amount ?? null,
    currency: to?.currency ?? null,
    subscribers_move_from: toTime(change.startsAt),
    state: change.state,
    created_at: toTime(change.createdAt),
  };
}

function toChangeCells({
  id,
  from_price_id,
  from_amount,
  to_price_id,
  to_amount,
  currency,
  ...rest
}: ChangeObject): Cells {
  const money = (amount: number | null): string | null =>
    amount === null || currency === null ? null : amountText(amount, currency);
  return { id, from_price_id, from: money(from_amount), to_price_id, to: money(to_amount), ...rest };
}

/** Amounts in minor units. */
function toPreviewObject({ price, wish, ...preview }: PriceChangePreview) {
  return {
    from_amount: price.amount,
    to_amount: wish.amount,
    currency: price.currency,
    offers: preview.offers,
    subscribers: preview.holders,
    pay_now: preview.byAmount,
    moving: preview.moving,
    moving_by_month: preview.byMonth,
    left_alone: preview.skipped,
    worth_a_year: preview.worthAYear,
  };
}

function toPreviewCells({ from_amount, to_amount, currency, ...preview }: ReturnType<typeof toPreviewObject>): Cells {
  const money = (amount: number): string => amountText(amount, currency);
  return {
    from: money(from_amount),
    to: money(to_amount),
    offers: preview.offers,
    subscribers: preview.subscribers,
    pay_now: preview.pay_now.map(({ amount, count }) => `${money(amount)}: ${count}`),
    moving: preview.moving,
    moving_by_month: preview.moving_by_month.map(({ month, count }) => `${month}: ${count}`),
    left_alone: preview.left_alone.map(({ reason, count }) => `${reason}: ${count}`),
    worth_a_year: money(preview.worth_a_year),
  };
}
