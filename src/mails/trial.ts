// The mail before a trial ends and the first charge is made: once for each trial, and only where a charge follows.
import type { Interval } from '../models/catalog/price.ts';
import { markBilling } from '../models/money/billing.ts';
import { formatAmount, formatDay } from '../views/formats.ts';
import type { TextKey } from '../views/text.ts';
import { aheadBy, dueMail, type DueRow } from './due-mail.ts';
import { notice, type PlanFacts } from './mail.ts';
import { DAY_MILLISECONDS, EXAMPLE_ROW } from './words/example.ts';

/** Our choice: a week before the end, or half of the trial before it where the trial is shorter than two weeks. */
const NOTICE_SECONDS = 7 * 24 * 3600;
const LONG_TRIAL_DAYS = 14;
const HALF_DAY_MILLISECONDS = 43_200_000;

interface Row extends DueRow, PlanFacts {
  readonly id: string;
  readonly subscriptionId: string;
  /** The first charge in minor units, less its discount. */
  readonly amount: number;
  readonly currency: string;
  readonly interval: Interval;
  readonly trialEnd: number;
  readonly revision: number;
}

/** The text that names the first charge and the interval of the charges after it. */
const CHARGED: Readonly<Record<Interval, TextKey>> = { month: 'mail.trial-month', year: 'mail.trial-year' };

// A scalar subquery, since SQLite would start a join from the checkouts.
// One that was taken over has none, and counts as long.
const trialDays = `select coalesce(max(k.trial_days), ${LONG_TRIAL_DAYS}) from checkouts k
  where k.publication_id = b.publication_id and k.subscription_id = b.subscription_id and k.purpose = 'subscribe'`;

export const TRIAL = dueMail<Row>({
  name: 'trial',
  due: (offset) => `select b.id, b.publication_id,
    b.customer_id, b.subscription_id,
    l.name as plan_name, l.texts as plan_texts, coalesce(b.next_amount, b.amount) as amount, b.currency, b.interval, b.trial_end, b.revision,
    ${offset('b')} as clock_offset
    from billings b join prices p on p.publication_id = b.publication_id and p.id = b.price_id
    join plans l on l.publication_id = b.publication_id and l.id = p.plan_id
    where b.state = 'active' and b.trial_end is not null and b.trial_reminded_at is null
      and b.cancel_at is null and b.end_reason is null and coalesce(b.next_amount, b.amount) > 0
      and b.trial_end > :now and b.trial_end <= :latest and b.trial_end - ${offset('b')} > :now and b.trial_end - ${offset('b')} <= :until
      and b.trial_end - ${offset('b')} - ${HALF_DAY_MILLISECONDS} * (${trialDays}) <= :now order by b.trial_end`,
  values: aheadBy(NOTICE_SECONDS),
  async claim(transaction, row, now) {
    const mark = { from: null, to: now.getTime() };
    return (await markBilling(transaction, row, 'trialRemindedAt', mark)) ? row : undefined;
  },
  planName: ({ planName }) => planName,
  example: ({ now, planName, amount, currency }) => ({
    ...EXAMPLE_ROW,
    subscriptionId: 'example',
    planName,
    amount,
    currency,
    interval: 'month',
    trialEnd: now + 7 * DAY_MILLISECONDS,
    revision: 0,
  }),
  write(row, { t, tag, publication: { siteUrl } }) {
    const [day, amount] = [formatDay(row.trialEnd, tag), formatAmount(row.amount, row.currency, tag)];
    return notice(t('mail.trial-subject', { plan: row.planName, day }), {
      paragraphs: [t(CHARGED[row.interval], { amount, day }), t('mail.trial-cancel')],
      links: [{ href: `${siteUrl}/subscriptions/${row.subscriptionId}/cancel`, text: t('mail.trial-button') }],
    });
  },
});
