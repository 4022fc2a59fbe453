// Discount codes: less to pay for a number of charges, for whoever types the code. What one takes off never changes; it can be used until a day,
// so many times, for some offers, and until it is disabled.
import { raw } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, InvalidValue, NotFound } from '../errors.ts';
import { PublicationRecord, type Tenant } from '../record.ts';
import { AMOUNT_MAX, parseCurrency } from './price.ts';

/** Our choice. */
const DISCOUNT_PERIODS_MAX = 120;
const REDEMPTIONS_MAX = 10_000_000;

class DiscountCodeRecord extends PublicationRecord {
  static override tableName = 'discount_codes';
  declare validUntil: number | null;
  declare maxRedemptions: number | null;
  /** Used, and held by open checkouts. */
  declare redemptions: number;
  declare disabledAt: number | null;
}

export interface DiscountCode {
  id: string;
  /** As the publisher wrote it; typed in any case. */
  code: string;
  percentOff: number | null;
  /** Minor units of `currency`; null where it is a percentage. */
  amountOff: number | null;
  currency: string | null;
  /** How many charges it is for; null for as long as the subscription goes on. */
  periods: number | null;
  validUntil: number | null;
  maxRedemptions: number | null;
  /** Used, and held by open checkouts. */
  redemptions: number;
  disabledAt: number | null;
  /** Of the offers that it is for; empty for all. */
  offerSlugs: string[];
}

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

type Row = Omit<DiscountCode, 'offerSlugs'>;

const columns = `id, code, percent_off, amount_off, currency, periods, valid_until,
  max_redemptions, redemptions, disabled_at from discount_codes`;
const insert = statement(
  'insert_discount_code',
  `insert into discount_codes (id, publication_id, code, code_normalized, percent_off, amount_off, currency, periods, valid_until, max_redemptions,
    redemptions, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?) on conflict do nothing`,
);
const insertOffer = statement(
  'insert_discount_code_offer',
  'insert into discount_code_offers (code_id, offer_id, publication_id) select ?, id, publication_id from offers where publication_id = ? and slug = ? and archived_at is null on conflict do nothing',
);
const byCode = statement<Row>(
  'discount_code_by_code',
  `select ${columns} where publication_id = ? and code_normalized = ?`,
);
const byId = statement<Row>('discount_code_by_id', `select ${columns} where publication_id = ? and id = ?`);
const all = statement<Row>('discount_codes', `select ${columns} where publication_id = ? order by id`);
const offersOf = statement<{ slug: string }>(
  'offers_of_discount_code',
  'select o.slug from discount_code_offers d join offers o on o.publication_id = d.publication_id and o.id = d.offer_id where d.publication_id = ? and d.code_id = ? order by o.id',
);
const disable = statement(
  'disable_discount_code',
  'update discount_codes set disabled_at = coalesce(disabled_at, ?) where publication_id = ? and code_normalized = ?',
);

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
  const terms = [off.percentOff, off.amountOff, off.currency, periods, validUntil, maxRedemptions];
  const isNew = (await transaction.run(insert, [id, publication.id, code, normalizeCode(code), ...terms, now])) === 1;
  if (!isNew) throw new Conflict('code', `There is a code ${code} already`);
  for (const slug of new Set(given.offerSlugs)) {
    if ((await transaction.run(insertOffer, [id, publication.id, slug])) === 0)
      throw new NotFound(`No such offer: ${slug}`);
  }
  return getDiscountCode(publication, transaction, id);
}

/** In the order of their creation, the disabled ones too. */
export async function listDiscountCodes(publication: Tenant, connection: Connection): Promise<DiscountCode[]> {
  const codes: DiscountCode[] = [];
  for (const row of await connection.all(all, [publication.id]))
    codes.push(await withOffers(publication, connection, row));
  return codes;
}

/** By what a visitor typed; undefined for what is none, and for a disabled one. */
export async function findDiscountCode(
  publication: Tenant,
  connection: Connection,
  text: string,
): Promise<DiscountCode | undefined> {
  const row = await connection.first(byCode, [publication.id, normalizeCode(text)]);
  return row === undefined || row.disabledAt !== null ? undefined : withOffers(publication, connection, row);
}

/** Throws NotFound. */
export async function getDiscountCode(publication: Tenant, connection: Connection, id: string): Promise<DiscountCode> {
  const row = await connection.first(byId, [publication.id, id]);
  if (row === undefined) throw new NotFound(`No such discount code: ${id}`);
  return withOffers(publication, connection, row);
}

/** Nobody can use it from now on; who has used it keeps what it gave. Idempotent. Throws NotFound. */
export async function disableDiscountCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  code: string,
): Promise<DiscountCode> {
  await transaction.run(disable, [clock.now(), publication.id, normalizeCode(code)]);
  const row = await transaction.first(byCode, [publication.id, normalizeCode(code)]);
  if (row === undefined) throw new NotFound(`No such discount code: ${code}`);
  return withOffers(publication, transaction, row);
}

/** One more use, which an open checkout may still give back. False where the code cannot be used any more. @param now by the gateway's clock */
export async function takeRedemption(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  now: Date,
): Promise<boolean> {
  const taken = await DiscountCodeRecord.in(publication, transaction, { id, disabledAt: null })
    .where((either) => either.whereNull('validUntil').orWhere('validUntil', '>', now.getTime()))
    .where((either) => either.whereNull('maxRedemptions').orWhere('redemptions', '<', raw('max_redemptions')))
    .patch({ redemptions: raw('redemptions + 1') });
  return taken === 1;
}

export async function releaseRedemption(publication: Tenant, transaction: Transaction, id: string): Promise<void> {
  await DiscountCodeRecord.in(publication, transaction, { id }).patch({ redemptions: raw('redemptions - 1') });
}

/** @param now by the gateway's clock, milliseconds */
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

async function withOffers(publication: Tenant, connection: Connection, row: Row): Promise<DiscountCode> {
  return { ...row, offerSlugs: (await connection.all(offersOf, [publication.id, row.id])).map(({ slug }) => slug) };
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
