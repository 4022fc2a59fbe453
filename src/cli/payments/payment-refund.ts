// masthead payment list and refund: lists payments, and refunds them by the gateway.
import { amountText } from '../../models/amount.ts';
import { getPayment, listPaymentPage, type Payment } from '../../models/money/payment-record.ts';
import { refundPayment, type RefundOutcome } from '../../payments/refund.ts';
import { toAmount } from '../amount.ts';
import { withPublication, type PublicationOptions } from '../command.ts';
import { printOne, printPage, remark, toTime, type Cells } from '../output.ts';
import { toPageRequest, type PagingOptions } from '../paging.ts';
import { customerOf } from '../people/customer-option.ts';

interface ListOptions extends PublicationOptions, PagingOptions {
  customer?: string;
}

interface RefundOptions extends PublicationOptions {
  amount?: string;
  key?: string;
}

export async function list(options: ListOptions): Promise<void> {
  const request = toPageRequest(options);
  await withPublication(options, async ({ database }, publication) => {
    const customerId = await customerOf(publication, database, options.customer);
    const page = await listPaymentPage(publication, database, { ...request, customerId });
    printPage(options, { ...page, objects: page.objects.map(toPaymentObject) }, toCells);
  });
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
