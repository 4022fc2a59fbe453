// The progress of a checkout, by what the gateway says and never by the address that the browser comes back to.
import { NotFound } from '../../models/errors.ts';
import type { DeclineReason } from '../../models/money/billing-record.ts';
import { findCheckout, type Checkout, type CheckoutFailure } from '../../models/money/checkout.ts';
import { findGiftOfCheckout } from '../../models/money/gift-record.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { applyCheckout } from '../apply.ts';
import { getGateway, withTimeout, type PaymentParts } from '../gateways.ts';

export type CheckoutProgress =
  /** Paid, but the subscription is not there yet: read again in a moment. */
  | { readonly state: 'confirming'; readonly checkout: Checkout }
  /** Not paid yet. `redirectUrl` leads to the card page. */
  | {
      readonly state: 'unfinished';
      readonly checkout: Checkout;
      readonly redirectUrl: string;
      readonly lastDecline: DeclineReason | null;
    }
  /** A debit is under way, which takes days; there is nothing to do. */
  | { readonly state: 'pending'; readonly checkout: Checkout }
  | { readonly state: 'done'; readonly checkout: Checkout; readonly subscriptionId: string }
  /** A gift is paid. */
  | { readonly state: 'given'; readonly checkout: Checkout; readonly giftId: string }
  /** It is over, and nothing began. */
  | { readonly state: 'failed'; readonly checkout: Checkout; readonly reason: CheckoutFailure }
  | { readonly state: 'expired'; readonly checkout: Checkout };

/** Reads the progress of this customer's checkout. Throws NotFound, and GatewayUnavailable within five seconds. */
export async function readCheckout(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  checkoutId: string,
): Promise<CheckoutProgress> {
  const checkout = await getCheckout(parts, publication, customerId, checkoutId);
  if (checkout.state !== 'open' || checkout.ref === null || checkout.redirectUrl === null)
    return toProgress(parts, checkout);
  const gateway = getGateway(parts, checkout.gateway);
  const found = await withTimeout(gateway.readCheckout(publication, checkout.ref));
  if (found.state === 'open')
    return { state: 'unfinished', checkout, redirectUrl: checkout.redirectUrl, lastDecline: found.lastDecline };
  if (found.state === 'pending') return { state: 'pending', checkout };
  await withTimeout(applyCheckout(parts, gateway, checkout.ref));
  return toProgress(parts, await getCheckout(parts, publication, customerId, checkoutId));
}

async function getCheckout(
  { database }: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  id: string,
): Promise<Checkout> {
  const found = await findCheckout(publication, database, customerId, id);
  if (found === undefined) throw new NotFound(`No such checkout: ${id}`);
  return found;
}

async function toProgress({ database }: PaymentParts, checkout: Checkout): Promise<CheckoutProgress> {
  const { state, failure, subscriptionId } = checkout;
  if (state === 'expired' && failure === null) return { state: 'expired', checkout };
  const gift =
    checkout.purpose === 'gift' && state === 'complete'
      ? await findGiftOfCheckout({ id: checkout.publicationId }, database, checkout.id)
      : undefined;
  if (gift !== undefined) return { state: 'given', checkout, giftId: gift.id };
  if (failure !== null) return { state: 'failed', checkout, reason: failure };
  return state === 'complete' && subscriptionId !== null
    ? { state: 'done', checkout, subscriptionId }
    : { state: 'confirming', checkout };
}
