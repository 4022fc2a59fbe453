// Gifts: a subscription that one person pays for at once and another claims with a code. Its states: open until it is paid, paid until it is
// claimed or paid back, abandoned where it was never paid. Each step is one conditional write, so that of many at once one succeeds.
import { randomInt } from 'node:crypto';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { Interval } from '../catalog/price.ts';
import { normalizeEmail } from '../email-address.ts';
import type { Tenant } from '../record.ts';

export type GiftState = 'open' | 'paid' | 'claimed' | 'refunded' | 'abandoned';

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

/** 20 of 32 characters are 100 bits, which nobody tries out: stored as a plain hash, they outlive every SECRET_KEY. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 20;

const columns = `g.id, g.publication_id as "publicationId", g.checkout_id as "checkoutId", g.customer_id as "customerId", g.plan_id as "planId",
  l.name as "planName", g.price_id as "priceId", g.periods, g.amount, g.currency, g.interval, g.recipient_email as "recipientEmail",
  g.sender_name as "senderName", g.message, g.deliver_at as "deliverAt", g.state, g.code_hash as "codeHash", g.gateway, g.payment_ref as "paymentRef",
  g.paid_at as "paidAt", g.refunded_amount as "refundedAmount", g.delivered_at as "deliveredAt", g.expires_at as "expiresAt",
  g.claimant_id as "claimantId", g.claimed_at as "claimedAt", g.subscription_id as "subscriptionId", g.ends_at as "endsAt"
  from gifts g join plans l on l.id = g.plan_id`;
const insert = statement(
  'insert_gift',
  `insert into gifts (id, publication_id, checkout_id, customer_id, gateway, plan_id, price_id, periods, amount, currency, interval, recipient_email,
    recipient_email_normalized, sender_name, message, deliver_at, state, refunded_amount, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', 0, ?)`,
);
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
const pay = statement(
  'pay_gift',
  "update gifts set state = 'paid', payment_ref = ?, paid_at = ?, expires_at = ? where publication_id = ? and id = ? and state in ('open', 'abandoned')",
);
const abandon = statement(
  'abandon_gift',
  "update gifts set state = 'abandoned', recipient_email = null, recipient_email_normalized = null where publication_id = ? and checkout_id = ? and state = 'open'",
);
const payBack = statement(
  'pay_gift_back',
  'update gifts set refunded_amount = ? where publication_id = ? and id = ? and refunded_amount < ?',
);
const take = statement(
  'take_gift_back',
  `update gifts set state = 'refunded', recipient_email = null, recipient_email_normalized = null, code_hash = null where publication_id = ? and id = ? and state = 'paid'`,
);
const readdress = statement(
  'readdress_gift',
  `update gifts set recipient_email = ?, recipient_email_normalized = ?, deliver_at = ?, delivered_at = null, code_hash = null
    where publication_id = ? and customer_id = ? and id = ? and state = 'paid'`,
);
const deliver = statement(
  'deliver_gift',
  `update gifts set delivered_at = ?, code_hash = ? where publication_id = ? and id = ? and state = 'paid' and delivered_at is null and recipient_email is not null and deliver_at <= ?`,
);
const claim = statement(
  'claim_gift',
  `update gifts set state = 'claimed', claimant_id = ?, claimed_at = ?, subscription_id = ?, ends_at = ?, recipient_email = null, recipient_email_normalized = null
    where publication_id = ? and id = ? and state = 'paid' and code_hash = ? and expires_at > ?`,
);
const end = statement(
  'end_gift',
  "update gifts set ended_at = ? where publication_id = ? and id = ? and state = 'claimed' and ended_at is null",
);
const forgetBuyer = statement(
  'forget_buyer_of_gifts',
  `update gifts set sender_name = null, message = null, recipient_email = case when delivered_at is null then recipient_email end,
    recipient_email_normalized = case when delivered_at is null then recipient_email_normalized end where publication_id = ? and customer_id = ?`,
);
const moveBuyer = statement(
  'move_gifts_bought',
  'update gifts set customer_id = ? where publication_id = ? and customer_id = ?',
);
const moveClaimant = statement(
  'move_gifts_claimed',
  'update gifts set claimant_id = ? where publication_id = ? and claimant_id = ?',
);
const forgetClaimant = statement(
  'forget_claimant_of_gifts',
  'update gifts set message = null where publication_id = ? and claimant_id = ?',
);
const forgetRecipient = statement(
  'forget_recipient_of_gifts',
  'update gifts set recipient_email = null, recipient_email_normalized = null, message = null where publication_id = ? and recipient_email_normalized = ?',
);
const toDeliver = statement<Gift>(
  'gifts_to_deliver',
  `select ${columns} where g.state = 'paid' and g.delivered_at is null and g.recipient_email is not null and g.deliver_at <= ? order by g.deliver_at limit ?`,
);
const toEnd = statement<Gift>(
  'gifts_to_end',
  `select ${columns} where g.state = 'claimed' and g.ended_at is null and g.ends_at <= ? order by g.ends_at limit ?`,
);

export async function createGift(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewGift & { readonly checkoutId: string; readonly customerId: string; readonly gateway: string },
): Promise<void> {
  const now = clock.now();
  const {
    checkoutId,
    customerId,
    gateway,
    planId,
    priceId,
    periods,
    amount,
    currency,
    interval,
    recipientEmail,
    senderName,
    message,
    deliverAt,
  } = given;
  const values = [
    checkoutId,
    customerId,
    gateway,
    planId,
    priceId,
    periods,
    amount,
    currency,
    interval,
    recipientEmail,
    normalizeEmail(recipientEmail),
    senderName,
    message,
    deliverAt,
  ];
  await transaction.run(insert, [newId('gift', now), publication.id, ...values, now]);
}

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

export async function payGift(
  transaction: Transaction,
  gift: Gift,
  payment: { readonly ref: string; readonly paidAt: number; readonly expiresAt: number },
): Promise<boolean> {
  return (
    (await transaction.run(pay, [payment.ref, payment.paidAt, payment.expiresAt, gift.publicationId, gift.id])) === 1
  );
}

/** Its checkout came to nothing. */
export async function abandonGift(publication: Tenant, transaction: Transaction, checkoutId: string): Promise<void> {
  await transaction.run(abandon, [publication.id, checkoutId]);
}

/** What the gateway says was paid back, which only grows. */
export async function keepGiftRefund(transaction: Transaction, gift: Gift, refundedAmount: number): Promise<void> {
  await transaction.run(payBack, [refundedAmount, gift.publicationId, gift.id, refundedAmount]);
}

/** Nobody can claim it any more. False for one that was claimed before, or is not paid. */
export async function takeGiftBack(transaction: Transaction, gift: Gift): Promise<boolean> {
  return (await transaction.run(take, [gift.publicationId, gift.id])) === 1;
}

/** Delivered anew, with another code: the former one is worth nothing from now on. False for one that cannot be changed any more. */
export async function readdressGift(
  transaction: Transaction,
  gift: Gift,
  { email, deliverAt }: { readonly email: string; readonly deliverAt: number },
): Promise<boolean> {
  return (
    (await transaction.run(readdress, [
      email,
      normalizeEmail(email),
      deliverAt,
      gift.publicationId,
      gift.customerId,
      gift.id,
    ])) === 1
  );
}

/** Returns the code for the letter; undefined for one that another worker delivers, or that changed meanwhile. */
export async function deliverGift(transaction: Transaction, gift: Gift, now: Date): Promise<string | undefined> {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join(
    '',
  );
  const isDelivered = (await transaction.run(deliver, [now, hashSecret(code), gift.publicationId, gift.id, now])) === 1;
  return isDelivered ? (code.match(/.{4}/g) ?? []).join('-') : undefined;
}

/** Of many at once one gets true. */
export async function claimGift(
  transaction: Transaction,
  gift: Gift,
  given: { readonly customerId: string; readonly subscriptionId: string; readonly now: Date; readonly endsAt: number },
): Promise<boolean> {
  const { customerId, subscriptionId, now, endsAt } = given;
  return (
    (await transaction.run(claim, [
      customerId,
      now,
      subscriptionId,
      endsAt,
      gift.publicationId,
      gift.id,
      gift.codeHash,
      now,
    ])) === 1
  );
}

export async function endGift(transaction: Transaction, gift: Gift, now: Date): Promise<boolean> {
  return (await transaction.run(end, [now, gift.publicationId, gift.id])) === 1;
}

/** Of every publication. @param until by whichever gateway's clock is furthest ahead; each is compared with its own */
export function listGiftsToDeliver(connection: Connection, until: Date, limit: number): Promise<Gift[]> {
  return connection.all(toDeliver, [until, limit]);
}

/** As listGiftsToDeliver. */
export function listGiftsToEnd(connection: Connection, until: Date, limit: number): Promise<Gift[]> {
  return connection.all(toEnd, [until, limit]);
}

/** Of a person who is erased: their words and addresses, and the words to them. A gift that they paid for and that is not delivered yet keeps whom it goes to until then. */
export async function eraseFromGifts(
  publication: Tenant,
  transaction: Transaction,
  { customerId, email }: { readonly customerId: string; readonly email: string | null },
): Promise<void> {
  await transaction.run(forgetBuyer, [publication.id, customerId]);
  await transaction.run(forgetClaimant, [publication.id, customerId]);
  if (email !== null) await transaction.run(forgetRecipient, [publication.id, normalizeEmail(email)]);
}

/** Two records of one person become one. */
export async function moveGifts(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await transaction.run(moveBuyer, [intoId, publication.id, fromId]);
  await transaction.run(moveClaimant, [intoId, publication.id, fromId]);
}
