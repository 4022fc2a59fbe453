// Refunds a gift in part, or one that was claimed; src/payments/gift.ts refunds a whole one that nobody has claimed.
import { amountText } from '../models/amount.ts';
import { Conflict, InvalidValue, NotFound } from '../models/errors.ts';
import { findCheckoutRef } from '../models/money/checkout.ts';
import { findGift } from '../models/money/gift-record.ts';
import type { Tenant } from '../models/record.ts';
import { applyCheckout } from './apply.ts';
import { getGateway, withTimeout, type PaymentParts } from './gateways.ts';
import { refundGift } from './gift.ts';

/**
 * Refunds a part, once under its idempotency key. Whoever claimed the gift keeps it, and one that nobody has claimed can
 * still be claimed; only where nothing is left of it, its code is void. Throws NotFound, InvalidValue for a wrong
 * amount, Conflict for more than is left, and GatewayUnavailable: then a retry goes on with the same refund.
 * @param amount in minor units
 */
export async function refundGiftPart(
  parts: PaymentParts,
  publication: Tenant,
  { giftId, amount, key }: { readonly giftId: string; readonly amount: number; readonly key: string },
): Promise<void> {
  const gift = await findGift(publication, parts.database, giftId);
  const checkoutRef = gift && (await findCheckoutRef(publication, parts.database, gift.checkoutId));
  if (gift === undefined || checkoutRef === undefined || gift.paymentRef === null)
    throw new NotFound(`No such gift: ${giftId}`);
  if (!Number.isSafeInteger(amount) || amount < 1) throw new InvalidValue('amount', 'amount must be above 0');
  const isWhole = gift.state === 'paid' && amount === gift.amount - gift.refundedAmount;
  if (isWhole || gift.state === 'refunded') {
    await refundGift(parts, publication, giftId);
    return;
  }
  const gateway = getGateway(parts, gift.gateway);
  try {
    await withTimeout(gateway.refund(publication, `${gift.id} refund ${key}`, gift.paymentRef, amount));
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof Conflict)) throw error;
    throw new Conflict('amount', `Less than ${amountText(amount, gift.currency)} is left of the gift`);
  }
  await withTimeout(applyCheckout(parts, gateway, checkoutRef));
}
