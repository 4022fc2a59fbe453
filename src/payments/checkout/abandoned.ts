// Abandoned checkouts: never finished, and no webhook came, because the gateway was down or the webhook was lost. They expire, which releases
// their trial and discount.
import { addSeconds } from '../../database/clock.ts';
import { endCheckout, findCheckoutByRef, listOpenCheckouts, type Checkout } from '../../models/money/checkout.ts';
import { applyCheckout } from '../apply.ts';
import { GatewayUnavailable } from '../gateway.ts';
import { findGatewayNamed, withTimeout, type PaymentParts } from '../gateways.ts';

/** Our choice: every gateway closes its checkouts after a day, so an older one is either over there or was never started. */
const ABANDONED_AFTER_SECONDS = 25 * 3600;
const BATCH_SIZE = 50;

/** Returns whether it ended any. */
export async function expireAbandoned(parts: PaymentParts, onError: (error: unknown) => void): Promise<boolean> {
  let hadAny = false;
  const before = addSeconds(parts.clock.now(), -ABANDONED_AFTER_SECONDS);
  for (const checkout of await listOpenCheckouts(parts.database, before, BATCH_SIZE)) {
    try {
      hadAny = (await end(parts, checkout)) || hadAny;
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
  if (state === 'open' || state === 'pending') return false;
  await withTimeout(applyCheckout(parts, gateway, checkout.ref));
  return (await findCheckoutByRef(parts.database, checkout.gateway, checkout.ref))?.state !== 'open';
}
