// A pause of a Stripe subscription. Stripe's own (`pause_collection`) goes on with periods that nobody pays, so that a
// reader would come back into one of them. A trial until the end of the pause charges nothing, and begins a new period
// when it is over (docs.stripe.com/billing/subscriptions/trials). Metadata tells such a trial from a reader's own.
import type Stripe from 'stripe';
import { META } from './prices.ts';

/** In Stripe's seconds. */
export interface StripePause {
  /** The end of the paid period. */
  readonly from: number;
  /** The same as `from` where the pause was undone before it began. */
  readonly until: number;
}

/** The last pause of the subscription. */
export function pauseOf({ metadata }: Pick<Stripe.Subscription, 'metadata'>): StripePause | undefined {
  const [from, until] = [Number(metadata[META.pausedFrom]), Number(metadata[META.pausedUntil])];
  return Number.isSafeInteger(from) && Number.isSafeInteger(until) ? { from, until } : undefined;
}

/** The pause whose trial has not ended yet, be it that it waits or that it runs. */
export function openPauseOf(subscription: Stripe.Subscription): StripePause | undefined {
  const pause = pauseOf(subscription);
  return pause !== undefined && subscription.status === 'trialing' && subscription.trial_end === pause.until
    ? pause
    : undefined;
}
