// Checkouts that were never finished and of which no webhook came: begun while the gateway was down, or the webhook was lost. Their trial and
// discount are given back.
import { addSeconds } from '../../database/clock.ts';
import { endCheckout, listOpenCheckouts, type Checkout } from '../../models/money/checkout.ts';
import { applyCheckout } from '../apply.ts';
import { GatewayUnavailable } from '../gateway.ts';
import { findGatewayNamed, inTime, type PaymentParts } from '../gateways.ts';

/** Our choice: every gateway closes its checkouts after a day, so that what is older is either over there or was never begun. */
const FORGOTTEN_AFTER_SECONDS = 25 * 3600;
const AT_ONCE = 50;

/** Returns whether any was ended. */
export async function endForgotten(parts: PaymentParts, onError: (error: unknown) => void): Promise<boolean> {
  let hadAny = false;
  const before = addSeconds(parts.clock.now(), -FORGOTTEN_AFTER_SECONDS);
  for (const checkout of await listOpenCheckouts(parts.database, before, AT_ONCE)) {
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
  const { state } = await inTime(gateway.readCheckout({ id: checkout.publicationId }, checkout.ref));
  if (state === 'open') return false;
  await inTime(applyCheckout(parts, gateway, checkout.ref));
  return true;
}
