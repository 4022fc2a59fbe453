// Writes at the gateway about a subscription, and what follows where it stops answering meanwhile.
import { addSeconds } from '../database/clock.ts';
import { newId } from '../database/ids.ts';
import { recordGatewayEvent } from '../models/money/gateway-event.ts';
import type { Tenant } from '../models/record.ts';
import { GatewayUnavailable, OutcomeUnknown, type PaymentGateway } from './gateway.ts';
import type { PaymentParts } from './gateways.ts';

/** Our choice: longer than a call to a gateway takes, so that a write that was under way is over by then. */
const LOOK_AGAIN_SECONDS = 30;

/**
 * Runs `work`, which writes at the gateway and applies its state. Where the gateway stops answering, nobody knows what was carried out: the worker
 * then reads the subscription again within a minute, whether or not a webhook comes. Throws OutcomeUnknown in place of GatewayUnavailable.
 */
export async function writeAtGateway<Answer>(
  { database, clock }: PaymentParts,
  { name }: PaymentGateway,
  publication: Tenant,
  subscriptionRef: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error;
    const now = clock.now();
    const look = {
      id: newId('look', now),
      kind: 'subscription_changed',
      object: 'subscription',
      ref: subscriptionRef,
      publicationId: publication.id,
      at: now,
    } as const;
    await database.transaction((transaction) =>
      recordGatewayEvent(transaction, clock, name, look, addSeconds(now, LOOK_AGAIN_SECONDS)),
    );
    throw new OutcomeUnknown(error.message, { cause: error });
  }
}
