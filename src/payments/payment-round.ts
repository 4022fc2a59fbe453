// The worker's part of payments: gateways that run in this process proceed, webhooks are applied, and subscriptions and gifts that are over are
// ended.
import type { Billing } from '../models/money/billing-record.ts';
import { listBillingsToEnd } from '../models/money/billing.ts';
import { applySubscription } from './apply.ts';
import { endForgotten } from './checkout/forgotten.ts';
import { readClocks } from './due.ts';
import { applyEvents } from './events.ts';
import type { Post } from './gateway-definition.ts';
import { GatewayUnavailable } from './gateway.ts';
import { getGateway, inTime, proceedEmbedded, type PaymentParts } from './gateways.ts';
import { endGifts } from './gift.ts';
import { endUnpaid } from './grace.ts';

export interface CollectOptions {
  readonly post: Post;
  /** Told of every failure, GatewayUnavailable among them; each is tried again. */
  readonly onError: (error: unknown) => void;
}

const AT_ONCE = 200;

/** One round; returns whether there was anything to do, so that a caller who waits for all to be done calls it again. */
export async function collect(parts: PaymentParts, { post, onError }: CollectOptions): Promise<boolean> {
  const hadEmbedded = await proceedEmbedded(parts, post);
  const hadEvents = await applyEvents(parts, onError);
  const hadEnds = await forEach(
    await listBillingsToEnd(parts.database, AT_ONCE),
    (billing) => end(parts, billing),
    onError,
  );
  const clocks = await readClocks(parts);
  const hadUnpaid = await endUnpaid(parts, clocks);
  const hadGifts = await endGifts(parts, clocks);
  const hadForgotten = await endForgotten(parts, onError);
  return hadEmbedded || hadEvents || hadEnds || hadUnpaid || hadGifts || hadForgotten;
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
