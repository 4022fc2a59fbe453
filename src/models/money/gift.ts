// Gifts: a subscription that one person pays for at once and another claims with a code. Its states: open until it is paid, paid until it is
// claimed or paid back, abandoned where it was never paid. Each step is one conditional write, so that of many at once one succeeds.
import { randomInt } from 'node:crypto';
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { normalizeEmail } from '../email-address.ts';
import type { Tenant } from '../record.ts';
import type { Gift, NewGift } from './gift-record.ts';

/** 20 of 32 characters are 100 bits, which nobody tries out: stored as a plain hash, they outlive every SECRET_KEY. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 20;

const insert = statement(
  'insert_gift',
  `insert into gifts (id, publication_id, checkout_id, customer_id, gateway, plan_id, price_id, periods, amount, currency, interval, recipient_email,
    recipient_email_normalized, sender_name, message, deliver_at, state, refunded_amount, created_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', 0, ?)`,
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
  transaction.notify('payments');
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

/** Returns the code for the mail; undefined for one that another worker delivers, or that changed meanwhile. */
export async function deliverGift(
  transaction: Transaction,
  gift: Pick<Gift, 'publicationId' | 'id'>,
  now: Date,
): Promise<string | undefined> {
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

export async function endGift(
  transaction: Transaction,
  gift: Pick<Gift, 'publicationId' | 'id'>,
  now: Date,
): Promise<boolean> {
  return (await transaction.run(end, [now, gift.publicationId, gift.id])) === 1;
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
