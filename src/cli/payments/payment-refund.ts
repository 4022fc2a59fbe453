// masthead payment list and refund: lists all money in and out, and refunds payments by the gateway.
import { amountText } from '../../models/amount.ts';
import { findPlan } from '../../models/catalog/plan.ts';
import { InvalidValue, NotFound } from '../../models/errors.ts';
import {
  listMoney,
  parseMoneyPosition,
  toPositionText,
  type MoneyKind,
  type MoneyRow,
} from '../../models/figures/money-list.ts';
import { findPayments, getPayment, type Payment } from '../../models/money/payment-record.ts';
import { refundPayment, type RefundOutcome } from '../../payments/refund.ts';
import { toAmount } from '../amount.ts';
import { withPublication, type PublicationOptions } from '../command.ts';
import { printOne, printPage, remark, toTime, type Cells } from '../output.ts';
import { toPageRequest, type PagingOptions } from '../paging.ts';
import { customerOf } from '../people/customer-option.ts';
import { parseTime } from '../time.ts';

interface ListOptions extends PublicationOptions, PagingOptions {
  customer?: string;
  kind?: MoneyKind;
  plan?: string;
  currency?: string;
  since?: string;
  until?: string;
}

interface RefundOptions extends PublicationOptions {
  amount?: string;
  key?: string;
}

export async function list(options: ListOptions): Promise<void> {
  const { limit } = toPageRequest({ limit: options.limit });
  const before = parseMoneyPosition(options.page);
  if (options.page !== undefined && before === undefined)
    throw new InvalidValue('page', 'page must be the next_page of another list');
  const { kind, currency } = options;
  const [from, until] = [timeOf(options.since, '--since'), timeOf(options.until, '--until')];
  await withPublication(options, async ({ database }, publication) => {
    const customerId = await customerOf(publication, database, options.customer);
    const plan = options.plan === undefined ? undefined : await findPlan(publication, database, options.plan);
    if (options.plan !== undefined && plan === undefined) throw new NotFound(`No such plan: ${options.plan}`);
    const filter = { kind, currency: currency?.toUpperCase(), from, until, planId: plan?.id, customerId };
    const found = await listMoney(publication, database, filter, { before, limit: limit + 1 });
    const rows = found.slice(0, limit);
    const last = found.length > limit ? rows.at(-1) : undefined;
    const payments = await findPayments(
      publication,
      database,
      rows.flatMap(({ recordId }) => recordId ?? []),
    );
    const objects = rows.map((row) => toMoneyObject(row, payments.get(row.recordId ?? '')));
    printPage(options, { objects, nextPage: last === undefined ? null : toPositionText(last) }, (object) => ({
      ...object,
      amount: amountText(object.amount, object.currency),
      refunded_amount: object.refunded_amount === null ? null : amountText(object.refunded_amount, object.currency),
    }));
  });
}

function timeOf(text: string | undefined, field: string): number | undefined {
  return text === undefined ? undefined : parseTime(text, field).getTime();
}

/** @param payment the one that the row is about; undefined for a gift and for a charge that failed */
function toMoneyObject(row: MoneyRow, payment: Payment | undefined) {
  const { at, movement, recordId, customerId, planName, amount, currency } = row;
  return {
    id: recordId,
    kind: movement,
    customer_id: customerId,
    plan: planName,
    reason: payment?.reason ?? null,
    amount,
    refunded_amount: movement === 'payment' ? (payment?.refundedAmount ?? 0) : null,
    currency,
    at: toTime(at),
    gateway: payment?.gateway ?? null,
    ref: payment?.ref ?? null,
  };
}

export async function refund(id: string, options: RefundOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const { currency } = await getPayment(publication, parts.database, id);
    const amount = options.amount === undefined ? undefined : toAmount(options.amount, currency);
    const outcome = await refundPayment(parts, publication, { paymentId: id, amount, key: options.key });
    const { state, payment } = outcome;
    const refunded = { ...toPaymentObject(payment), refund: state, refund_amount: outcome.amount };
    printOne(options, refunded, (object) => ({
      ...toCells(object),
      refund: state,
      refund_amount: amountText(outcome.amount, currency),
    }));
    remark(toSentence(outcome));
  });
}

function toSentence({ state, amount, payment }: RefundOutcome): string {
  const money = (minor: number): string => amountText(minor, payment.currency);
  const left = `${money(payment.amount - payment.refundedAmount)} of ${money(payment.amount)} is left.`;
  if (state === 'done')
    return `${money(amount)} was paid back. ${left} The customer is written to within a second while the service runs.`;
  return `This was paid back before, and nothing was done now: ${left} To pay the same amount back once more, name it by --key.`;
}

function toPaymentObject({
  id,
  customerId,
  planName,
  reason,
  amount,
  currency,
  paidAt,
  refundedAmount,
  gateway,
  ref,
}: Payment) {
  return {
    id,
    customer_id: customerId,
    plan: planName,
    reason,
    amount,
    refunded_amount: refundedAmount,
    currency,
    paid_at: toTime(paidAt),
    gateway,
    ref,
  };
}

function toCells({ currency, ...payment }: ReturnType<typeof toPaymentObject>): Cells {
  const refunded = amountText(payment.refunded_amount, currency);
  return { ...payment, amount: amountText(payment.amount, currency), refunded_amount: refunded };
}
