// Gifts and their queries. Their states and changes are in src/models/money/gift.ts.
import type { QueryBuilder } from 'objection';
import type { Connection } from '../../database/connection.ts';
import { hashSecret, type SecretKeys } from '../../database/secrets.ts';
import { idIn, isSigned, signId } from '../../database/signed-id.ts';
import { PlanRecord } from '../catalog/plan.ts';
import type { Interval } from '../catalog/price.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { CustomerRecord } from '../people/customer-record.ts';
import { belongsTo, first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';

/** What became of a payment that the payer disputed with their bank. `none`: nothing, or it was won. `open`: the bank has not decided. */
export type Dispute = 'none' | 'open' | 'lost';
export type GiftState = 'open' | 'paid' | 'claimed' | 'refunded' | 'abandoned';

export interface NewGift {
  planId: string;
  priceId: string;
  /** The number of periods of the price. */
  periods: number;
  /** The amount for all periods, in minor units. */
  amount: number;
  currency: string;
  interval: Interval;
  recipientEmail: string;
  recipientEmailNormalized: string;
  senderName: string | null;
  message: string | null;
  /** In milliseconds of the gateway's clock, as all times of a gift except its creation. */
  deliverAt: number;
}

export class GiftRecord extends PublicationRecord {
  static override tableName = 'gifts';
  static override relationMappings = () =>
    belongsTo('gifts', { plan: [PlanRecord, 'planId'], customer: [CustomerRecord, 'customerId'] });
  declare checkoutId: string;
  /** The buyer. */
  declare customerId: string;
  declare planId: string;
  declare priceId: string;
  declare periods: number;
  declare amount: number;
  declare currency: string;
  declare interval: Interval;
  /** Null once it is no longer needed. */
  declare recipientEmail: string | null;
  declare recipientEmailNormalized: string | null;
  declare senderName: string | null;
  declare message: string | null;
  declare deliverAt: number;
  declare state: GiftState;
  declare codeHash: string | null;
  declare gateway: string;
  declare paymentRef: string | null;
  declare paidAt: number | null;
  declare refundedAmount: number;
  /** The refunded amount that the buyer was told of. */
  declare refundMailed: number;
  /** The parts of the payment and its refund that stand among the changes of figures. */
  declare countedAmount: number;
  declare countedRefund: number;
  declare dispute: Dispute;
  declare deliveredAt: number | null;
  /** The end of the time to claim it. */
  declare expiresAt: number | null;
  declare claimantId: string | null;
  declare claimedAt: number | null;
  declare subscriptionId: string | null;
  declare endsAt: number | null;
  declare endedAt: number | null;
  /** When the claimant was told that it is about to end. */
  declare endMailedAt: number | null;
  declare createdAt: number;
}

/** A gift with the name of its plan. */
export type Gift = RowOf<GiftRecord> & { planName: string; planTexts: string | null };

export const NEVER_PAID: readonly GiftState[] = ['open', 'abandoned'];

export function findGift(publication: Tenant, connection: Connection, id: string): Promise<Gift | undefined> {
  return first(named(GiftRecord.in(publication, connection, { id })));
}

/** Lists the gifts that a buyer paid for, newest first. */
export function listGiftsOf(publication: Tenant, connection: Connection, customerId: string): Promise<Gift[]> {
  return paid(GiftRecord.in(publication, connection, { customerId })).execute();
}

export function listGiftsClaimedBy(publication: Tenant, connection: Connection, claimantId: string): Promise<Gift[]> {
  return named(GiftRecord.in(publication, connection, { claimantId })).execute();
}

/** Returns a page of the gifts that were paid, the newest first, each with the address of its buyer. */
export async function pageOfGifts(
  publication: Tenant,
  connection: Connection,
  request: PageRequest,
): Promise<Page<Gift & { buyerEmail: string | null }>> {
  const rows = await paid(GiftRecord.in(publication, connection))
    .joinRelated('customer')
    .select('customer.email as buyerEmail')
    .where('gifts.id', '<', `gift_${firstPosition(request)}`)
    .limit(request.limit + 1)
    .castTo<(Gift & { buyerEmail: string | null })[]>();
  return toPage(rows, request, (gift) => gift);
}

/** Lists the paid gifts of all buyers, newest first. */
export function listGifts(publication: Tenant, connection: Connection, limit: number): Promise<Gift[]> {
  return paid(GiftRecord.in(publication, connection)).limit(limit).execute();
}

export function findGiftOfCheckout(
  publication: Tenant,
  connection: Connection,
  checkoutId: string,
): Promise<Gift | undefined> {
  return first(named(GiftRecord.in(publication, connection, { checkoutId })));
}

/** Finds a gift of any publication by the gateway's id of its payment. */
export function findGiftByPayment(
  connection: Connection,
  gateway: string,
  paymentRef: string,
): Promise<Gift | undefined> {
  return first(named(GiftRecord.ofAll(connection, { gateway, paymentRef })));
}

/**
 * Finds a gift that can be claimed by its code as typed: in any case, with spaces or hyphens, with O for 0 and I or L
 * for 1.
 */
export function findGiftByCode(publication: Tenant, connection: Connection, text: string): Promise<Gift | undefined> {
  const code = text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return first(named(GiftRecord.in(publication, connection, { state: 'paid', codeHash: hashSecret(code) })));
}

/**
 * Returns the path under which a gift is accepted once its code was typed. Its token is a MAC of the gift's id and the
 * hash of its code under SECRET_KEY; neither the code nor the token is stored, and a new code voids the token.
 */
export function giftPath(secretKeys: SecretKeys, gift: Pick<Gift, 'id' | 'codeHash'>): string {
  return `/gift/claim/${signId(secretKeys, 'gift', gift.id, textOf(gift))}`;
}

/** Returns undefined for a forged token, and for the token of a code that is no longer valid. */
export async function findGiftByToken(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  token: string,
): Promise<Gift | undefined> {
  const gift = await findGift(publication, connection, idIn(token, 'gift'));
  if (gift === undefined || gift.codeHash === null) return undefined;
  return isSigned(secretKeys, 'gift', token, textOf(gift)) ? gift : undefined;
}

function textOf({ id, codeHash }: Pick<Gift, 'id' | 'codeHash'>): string {
  return `${id} ${codeHash ?? ''}`;
}

function named(gifts: QueryBuilder<GiftRecord, GiftRecord[]>): QueryBuilder<GiftRecord, Gift[]> {
  return gifts
    .joinRelated('plan')
    .select('gifts.*', 'plan.name as planName', 'plan.texts as planTexts')
    .castTo<Gift[]>();
}

function paid(gifts: QueryBuilder<GiftRecord, GiftRecord[]>): QueryBuilder<GiftRecord, Gift[]> {
  return named(gifts.whereNotIn('gifts.state', NEVER_PAID)).orderBy('gifts.id', 'desc');
}
