// The mail before the time of a gift is over, with a way to read on: a week ahead, once for each gift, and only to whoever
// has no other subscription.
import { markGiftEndMailed } from '../models/money/gift.ts';
import { formatDay } from '../views/formats.ts';
import { aheadBy, dueMail, type DueRow } from './due-mail.ts';
import { DAY_MILLISECONDS, EXAMPLE_ROW } from './example.ts';
import { notice } from './mail.ts';

/** Our choice: a week before the end. */
const NOTICE_SECONDS = 7 * 24 * 3600;

interface Row extends DueRow {
  readonly planName: string;
  readonly endsAt: number;
}

export const GIFT_ENDING = dueMail<Row>({
  name: 'gift_ending',
  due: (
    offset,
  ) => `select g.id, g.publication_id, g.claimant_id as customer_id, l.name as plan_name, g.ends_at, ${offset('g')} as clock_offset
    from gifts g join plans l on l.publication_id = g.publication_id and l.id = g.plan_id
    where g.state = 'claimed' and g.ended_at is null and g.end_mailed_at is null
      and g.ends_at > :now and g.ends_at <= :latest and g.ends_at - ${offset('g')} > :now and g.ends_at - ${offset('g')} <= :until
      and not exists (select 1 from subscriptions o where o.publication_id = g.publication_id and o.customer_id = g.claimant_id
        and o.status = 'active' and o.id <> g.subscription_id) order by g.ends_at`,
  values: aheadBy(NOTICE_SECONDS),
  async claim(transaction, row, now) {
    return (await markGiftEndMailed(transaction, row, now)) ? row : undefined;
  },
  planName: ({ planName }) => planName,
  example: ({ now, planName }) => ({ ...EXAMPLE_ROW, planName, endsAt: now + 7 * DAY_MILLISECONDS }),
  write({ planName: plan, endsAt }, { t, tag, publication: { name, siteUrl } }) {
    const day = formatDay(endsAt, tag);
    return notice(t('mail.gift-ending-subject', { publication: name, day }), {
      paragraphs: [t('mail.gift-ending', { plan, day }), t('mail.gift-ending-go-on')],
      links: [{ href: `${siteUrl}/offers`, text: t('mail.gift-ending-button') }],
    });
  },
});
