// Discount codes: whoever enters the code pays less for a number of charges. The reduction never changes. A code may be
// limited to a last day, a number of redemptions and some offers, and cannot be used while it is archived.
import { raw } from 'objection';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { parseName } from '../email-address.ts';
import { Conflict, NotFound } from '../errors.ts';
import { belongsTo, first, PublicationRecord, TenantRecord, type RowOf, type Tenant } from '../record.ts';
import { parseMaxRedemptions, parseNewCode, parseOff, parsePeriods, parseValidUntil } from './discount-code-fields.ts';
import { OfferRecord } from './offer-record.ts';

export class DiscountCodeRecord extends PublicationRecord {
  static override tableName = 'discount_codes';
  /** The code as the publisher wrote it; visitors may type it in any case. */
  declare code: string;
  declare codeNormalized: string;
  /** What it is for, which only the publisher sees. */
  declare name: string | null;
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
  declare archivedAt: number | null;
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
  'name',
  'percentOff',
  'amountOff',
  'currency',
  'periods',
  'validUntil',
  'maxRedemptions',
  'redemptions',
  'archivedAt',
] as const;
type Columns = Pick<RowOf<DiscountCodeRecord>, (typeof COLUMNS)[number]>;
/** `offerSlugs` names the offers that the code is for; empty for all. */
export type DiscountCode = Columns & { offerSlugs: string[] };

export interface NewDiscountCode {
  code: string;
  name?: string | undefined;
  percentOff?: number | undefined;
  amountOff?: number | undefined;
  currency?: string | undefined;
  periods: number | null;
  validUntil?: Date | undefined;
  maxRedemptions?: number | undefined;
  offerSlugs: readonly string[];
}

/** A field that is undefined stays as it is; null takes a limit away. */
export interface DiscountCodeChange {
  name?: string | undefined;
  validUntil?: Date | null | undefined;
  maxRedemptions?: number | null | undefined;
  /** All offers where it is empty. */
  offerSlugs?: readonly string[] | undefined;
}

/** Why a code cannot be used for an offer. */
export type CodeRefusal = 'unknown' | 'expired' | 'used_up' | 'used_already' | 'other_offer' | 'other_currency';

/**
 * Throws InvalidValue, NotFound for an unknown offer, Conflict for a code in use, by the reason `archived` where that is
 * archived.
 */
export async function createDiscountCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewDiscountCode,
): Promise<DiscountCode> {
  const code = parseNewCode(given.code);
  const off = parseOff(given);
  const now = clock.now();
  const id = newId('dis', now);
  const isNew = await DiscountCodeRecord.add(publication, transaction, {
    id,
    code,
    codeNormalized: normalizeCode(code),
    name: parseName(given.name ?? ''),
    ...off,
    periods: parsePeriods(given.periods),
    validUntil: parseValidUntil(given.validUntil ?? null, now),
    maxRedemptions: parseMaxRedemptions(given.maxRedemptions ?? null),
    redemptions: 0,
    createdAt: now.getTime(),
  });
  if (!isNew) {
    const other = await first(one(publication, transaction, code).whereNotNull('archivedAt'));
    throw other === undefined
      ? new Conflict('code', `There is a code ${code} already`)
      : new Conflict('code', `An archived code is called ${code}: bring it back`, 'archived');
  }
  await addOffers(publication, transaction, id, given.offerSlugs);
  return getDiscountCode(publication, transaction, id);
}

/**
 * Changes what a code is for and its limits; existing redemptions keep their reduction. Throws InvalidValue, and NotFound
 * for an unknown code or offer.
 */
export async function updateDiscountCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { code, change }: { readonly code: string; readonly change: DiscountCodeChange },
): Promise<DiscountCode> {
  const present = await getOne(publication, transaction, code);
  const { id } = present;
  const { name, validUntil, maxRedemptions, offerSlugs } = change;
  const isLater = validUntil !== undefined && (validUntil?.getTime() ?? null) !== present.validUntil;
  await DiscountCodeRecord.in(publication, transaction, { id }).patch({
    name: name === undefined ? present.name : parseName(name),
    validUntil: isLater ? parseValidUntil(validUntil, clock.now()) : present.validUntil,
    maxRedemptions: maxRedemptions === undefined ? present.maxRedemptions : parseMaxRedemptions(maxRedemptions),
  });
  if (offerSlugs !== undefined) {
    await DiscountCodeOfferRecord.in(publication, transaction, { codeId: id }).delete();
    await addOffers(publication, transaction, id, offerSlugs);
  }
  return getDiscountCode(publication, transaction, id);
}

/** Returns all codes in the order of their creation, archived ones included. */
export async function listDiscountCodes(publication: Tenant, connection: Connection): Promise<DiscountCode[]> {
  const codes: DiscountCode[] = [];
  const offers = await offersOf(publication, connection);
  for (const row of await DiscountCodeRecord.in(publication, connection).select(COLUMNS).orderBy('id'))
    codes.push({ ...row, offerSlugs: offers.filter(({ codeId }) => codeId === row.id).map(({ slug }) => slug) });
  return codes;
}

/** Returns the code that a visitor typed, or undefined for an unknown or archived one. */
export async function findDiscountCode(
  publication: Tenant,
  connection: Connection,
  text: string,
): Promise<DiscountCode | undefined> {
  const row = await first(one(publication, connection, text).select(COLUMNS));
  return row === undefined || row.archivedAt !== null ? undefined : withOffers(publication, connection, row);
}

/** Throws NotFound. */
export async function getDiscountCode(publication: Tenant, connection: Connection, id: string): Promise<DiscountCode> {
  const row = await first(DiscountCodeRecord.in(publication, connection, { id }).select(COLUMNS));
  if (row === undefined) throw new NotFound(`No such discount code: ${id}`);
  return withOffers(publication, connection, row);
}

/**
 * Archives a code: nobody can redeem it any more, and existing redemptions and open checkouts keep their reduction.
 * Idempotent. Throws NotFound.
 */
export async function archiveDiscountCode(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  code: string,
): Promise<DiscountCode> {
  await one(publication, transaction, code).whereNull('archivedAt').patch({ archivedAt: clock.now().getTime() });
  return getOne(publication, transaction, code);
}

/** Brings an archived code back with its limits and what was used of them. Idempotent. Throws NotFound. */
export async function unarchiveDiscountCode(
  publication: Tenant,
  transaction: Transaction,
  code: string,
): Promise<DiscountCode> {
  await one(publication, transaction, code).patch({ archivedAt: null });
  return getOne(publication, transaction, code);
}

/**
 * Claims one redemption of the code. Returns false if it is archived, expired or has none left.
 * @param now by the gateway's clock
 */
export async function takeRedemption(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  now: Date,
): Promise<boolean> {
  const taken = await DiscountCodeRecord.in(publication, transaction, { id, archivedAt: null })
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
  if (code.archivedAt !== null) return 'unknown';
  if (code.validUntil !== null && code.validUntil <= now) return 'expired';
  if (code.maxRedemptions !== null && code.redemptions >= code.maxRedemptions) return 'used_up';
  if (code.offerSlugs.length > 0 && !code.offerSlugs.includes(offerSlug)) return 'other_offer';
  return code.currency === null || code.currency === currency ? undefined : 'other_currency';
}

function one(publication: Tenant, connection: Connection, code: string) {
  return DiscountCodeRecord.in(publication, connection, { codeNormalized: normalizeCode(code) });
}

async function getOne(publication: Tenant, connection: Connection, code: string): Promise<DiscountCode> {
  const row = await first(one(publication, connection, code).select(COLUMNS));
  if (row === undefined) throw new NotFound(`No such discount code: ${code}`);
  return withOffers(publication, connection, row);
}

async function withOffers(publication: Tenant, connection: Connection, row: Columns): Promise<DiscountCode> {
  const offers = await offersOf(publication, connection, { codeId: row.id });
  return { ...row, offerSlugs: offers.map(({ slug }) => slug) };
}

function offersOf(publication: Tenant, connection: Connection, fields: { readonly codeId?: string } = {}) {
  return DiscountCodeOfferRecord.in(publication, connection, fields)
    .joinRelated('offer')
    .select('codeId', 'offer.slug')
    .orderBy('offer.id')
    .castTo<{ codeId: string; slug: string }[]>();
}

async function addOffers(
  publication: Tenant,
  transaction: Transaction,
  codeId: string,
  slugs: readonly string[],
): Promise<void> {
  for (const slug of new Set(slugs)) {
    const offer = await OfferRecord.find(publication, transaction, { slug });
    if (offer === undefined) throw new NotFound(`No such offer: ${slug}`);
    await DiscountCodeOfferRecord.add(publication, transaction, { codeId, offerId: offer.id });
  }
}

function normalizeCode(text: string): string {
  return text.trim().toUpperCase();
}
