// The mail before a pause ends by itself and the next period is charged: a week ahead, once for each end that is set.
import { markBilling } from '../models/money/billing.ts';
import { formatAmount, formatDay } from '../views/formats.ts';
import { aheadBy, dueMail, type DueRow } from './due-mail.ts';
import { notice, type PlanFacts } from './mail.ts';
import { DAY_MILLISECONDS, EXAMPLE_ROW } from './words/example.ts';

/** Our choice: a week before the charge. */
const NOTICE_SECONDS = 7 * 24 * 3600;

interface Row extends DueRow, PlanFacts {
  readonly subscriptionId: string | null;
  /** Minor units of `currency`: the next price less its discount. */
  readonly amount: number;
  readonly currency: string;
  readonly pauseUntil: number;
  readonly renewalMailedFor: number | null;
  readonly revision: number;
}

export const PAUSE_ENDING = dueMail<Row>({
  name: 'pause_ending',
  due: (offset) => `select b.id, b.publication_id, b.customer_id, b.subscription_id,
    l.name as plan_name, l.texts as plan_texts, coalesce(b.next_amount, p.amount) as amount, b.currency, b.pause_until, b.renewal_mailed_for, b.revision,
    ${offset('b')} as clock_offset
    from billings b join prices p on p.publication_id = b.publication_id and p.id = coalesce(b.next_price_id, b.price_id)
    join plans l on l.publication_id = b.publication_id and l.id = p.plan_id
    where b.state = 'paused' and b.end_reason is null and (b.renewal_mailed_for is null or b.renewal_mailed_for <> b.pause_until)
      and b.pause_until > :now and b.pause_until <= :latest and b.pause_until - ${offset('b')} > :now and b.pause_until - ${offset('b')} <= :until
      order by b.pause_until`,
  values: aheadBy(NOTICE_SECONDS),
  async claim(transaction, row) {
    const mark = { from: row.renewalMailedFor, to: row.pauseUntil };
    return (await markBilling(transaction, row, 'renewalMailedFor', mark)) ? row : undefined;
  },
  planName: ({ planName }) => planName,
  example: ({ now, planName, amount, currency }) => ({
    ...EXAMPLE_ROW,
    subscriptionId: 'example',
    planName,
    amount,
    currency,
    pauseUntil: now + 7 * DAY_MILLISECONDS,
    renewalMailedFor: null,
    revision: 0,
  }),
  write(row, { t, tag, publication: { name, siteUrl } }) {
    const { planName: plan, pauseUntil, subscriptionId } = row;
    const [day, amount] = [formatDay(pauseUntil, tag), formatAmount(row.amount, row.currency, tag)];
    const cancel = { href: `${siteUrl}/subscriptions/${subscriptionId}/cancel`, text: t('mail.renewal-button') };
    return notice(t('mail.pause-ending-subject', { publication: name, day }), {
      paragraphs: [t('mail.pause-ending', { plan, day, amount }), t('mail.pause-ending-choice')],
      links: [{ href: `${siteUrl}/`, text: t('free-offering.account') }, ...(subscriptionId === null ? [] : [cancel])],
    });
  },
});
