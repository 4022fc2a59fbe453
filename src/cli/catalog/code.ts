// masthead code: discount codes that customers enter on the subscribe pages.
import type { Command } from 'commander';
import { amountText } from '../../models/amount.ts';
import {
  archiveDiscountCode,
  createDiscountCode,
  listDiscountCodes,
  unarchiveDiscountCode,
  updateDiscountCode,
  type DiscountCode,
} from '../../models/catalog/discount-code.ts';
import { InvalidValue } from '../../models/errors.ts';
import type { Publication } from '../../models/publication/publication.ts';
import { endOfDay, lastDayBefore } from '../../payments/calendar.ts';
import { toAmount } from '../amount.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { UsageError } from '../failure.ts';
import { printList, printOne, type Cells } from '../output.ts';

interface DiscountCodeOptions extends PublicationOptions {
  name?: string;
  percent?: string;
  amount?: string;
  currency?: string;
  periods: string;
  validUntil?: string;
  maxRedemptions?: string;
  offer?: string[];
}

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'create <code>',
    'Create a discount code',
    'code create SPRING --percent 50 --periods 3 --max-redemptions 100',
  )
    .option('--name <text>', 'what it is for, which customers do not see')
    .option('--percent <number>', 'discount in percent, 1 to 100')
    .option('--amount <amount>', 'discount as an amount with all decimals of its currency, such as 3.00')
    .option('--currency <code>', 'currency of the amount, ISO 4217, such as EUR')
    .option('--periods <number>', 'number of payments it applies to, or forever', '1')
    .option(
      '--valid-until <day>',
      "last day on which it can be used, such as 2027-03-31, in the publication's time zone",
    )
    .option('--max-redemptions <number>', 'number of customers who can use it')
    .option('--offer <slug...>', 'offer it applies to, repeatable; all offers by default')
    .action(create);
  addPublicationVerb(noun, 'list', 'List the discount codes with their redemptions', 'code list').action(list);
  addPublicationVerb(
    noun,
    'update <code>',
    'Change what a discount code is for and its limits; what it takes off stays',
    'code update SPRING --valid-until 2027-06-30 --max-redemptions none',
  )
    .option('--name <text>', 'what it is for, which customers do not see; empty for nothing')
    .option('--valid-until <day>', 'last day on which it can be used, such as 2027-03-31, or none')
    .option('--max-redemptions <number>', 'number of customers who can use it, or none')
    .option('--offer <slug...>', 'offer it applies to, repeatable; all for all of them')
    .action(update);
  addPublicationVerb(
    noun,
    'archive <code>',
    'Archive a discount code; customers who have used it keep the discount',
    'code archive SPRING',
  )
    .alias('disable')
    .action(archive);
  addPublicationVerb(noun, 'unarchive <code>', 'Bring an archived discount code back', 'code unarchive SPRING').action(
    unarchive,
  );
}

async function create(code: string, options: DiscountCodeOptions): Promise<void> {
  const given = {
    code,
    name: options.name,
    percentOff: toNumber(options.percent),
    amountOff: options.amount === undefined ? undefined : toAmount(options.amount, options.currency),
    currency: options.currency,
    periods: options.periods === 'forever' ? null : (toNumber(options.periods) ?? Number.NaN),
    maxRedemptions: toNumber(options.maxRedemptions),
    offerSlugs: options.offer ?? [],
  };
  await withPublication(options, async ({ database, clock }, publication) => {
    const validUntil = options.validUntil === undefined ? undefined : toEnd(options.validUntil, publication);
    const made = await database.transaction((transaction) =>
      createDiscountCode(publication, transaction, clock, { ...given, validUntil }),
    );
    printOne(options, toDiscountCodeObject(made, publication), toCells);
  });
}

async function list(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    printList(
      options,
      (await listDiscountCodes(publication, database)).map((code) => toDiscountCodeObject(code, publication)),
      toCells,
    );
  });
}

async function update(code: string, options: Omit<DiscountCodeOptions, 'periods'>): Promise<void> {
  const { name, validUntil, maxRedemptions, offer } = options;
  const change = {
    name,
    maxRedemptions: maxRedemptions === 'none' ? null : toNumber(maxRedemptions),
    offerSlugs: offer?.length === 1 && offer[0] === 'all' ? [] : offer,
  };
  if ([...Object.values(change), validUntil].every((value) => value === undefined))
    throw new UsageError('Say what to change: --name, --valid-until, --max-redemptions or --offer');
  await withPublication(options, async ({ database, clock }, publication) => {
    const end =
      validUntil === undefined ? {} : { validUntil: validUntil === 'none' ? null : toEnd(validUntil, publication) };
    const changed = await database.transaction((transaction) =>
      updateDiscountCode(publication, transaction, clock, { code, change: { ...change, ...end } }),
    );
    printOne(options, toDiscountCodeObject(changed, publication), toCells);
  });
}

async function archive(code: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    const archived = await database.transaction((transaction) =>
      archiveDiscountCode(publication, transaction, clock, code),
    );
    printOne(options, toDiscountCodeObject(archived, publication), toCells);
  });
}

async function unarchive(code: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const back = await database.transaction((transaction) => unarchiveDiscountCode(publication, transaction, code));
    printOne(options, toDiscountCodeObject(back, publication), toCells);
  });
}

/** Parses digits only; NaN is refused by the model. */
function toNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
}

/** Throws InvalidValue. */
function toEnd(text: string, { timeZone }: Publication): Date {
  const end = endOfDay(text, timeZone);
  if (end === undefined) throw new InvalidValue('valid_until', 'valid_until must be a day such as 2027-03-31');
  return new Date(end);
}

type DiscountCodeObject = ReturnType<typeof toDiscountCodeObject>;

function toDiscountCodeObject(discountCode: DiscountCode, { timeZone }: Publication) {
  const { id, code, name, percentOff, amountOff, currency, periods } = discountCode;
  const { validUntil, maxRedemptions, redemptions, archivedAt, offerSlugs } = discountCode;
  const until = validUntil === null ? null : lastDayBefore(validUntil, timeZone);
  const terms = {
    percent_off: percentOff,
    amount_off: amountOff,
    currency,
    periods,
    valid_until: until,
    max_redemptions: maxRedemptions,
  };
  return { id, code, name, ...terms, redemptions, offers: offerSlugs, archived: archivedAt !== null };
}

function toCells({
  code,
  name,
  percent_off,
  amount_off,
  currency,
  periods,
  valid_until,
  max_redemptions,
  redemptions,
  offers,
  archived,
}: DiscountCodeObject): Cells {
  const off = amount_off === null || currency === null ? `${percent_off ?? 0}%` : amountText(amount_off, currency);
  const used = max_redemptions === null ? String(redemptions) : `${redemptions} of ${max_redemptions}`;
  return {
    code,
    name,
    off,
    periods: periods ?? 'forever',
    valid_until,
    used,
    offers: offers.length === 0 ? ['all'] : offers,
    state: archived ? 'archived' : 'in use',
  };
}
