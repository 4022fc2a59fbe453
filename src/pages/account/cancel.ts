// `/subscriptions/:id/cancel`: a reader cancels a subscription of their own (decisions 30): at the end of what is paid,
// or at once where nothing is. The page offers a cheaper plan and, where readers may, a pause; a reason is asked and
// need not be given.
import type { FastifyReply } from 'fastify';
import type { Price } from '../../models/catalog/price.ts';
import { NotFound } from '../../models/errors.ts';
import { keepLeavingReason, LEAVING_REASONS, type LeavingReason } from '../../models/money/subscription-end.ts';
import { leaveComplimentary } from '../../models/money/subscription.ts';
import { MONTHS } from '../../payments/calendar.ts';
import {
  cancelAtPeriodEnd,
  isLeavable,
  listOwingOf,
  listPausedOf,
  subscriptionDetailsOf,
  type SubscriptionDetails,
} from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { fieldOf } from '../../site/form.ts';
import { nameIn, type OwnWords } from '../../views/own-words.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { TextKey } from '../../views/text.ts';
import { dayText } from '../subscribe/day-text.ts';
import { countGatewayRequest } from '../subscribe/gateway-limit.ts';
import { listOffersOf } from '../subscribe/offer-choice.ts';
import { findSwitchable, listSwitches, toSwitchesOnPage, type SwitchOnPage } from '../subscribe/switches.ts';
import type { SessionFormVisit, SessionVisit } from '../visit.ts';
import { findOwn, idOf } from './own-subscription.ts';
import { mayPause } from './pause.ts';

interface CancelOnPage {
  readonly csrfToken: string;
  readonly planName: OwnWords;
  /** The last day of access; empty where it ends at once. */
  readonly endsOn: string;
  /** What canceling means. */
  readonly means: 'at-period-end' | 'at-trial-end' | 'at-once' | 'in-pause' | 'leaves-present';
  readonly action: string;
  /** What it could be changed to for less. */
  readonly cheaper: readonly SwitchOnPage[];
  /** Undefined where the reader cannot pause it. */
  readonly pauseHref: string | undefined;
  readonly reasons: readonly { readonly value: LeavingReason; readonly text: string }[];
}

declare module '../../views/templates.ts' {
  interface Templates {
    'account/cancel': CancelOnPage;
  }
}

const REASONS: Readonly<Record<LeavingReason, TextKey>> = {
  too_expensive: 'cancel.too-expensive',
  no_time: 'cancel.no-time',
  content: 'cancel.content',
  elsewhere: 'cancel.elsewhere',
  technical: 'cancel.technical',
  mistake: 'cancel.mistake',
  other: 'cancel.other',
};

export async function showCancel(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { request, reply, publication, session, language } = visit;
  const resting = [
    ...(await listPausedOf(service, publication, session.customerId)),
    ...(await listOwingOf(service, publication, session.customerId)),
  ].find(({ subscriptionId }) => subscriptionId === idOf(request));
  if (resting !== undefined)
    return show(service, visit, { planName: nameIn(resting.plan, language), means: 'in-pause' });
  const subscriptions = await subscriptionDetailsOf(service, publication, session.customerId);
  const own = subscriptions.find(({ subscriptionId }) => subscriptionId === idOf(request));
  if (own === undefined) throw new NotFound('no such subscription');
  const planName = nameIn(own.plan, language);
  if (isLeavable(own)) return show(service, visit, { planName, means: 'leaves-present' });
  const { billing } = own;
  if (billing === null) throw new NotFound('no such subscription is paid here');
  // Already canceled, perhaps in another tab: the account page says so.
  if (billing.cancelAt !== null) return redirectTo(reply, '/');
  return show(service, visit, {
    planName,
    means: billing.pastDue !== null ? 'at-once' : billing.isInTrial ? 'at-trial-end' : 'at-period-end',
    endsOn: dayText(billing.periodEnd, language),
    cheaper: await listCheaper(service, visit, subscriptions),
    pauseHref: mayPause(publication, own) ? `/subscriptions/${idOf(request)}/pause` : undefined,
  });
}

/** What a page says; the rest is the same for all. */
type Shown = Pick<CancelOnPage, 'planName' | 'means'> & Partial<Pick<CancelOnPage, 'endsOn' | 'cheaper' | 'pauseHref'>>;

function show(
  { secretKeys }: Service,
  { request, reply, publication, session, language }: SessionVisit,
  shown: Shown,
): FastifyReply {
  return showPage(reply, publication, 'account/cancel', {
    csrfToken: csrfTokenFor(secretKeys, publication, session.id),
    endsOn: '',
    cheaper: [],
    pauseHref: undefined,
    reasons: LEAVING_REASONS.map((value) => ({ value, text: language.t(REASONS[value]) })),
    action: `/subscriptions/${idOf(request)}/cancel`,
    ...shown,
  });
}

/** Prices of other plans that cost less a month. */
async function listCheaper(
  service: Service,
  visit: SessionVisit,
  subscriptions: readonly SubscriptionDetails[],
): Promise<SwitchOnPage[]> {
  const from = findSwitchable(subscriptions, idOf(visit.request));
  const present = from?.price ?? null;
  if (from === undefined || present === null) return [];
  const switches = listSwitches(await listOffersOf(service, visit), subscriptions, from);
  const cheaper = switches.filter(
    ({ price }) => price.planId !== present.planId && monthlyCost(price) < monthlyCost(present),
  );
  return toSwitchesOnPage(cheaper, from, visit.language);
}

const monthlyCost = ({ amount, interval }: Price): number => amount / MONTHS[interval];

/** The reason is kept first: what is not paid for ends with the answer of the gateway, and is counted with its reason. */
export async function cancelOwnSubscription(service: Service, visit: SessionFormVisit): Promise<FastifyReply> {
  const { request, reply, publication, session, form } = visit;
  const { database, clock } = service;
  const given = { customerId: session.customerId, id: idOf(request) };
  const leavingReason = LEAVING_REASONS.find((reason) => reason === fieldOf(form, 'reason')) ?? null;
  const own = await findOwn(service, visit);
  if (own !== undefined && isLeavable(own)) {
    await database.transaction((transaction) =>
      leaveComplimentary(publication, transaction, clock, { ...given, leavingReason }),
    );
    return redirectTo(reply, '/?done=canceled');
  }
  await countGatewayRequest(service, publication, session.customerId);
  const isOwed = (own?.billing?.pastDue ?? null) !== null;
  await database.transaction((transaction) =>
    keepLeavingReason(publication, transaction, { ...given, isOwed }, leavingReason),
  );
  await cancelAtPeriodEnd(service, publication, session.customerId, idOf(request));
  return redirectTo(reply, '/?done=canceled');
}
