// Paying back what was paid, in part or in whole: once under its name however often it is asked for, and never more than is left.
import { Conflict, InvalidValue, NotFound } from '../models/errors.ts';
import { getPayment, type Payment } from '../models/money/payment-record.ts';
import { askRefund, dropRefund, findRefund, finishRefund, type Refund } from '../models/money/refund.ts';
import type { Tenant } from '../models/record.ts';
import { applySubscription } from './apply.ts';
import { getGateway, inTime, type PaymentParts } from './gateways.ts';

export interface RefundWish {
  readonly paymentId: string;
  /** Minor units; undefined for all that is left. */
  readonly amount: number | undefined;
  /** Names the refund: under the same name it is made once. Undefined: the amount is its name. */
  readonly key: string | undefined;
}

/** already: it was made before, and nothing was done now. */
export interface RefundOutcome {
  readonly state: 'done' | 'already';
  readonly amount: number;
  /** As it is now. */
  readonly payment: Payment;
}

/**
 * Throws NotFound, InvalidValue for an amount that is none, Conflict for more than is left and for a name that stands for another amount, and
 * GatewayUnavailable: then the same call again goes on with the same refund.
 */
export async function refundPayment(
  parts: PaymentParts,
  publication: Tenant,
  wish: RefundWish,
): Promise<RefundOutcome> {
  const { database, clock } = parts;
  if (wish.amount !== undefined && (!Number.isSafeInteger(wish.amount) || wish.amount < 1))
    throw new InvalidValue('amount', 'amount must be a whole number of minor units above 0');
  const payment = await readPayment(parts, publication, wish.paymentId);
  const key = wish.key ?? (wish.amount === undefined ? 'the rest' : `${wish.amount}`);
  const known = await findRefund(publication, database, { paymentId: payment.id, key });
  const left = payment.amount - payment.refundedAmount;
  if (known !== undefined && wish.amount !== undefined && known.amount !== wish.amount)
    throw new Conflict('key', `The refund ${key} of this payment was for ${known.amount}`);
  if (known !== undefined && known.doneAt !== null) return { state: 'already', amount: known.amount, payment };
  if (known === undefined && wish.amount === undefined && left === 0)
    return { state: 'already', amount: payment.amount, payment };
  if (known === undefined && (wish.amount ?? left) > left)
    throw new Conflict('amount', `Only ${left} of ${payment.amount} ${payment.currency} is left to be paid back`);
  const asked =
    known ??
    (await database.transaction((transaction) =>
      askRefund(publication, transaction, clock, { paymentId: payment.id, key, amount: wish.amount ?? left }),
    ));
  await carryOut(parts, publication, payment, asked);
  return { state: 'done', amount: asked.amount, payment: await readPayment(parts, publication, payment.id) };
}

async function carryOut(
  { database, clock, ...rest }: PaymentParts,
  publication: Tenant,
  { gateway: name, ref }: Payment,
  { id, amount }: Refund,
): Promise<void> {
  const gateway = getGateway({ database, clock, ...rest }, name);
  try {
    await inTime(gateway.refund(publication, id, ref, amount));
  } catch (error) {
    if (!(error instanceof NotFound || error instanceof Conflict)) throw error;
    await database.transaction((transaction) => dropRefund(publication, transaction, id));
    throw new Conflict('amount', `The gateway refused to pay back ${amount}: less is left of the payment`);
  }
  await database.transaction((transaction) => finishRefund(publication, transaction, clock, id));
}

/** With what the gateway says now. Throws NotFound and GatewayUnavailable. */
async function readPayment(parts: PaymentParts, publication: Tenant, id: string): Promise<Payment> {
  const { gateway, subscriptionRef } = await getPayment(publication, parts.database, id);
  await inTime(applySubscription(parts, getGateway(parts, gateway), publication, subscriptionRef));
  return getPayment(publication, parts.database, id);
}
