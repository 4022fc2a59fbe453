// What counts of a subscription that was taken over: what has happened since.
import type { Billing } from '../../models/money/billing-record.ts';
import type { GatewaySubscription } from '../gateway.ts';

/**
 * Returns what is recorded here of a subscription at the gateway. Our choice: of the payments before the takeover, those of
 * periods that were not over come along, since a reader may ask for them back; what was disputed of them was settled where
 * they were sold. A payment that was owed already has its grace period from the takeover on.
 */
export function sinceTakeover(
  { takenOverAt }: Pick<Billing, 'takenOverAt'>,
  found: GatewaySubscription,
): GatewaySubscription {
  if (takenOverAt === null) return found;
  const { pastDueSince } = found;
  const isOwedLonger = pastDueSince !== null && pastDueSince.getTime() < takenOverAt;
  return {
    ...found,
    pastDueSince: isOwedLonger ? new Date(takenOverAt) : pastDueSince,
    payments: found.payments
      .filter(({ periodEnd }) => periodEnd.getTime() > takenOverAt)
      .map((payment) => (payment.paidAt.getTime() < takenOverAt ? { ...payment, dispute: 'none' } : payment)),
  };
}
