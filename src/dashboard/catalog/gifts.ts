// `/dashboard/:publication/gifts`: the gifts that were paid, the newest first, with what became of each. One that nobody has
// claimed can be sent again with a new code, and paid back. Which offers can be given stands on each offer.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { listOffers } from '../../models/catalog/offer.ts';
import type { Interval } from '../../models/catalog/price.ts';
import { Conflict, NotFound } from '../../models/errors.ts';
import { findGift, pageOfGifts, type Gift, type GiftState } from '../../models/money/gift-record.ts';
import { DELIVERIES_PER_GIFT_AND_DAY, resendGift } from '../../models/money/gift.ts';
import { refundGift } from '../../payments/gift.ts';
import type { Service } from '../../service.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { formatAmount, formatMoment } from '../../views/formats.ts';
import type { TextKey } from '../../views/text.ts';
import { formIdOf, runAct, toFault } from '../act.ts';
import { EDITORS } from '../navigation.ts';
import { toPosition } from '../paging.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';

interface GiftInList {
  readonly id: string;
  readonly what: string;
  readonly amount: string;
  readonly buyer: string;
  readonly buyerHref: string;
  /** Empty once it is no longer kept. */
  readonly recipient: string;
  /** The page of whoever claimed it; empty for nobody. */
  readonly claimantHref: string;
  readonly state: string;
  readonly when: string;
  readonly canBeSent: boolean;
  readonly canBeRefunded: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/gifts': DashboardData & {
      readonly gifts: readonly GiftInList[];
      /** The names of the offers that readers can give. */
      readonly given: string;
      readonly giftUrl: string;
      readonly isEditor: boolean;
      /** Empty on the last page. */
      readonly next: string;
    };
  }
}

const GIFTS_SHOWN = 50;
const STATES: Readonly<Record<Exclude<GiftState, 'open' | 'abandoned'>, TextKey>> = {
  paid: 'dashboard.gifts.paid',
  claimed: 'dashboard.gifts.claimed',
  refunded: 'dashboard.gifts.refunded',
};
const LENGTHS: Readonly<Record<Interval, TextKey>> = { month: 'gift.months', year: 'gift.years' };

export function showGifts(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, FRESH);
}

/** Has the mail with the gift delivered once more, with a new code. */
export async function resendOnGifts(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const gift = await giftOf(service, visit);
  const limit = await service.limiter.count(`gift deliveries ${gift.id}`, DELIVERIES_PER_GIFT_AND_DAY);
  if (limit.isExceeded) throw new TooManyRequests(limit.resetsIn);
  try {
    await runAct(service, visit, async (transaction) => {
      if (!(await resendGift(transaction, gift))) throw new Conflict('gift', 'The gift can no longer be sent', 'sent');
      return { result: null, act: { name: 'gift.resend', recordId: gift.id } };
    });
  } catch (error) {
    return show(service, visit, toFault(visit.language, error));
  }
  return goTo(visit, '/gifts', 'gift-resent');
}

/** The gateway is asked before the act is recorded, never in its transaction; a second click asks for the same refund. */
export async function refundOnGifts(service: Service, visit: FormVisit): Promise<FastifyReply> {
  formIdOf(visit);
  const { publication } = visit.session;
  const { id } = await giftOf(service, visit);
  try {
    await refundGift(service, publication, id);
  } catch (error) {
    return show(service, visit, toFault(visit.language, error));
  }
  await runAct(service, visit, async () => ({ result: null, act: { name: 'gift.refund', recordId: id } }));
  return goTo(visit, '/gifts', 'gift-refunded');
}

/** Throws NotFound, also for a gift that was never paid. */
async function giftOf({ database }: Service, { form, session }: FormVisit): Promise<Gift> {
  const id = fieldOf(form, 'gift');
  const gift = await findGift(session.publication, database, id);
  if (gift === undefined || gift.state === 'open' || gift.state === 'abandoned')
    throw new NotFound(`No such gift: ${id}`);
  return gift;
}

async function show(service: Service, visit: Visit, state: FormState): Promise<FastifyReply> {
  const { publication, role } = visit.session;
  const page = toPosition(valueOf(visit.query, 'page'));
  const [{ objects, nextPage }, offers] = await Promise.all([
    pageOfGifts(publication, service.database, { limit: GIFTS_SHOWN, page }),
    listOffers(publication, service.database),
  ]);
  const data = {
    gifts: objects.map((gift) => toGiftInList(visit, gift)),
    given: offers.flatMap(({ giftable, name }) => (giftable ? [name] : [])).join(', '),
    giftUrl: `${publication.siteUrl}/gift`,
    isEditor: EDITORS.includes(role),
    next: nextPage === null ? '' : pathOf(visit, `/gifts?page=${nextPage}`),
  };
  return showDashboard(service, visit, 'dashboard/catalog/gifts', data, state);
}

function toGiftInList(visit: Visit, gift: Gift & { readonly buyerEmail: string | null }): GiftInList {
  const {
    language: { t, tag },
    session: { publication },
  } = visit;
  const { id, state, planName, periods, interval, amount, currency, dispute, paidAt } = gift;
  const isUnclaimed = state === 'paid';
  const isSent = isUnclaimed && gift.deliveredAt !== null;
  const key = isUnclaimed && !isSent ? 'dashboard.gifts.waiting' : STATES[toShownState(state)];
  const at = gift.claimedAt ?? (isUnclaimed ? (gift.deliveredAt ?? gift.deliverAt) : paidAt);
  return {
    id,
    what: `${planName}, ${t(LENGTHS[interval], { count: periods })}`,
    amount: formatAmount(amount, currency, tag),
    buyer: gift.buyerEmail ?? '',
    buyerHref: pathOf(visit, `/people/${gift.customerId}`),
    recipient: gift.recipientEmail ?? '',
    claimantHref: gift.claimantId === null ? '' : pathOf(visit, `/people/${gift.claimantId}`),
    state: dispute === 'none' ? t(key) : t('dashboard.gifts.disputed'),
    when: at === null ? '' : formatMoment(at, tag, publication.timeZone),
    canBeSent: isSent && dispute === 'none' && gift.recipientEmail !== null,
    canBeRefunded: isUnclaimed,
  };
}

function toShownState(state: GiftState): Exclude<GiftState, 'open' | 'abandoned'> {
  return state === 'open' || state === 'abandoned' ? 'paid' : state;
}
