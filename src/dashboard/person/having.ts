// What a person has and pays, and what comes next, each subscription in sentences; the gifts and codes that they used.
// Our choice: days are those that the reader sees on their own pages, in UTC.
import { listPlans, type Plan } from '../../models/catalog/plan.ts';
import { listPrices, type Price } from '../../models/catalog/price.ts';
import { listUsedDiscounts } from '../../models/money/discount-redemption.ts';
import { listComingMoves, type ComingMove } from '../../models/money/price-change-move.ts';
import { listSubscriptionsOf } from '../../models/money/subscription-record.ts';
import {
  listPausedOf,
  subscriptionDetailsOf,
  type BillingDetails,
  type PausedSubscription,
  type SubscriptionDetails,
} from '../../payments/subscription.ts';
import type { Service } from '../../service.ts';
import { formatAmount, formatDay, formatDayIn } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { priceText } from '../../views/price-text.ts';
import { isTextKey } from '../../views/text.ts';
import { declineKey } from '../decline-text.ts';
import type { Visit } from '../visit.ts';
import type { Acts } from './acts.ts';
import { readGifts, type GiftLine } from './gifts-of.ts';
import type { PersonRow } from './part.ts';

interface SubscriptionOnPage {
  readonly id: string;
  readonly plan: string;
  readonly price: string;
  readonly since: string;
  readonly collected: string;
  /** What comes next. */
  readonly lines: readonly string[];
  /** That a payment failed, and until when access lasts; empty otherwise. */
  readonly pastDue: string;
}

interface Having {
  readonly active: readonly SubscriptionOnPage[];
  readonly ended: readonly { readonly id: string; readonly plan: string; readonly span: string }[];
  readonly gifts: readonly GiftLine[];
  readonly codes: string;
}

declare module '../../views/templates.ts' {
  interface Parts {
    /** With what can be done about each subscription. */
    'person/having': Having & { readonly acts: Acts };
  }
}

type Subscription = Awaited<ReturnType<typeof listSubscriptionsOf>>[number];

/** What the sentences name. */
interface Named {
  readonly timeZone: string;
  readonly plans: readonly Plan[];
  readonly prices: readonly Price[];
  readonly moves: readonly ComingMove[];
}

export async function readHaving(service: Service, visit: Visit, { id }: PersonRow): Promise<Having> {
  const { database } = service;
  const { publication } = visit.session;
  const [all, paused, details, gifts, codes] = await Promise.all([
    listSubscriptionsOf(publication, database, id),
    listPausedOf(service, publication, id),
    subscriptionDetailsOf(service, publication, id),
    readGifts(service, visit, id),
    listUsedDiscounts(publication, database, id),
  ]);
  const billingIds = details.flatMap(({ billing }) => billing?.billingId ?? []);
  const [plans, prices, moves] =
    billingIds.length === 0
      ? [[], [], []]
      : await Promise.all([
          listPlans(publication, database),
          listPrices(publication, database),
          listComingMoves(publication, database, billingIds),
        ]);
  const toOnPage = (subscription: Subscription): SubscriptionOnPage[] => {
    const found = details.find(({ subscriptionId }) => subscriptionId === subscription.id);
    return found === undefined
      ? []
      : [toActive(subscription, found, { plans, prices, moves, timeZone: publication.timeZone }, visit.language)];
  };
  return {
    active: [
      ...all.filter(({ status }) => status === 'active').flatMap(toOnPage),
      ...paused.map((one) => toPaused(one, visit.language)),
    ],
    ended: all
      .filter(({ id: one, status }) => status === 'canceled' && paused.every((p) => p.subscriptionId !== one))
      .map((one) => toEnded(one, visit.language)),
    gifts,
    codes: codes.map(({ code }) => code).join(', '),
  };
}

export function toEnded(
  { id, planName, createdAt, canceledAt, endReason }: Subscription,
  { t, tag }: Language,
): Having['ended'][number] {
  const span = t('dashboard.reader.span', {
    from: formatDay(createdAt, tag),
    to: formatDay(canceledAt ?? createdAt, tag),
  });
  const key = `dashboard.ended.${endReason ?? ''}`;
  return { id, plan: planName, span: isTextKey(key) ? `${span}, ${t(key)}` : span };
}

function toPaused(
  { subscriptionId: id, plan, price, until, amount }: PausedSubscription,
  language: Language,
): SubscriptionOnPage {
  const { t, tag } = language;
  const next = { day: formatDay(until, tag), amount: formatAmount(amount, price.currency, tag) };
  const lines = [t('dashboard.reader.paused', next)];
  const state = t('dashboard.person-state.paused');
  return { id, plan: plan.name, price: priceText(price, language), since: state, collected: '', lines, pastDue: '' };
}

function toActive(
  { id, planName, createdAt }: Subscription,
  details: SubscriptionDetails,
  named: Named,
  language: Language,
): SubscriptionOnPage {
  const { timeZone } = named;
  const { t, tag } = language;
  const { price, billing, endsAt, giftEndsAt } = details;
  const day = (at: number): string => formatDay(at, tag);
  const shown = { id, plan: planName, since: t('dashboard.reader.has-since', { day: day(createdAt) }), pastDue: '' };
  if (giftEndsAt !== null) {
    const lines = [t('dashboard.reader.ends', { day: day(giftEndsAt) })];
    return { ...shown, price: t('dashboard.person-state.gift'), collected: t('dashboard.reader.by-giver'), lines };
  }
  if (billing === null) {
    const isFree = price === null;
    return {
      ...shown,
      price: isFree ? t('dashboard.person-state.complimentary') : priceText(price, language),
      collected: t(isFree ? 'dashboard.reader.by-nobody' : 'dashboard.reader.by-publisher'),
      // The last day, as a date of the publisher's.
      lines: endsAt === null ? [] : [t('dashboard.reader.ends', { day: formatDayIn(endsAt - 1, tag, timeZone) })],
    };
  }
  return {
    ...shown,
    price: price === null ? '' : priceText(price, language),
    collected: t('dashboard.reader.by-gateway', { gateway: capitalized(billing.gateway) }),
    lines: linesOf(details, billing, named, language),
    pastDue:
      billing.pastDue === null
        ? ''
        : t('dashboard.reader.past-due', {
            failed: day(billing.pastDue.since),
            reason: t(declineKey(billing.pastDue.declineReason)),
            until: day(billing.pastDue.accessUntil),
          }),
  };
}

/** The next charge, a change of price or plan, or the end. */
function linesOf(
  { price }: SubscriptionDetails,
  { billingId, periodEnd, cancelAt, pauseUntil, nextPrice, nextAmount, isInTrial, pastDue }: BillingDetails,
  { plans, prices, moves }: Named,
  language: Language,
): string[] {
  const { t, tag } = language;
  if (cancelAt !== null) return [t('dashboard.reader.ends', { day: formatDay(cancelAt, tag) })];
  if (nextPrice === null || pastDue !== null) return [];
  const next = {
    day: formatDay(periodEnd, tag),
    amount: formatAmount(nextAmount ?? nextPrice.amount, nextPrice.currency, tag),
  };
  if (pauseUntil !== null) return [t('dashboard.reader.pause-waits', { ...next, until: formatDay(pauseUntil, tag) })];
  const move = moves.find((coming) => coming.billingId === billingId);
  const target = prices.find(({ id }) => id === move?.toPriceId);
  const moving =
    move === undefined || target === undefined
      ? []
      : [t('dashboard.reader.moves', { day: formatDay(move.at, tag), price: priceText(target, language) })];
  const plan = plans.find(({ id }) => id === nextPrice.planId)?.name ?? '';
  const changing =
    nextPrice.id === price?.id || nextPrice.id === target?.id
      ? []
      : [t('dashboard.reader.changes', { day: next.day, plan, price: priceText(nextPrice, language) })];
  return [...moving, ...changing, t(isInTrial ? 'dashboard.reader.trial-ends' : 'dashboard.reader.renews', next)];
}

/** A gateway's name as it is written, with a capital. */
function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
