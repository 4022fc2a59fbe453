// The mail before a renewal that charges for a whole year: a week ahead, once for each period, and only where the
// subscription is not going to end. The end of a trial has a mail of its own (trial.ts).
import { markBilling } from '../models/money/billing.ts';
import { inTrial } from '../models/trial-period.ts';
import { formatAmount, formatDay } from '../views/formats.ts';
import { aheadBy, dueMail, type DueRow } from './due-mail.ts';
import { notice, type PlanFacts } from './mail.ts';
import { DAY_MILLISECONDS, EXAMPLE_ROW } from './words/example.ts';

/** Our choice: a week before the renewal. */
const NOTICE_SECONDS = 7 * 24 * 3600;

interface Row extends DueRow, PlanFacts {
  readonly id: string;
  readonly subscriptionId: string | null;
  /** The charge of the renewal in minor units: the next price less its discount. */
  readonly amount: number;
  readonly currency: string;
  readonly periodEnd: number;
  readonly renewalMailedFor: number | null;
  readonly revision: number;
}

export const RENEWAL = dueMail<Row>({
  name: 'renewal',
  due: (offset) => `select b.id, b.publication_id,
    b.customer_id, b.subscription_id,
    l.name as plan_name, l.texts as plan_texts, coalesce(b.next_amount, p.amount) as amount, b.currency, b.period_end, b.renewal_mailed_for, b.revision,
    ${offset('b')} as clock_offset
    from billings b join prices p on p.publication_id = b.publication_id and p.id = coalesce(b.next_price_id, b.price_id)
    join plans l on l.publication_id = b.publication_id and l.id = p.plan_id
    where b.state = 'active' and b.cancel_at is null and b.end_reason is null and (b.interval = 'year' or b.next_price_id is not null)
      and (b.renewal_mailed_for is null or b.renewal_mailed_for <> b.period_end) and p.interval = 'year' and coalesce(b.next_amount, p.amount) > 0
      and not ${inTrial('b')} and (b.pause_from is null or b.pause_from <> b.period_end)
      and b.period_end > :now and b.period_end <= :latest and b.period_end - ${offset('b')} > :now and b.period_end - ${offset('b')} <= :until order by b.period_end`,
  values: aheadBy(NOTICE_SECONDS),
  async claim(transaction, row) {
    const mark = { from: row.renewalMailedFor, to: row.periodEnd };
    return (await markBilling(transaction, row, 'renewalMailedFor', mark)) ? row : undefined;
  },
  planName: ({ planName }) => planName,
  example: ({ now, planName, amount, currency }) => ({
    ...EXAMPLE_ROW,
    subscriptionId: 'example',
    planName,
    amount,
    currency,
    periodEnd: now + 7 * DAY_MILLISECONDS,
    renewalMailedFor: null,
    revision: 0,
  }),
  write(row, { t, tag, publication: { name, siteUrl } }) {
    const { planName, periodEnd, subscriptionId } = row;
    if (subscriptionId === null) return undefined;
    const [day, amount] = [formatDay(periodEnd, tag), formatAmount(row.amount, row.currency, tag)];
    return notice(t('mail.renewal-subject', { publication: name, day }), {
      paragraphs: [t('mail.renewal', { plan: planName, day, amount }), t('mail.renewal-cancel')],
      links: [{ href: `${siteUrl}/subscriptions/${subscriptionId}/cancel`, text: t('mail.renewal-button') }],
    });
  },
});
