// The mail before the time of a gift is over, with a way to read on: a week ahead, once for each gift, and only to whoever
// has no other subscription.
import { markGiftEndMailed } from '../../models/money/gift.ts';
import { findRefusals, unsubscribePath } from '../../models/people/customer-mail-choice.ts';
import { formatDay } from '../../views/formats.ts';
import { aheadBy, dueMail, type DueRow } from '../due-mail.ts';
import { notice, type PlanFacts } from '../mail.ts';
import { DAY_MILLISECONDS, EXAMPLE_ROW } from '../words/example.ts';

/** Our choice: a week before the end. */
const NOTICE_SECONDS = 7 * 24 * 3600;

interface Row extends DueRow, PlanFacts {
  readonly endsAt: number;
}

interface Facts extends Row {
  readonly unsubscribePath: string;
}

export const GIFT_ENDING = dueMail<Row, Facts>({
  name: 'gift_ending',
  due: (
    offset,
  ) => `select g.id, g.publication_id, g.claimant_id as customer_id, l.name as plan_name, l.texts as plan_texts, g.ends_at, ${offset('g')} as clock_offset
    from gifts g join plans l on l.publication_id = g.publication_id and l.id = g.plan_id
    where g.state = 'claimed' and g.ended_at is null and g.end_mailed_at is null
      and g.ends_at > :now and g.ends_at <= :latest and g.ends_at - ${offset('g')} > :now and g.ends_at - ${offset('g')} <= :until
      and not exists (select 1 from subscriptions o where o.publication_id = g.publication_id and o.customer_id = g.claimant_id
        and o.status = 'active' and o.id <> g.subscription_id) order by g.ends_at`,
  values: aheadBy(NOTICE_SECONDS),
  async claim(transaction, row, now, { secretKeys }) {
    const { publicationId: id, customerId } = row;
    const isClaimed = await markGiftEndMailed(transaction, row, now);
    const { gift_ending: refusedAt } = await findRefusals({ id }, transaction, customerId);
    if (!isClaimed || refusedAt !== undefined) return undefined;
    return { ...row, unsubscribePath: unsubscribePath(secretKeys, { id }, { customerId, mail: 'gift_ending' }) };
  },
  unsubscribePath: (facts) => facts.unsubscribePath,
  planName: ({ planName }) => planName,
  example: ({ now, planName }) => ({
    ...EXAMPLE_ROW,
    planName,
    endsAt: now + 7 * DAY_MILLISECONDS,
    unsubscribePath: '/unsubscribe/example',
  }),
  write({ planName: plan, endsAt, unsubscribePath: path }, { t, tag, publication: { name, siteUrl } }) {
    const day = formatDay(endsAt, tag);
    return notice(t('mail.gift-ending-subject', { publication: name, day }), {
      paragraphs: [t('mail.gift-ending', { plan, day }), t('mail.gift-ending-go-on')],
      links: [
        { href: `${siteUrl}/offers`, text: t('mail.gift-ending-button') },
        { href: siteUrl + path, text: t('mail.gift-ending-unsubscribe') },
      ],
    });
  },
});
