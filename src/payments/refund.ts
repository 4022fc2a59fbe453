// Refunds a payment in part or in full: once under its idempotency key, and never more than is left.
import { amountText } from '../models/amount.ts';
import { Conflict, InvalidValue, NotFound } from '../models/errors.ts';
import { getPayment, type Payment } from '../models/money/payment-record.ts';
import { askRefund, dropRefund, findRefund, finishRefund, type Refund } from '../models/money/refund.ts';
import type { Tenant } from '../models/record.ts';
import { applySubscription } from './apply.ts';
import { getGateway, withTimeout, type PaymentParts } from './gateways.ts';

export interface RefundRequest {
  readonly paymentId: string;
  /** Minor units; undefined for all that is left. */
  readonly amount: number | undefined;
  /** The idempotency key; undefined: the amount is the key. */
  readonly key: string | undefined;
}

/** already: it was made before, and nothing is done now. */
export interface RefundOutcome {
  readonly state: 'done' | 'already';
  readonly amount: number;
  /** The payment after the refund. */
  readonly payment: Payment;
}

/**
 * Throws NotFound, InvalidValue for a wrong amount, Conflict for more than is left and for a key that has another amount, and
 * GatewayUnavailable: then a retry goes on with the same refund.
 */
export async function refundPayment(
  parts: PaymentParts,
  publication: Tenant,
  request: RefundRequest,
): Promise<RefundOutcome> {
  const { database, clock } = parts;
  if (request.amount !== undefined && (!Number.isSafeInteger(request.amount) || request.amount < 1))
    throw new InvalidValue('amount', 'amount must be above 0');
  const payment = await readPayment(parts, publication, request.paymentId);
  const key = request.key ?? (request.amount === undefined ? 'the rest' : `${request.amount}`);
  const known = await findRefund(publication, database, { paymentId: payment.id, key });
  const left = payment.amount - payment.refundedAmount;
  const money = (minor: number): string => amountText(minor, payment.currency);
  if (known !== undefined && request.amount !== undefined && known.amount !== request.amount)
    throw new Conflict('key', `The refund ${key} of this payment was for ${money(known.amount)}`);
  if (known !== undefined && known.doneAt !== null) return { state: 'already', amount: known.amount, payment };
  if (known === undefined && request.amount === undefined && left === 0)
    return { state: 'already', amount: payment.amount, payment };
  if (known === undefined && (request.amount ?? left) > left)
    throw new Conflict('amount', `Only ${money(left)} of ${money(payment.amount)} is left to be paid back`);
  const asked =
    known ??
    (await database.transaction((transaction) =>
      askRefund(publication, transaction, clock, { paymentId: payment.id, key, amount: request.amount ?? left }),
    ));
  await carryOut(parts, publication, payment, asked);
  return { state: 'done', amount: asked.amount, payment: await readPayment(parts, publication, payment.id) };
}

async function carryOut(
  { database, clock, ...rest }: PaymentParts,
  publication: Tenant,
  { gateway: name, ref, currency }: Payment,
  { id, amount }: Refund,
): Promise<void> {
  const gateway = getGateway({ database, clock, ...rest }, name);
  try {
    await withTimeout(gateway.refund(publication, id, ref, amount));
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof Conflict)) throw error;
    await database.transaction((transaction) => dropRefund(publication, transaction, id));
    throw new Conflict(
      'amount',
      `The gateway refused to pay back ${amountText(amount, currency)}: less is left of the payment`,
    );
  }
  await database.transaction((transaction) => finishRefund(publication, transaction, clock, id));
}

/** Reads the payment after applying the gateway's present state. Throws NotFound and GatewayUnavailable. */
async function readPayment(parts: PaymentParts, publication: Tenant, id: string): Promise<Payment> {
  const { gateway, subscriptionRef } = await getPayment(publication, parts.database, id);
  await withTimeout(applySubscription(parts, getGateway(parts, gateway), publication, subscriptionRef));
  return getPayment(publication, parts.database, id);
}
