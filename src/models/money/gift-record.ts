// A gift as it is kept, and how one is found. Its states and steps are in src/models/money/gift.ts.
import type { Connection } from '../../database/connection.ts';
import { hashSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { Interval } from '../catalog/price.ts';
import type { Tenant } from '../record.ts';

type GiftState = 'open' | 'paid' | 'claimed' | 'refunded' | 'abandoned';

export interface NewGift {
  planId: string;
  priceId: string;
  /** How many periods of the price. */
  periods: number;
  /** Minor units, of all of them. */
  amount: number;
  currency: string;
  interval: Interval;
  recipientEmail: string;
  senderName: string | null;
  message: string | null;
  /** By the gateway's clock, as all times of a gift but its creation. Milliseconds. */
  deliverAt: number;
}

export interface Gift extends Omit<NewGift, 'recipientEmail'> {
  id: string;
  publicationId: string;
  checkoutId: string;
  /** The buyer. */
  customerId: string;
  planName: string;
  /** Null once it is not needed any more. */
  recipientEmail: string | null;
  state: GiftState;
  codeHash: string | null;
  gateway: string;
  paymentRef: string | null;
  paidAt: number | null;
  refundedAmount: number;
  deliveredAt: number | null;
  /** The last moment to claim it. */
  expiresAt: number | null;
  claimantId: string | null;
  claimedAt: number | null;
  subscriptionId: string | null;
  endsAt: number | null;
}

const columns = `g.id, g.publication_id, g.checkout_id, g.customer_id, g.plan_id,
  l.name as plan_name, g.price_id, g.periods, g.amount, g.currency, g.interval, g.recipient_email,
  g.sender_name, g.message, g.deliver_at, g.state, g.code_hash, g.gateway, g.payment_ref,
  g.paid_at, g.refunded_amount, g.delivered_at, g.expires_at,
  g.claimant_id, g.claimed_at, g.subscription_id, g.ends_at
  from gifts g join plans l on l.publication_id = g.publication_id and l.id = g.plan_id`;
const byId = statement<Gift>('gift', `select ${columns} where g.publication_id = ? and g.id = ?`);
const ofBuyer = statement<Gift>(
  'gifts_of_buyer',
  `select ${columns} where g.publication_id = ? and g.customer_id = ? and g.state not in ('open', 'abandoned') order by g.id desc`,
);
const ofClaimant = statement<Gift>(
  'gifts_of_claimant',
  `select ${columns} where g.publication_id = ? and g.claimant_id = ?`,
);
const ofCheckout = statement<Gift>(
  'gift_of_checkout',
  `select ${columns} where g.publication_id = ? and g.checkout_id = ?`,
);
const byPayment = statement<Gift>('gift_by_payment', `select ${columns} where g.gateway = ? and g.payment_ref = ?`);
const byCode = statement<Gift>(
  'gift_by_code',
  `select ${columns} where g.publication_id = ? and g.code_hash = ? and g.state = 'paid'`,
);
const all = statement<Gift>(
  'gifts',
  `select ${columns} where g.publication_id = ? and g.state not in ('open', 'abandoned') order by g.id desc limit ?`,
);

export function findGift(publication: Tenant, connection: Connection, id: string): Promise<Gift | undefined> {
  return connection.first(byId, [publication.id, id]);
}

/** The paid ones, newest first. */
export function listGiftsOf(publication: Tenant, connection: Connection, customerId: string): Promise<Gift[]> {
  return connection.all(ofBuyer, [publication.id, customerId]);
}

export function listGiftsClaimedBy(publication: Tenant, connection: Connection, customerId: string): Promise<Gift[]> {
  return connection.all(ofClaimant, [publication.id, customerId]);
}

/** Of all buyers, those that were paid, the newest first. */
export function listGifts(publication: Tenant, connection: Connection, limit: number): Promise<Gift[]> {
  return connection.all(all, [publication.id, limit]);
}

export function findGiftOfCheckout(
  publication: Tenant,
  connection: Connection,
  checkoutId: string,
): Promise<Gift | undefined> {
  return connection.first(ofCheckout, [publication.id, checkoutId]);
}

/** In whichever publication it is. */
export function findGiftByPayment(
  connection: Connection,
  gateway: string,
  paymentRef: string,
): Promise<Gift | undefined> {
  return connection.first(byPayment, [gateway, paymentRef]);
}

/** One that can be claimed, by its code as typed: in any case, with spaces or hyphens, O for 0 and I or L for 1. */
export function findGiftByCode(publication: Tenant, connection: Connection, text: string): Promise<Gift | undefined> {
  const code = text
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return connection.first(byCode, [publication.id, hashSecret(code)]);
}
