// Drift between our record of a subscription and the gateway's, as text for the operator, without names and addresses.
import { amountText } from '../../models/amount.ts';
import type { Billing } from '../../models/money/billing-record.ts';
import type { KeptPayment } from '../../models/money/payment-record.ts';
import type { GatewayPayment, GatewaySubscription } from '../gateway.ts';

/** ours only: the gateway does not know it. theirs only: one of our checkouts started it, and we have no record. */
type DriftKind = 'ours only' | 'theirs only' | 'differing';

export interface Difference {
  /** state, price, next price, period end, cancel at, payment, refund. */
  readonly field: string;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** One line of the report. */
export interface DriftLine {
  readonly gateway: string;
  /** The gateway's id of the subscription, by which `--repair` names the line. */
  readonly ref: string;
  readonly kind: DriftKind;
  readonly billingId: string | null;
  readonly differences: readonly Difference[];
}

/** The differences, in the order of the report; empty where both agree. */
export function differencesOf(
  billing: Billing,
  payments: readonly KeptPayment[],
  found: GatewaySubscription,
): Difference[] {
  const facts: readonly Difference[] = [
    { field: 'state', ours: billing.state, theirs: found.state },
    { field: 'price', ours: priceText(billing), theirs: priceText(found.price) },
    { field: 'next price', ours: billing.nextPriceId, theirs: found.nextPriceId },
    { field: 'period end', ours: timeText(billing.periodEnd), theirs: timeText(found.periodEnd.getTime()) },
    { field: 'cancel at', ours: timeText(billing.cancelAt), theirs: timeText(found.cancelAt?.getTime() ?? null) },
  ];
  return [...facts, ...paymentDifferences(payments, found.payments)].filter(({ ours, theirs }) => ours !== theirs);
}

/** Compares the payments by their references: amount, period and refunds. */
function paymentDifferences(ours: readonly KeptPayment[], theirs: readonly GatewayPayment[]): Difference[] {
  const known = new Map(ours.map((payment) => [payment.ref, payment]));
  const listed = new Map(theirs.map((payment) => [payment.ref, payment]));
  return [...new Set([...known.keys(), ...listed.keys()])].flatMap((ref) => {
    const [our, their] = [known.get(ref), listed.get(ref)];
    const theirText =
      their === undefined
        ? null
        : paymentText({ ...their, periodStart: their.periodStart.getTime(), periodEnd: their.periodEnd.getTime() });
    const payment: Difference = {
      field: `payment ${ref}`,
      ours: our === undefined ? null : paymentText(our),
      theirs: theirText,
    };
    if (our === undefined || their === undefined) return [payment];
    return [payment, { field: `refund of ${ref}`, ours: refundText(our), theirs: refundText(their) }];
  });
}

function priceText({
  priceId,
  amount,
  currency,
  interval,
}: Pick<Billing, 'priceId' | 'amount' | 'currency' | 'interval'>): string {
  return `${priceId} ${amountText(amount, currency)} a ${interval}`;
}

function paymentText({
  amount,
  currency,
  periodStart,
  periodEnd,
}: Pick<KeptPayment, 'amount' | 'currency' | 'periodStart' | 'periodEnd'>): string {
  return `${amountText(amount, currency)} for ${timeText(periodStart)} to ${timeText(periodEnd)}`;
}

function refundText({ refundedAmount, currency }: Pick<KeptPayment, 'refundedAmount' | 'currency'>): string {
  return amountText(refundedAmount, currency);
}

function timeText(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
