// The mail to whoever was told of a new price that was then taken back: their price stays.
import type { Interval } from '../models/catalog/price.ts';
import { settleMove, type PriceChangeMove } from '../models/money/price-change-move.ts';
import { formatAmount } from '../views/formats.ts';
import type { TextKey } from '../views/text.ts';
import { dueMail, type DueRow } from './due-mail.ts';
import { notice, type PlanFacts } from './mail.ts';
import { EXAMPLE_ROW } from './words/example.ts';

interface Row extends DueRow, PlanFacts, Readonly<Pick<PriceChangeMove, 'id' | 'state' | 'dueAt'>> {
  readonly interval: Interval;
  /** Minor units of `currency`. */
  readonly amount: number;
  readonly currency: string;
}

const STAYS: Readonly<Record<Interval, TextKey>> = {
  month: 'mail.price-stays-month',
  year: 'mail.price-stays-year',
};

export const PRICE_CHANGE_UNDONE = dueMail<Row>({
  name: 'price_change_undone',
  due: (
    offset,
  ) => `select m.publication_id, m.id, m.state, m.due_at, b.customer_id, l.name as plan_name, l.texts as plan_texts, f.interval, f.amount, f.currency,
    ${offset('b')} as clock_offset
    from price_change_moves m join price_changes c on c.publication_id = m.publication_id and c.id = m.change_id
    join billings b on b.publication_id = m.publication_id and b.id = m.billing_id
    join prices f on f.publication_id = c.publication_id and f.id = c.from_price_id
    join plans l on l.publication_id = f.publication_id and l.id = f.plan_id
    where m.due_at is not null and m.due_at <= :latest and m.due_at - ${offset('b')} <= :now and m.told_at is not null
      and m.state = 'returned' order by m.due_at`,
  async claim(transaction, row) {
    const isFirst = await settleMove({ id: row.publicationId }, transaction, row, { state: 'returned', dueAt: null });
    return isFirst ? row : undefined;
  },
  planName: ({ planName }) => planName,
  example: ({ planName, amount, currency }) => ({
    ...EXAMPLE_ROW,
    state: 'returned',
    dueAt: null,
    planName,
    interval: 'month',
    amount,
    currency,
  }),
  write({ planName: plan, interval, amount, currency }, { t, tag, publication: { name, siteUrl } }) {
    return notice(t('mail.price-stays-subject', { publication: name }), {
      paragraphs: [
        t(STAYS[interval], { plan, amount: formatAmount(amount, currency, tag) }),
        t('mail.price-change-nothing'),
      ],
      links: [{ href: `${siteUrl}/`, text: t('mail.price-change-account') }],
    });
  },
});
