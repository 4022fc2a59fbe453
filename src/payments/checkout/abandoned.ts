// Abandoned checkouts: never finished, and no webhook came, because the gateway was down or the webhook was lost. They expire, which releases
// their trial and discount.
import { addSeconds } from '../../database/clock.ts';
import { inPublication } from '../../database/scope.ts';
import {
  endCheckout,
  findCheckoutByRef,
  listOpenCheckouts,
  putOffCheckout,
  type Checkout,
} from '../../models/money/checkout.ts';
import { applyCheckout } from '../apply.ts';
import { GatewayUnavailable } from '../gateway.ts';
import { findGatewayNamed, withTimeout, type PaymentParts } from '../gateways.ts';

/** Our choice: every gateway closes its checkouts after a day, so an older one is either over there or was never started. */
const ABANDONED_AFTER_SECONDS = 25 * 3600;
/** Our choice: a debit takes days, and a webhook tells of its end; the gateway is asked no more often without one. */
const READ_AGAIN_SECONDS = 3600;
const BATCH_SIZE = 50;

/** Returns whether it ended any. */
export async function expireAbandoned(parts: PaymentParts, onError: (error: unknown) => void): Promise<boolean> {
  let hadAny = false;
  const now = parts.clock.now();
  const until = { before: addSeconds(now, -ABANDONED_AFTER_SECONDS), now };
  for (const checkout of await listOpenCheckouts(parts.database, until, BATCH_SIZE)) {
    try {
      hadAny = (await inPublication({ id: checkout.publicationId }, () => end(parts, checkout))) || hadAny;
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) onError(error);
    }
  }
  return hadAny;
}

async function end(parts: PaymentParts, checkout: Checkout): Promise<boolean> {
  if (checkout.ref === null) {
    await parts.database.transaction((transaction) =>
      endCheckout(transaction, parts.clock, checkout, { state: 'expired' }),
    );
    return true;
  }
  const gateway = findGatewayNamed(parts, checkout.gateway);
  if (gateway === undefined) return false;
  const { state } = await withTimeout(gateway.readCheckout({ id: checkout.publicationId }, checkout.ref));
  if (state !== 'open' && state !== 'pending') await withTimeout(applyCheckout(parts, gateway, checkout.ref));
  const isEnded = (await findCheckoutByRef(parts.database, checkout.gateway, checkout.ref))?.state !== 'open';
  const readAgainAt = addSeconds(parts.clock.now(), READ_AGAIN_SECONDS);
  if (!isEnded) await parts.database.transaction((transaction) => putOffCheckout(transaction, checkout, readAgainAt));
  return isEnded;
}
