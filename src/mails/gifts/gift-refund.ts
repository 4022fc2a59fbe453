// The mail to the buyer of a gift whose payment was refunded, once for each amount, whoever made the refund.
import type { GiftState } from '../../models/money/gift-record.ts';
import { markGiftRefundMailed } from '../../models/money/gift.ts';
import { formatAmount } from '../../views/formats.ts';
import { dueMail, type DueRow } from '../due-mail.ts';
import { notice, type PlanFacts } from '../mail.ts';
import { EXAMPLE_ROW } from '../words/example.ts';

interface Row extends DueRow, PlanFacts {
  readonly currency: string;
  readonly refundedAmount: number;
  /** The refunded amount that earlier mails were about. */
  readonly refundMailed: number;
  readonly state: GiftState;
}

export const GIFT_REFUND = dueMail<Row>({
  name: 'gift_refund',
  due: () => `select g.id, g.publication_id, g.customer_id, l.name as plan_name, l.texts as plan_texts, g.currency, g.refunded_amount, g.refund_mailed, g.state
    from gifts g join plans l on l.publication_id = g.publication_id and l.id = g.plan_id
    where g.refunded_amount > g.refund_mailed order by g.id`,
  async claim(transaction, row) {
    const mark = { from: row.refundMailed, to: row.refundedAmount };
    return (await markGiftRefundMailed(transaction, row, mark)) ? row : undefined;
  },
  planName: ({ planName }) => planName,
  example: ({ planName, amount, currency }) => ({
    ...EXAMPLE_ROW,
    planName,
    currency,
    refundedAmount: amount,
    refundMailed: 0,
    state: 'refunded',
  }),
  write(
    { id, planName: plan, currency, refundedAmount, refundMailed, state },
    { t, tag, publication: { name, siteUrl } },
  ) {
    const amount = formatAmount(refundedAmount - refundMailed, currency, tag);
    return notice(t('mail.refund-subject', { publication: name }), {
      paragraphs: [
        t('mail.gift-refund', { amount, plan }),
        ...(state === 'refunded' ? [t('mail.gift-refund-void')] : []),
        t('mail.refund-arrives'),
      ],
      links: [{ href: `${siteUrl}/gifts/${id}`, text: t('mail.gift-refund-button') }],
    });
  },
});
