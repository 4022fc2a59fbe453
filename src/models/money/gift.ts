// Gifts: a subscription that one person pays for at once and another claims with a code. Its states: open until it is paid, paid until it is
// claimed or paid back, abandoned where it was never paid. Each step is one conditional write, so that of many at once one succeeds.
import { randomInt } from 'node:crypto';
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret } from '../../database/secrets.ts';
import type { EmailAddress } from '../email-address.ts';
import type { Tenant } from '../record.ts';
import { GiftRecord, NEVER_PAID, type Gift, type GiftState, type NewGift } from './gift-record.ts';

/** 20 of 32 characters are 100 bits, which nobody tries out: stored as a plain hash, they outlive every SECRET_KEY. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 20;

/** Whom it goes to is kept no longer than it is needed. */
const NO_RECIPIENT = { recipientEmail: null, recipientEmailNormalized: null };

/** One gift, as a conditional write begins with it. */
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
    createdAt: createdAt.getTime(),
  });
}

export async function payGift(
  transaction: Transaction,
  gift: Gift,
  payment: { readonly ref: string; readonly paidAt: number; readonly expiresAt: number },
): Promise<boolean> {
  const { ref: paymentRef, paidAt, expiresAt } = payment;
  const paid = await GiftRecord.in({ id: gift.publicationId }, transaction, { id: gift.id })
    .whereIn('state', NEVER_PAID)
    .patch({ state: 'paid', paymentRef, paidAt, expiresAt });
  return paid === 1;
}

/** Its checkout came to nothing. */
export async function abandonGift(publication: Tenant, transaction: Transaction, checkoutId: string): Promise<void> {
  await GiftRecord.in(publication, transaction, { checkoutId, state: 'open' }).patch({
    state: 'abandoned',
    ...NO_RECIPIENT,
  });
}

/** What the gateway says was paid back, which only grows. */
export async function keepGiftRefund(transaction: Transaction, gift: Gift, refundedAmount: number): Promise<void> {
  await GiftRecord.in({ id: gift.publicationId }, transaction, { id: gift.id })
    .where('refundedAmount', '<', refundedAmount)
    .patch({ refundedAmount });
}

/** Nobody can claim it any more. False for one that was claimed before, or is not paid. */
export async function takeGiftBack(transaction: Transaction, gift: Gift): Promise<boolean> {
  return (await one(transaction, gift, 'paid').patch({ state: 'refunded', codeHash: null, ...NO_RECIPIENT })) === 1;
}

/** Delivered anew, with another code: the former one is worth nothing from now on. False for one that cannot be changed any more. */
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

/** Returns the code for the mail; undefined for one that another worker delivers, or that changed meanwhile. */
export async function deliverGift(
  transaction: Transaction,
  gift: Pick<Gift, 'publicationId' | 'id'>,
  now: Date,
): Promise<string | undefined> {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET.charAt(randomInt(CODE_ALPHABET.length))).join(
    '',
  );
  const delivered = await one(transaction, gift, 'paid')
    .whereNull('deliveredAt')
    .whereNotNull('recipientEmail')
    .where('deliverAt', '<=', now.getTime())
    .patch({ deliveredAt: now.getTime(), codeHash: hashSecret(code) });
  return delivered === 1 ? (code.match(/.{4}/g) ?? []).join('-') : undefined;
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

/** Of a person who is erased: their words and addresses, and the words to them. A gift that they paid for and that is not delivered yet keeps whom it goes to until then. */
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

/** Two records of one person become one. */
export async function moveGifts(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await GiftRecord.in(publication, transaction, { customerId: fromId }).patch({ customerId: intoId });
  await GiftRecord.in(publication, transaction, { claimantId: fromId }).patch({ claimantId: intoId });
}
