// The dunning mails after a failed payment: four within the grace period, each with the link to enter another card.
// Where several are due at once, only the last one is sent.
import { addSeconds } from '../database/clock.ts';
import type { DeclineReason } from '../models/money/billing-record.ts';
import { markBilling } from '../models/money/billing.ts';
import { cardPath } from '../payments/card-link.ts';
import { GRACE_SECONDS } from '../payments/grace.ts';
import { declineText } from '../views/decline-text.ts';
import { formatAmount, formatDay } from '../views/formats.ts';
import type { TextKey } from '../views/text.ts';
import { dueMail, type DueRow } from './due-mail.ts';
import { notice, type PlanFacts } from './mail.ts';
import { DAY_MILLISECONDS, EXAMPLE_ROW } from './words/example.ts';

/** Our choice: the days after the failure on which a mail is sent. */
const REMINDER_DAYS: readonly number[] = [0, 3, 5, 7];

interface Row extends DueRow, PlanFacts {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly pastDueSince: number;
  readonly declineReason: DeclineReason | null;
  /** The number of REMINDER_DAYS that are dealt with. */
  readonly reminders: number;
  readonly revision: number;
}

/** SQL for the time from the failure to the next mail, in milliseconds; null after the last one. */
const nextAfter = `case b.reminders ${REMINDER_DAYS.map((day, index) => `when ${index} then ${day * DAY_MILLISECONDS}`).join(' ')} end`;

interface Facts extends Row {
  /** Which mail about this failure it is, from 1 on. */
  readonly stage: number;
  readonly cardPath: string;
}

interface Words {
  readonly subject: TextKey;
  readonly lead: TextKey;
  readonly until: TextKey;
}

/** They grow in urgency. The mail after the last one says that the subscription has ended (src/mails/turns/turn-words.ts). */
const WORDS: readonly [Words, ...Words[]] = [
  { subject: 'mail.payment-failed-subject', lead: 'mail.payment-failed', until: 'mail.payment-failed-until' },
  { subject: 'mail.payment-failed-2-subject', lead: 'mail.payment-failed-2', until: 'mail.payment-failed-until' },
  { subject: 'mail.payment-failed-3-subject', lead: 'mail.payment-failed-3', until: 'mail.payment-failed-3-until' },
  { subject: 'mail.payment-failed-4-subject', lead: 'mail.payment-failed-4', until: 'mail.payment-failed-4-until' },
];

export const PAYMENT_FAILED = dueMail<Row, Facts>({
  name: 'payment_failed',
  due: (offset) => `select b.id, b.publication_id,
    b.customer_id, b.subscription_id, l.name as plan_name, l.texts as plan_texts,
    b.amount, b.currency, b.past_due_since, b.decline_reason, b.reminders, b.revision, ${offset('b')} as clock_offset
    from billings b join prices p on p.publication_id = b.publication_id and p.id = b.price_id
    join plans l on l.publication_id = b.publication_id and l.id = p.plan_id
    where b.state = 'past_due' and b.end_reason is null and b.past_due_since - ${offset('b')} > :failedAfter and b.past_due_since - ${offset('b')} + ${nextAfter} <= :now
    order by b.past_due_since`,
  values: ({ now }) => ({ now, failedAfter: addSeconds(now, -GRACE_SECONDS) }),
  async claim(transaction, row, now, { secretKeys }) {
    const passed = now.getTime() - row.pastDueSince;
    const to = REMINDER_DAYS.filter((day) => passed >= day * DAY_MILLISECONDS).length;
    const isClaimed = await markBilling(transaction, row, 'reminders', { from: row.reminders, to });
    return isClaimed ? { ...row, stage: to, cardPath: cardPath(secretKeys, row) } : undefined;
  },
  planName: ({ planName }) => planName,
  example: ({ now, planName, amount, currency }) => ({
    ...EXAMPLE_ROW,
    subscriptionId: 'example',
    planName,
    amount,
    currency,
    pastDueSince: now,
    declineReason: 'insufficient_funds',
    reminders: 0,
    revision: 0,
    stage: 1,
    cardPath: '/card/example',
  }),
  write(
    { stage, planName, amount, currency, pastDueSince, declineReason, cardPath: path },
    { t, tag, publication: { name, siteUrl } },
  ) {
    const accessUntil = pastDueSince + GRACE_SECONDS * 1000;
    const { subject, lead, until } = WORDS[stage - 1] ?? WORDS[0];
    const facts = {
      publication: name,
      plan: planName,
      amount: formatAmount(amount, currency, tag),
      day: formatDay(accessUntil, tag),
      since: formatDay(pastDueSince, tag),
      reason: declineText(declineReason, { t }),
    };
    return notice(t(subject, facts), {
      paragraphs: [t(lead, facts), t(until, facts)],
      rows: [
        { label: t('mail.paid-plan'), value: planName },
        { label: t('mail.payment-failed-amount'), value: facts.amount },
        { label: t('mail.payment-failed-reason'), value: facts.reason },
        { label: t('mail.payment-failed-last-day'), value: facts.day },
      ],
      links: [{ href: siteUrl + path, text: t('mail.payment-failed-button') }],
    });
  },
});
