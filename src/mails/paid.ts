// The mail about a payment, once for each, whichever gateway collected it: at the start, at a renewal and at a change
// of price.
import type { EndReason } from '../models/money/billing-record.ts';
import type { PaymentReason } from '../models/money/payment-record.ts';
import { markPaymentMailed } from '../models/money/payment.ts';
import { numberText } from '../models/receipts/receipt-record.ts';
import { formatAmount, formatDay } from '../views/formats.ts';
import type { TextKey } from '../views/text.ts';
import { dueMail, type DueRow } from './due-mail.ts';
import { notice, type PlanFacts, type Reader } from './mail.ts';
import { DAY_MILLISECONDS, EXAMPLE_ROW } from './words/example.ts';

/** Amounts are in minor units, times in milliseconds. */
interface Row extends DueRow, PlanFacts {
  readonly id: string;
  readonly reason: PaymentReason;
  readonly amount: number;
  readonly currency: string;
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly paidAt: number;
  readonly endReason: EndReason | null;
  /** The present state of the billing record. */
  readonly state: string;
  readonly cancelAt: number | null;
  readonly nextAt: number;
  readonly nextAmount: number;
  readonly nextCurrency: string;
  /** When the last pause ended; null without one. */
  readonly pauseUntil: number | null;
  /** Of its receipt; null where nothing was charged. */
  readonly receiptNumber: number | null;
}

const WORDS: Readonly<Record<PaymentReason | 'resumed', { readonly subject: TextKey; readonly lead: TextKey }>> = {
  start: { subject: 'mail.paid-start-subject', lead: 'mail.paid-start' },
  renewal: { subject: 'mail.paid-renewal-subject', lead: 'mail.paid-renewal' },
  switch: { subject: 'mail.paid-switch-subject', lead: 'mail.paid-switch' },
  resumed: { subject: 'mail.cancel-undone-subject', lead: 'mail.paid-resumed' },
};

export const PAID = dueMail<Row>({
  name: 'paid',
  due: () => `select y.id, y.publication_id, y.customer_id, l.name as plan_name, l.texts as plan_texts, y.reason, y.amount, y.currency,
    y.period_start, y.period_end, y.paid_at, b.end_reason, b.state, b.cancel_at, b.pause_until, r.number as receipt_number,
    b.period_end as next_at, coalesce(b.next_amount, n.amount) as next_amount, n.currency as next_currency
    from payments y join billings b on b.publication_id = y.publication_id and b.id = y.billing_id
    join prices p on p.publication_id = y.publication_id and p.id = y.price_id join plans l on l.publication_id = y.publication_id and l.id = p.plan_id
    join prices n on n.publication_id = y.publication_id and n.id = coalesce(b.next_price_id, b.price_id)
    left join receipts r on r.publication_id = y.publication_id and r.record_id = y.id and r.place = 1
    where y.mailed_at is null order by y.id`,
  async claim(transaction, row, now) {
    return (await markPaymentMailed({ id: row.publicationId }, transaction, row.id, now)) ? row : undefined;
  },
  planName: ({ planName }) => planName,
  example: ({ now, planName, amount, currency }) => ({
    ...EXAMPLE_ROW,
    planName,
    reason: 'start',
    amount,
    currency,
    periodStart: now,
    periodEnd: now + 30 * DAY_MILLISECONDS,
    paidAt: now,
    endReason: null,
    state: 'active',
    cancelAt: null,
    nextAt: now + 30 * DAY_MILLISECONDS,
    nextAmount: amount,
    nextCurrency: currency,
    pauseUntil: null,
    receiptNumber: 42,
  }),
  write(row, reader) {
    // The payment is refunded, and the mail about the refund says why.
    if (row.endReason === 'held_already') return undefined;
    const { t, publication } = reader;
    const { subject, lead } = WORDS[isAfterPause(row) ? 'resumed' : row.reason];
    return notice(t(subject, { publication: publication.name }), {
      paragraphs: [t(lead, { plan: row.planName }), ...(goesOn(row) ? [t('subscribe.renews')] : [])],
      rows: rowsOf(row, reader),
      links: [
        { href: `${publication.siteUrl}/receipts/${row.id}`, text: t('mail.refund-button') },
        { href: `${publication.siteUrl}/`, text: t('free-offering.account') },
      ],
    });
  },
});

/** Whether the payment is for the first period after a pause. */
function isAfterPause({ reason, periodStart, pauseUntil }: Row): boolean {
  return reason === 'renewal' && periodStart === pauseUntil;
}

function goesOn({ state, cancelAt, endReason }: Row): boolean {
  return state === 'active' && cancelAt === null && endReason === null;
}

function rowsOf(row: Row, { t, tag }: Reader): { label: string; value: string }[] {
  const onDay = (amount: string, at: number): string => t('mail.paid-on', { amount, day: formatDay(at, tag) });
  const [from, to] = [formatDay(row.periodStart, tag), formatDay(row.periodEnd, tag)];
  return [
    { label: t('mail.paid-plan'), value: row.planName },
    { label: t('mail.paid-amount'), value: onDay(formatAmount(row.amount, row.currency, tag), row.paidAt) },
    { label: t('receipt.period'), value: t('receipt.period-days', { from, to }) },
    goesOn(row)
      ? { label: t('mail.paid-next'), value: onDay(formatAmount(row.nextAmount, row.nextCurrency, tag), row.nextAt) }
      : { label: t('mail.paid-ends'), value: to },
    ...(row.receiptNumber === null
      ? []
      : [{ label: t('mail.paid-number'), value: numberText({ kind: 'receipt', number: row.receiptNumber }) }]),
  ];
}
