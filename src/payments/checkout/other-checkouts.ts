// Checkouts of the same person in other tabs: where the publication sells one plan at a time, another choice closes them,
// so that nobody pays for two. One that is paid all the same is refunded (src/payments/apply.ts).
import { listOpenCheckoutsOf, type Checkout, type NewCheckout } from '../../models/money/checkout.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { applyCheckout } from '../apply.ts';
import { findGatewayNamed, withTimeout, type PaymentParts } from '../gateways.ts';

/** Returns the checkout whose debit is under way, if there is one: it cannot be closed. Throws GatewayUnavailable. */
export async function closeOtherCheckouts(
  parts: PaymentParts,
  publication: PublicationRow,
  { customerId, planId, purpose }: NewCheckout,
): Promise<Checkout | undefined> {
  if (purpose !== 'subscribe' || publication.plansPerReader === 'several') return undefined;
  const open = await listOpenCheckoutsOf(publication, parts.database, { customerId, purpose });
  for (const checkout of open.filter((other) => other.planId !== planId)) {
    const gateway = findGatewayNamed(parts, checkout.gateway);
    // One that is being started in this moment has no page yet.
    if (gateway === undefined || checkout.ref === null) continue;
    const { state } = await withTimeout(gateway.expireCheckout(publication, checkout.ref));
    if (state === 'pending') return checkout;
    await withTimeout(applyCheckout(parts, gateway, checkout.ref));
  }
  return undefined;
}
