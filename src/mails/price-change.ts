// The mail about a new price: 30 days before the first renewal at it, once for each subscriber (decisions 40).
import type { Interval } from '../models/catalog/price.ts';
import { tellMove, type MoveToTell } from '../payments/price-change/tell.ts';
import { formatAmount, formatDay } from '../views/formats.ts';
import type { TextKey } from '../views/text.ts';
import { dueMail, type DueRow } from './due-mail.ts';
import { notice, type PlanFacts } from './mail.ts';
import { DAY_MILLISECONDS, EXAMPLE_ROW } from './words/example.ts';

interface Row extends DueRow, PlanFacts, MoveToTell {
  readonly subscriptionId: string;
  readonly interval: Interval;
  /** Minor units of `currency`. */
  readonly oldAmount: number;
  readonly newAmount: number;
  readonly currency: string;
}

interface Facts extends Row {
  /** The first renewal at the new price. */
  readonly firstAt: number;
}

/** The texts that name both amounts, by how often they are charged. */
const CHANGED: Readonly<Record<Interval, TextKey>> = {
  month: 'mail.price-change-month',
  year: 'mail.price-change-year',
};

export const PRICE_CHANGE = dueMail<Row, Facts>({
  name: 'price_change',
  due: (
    offset,
  ) => `select m.publication_id, m.id, m.billing_id, m.state, m.due_at, c.from_price_id, c.to_price_id, c.starts_at,
    b.customer_id, b.subscription_id, l.name as plan_name, l.texts as plan_texts, f.interval, f.amount as old_amount, t.amount as new_amount, t.currency,
    ${offset('b')} as clock_offset
    from price_change_moves m join price_changes c on c.publication_id = m.publication_id and c.id = m.change_id
    join billings b on b.publication_id = m.publication_id and b.id = m.billing_id
    join prices f on f.publication_id = c.publication_id and f.id = c.from_price_id
    join prices t on t.publication_id = c.publication_id and t.id = c.to_price_id
    join plans l on l.publication_id = t.publication_id and l.id = t.plan_id
    where m.due_at is not null and m.due_at <= :latest and m.due_at - ${offset('b')} <= :now and m.told_at is null
      and m.state in ('waiting', 'skipped') and c.state = 'running' order by m.due_at`,
  async claim(transaction, row, now) {
    const firstAt = await tellMove(transaction, row, now.getTime());
    return firstAt === undefined ? undefined : { ...row, firstAt };
  },
  planName: ({ planName }) => planName,
  example: ({ now, planName, amount, currency }) => ({
    ...EXAMPLE_ROW,
    billingId: '',
    state: 'waiting',
    dueAt: now,
    fromPriceId: '',
    toPriceId: '',
    startsAt: now,
    subscriptionId: 'example',
    planName,
    interval: 'month',
    oldAmount: amount,
    // Our choice: a fifth more, in whole units.
    newAmount: amount + Math.max(100, Math.round(amount / 500) * 100),
    currency,
    firstAt: now + 31 * DAY_MILLISECONDS,
  }),
  write({ planName, subscriptionId, interval, currency, firstAt, ...row }, { t, tag, publication: { name, siteUrl } }) {
    const day = formatDay(firstAt, tag);
    const [before, amount] = [formatAmount(row.oldAmount, currency, tag), formatAmount(row.newAmount, currency, tag)];
    return notice(t('mail.price-change-subject', { publication: name, day }), {
      paragraphs: [
        t(CHANGED[interval], { plan: planName, before, amount, day }),
        t('mail.price-change-nothing'),
        t('mail.price-change-cancel'),
      ],
      links: [
        { href: `${siteUrl}/`, text: t('mail.price-change-account') },
        { href: `${siteUrl}/subscriptions/${subscriptionId}/cancel`, text: t('mail.renewal-button') },
      ],
    });
  },
});
