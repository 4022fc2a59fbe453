// Gifts: a subscription that one person pays for at once and another claims with a code. A gift is open until it is
// paid, paid until it is claimed or refunded, and abandoned where it was never paid. Each change of state is one
// conditional write, so that exactly one of several concurrent callers succeeds.
import { randomInt } from 'node:crypto';
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret } from '../../database/secrets.ts';
import { OBSERVED } from '../../observed.ts';
import { countMoney, MONEY_COLUMNS } from '../counting/money.ts';
import type { EmailAddress } from '../email-address.ts';
import type { Limit } from '../limit.ts';
import { recordTurn } from '../outbox/turn.ts';
import { issueReceipts, type GatewayTax, type MeansOfPayment } from '../receipts/receipt.ts';
import { first, type Tenant } from '../record.ts';
import { GiftRecord, NEVER_PAID, type Dispute, type Gift, type GiftState, type NewGift } from './gift-record.ts';

/**
 * 20 of 32 characters are 100 bits, too many to guess. Hashed without a key, a code survives a change of SECRET_KEY.
 */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 20;

/**
 * Our choice: the limit keeps a gift from being used to send mail to many addresses, and its recipient from getting many.
 */
export const DELIVERIES_PER_GIFT_AND_DAY: Limit = { count: 5, seconds: 24 * 3600 };

/** Erases the recipient, whose address is kept no longer than it is needed. */
const NO_RECIPIENT = { recipientEmail: null, recipientEmailNormalized: null };

/** Selects one gift in one state, for a conditional write. */
function one(transaction: Transaction, { publicationId, id }: Pick<Gift, 'publicationId' | 'id'>, state: GiftState) {
  return GiftRecord.in({ id: publicationId }, transaction, { id, state });
}

export async function createGift(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewGift & { readonly checkoutId: string; readonly customerId: string; readonly gateway: string },
): Promise<void> {
  const createdAt = clock.now();
  await GiftRecord.in(publication, transaction).insert({
    ...given,
    publicationId: publication.id,
    id: newId('gift', createdAt),
    state: 'open',
    refundedAmount: 0,
    dispute: 'none',
    createdAt: createdAt.getTime(),
  });
}

export async function payGift(
  transaction: Transaction,
  clock: Clock,
  gift: Gift,
  payment: { readonly ref: string; readonly paidAt: number; readonly expiresAt: number } & GiftMeans,
): Promise<boolean> {
  const { ref: paymentRef, paidAt, expiresAt } = payment;
  const paid = await GiftRecord.in({ id: gift.publicationId }, transaction, { id: gift.id })
    .whereIn('state', NEVER_PAID)
    .patch({ state: 'paid', paymentRef, paidAt, expiresAt });
  if (paid === 1) {
    await countGift(transaction, clock, gift);
    await issueOf(transaction, clock, gift, payment);
    await recordGiftTurn(transaction, clock, { ...gift, turn: 'gift_bought', at: paidAt });
    OBSERVED.payment.publish('succeeded');
  }
  return paid === 1;
}

type GiftTurn = Pick<
  Gift,
  'publicationId' | 'id' | 'customerId' | 'planId' | 'amount' | 'currency' | 'interval' | 'periods'
>;

/** Has the person mailed: the buyer about the receipt and the claim, the claimant about the beginning. */
export async function recordGiftTurn(
  transaction: Transaction,
  clock: Clock,
  {
    publicationId,
    id: objectId,
    turn,
    at,
    customerId,
    planId,
    amount,
    currency,
    interval,
    periods,
  }: GiftTurn & { readonly turn: 'gift_bought' | 'gift_claimed' | 'gift_begun'; readonly at: number },
): Promise<void> {
  const facts = { amount, currency, interval, periods, at };
  await recordTurn({ id: publicationId }, transaction, clock, { turn, customerId, objectId, planId, facts });
}

/** Counts a paid gift among the figures. Call it after each change of its amounts. */
async function countGift(transaction: Transaction, clock: Clock, { publicationId, id }: Gift): Promise<void> {
  const publication = { id: publicationId };
  const found = await first(GiftRecord.in(publication, transaction, { id }).select(...MONEY_COLUMNS, 'planId'));
  if (found === undefined || found.paidAt === null) return;
  const { paidAt, countedAmount, countedRefund } = found;
  await countMoney(transaction, clock, 'gift', { ...found, paidAt }, async (counted) =>
    GiftRecord.in(publication, transaction, { id, countedAmount, countedRefund }).patch(counted),
  );
}

/** Abandons the gift of a failed checkout. */
export async function abandonGift(publication: Tenant, transaction: Transaction, checkoutId: string): Promise<void> {
  await GiftRecord.in(publication, transaction, { checkoutId, state: 'open' }).patch({
    state: 'abandoned',
    ...NO_RECIPIENT,
  });
}

/** Stores the refunded amount that the gateway reports. It only grows. */
export async function keepGiftRefund(
  transaction: Transaction,
  clock: Clock,
  gift: Gift,
  refundedAmount: number,
): Promise<void> {
  const kept = await GiftRecord.in({ id: gift.publicationId }, transaction, { id: gift.id })
    .where('refundedAmount', '<', refundedAmount)
    .patch({ refundedAmount });
  if (kept === 0) return;
  await countGift(transaction, clock, gift);
  await issueOf(transaction, clock, gift, { tax: null, paidBy: null });
  OBSERVED.payment.publish('refunded');
}

/** What the gateway says of the payment for its receipt. */
export interface GiftMeans {
  readonly tax: GatewayTax | null;
  readonly paidBy: MeansOfPayment | null;
}

/** Issues what is missing of the receipts of a paid gift, to its buyer. */
async function issueOf(
  transaction: Transaction,
  clock: Clock,
  { publicationId, id }: Gift,
  { tax, paidBy }: GiftMeans,
): Promise<void> {
  const publication = { id: publicationId };
  const found = await GiftRecord.find(publication, transaction, { id });
  if (found === undefined || found.paidAt === null) return;
  const { paidAt, ...gift } = found;
  await issueReceipts(publication, transaction, clock, { ...gift, paidAt, discount: 0, period: null, tax, paidBy });
}

/** Stores what became of a dispute of the payment: a gift whose payment is disputed is neither delivered nor claimed. */
export async function keepGiftDispute(transaction: Transaction, gift: Gift, dispute: Dispute): Promise<void> {
  transaction.notify('payments');
  await GiftRecord.in({ id: gift.publicationId }, transaction, { id: gift.id }).patch({ dispute });
}

/** Voids the code of a refunded gift. Returns false for a gift that was claimed before, or is not paid. */
export async function takeGiftBack(transaction: Transaction, gift: Gift): Promise<boolean> {
  return (await one(transaction, gift, 'paid').patch({ state: 'refunded', codeHash: null, ...NO_RECIPIENT })) === 1;
}

/**
 * Changes the recipient, so that the gift is delivered again with a new code; the former code becomes void. Returns
 * false for a gift that can no longer be changed.
 */
export async function readdressGift(
  transaction: Transaction,
  gift: Gift,
  { recipient, deliverAt }: { readonly recipient: EmailAddress; readonly deliverAt: number },
): Promise<boolean> {
  transaction.notify('payments');
  const changed = await one(transaction, gift, 'paid').where('customerId', gift.customerId).patch({
    recipientEmail: recipient.email,
    recipientEmailNormalized: recipient.emailNormalized,
    deliverAt,
    deliveredAt: null,
    codeHash: null,
  });
  return changed === 1;
}

/**
 * Has a gift delivered once more to the same recipient, with a new code; the former code becomes void. Returns false for
 * a gift that was not delivered yet, or can no longer be.
 */
export async function resendGift(transaction: Transaction, gift: Pick<Gift, 'publicationId' | 'id'>): Promise<boolean> {
  transaction.notify('payments');
  const sent = await one(transaction, gift, 'paid')
    .where('dispute', 'none')
    .whereNotNull('deliveredAt')
    .whereNotNull('recipientEmail')
    .patch({ deliveredAt: null, codeHash: null });
  return sent === 1;
}

/** Returns the code for the mail; undefined when another worker delivers the gift, or it changed concurrently. */
export async function deliverGift(
  transaction: Transaction,
  gift: Pick<Gift, 'publicationId' | 'id'>,
  now: Date,
): Promise<string | undefined> {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join(
    '',
  );
  const delivered = await one(transaction, gift, 'paid')
    .where('dispute', 'none')
    .whereNull('deliveredAt')
    .whereNotNull('recipientEmail')
    .where('deliverAt', '<=', now.getTime())
    .patch({ deliveredAt: now.getTime(), codeHash: hashSecret(code) });
  return delivered === 1 ? (code.match(/.{4}/g) ?? []).join('-') : undefined;
}

/** Notes what the buyer was told of a refund. Returns true for exactly one of several concurrent callers. */
export async function markGiftRefundMailed(
  transaction: Transaction,
  { publicationId, id }: Pick<Gift, 'publicationId' | 'id'>,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<boolean> {
  const told = GiftRecord.in({ id: publicationId }, transaction, { id, refundMailed: from });
  return (await told.where('refundedAmount', '>=', to).patch({ refundMailed: to })) === 1;
}

/** Notes that the claimant was told of the end. Returns true for exactly one of several concurrent callers. */
export async function markGiftEndMailed(
  transaction: Transaction,
  gift: Pick<Gift, 'publicationId' | 'id'>,
  now: Date,
): Promise<boolean> {
  const claimed = one(transaction, gift, 'claimed').whereNull('endedAt').whereNull('endMailedAt');
  return (await claimed.patch({ endMailedAt: now.getTime() })) === 1;
}

/** Returns true for exactly one of several concurrent callers. */
export async function claimGift(
  transaction: Transaction,
  gift: Gift,
  given: { readonly customerId: string; readonly subscriptionId: string; readonly now: Date; readonly endsAt: number },
): Promise<boolean> {
  const { customerId: claimantId, subscriptionId, now, endsAt } = given;
  const claimed = await one(transaction, gift, 'paid')
    .where('codeHash', gift.codeHash)
    .where('dispute', 'none')
    .where('expiresAt', '>', now.getTime())
    .patch({ state: 'claimed', claimantId, claimedAt: now.getTime(), subscriptionId, endsAt, ...NO_RECIPIENT });
  return claimed === 1;
}

export async function endGift(
  transaction: Transaction,
  gift: Pick<Gift, 'publicationId' | 'id'>,
  now: Date,
): Promise<boolean> {
  return (await one(transaction, gift, 'claimed').whereNull('endedAt').patch({ endedAt: now.getTime() })) === 1;
}

/**
 * Erases a person from gifts: their messages and addresses, and the messages to them. A gift that they paid for keeps
 * its recipient until it is delivered.
 */
export async function eraseFromGifts(
  publication: Tenant,
  transaction: Transaction,
  { customerId, emailNormalized }: { readonly customerId: string; readonly emailNormalized: string | null },
): Promise<void> {
  const bought = () => GiftRecord.in(publication, transaction, { customerId });
  await bought().patch({ senderName: null, message: null });
  await bought().whereNotNull('deliveredAt').patch(NO_RECIPIENT);
  await GiftRecord.in(publication, transaction, { claimantId: customerId }).patch({ message: null });
  if (emailNormalized === null) return;
  const addressed = { recipientEmailNormalized: emailNormalized };
  await GiftRecord.in(publication, transaction, addressed).patch({ message: null, ...NO_RECIPIENT });
}

/** Merges two customers: moves the gifts that the one bought or claimed to the other. */
export async function moveGifts(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await GiftRecord.in(publication, transaction, { customerId: fromId }).patch({ customerId: intoId });
  await GiftRecord.in(publication, transaction, { claimantId: fromId }).patch({ claimantId: intoId });
}
