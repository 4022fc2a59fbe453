// The worker's payment round: gateways that run in this process proceed, webhooks are applied, and subscriptions, gifts and checkouts that are
// over are ended, and pauses begin.
import { inPublication } from '../database/scope.ts';
import { listBillingsToEnd, type Billing } from '../models/money/billing-record.ts';
import { applySubscription } from './apply.ts';
import { expireAbandoned } from './checkout/abandoned.ts';
import { endDated } from './dated-end.ts';
import { readClocks } from './due.ts';
import { applyEvents } from './events.ts';
import type { Post } from './gateway-definition.ts';
import { GatewayUnavailable } from './gateway.ts';
import { getGateway, proceedEmbedded, withTimeout, type PaymentParts } from './gateways.ts';
import { endGifts } from './gift.ts';
import { endUnpaid } from './grace.ts';
import { beginPauses } from './pause.ts';
import { advancePriceChanges } from './price-change/round.ts';

export interface PaymentRoundOptions {
  readonly post: Post;
  /** Called with every failure, GatewayUnavailable included; each is retried in a later round. */
  readonly onError: (error: unknown) => void;
}

const BATCH_SIZE = 200;

/** Runs one round. Returns whether there was work, so that another round may follow at once. */
export async function runPaymentRound(parts: PaymentParts, { post, onError }: PaymentRoundOptions): Promise<boolean> {
  const hadEmbedded = await proceedEmbedded(parts, post);
  const hadEvents = await applyEvents(parts, onError);
  const hadEnds = await forEach(
    await listBillingsToEnd(parts.database, BATCH_SIZE),
    (billing) => inPublication({ id: billing.publicationId }, () => end(parts, billing)),
    onError,
  );
  const clocks = await readClocks(parts);
  const hadUnpaid = await endUnpaid(parts, clocks);
  await beginPauses(parts, clocks, onError);
  const hadGifts = await endGifts(parts, clocks);
  const hadDated = await endDated(parts, clocks);
  const hadAbandoned = await expireAbandoned(parts, onError);
  const hadPriceChanges = await advancePriceChanges(parts, clocks, onError);
  return hadEmbedded || hadEvents || hadEnds || hadUnpaid || hadGifts || hadDated || hadAbandoned || hadPriceChanges;
}

/** Returns whether any work was done. A failure does not stop the others; it is retried in the next round. */
async function forEach(
  billings: readonly Billing[],
  work: (billing: Billing) => Promise<boolean>,
  onError: (error: unknown) => void,
): Promise<boolean> {
  let hadAny = false;
  // A gateway that does not answer is waited for once a round and publication.
  const unavailable = new Set<string>();
  for (const billing of billings) {
    if (unavailable.has(billing.publicationId)) continue;
    try {
      hadAny = (await work(billing)) || hadAny;
    } catch (error) {
      if (error instanceof GatewayUnavailable) unavailable.add(billing.publicationId);
      onError(error);
    }
  }
  return hadAny;
}

/**
 * Ends a subscription at the gateway. What was paid for a plan that was held already is refunded first: after a pause,
 * what was paid since.
 */
async function end(parts: PaymentParts, billing: Billing): Promise<boolean> {
  const publication = { id: billing.publicationId };
  const gateway = getGateway(parts, billing.gateway);
  if (billing.endReason === 'held_already') {
    const { payments } = await withTimeout(gateway.readSubscription(publication, billing.ref));
    const since = billing.pauseFrom ?? Number.NEGATIVE_INFINITY;
    for (const { ref, amount, refundedAmount, periodStart } of payments) {
      if (amount > refundedAmount && periodStart.getTime() >= since)
        await withTimeout(gateway.refund(publication, `${ref} held_already`, ref, amount - refundedAmount));
    }
  }
  await withTimeout(gateway.cancelNow(publication, `${billing.id} end ${billing.revision}`, billing.ref));
  await applySubscription(parts, gateway, publication, billing.ref);
  return true;
}
