// Discount codes: whoever enters the code pays less for a number of charges. The reduction never changes. A code may be
// limited to a last day, a number of redemptions and some offers, and ends when it is disabled.
import { raw } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import { belongsTo, first, PublicationRecord, TenantRecord, type RowOf, type Tenant } from '../record.ts';
import { OfferRecord } from './offer.ts';
import { AMOUNT_MAX, parseCurrency } from './price.ts';

/** Our choice. */
const DISCOUNT_PERIODS_MAX = 120;
const REDEMPTIONS_MAX = 10_000_000;

class DiscountCodeRecord extends PublicationRecord {
  static override tableName = 'discount_codes';
  /** The code as the publisher wrote it; visitors may type it in any case. */
  declare code: string;
  declare codeNormalized: string;
  declare percentOff: number | null;
  /** In minor units of `currency`; null for a percentage. */
  declare amountOff: number | null;
  declare currency: string | null;
  /** The number of charges that are reduced; null for as long as the subscription lasts. */
  declare periods: number | null;
  declare validUntil: number | null;
  declare maxRedemptions: number | null;
  /** Counts completed redemptions and those held by open checkouts. */
  declare redemptions: number;
  declare createdAt: number;
  declare disabledAt: number | null;
}

class DiscountCodeOfferRecord extends TenantRecord {
  static override tableName = 'discount_code_offers';
  static override idColumn = ['publicationId', 'codeId', 'offerId'];
  static override relationMappings = () => belongsTo('discount_code_offers', { offer: [OfferRecord, 'offerId'] });
  declare codeId: string;
  declare offerId: string;
}

const COLUMNS = [
  'id',
  'code',
  'percentOff',
  'amountOff',
  'currency',
  'periods',
  'validUntil',
  'maxRedemptions',
  'redemptions',
  'disabledAt',
] as const;
type Columns = Pick<RowOf<DiscountCodeRecord>, (typeof COLUMNS)[number]>;
/** `offerSlugs` names the offers that the code is for; empty for all. */
export type DiscountCode = Columns & { offerSlugs: string[] };

export interface NewDiscountCode {
  code: string;
  percentOff?: number | undefined;
  amountOff?: number | undefined;
  currency?: string | undefined;
  periods: number | null;
  validUntil?: Date | undefined;
  maxRedemptions?: number | undefined;
  offerSlugs: readonly string[];
}

/** Why a code cannot be used for an offer. */
export type CodeRefusal = 'unknown' | 'expired' | 'used_up' | 'used_already' | 'other_offer' | 'other_currency';

/** Throws InvalidValue, NotFound for an unknown offer, Conflict for a code in use. */
export async function createDiscountCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewDiscountCode,
): Promise<DiscountCode> {
  const code = parseNewCode(given.code);
  const off = parseOff(given);
  const periods = given.periods === null ? null : parseCount('periods', given.periods, DISCOUNT_PERIODS_MAX);
  const maxRedemptions =
    given.maxRedemptions === undefined ? null : parseCount('max_redemptions', given.maxRedemptions, REDEMPTIONS_MAX);
  const now = clock.now();
  const validUntil = given.validUntil ?? null;
  if (validUntil !== null && !(validUntil > now))
    throw new InvalidValue('valid_until', 'valid_until must be a day to come');
  const id = newId('dis', now);
  const isNew = await DiscountCodeRecord.add(publication, transaction, {
    id,
    code,
    codeNormalized: normalizeCode(code),
    ...off,
    periods,
    validUntil: validUntil?.getTime() ?? null,
    maxRedemptions,
    redemptions: 0,
    createdAt: now.getTime(),
  });
  if (!isNew) throw new Conflict('code', `There is a code ${code} already`);
  for (const slug of new Set(given.offerSlugs)) {
    const offer = await OfferRecord.find(publication, transaction, { slug, archivedAt: null });
    if (offer === undefined) throw new NotFound(`No such offer: ${slug}`);
    await DiscountCodeOfferRecord.add(publication, transaction, { codeId: id, offerId: offer.id });
  }
  return getDiscountCode(publication, transaction, id);
}

/** Returns all codes in the order of their creation, disabled ones included. */
export async function listDiscountCodes(publication: Tenant, connection: Connection): Promise<DiscountCode[]> {
  const codes: DiscountCode[] = [];
  for (const row of await DiscountCodeRecord.in(publication, connection).select(COLUMNS).orderBy('id'))
    codes.push(await withOffers(publication, connection, row));
  return codes;
}

/** Returns the code that a visitor typed, or undefined for an unknown or disabled one. */
export async function findDiscountCode(
  publication: Tenant,
  connection: Connection,
  text: string,
): Promise<DiscountCode | undefined> {
  const row = await first(one(publication, connection, text).select(COLUMNS));
  return row === undefined || row.disabledAt !== null ? undefined : withOffers(publication, connection, row);
}

/** Throws NotFound. */
export async function getDiscountCode(publication: Tenant, connection: Connection, id: string): Promise<DiscountCode> {
  const row = await first(DiscountCodeRecord.in(publication, connection, { id }).select(COLUMNS));
  if (row === undefined) throw new NotFound(`No such discount code: ${id}`);
  return withOffers(publication, connection, row);
}

/**
 * Disables a code: nobody can redeem it any more, and existing redemptions keep their reduction. Idempotent. Throws
 * NotFound.
 */
export async function disableDiscountCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  code: string,
): Promise<DiscountCode> {
  await one(publication, transaction, code).whereNull('disabledAt').patch({ disabledAt: clock.now().getTime() });
  const row = await first(one(publication, transaction, code).select(COLUMNS));
  if (row === undefined) throw new NotFound(`No such discount code: ${code}`);
  return withOffers(publication, transaction, row);
}

/**
 * Claims one redemption of the code. Returns false if it is disabled, expired or has none left.
 * @param now by the gateway's clock
 */
export async function takeRedemption(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  now: Date,
): Promise<boolean> {
  const taken = await DiscountCodeRecord.in(publication, transaction, { id, disabledAt: null })
    .where((valid) => valid.whereNull('validUntil').orWhere('validUntil', '>', now.getTime()))
    .where((left) => left.whereNull('maxRedemptions').orWhereColumn('redemptions', '<', 'maxRedemptions'))
    .patch({ redemptions: raw('redemptions + 1') });
  return taken === 1;
}

export async function releaseRedemption(publication: Tenant, transaction: Transaction, id: string): Promise<void> {
  await DiscountCodeRecord.in(publication, transaction, { id }).patch({ redemptions: raw('redemptions - 1') });
}

/**
 * Returns why the code cannot be used for the offer, or undefined if it can.
 * @param now by the gateway's clock, in milliseconds
 */
export function refusalOf(
  code: DiscountCode,
  { offerSlug, currency, now }: { readonly offerSlug: string; readonly currency: string; readonly now: number },
): CodeRefusal | undefined {
  if (code.disabledAt !== null) return 'unknown';
  if (code.validUntil !== null && code.validUntil <= now) return 'expired';
  if (code.maxRedemptions !== null && code.redemptions >= code.maxRedemptions) return 'used_up';
  if (code.offerSlugs.length > 0 && !code.offerSlugs.includes(offerSlug)) return 'other_offer';
  return code.currency === null || code.currency === currency ? undefined : 'other_currency';
}

function one(publication: Tenant, connection: Connection, code: string) {
  return DiscountCodeRecord.in(publication, connection, { codeNormalized: normalizeCode(code) });
}

async function withOffers(publication: Tenant, connection: Connection, row: Columns): Promise<DiscountCode> {
  const offers = await DiscountCodeOfferRecord.in(publication, connection, { codeId: row.id })
    .joinRelated('offer')
    .select('offer.slug')
    .orderBy('offer.id')
    .castTo<{ slug: string }[]>();
  return { ...row, offerSlugs: offers.map(({ slug }) => slug) };
}

function normalizeCode(text: string): string {
  return text.trim().toUpperCase();
}

function parseNewCode(text: string): string {
  const code = text.trim();
  if (!/^[A-Za-z0-9][A-Za-z0-9-]{2,39}$/.test(code))
    throw new InvalidValue('code', 'code must be 3 to 40 letters, digits and hyphens');
  return code;
}

function parseOff({
  percentOff,
  amountOff,
  currency,
}: NewDiscountCode): Pick<DiscountCode, 'percentOff' | 'amountOff' | 'currency'> {
  if ((percentOff === undefined) === (amountOff === undefined))
    throw new InvalidValue('percent_off', 'a code takes off either percent or an amount');
  if (percentOff !== undefined) {
    if (currency !== undefined) throw new InvalidValue('currency', 'currency belongs to an amount, not to percent');
    return { percentOff: parseCount('percent_off', percentOff, 100), amountOff: null, currency: null };
  }
  if (currency === undefined) throw new InvalidValue('currency', 'an amount needs its currency');
  return {
    percentOff: null,
    amountOff: parseCount('amount_off', amountOff ?? Number.NaN, AMOUNT_MAX),
    currency: parseCurrency(currency),
  };
}

function parseCount(field: string, value: number, max: number): number {
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw new InvalidValue(field, `${field} must be a whole number from 1 to ${max}`);
  return value;
}
