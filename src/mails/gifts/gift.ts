// The mail that delivers a gift with its code to the recipient: on the day that the buyer chose, in the buyer's
// language.
import type { Interval } from '../../models/catalog/price.ts';
import type { Gift } from '../../models/money/gift-record.ts';
import { deliverGift } from '../../models/money/gift.ts';
import { formatDay } from '../../views/formats.ts';
import type { TextKey } from '../../views/text.ts';
import { dueMail, type DueRow } from '../due-mail.ts';
import { notice } from '../mail.ts';
import { DAY_MILLISECONDS, EXAMPLE_ROW } from '../words/example.ts';

type GiftFacts = 'id' | 'planName' | 'planTexts' | 'periods' | 'interval' | 'senderName' | 'message' | 'expiresAt';

interface Row extends DueRow, Readonly<Pick<Gift, GiftFacts>> {
  readonly recipientEmail: string;
}

interface Delivered extends Row {
  readonly code: string;
  readonly claimUntil: number;
}

const LENGTHS: Readonly<Record<Interval, TextKey>> = { month: 'gift.months', year: 'gift.years' };

export const GIFT = dueMail<Row, Delivered>({
  name: 'gift',
  due: (offset) => `select g.id, g.publication_id,
    g.customer_id, l.name as plan_name, l.texts as plan_texts, g.periods, g.interval,
    g.recipient_email, g.sender_name, g.message, g.expires_at, ${offset('g')} as clock_offset
    from gifts g join plans l on l.publication_id = g.publication_id and l.id = g.plan_id
    where g.state = 'paid' and g.dispute = 'none' and g.delivered_at is null and g.recipient_email is not null
      and g.deliver_at <= :latest and g.deliver_at - ${offset('g')} <= :now order by g.deliver_at`,
  async claim(transaction, row, now) {
    const code = await deliverGift(transaction, row, now);
    return code === undefined ? undefined : { ...row, code, claimUntil: row.expiresAt ?? now.getTime() };
  },
  recipient: ({ recipientEmail }) => recipientEmail,
  planName: ({ planName }) => planName,
  example: ({ now, planName }) => ({
    ...EXAMPLE_ROW,
    planName,
    planTexts: null,
    periods: 1,
    interval: 'year',
    senderName: 'Ada',
    message: 'Enjoy.\nAda',
    recipientEmail: '',
    expiresAt: null,
    claimUntil: now + 365 * DAY_MILLISECONDS,
    code: 'XXXX-XXXX-XXXX-XXXX-XXXX',
  }),
  write(gift, { t, tag, publication: { name, siteUrl } }) {
    const { planName, periods, interval, senderName, message, code, claimUntil } = gift;
    const facts = { plan: planName, publication: name, length: t(LENGTHS[interval], { count: periods }) };
    const lead = senderName === null ? t('mail.gift', facts) : t('mail.gift-from', { sender: senderName, ...facts });
    return notice(t('mail.gift-subject', { publication: name }), {
      paragraphs: [lead, t('mail.gift-claim')],
      quote: message === null ? [] : message.split('\n'),
      rows: [
        { label: t('gift.code'), value: code },
        { label: t('mail.gift-until'), value: formatDay(claimUntil, tag) },
      ],
      links: [{ href: `${siteUrl}/gift/claim?code=${code}`, text: t('gift.claim') }],
    });
  },
});
