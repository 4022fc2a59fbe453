// `/gifts/:id`: the gift page of the buyer, with links to its receipts. Recipient and day of delivery can be changed until the
// gift is claimed.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { NotFound } from '../../models/errors.ts';
import { findGift, type Gift } from '../../models/money/gift-record.ts';
import { DELIVERIES_PER_GIFT_AND_DAY, readdressGift } from '../../models/money/gift.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { listReceiptsOf, numberText } from '../../models/receipts/receipt-record.ts';
import { getGateway } from '../../payments/gateways.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { faulty, fieldOf, FRESH, parseField, type FormState } from '../../site/form.ts';
import { formatAmount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { planNameIn } from '../../views/own-words.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { dayText } from '../subscribe/day-text.ts';
import type { SessionFormVisit, SessionVisit } from '../visit.ts';
import { periodsText } from './gift-text.ts';
import { parseDeliveryDay } from './gift.ts';

/** The data of `/gifts/:id`. */
interface GiftDetailsOnPage {
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly notice: string;
  readonly status: string;
  /** Its receipt and credit notes. */
  readonly receipts: readonly { readonly href: string; readonly text: string }[];
  /** Undefined where the delivery cannot be changed any more. */
  readonly change:
    | {
        readonly action: string;
        readonly lead: string;
        readonly button: string;
        readonly recipientEmail: string;
        readonly deliverOn: string;
      }
    | undefined;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'gift/gift-details': FormData & GiftDetailsOnPage;
  }
}

/** What the page is rendered from. */
interface Shown {
  readonly gift: Gift;
  readonly typed: { readonly recipientEmail: string; readonly deliverOn: string };
  readonly notice: string;
}

export async function showGiftDetails(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { session, query } = visit;
  const gift = await getGiftOf(service, visit, session.customerId);
  const notices = { bought: 'gift.bought', changed: 'gift.changed' } as const;
  const done = valueOf(query, 'done');
  const notice = done === 'bought' || done === 'changed' ? visit.language.t(notices[done]) : '';
  const typed = {
    recipientEmail: gift.recipientEmail ?? '',
    deliverOn: new Date(gift.deliverAt).toISOString().slice(0, 10),
  };
  return show(service, visit, { gift, typed, notice }, FRESH);
}

export async function changeDelivery(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { reply, publication, session, form, language } = visit;
  const { database, limiter } = service;
  const gift = await getGiftOf(service, visit, session.customerId);
  const typed = { recipientEmail: fieldOf(form, 'recipient_email'), deliverOn: fieldOf(form, 'deliver_on').trim() };
  const deliverAt = parseDeliveryDay(typed.deliverOn, await getGateway(service, gift.gateway).now(publication));
  const recipient = parseField(language, () => parseEmailAddress(typed.recipientEmail), 'recipient_email');
  if (recipient.value === undefined || deliverAt === undefined) {
    const late = deliverAt === undefined ? [{ field: 'deliver_on', message: language.t('gift.fault-day') }] : [];
    return show(service, visit, { gift, typed, notice: '' }, faulty([...recipient.errors, ...late]));
  }
  const bucket = `gift deliveries ${gift.id}`;
  const { isExceeded, resetsIn } = await limiter.count(bucket, DELIVERIES_PER_GIFT_AND_DAY);
  if (isExceeded) throw new TooManyRequests(resetsIn);
  const to = { recipient: recipient.value, deliverAt };
  // A gift that was claimed or refunded meanwhile is not changed, and the page says so.
  const isChanged = await database.transaction((transaction) => readdressGift(transaction, gift, to));
  return redirectTo(reply, isChanged ? `/gifts/${gift.id}?done=changed` : `/gifts/${gift.id}`);
}

/** Throws NotFound for a gift of another customer, and for one that was never paid. */
async function getGiftOf(
  { database }: Service,
  { request, publication }: { readonly request: FastifyRequest; readonly publication: PublicationRow },
  customerId: string,
): Promise<Gift> {
  const { id = '' } = request.params as { id?: string };
  const gift = await findGift(publication, database, id);
  if (gift?.customerId !== customerId || gift.state === 'open' || gift.state === 'abandoned')
    throw new NotFound('no such gift of this customer');
  return gift;
}

/** Describes the state of the gift in one sentence. */
export function statusText(
  { state, deliveredAt, deliverAt, claimedAt, expiresAt, recipientEmail }: Gift,
  language: Language,
): string {
  const { t } = language;
  if (state === 'refunded') return t('gift.is-refunded');
  if (state === 'claimed') return t('gift.is-claimed', { day: dayText(claimedAt ?? 0, language) });
  if (recipientEmail === null) return t('gift.is-nowhere');
  if (deliveredAt === null) return t('gift.is-waiting', { day: dayText(deliverAt, language), email: recipientEmail });
  return t('gift.is-delivered', {
    day: dayText(deliveredAt, language),
    email: recipientEmail,
    until: dayText(expiresAt ?? 0, language),
  });
}

async function show(
  service: Service,
  { reply, publication, session, language }: SessionVisit,
  { gift, typed, notice }: Shown,
  state: FormState,
): Promise<FastifyReply> {
  const { t } = language;
  const receipts = await listReceiptsOf(publication, service.database, gift.id);
  const isDelivered = gift.deliveredAt !== null;
  const change = {
    action: `/gifts/${gift.id}`,
    lead: t(isDelivered ? 'gift.again-lead' : 'gift.change-lead'),
    button: t(isDelivered ? 'gift.again' : 'gift.change'),
    ...typed,
    deliverOn: isDelivered && state === FRESH ? '' : typed.deliverOn,
  };
  const page: GiftDetailsOnPage = {
    rows: rowsOf(language, gift),
    notice,
    status: statusText(gift, language),
    receipts: receipts.map((receipt) => ({
      href: `/receipts/${receipt.id}`,
      text: t(receipt.kind === 'receipt' ? 'receipt.see-receipt' : 'receipt.see-credit-note', {
        number: numberText(receipt),
        amount: formatAmount(receipt.gross, receipt.currency, language.tag),
      }),
    })),
    change: gift.state === 'paid' ? change : undefined,
  };
  const csrfToken = csrfTokenFor(service.secretKeys, publication, session.id);
  return showPage(reply, publication, 'gift/gift-details', { csrfToken, errors: state.errors, ...page }, state);
}

/** What was bought. */
function rowsOf(language: Language, gift: Gift): GiftDetailsOnPage['rows'] {
  const { t, tag } = language;
  const { interval, periods, paidAt, amount, currency, refundedAmount } = gift;
  const refunded =
    refundedAmount === 0 ? [] : [{ label: t('receipt.refunded'), value: formatAmount(refundedAmount, currency, tag) }];
  return [
    { label: t('receipt.for'), value: `${planNameIn(gift, language).text}, ${periodsText(t, interval, periods)}` },
    { label: t('gift.paid'), value: formatAmount(amount, currency, tag) },
    { label: t('receipt.paid-on'), value: dayText(paidAt ?? 0, language) },
    ...refunded,
  ];
}
