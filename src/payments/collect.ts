// The worker's part of payments: gateways that run in this process proceed, webhooks are applied, subscriptions that are over are ended at the
// gateway, and customers are written what they paid, and reminded of what they owe.
import type { Billing } from '../models/money/billing-record.ts';
import { listBillingsToEnd, listPastDueBillings, requestBillingEnd } from '../models/money/billing.ts';
import { applySubscription } from './apply.ts';
import { endForgotten } from './checkout/forgotten.ts';
import { applyEvents } from './events.ts';
import type { Post } from './gateway-definition.ts';
import { GatewayUnavailable } from './gateway.ts';
import { furthestNow, getGateway, inTime, proceedEmbedded, type PaymentParts } from './gateways.ts';
import { lookAfterGifts } from './gift-round.ts';
import { GRACE_SECONDS } from './grace.ts';
import type { WriteLetter } from './letters.ts';
import { tellPayments } from './payment-letter.ts';
import { tellRefunds } from './refund-letter.ts';
import { remind } from './reminder.ts';
import { tellRenewals } from './renewal.ts';
import { tellTrials } from './trial.ts';

export interface CollectOptions {
  readonly post: Post;
  readonly writeLetter: WriteLetter;
  /** Told of every failure, GatewayUnavailable among them; each is tried again. */
  readonly onError: (error: unknown) => void;
}

const AT_ONCE = 200;

/** One round; returns whether there was anything to do, so that a caller who waits for all to be done calls it again. */
export async function collect(parts: PaymentParts, { post, writeLetter, onError }: CollectOptions): Promise<boolean> {
  const hadEmbedded = await proceedEmbedded(parts, post);
  const hadEvents = await applyEvents(parts, onError);
  const hadEnds = await forEach(
    await listBillingsToEnd(parts.database, AT_ONCE),
    (billing) => end(parts, billing),
    onError,
  );
  const hadReminders = await forEach(
    await listPastDueBillings(parts.database, AT_ONCE),
    (billing) => pursue(parts, billing, writeLetter),
    onError,
  );
  const furthest = await furthestNow(parts);
  const hadComing = await tellRenewals(parts, furthest, writeLetter);
  const hadTrials = await tellTrials(parts, furthest, writeLetter);
  const hadGifts = await lookAfterGifts(parts, furthest, writeLetter);
  const hadForgotten = await endForgotten(parts, onError);
  const hadPayments = await tellPayments(parts, writeLetter);
  const hadRefunds = await tellRefunds(parts, writeLetter);
  const hadLetters = hadReminders || hadComing || hadTrials || hadPayments || hadRefunds;
  return hadEmbedded || hadEvents || hadEnds || hadGifts || hadForgotten || hadLetters;
}

/** Whether any of them had something done about it. One that fails keeps no other from its turn; it is tried again in the next round. */
async function forEach(
  billings: readonly Billing[],
  work: (billing: Billing) => Promise<boolean>,
  onError: (error: unknown) => void,
): Promise<boolean> {
  let hadAny = false;
  // Whose gateway does not answer is waited for once a round.
  const silent = new Set<string>();
  for (const billing of billings) {
    if (silent.has(billing.publicationId)) continue;
    try {
      hadAny = (await work(billing)) || hadAny;
    } catch (error) {
      if (error instanceof GatewayUnavailable) silent.add(billing.publicationId);
      onError(error);
    }
  }
  return hadAny;
}

/** Ends it at the gateway; what was paid for a plan that was held already is paid back first. */
async function end(parts: PaymentParts, billing: Billing): Promise<boolean> {
  const publication = { id: billing.publicationId };
  const gateway = getGateway(parts, billing.gateway);
  if (billing.endReason === 'held_already') {
    const { payments } = await inTime(gateway.readSubscription(publication, billing.ref));
    for (const { ref, amount, refundedAmount } of payments) {
      if (amount > refundedAmount)
        await inTime(gateway.refund(publication, `${ref} held_already`, ref, amount - refundedAmount));
    }
  }
  await inTime(gateway.cancelNow(publication, `${billing.id} end ${billing.revision}`, billing.ref));
  await applySubscription(parts, gateway, publication, billing.ref);
  return true;
}

/** A failed payment: letters on the days of the grace, and the end after it. */
async function pursue(parts: PaymentParts, billing: Billing, writeLetter: WriteLetter): Promise<boolean> {
  if (billing.pastDueSince === null || billing.endReason !== null) return false;
  const now = await getGateway(parts, billing.gateway).now({ id: billing.publicationId });
  if (now.getTime() - billing.pastDueSince < GRACE_SECONDS * 1000) return remind(parts, billing, now, writeLetter);
  await parts.database.transaction((transaction) => requestBillingEnd(transaction, billing, 'unpaid'));
  return true;
}
