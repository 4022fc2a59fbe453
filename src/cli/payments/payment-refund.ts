// masthead payment list and refund: lists payments, and refunds them by the gateway.
import { listPaymentPage, type Payment } from '../../models/money/payment-record.ts';
import { refundPayment, type RefundOutcome } from '../../payments/refund.ts';
import { withPublication, type PublicationOptions } from '../command.ts';
import { asCells, printOne, printPage, remark, toTime, type Cells } from '../output.ts';
import { toPageRequest, type PagingOptions } from '../paging.ts';

interface ListOptions extends PublicationOptions, PagingOptions {
  customer?: string;
}

interface RefundOptions extends PublicationOptions {
  amount?: string;
  key?: string;
}

export async function list(options: ListOptions): Promise<void> {
  const request = { ...toPageRequest(options), customerId: options.customer };
  await withPublication(options, async ({ database }, publication) => {
    const page = await listPaymentPage(publication, database, request);
    printPage(options, { ...page, objects: page.objects.map(toPaymentObject) }, asCells);
  });
}

export async function refund(id: string, options: RefundOptions): Promise<void> {
  await withPublication(options, async (parts, publication) => {
    const wish = {
      paymentId: id,
      amount: options.amount === undefined ? undefined : toAmount(options.amount),
      key: options.key,
    };
    const outcome = await refundPayment(parts, publication, wish);
    const { state, payment } = outcome;
    printOne(options, { ...toPaymentObject(payment), refund: state, refund_amount: outcome.amount }, asCells);
    remark(toSentence(outcome));
  });
}

function toSentence({ state, amount, payment }: RefundOutcome): string {
  const left = `${payment.amount - payment.refundedAmount} of ${payment.amount} ${payment.currency} is left.`;
  if (state === 'done')
    return `${amount} ${payment.currency} was paid back. ${left} The customer is written to within a second while the service runs.`;
  return `This was paid back before, and nothing was done now: ${left} To pay the same amount back once more, name it by --key.`;
}

/** Parses digits only, because 5.00 could mean five cents or five euros. */
function toAmount(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
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
}: Payment): Cells {
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
