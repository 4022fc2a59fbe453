// The mail about a refund, once for each amount, whether an operator, the gateway's own pages, or this service (of a
// plan that was held already) made the refund.
import type { EndReason } from '../models/money/billing-record.ts';
import { markRefundMailed } from '../models/money/payment.ts';
import { numberText } from '../models/receipts/receipt-record.ts';
import { formatAmount } from '../views/formats.ts';
import { dueMail, type DueRow } from './due-mail.ts';
import { notice, type PlanFacts } from './mail.ts';
import { EXAMPLE_ROW } from './words/example.ts';

interface Row extends DueRow, PlanFacts {
  readonly id: string;
  readonly currency: string;
  readonly refundedAmount: number;
  /** The refunded amount that earlier mails were about. */
  readonly refundMailed: number;
  readonly endReason: EndReason | null;
  /** Of the last one; null for a payment without a receipt here. */
  readonly creditNote: number | null;
}

export const REFUND = dueMail<Row>({
  name: 'refund',
  due: () => `select y.id, y.publication_id, y.customer_id, l.name as plan_name, l.texts as plan_texts, y.currency,
    y.refunded_amount, y.refund_mailed, b.end_reason,
    (select max(c.number) from receipts c where c.publication_id = y.publication_id and c.record_id = y.id and c.kind = 'credit_note') as credit_note
    from payments y join billings b on b.publication_id = y.publication_id and b.id = y.billing_id
    join prices p on p.publication_id = y.publication_id and p.id = y.price_id join plans l on l.publication_id = y.publication_id and l.id = p.plan_id
    where y.refunded_amount > y.refund_mailed order by y.id`,
  async claim(transaction, row) {
    const mark = { from: row.refundMailed, to: row.refundedAmount };
    return (await markRefundMailed({ id: row.publicationId }, transaction, row.id, mark)) ? row : undefined;
  },
  planName: ({ planName }) => planName,
  example: ({ planName, amount, currency }) => ({
    ...EXAMPLE_ROW,
    planName,
    currency,
    refundedAmount: amount,
    refundMailed: 0,
    endReason: null,
    creditNote: 7,
  }),
  write(
    { id, planName, currency, refundedAmount, refundMailed, endReason, creditNote },
    { t, tag, publication: { name, siteUrl } },
  ) {
    const amount = formatAmount(refundedAmount - refundMailed, currency, tag);
    const reason = endReason === 'held_already' ? 'mail.refund-held-already' : 'mail.refund';
    return notice(t('mail.refund-subject', { publication: name }), {
      paragraphs: [t(reason, { amount, plan: planName }), t('mail.refund-arrives')],
      rows:
        creditNote === null
          ? []
          : [{ label: t('receipt.credit-note'), value: numberText({ kind: 'credit_note', number: creditNote }) }],
      links: [{ href: `${siteUrl}/receipts/${id}`, text: t('mail.refund-button') }],
    });
  },
});
