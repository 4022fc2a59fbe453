// The gifts that a person bought or claimed, each in one sentence.
import { listGiftsClaimedBy, listGiftsOf, type Gift } from '../../models/money/gift-record.ts';
import type { Service } from '../../service.ts';
import { formatAmount, formatDay } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { pathOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { isEditor } from './part.ts';

export interface GiftLine {
  readonly text: string;
  /** The page of the other person; empty where there is none. */
  readonly href: string;
  /** Where it is refunded; empty where it cannot be, or for somebody who may not. */
  readonly refundHref: string;
}

export async function readGifts(service: Service, visit: Visit, customerId: string): Promise<GiftLine[]> {
  const { publication } = visit.session;
  const [bought, claimed] = await Promise.all([
    listGiftsOf(publication, service.database, customerId),
    listGiftsClaimedBy(publication, service.database, customerId),
  ]);
  const hrefOf = (id: string | null): string =>
    id === null || id === customerId ? '' : pathOf(visit, `/people/${id}`);
  const refundOf = ({ id, state }: Gift): string =>
    isEditor(visit) && state === 'paid' ? pathOf(visit, `/people/${customerId}/gifts/${id}/refund`) : '';
  return [
    ...bought.map((gift) => ({
      text: boughtText(gift, visit.language),
      href: hrefOf(gift.claimantId),
      refundHref: refundOf(gift),
    })),
    ...claimed.map((gift) => ({
      text: claimedText(gift, visit.language),
      href: hrefOf(gift.customerId),
      refundHref: '',
    })),
  ];
}

function boughtText(gift: Gift, { t, tag }: Language): string {
  const { state, planName: plan, amount, currency, paidAt, claimedAt, deliveredAt, deliverAt, recipientEmail } = gift;
  const facts = { plan, amount: formatAmount(amount, currency, tag), day: formatDay(paidAt ?? 0, tag) };
  const lead = t('dashboard.reader.gave', facts);
  if (state === 'refunded') return `${lead} ${t('dashboard.reader.gift-refunded')}`;
  if (claimedAt !== null) return `${lead} ${t('dashboard.reader.gift-claimed', { day: formatDay(claimedAt, tag) })}`;
  const to = { recipient: recipientEmail ?? '', day: formatDay(deliveredAt ?? deliverAt, tag) };
  return `${lead} ${t(deliveredAt === null ? 'dashboard.reader.gift-waits' : 'dashboard.reader.gift-sent', to)}`;
}

function claimedText({ planName: plan, claimedAt }: Gift, { t, tag }: Language): string {
  return t('dashboard.reader.got', { plan, day: formatDay(claimedAt ?? 0, tag) });
}
