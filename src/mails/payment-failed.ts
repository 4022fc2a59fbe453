// The dunning mails after a failed payment: four within the grace period, each with the link to enter another card. The first is sent as soon as the
// failure is known, which of a debit is days later, and the others are spread over the rest. Where several of them are due at once, only the last one
// is sent.
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
import { EXAMPLE_ROW } from './words/example.ts';

/** Our choice: the days of a whole grace period on which a mail is sent. */
const REMINDER_DAYS: readonly number[] = [0, 3, 5, 7];
const GRACE_DAYS = GRACE_SECONDS / (24 * 3600);

interface Row extends DueRow, PlanFacts {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly pastDueSince: number;
  readonly declineReason: DeclineReason | null;
  /** The number of REMINDER_DAYS that are dealt with. */
  readonly reminders: number;
  readonly firstReminderAt: number | null;
  readonly revision: number;
}

/** SQL for the day of the next mail; null after the last one. */
const nextDay = `case b.reminders ${REMINDER_DAYS.map((day, index) => `when ${index} then ${day}`).join(' ')} end`;
/** SQL for when the first mail was, or would have been. */
const first = 'case b.reminders when 0 then b.past_due_since else coalesce(b.first_reminder_at, b.past_due_since) end';
/** SQL for when the next one is due. */
const nextAt = `${first} + (b.past_due_since + ${GRACE_SECONDS * 1000} - (${first})) * (${nextDay}) / ${GRACE_DAYS}`;

/** How many of the mails are due, when the first one was sent at that time. */
function countDue(now: number, pastDueSince: number, firstAt: number): number {
  const rest = pastDueSince + GRACE_SECONDS * 1000 - firstAt;
  return REMINDER_DAYS.filter((day) => now >= firstAt + Math.trunc((rest * day) / GRACE_DAYS)).length;
}

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
    b.amount, b.currency, b.past_due_since, b.decline_reason, b.reminders, b.first_reminder_at, b.revision, ${offset('b')} as clock_offset
    from billings b join prices p on p.publication_id = b.publication_id and p.id = b.price_id
    join plans l on l.publication_id = b.publication_id and l.id = p.plan_id
    where b.state = 'past_due' and b.end_reason is null and b.past_due_since - ${offset('b')} > :failedAfter and ${nextAt} - ${offset('b')} <= :now
    order by b.past_due_since`,
  values: ({ now }) => ({ now, failedAfter: addSeconds(now, -GRACE_SECONDS) }),
  async claim(transaction, row, now, { secretKeys }) {
    const isFirst = row.reminders === 0;
    const firstReminderAt = isFirst ? now.getTime() : row.firstReminderAt;
    const to = countDue(now.getTime(), row.pastDueSince, firstReminderAt ?? row.pastDueSince);
    const isClaimed = await markBilling(transaction, row, 'reminders', { from: row.reminders, to, firstReminderAt });
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
    firstReminderAt: null,
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
