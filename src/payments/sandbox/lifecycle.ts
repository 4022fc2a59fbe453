// What happens to a sandbox subscription: it begins paid, renews at its period's end, fails and is tried again, is mended by a new card, changes
// its price and ends. Each change records its webhook.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Interval } from '../../models/catalog/price.ts';
import type { Tenant } from '../../models/record.ts';
import { addDays, addIntervals } from '../calendar.ts';
import { discounted, discountOn } from '../discount.ts';
import type { ChargedPrice, EventKind, SwitchPreview, SwitchResult } from '../gateway.ts';
import { canChargeLater } from './cards.ts';
import { recordEvent } from './events.ts';
import { insertSandboxPayment } from './payments.ts';
import {
  discountOf,
  insertSubscription,
  lockSubscription,
  nextPriceOf,
  toPrice,
  updateSubscription,
  type SandboxSubscription,
} from './records.ts';
import { sandboxNow } from './settings.ts';
import { isInTrial, previewOf, type Current } from './switch-preview.ts';

/** Days after the failure on which the card is tried again; then it waits for a new one. */
const RETRY_DAYS: readonly number[] = [3, 5, 7];

interface Paying {
  readonly id: string;
  readonly card: string | null;
  readonly priceId: string;
  readonly amount: number;
  readonly currency: string;
  readonly interval: Interval;
  readonly trialDays: number | null;
  readonly discount: string | null;
  readonly cardUpdateFor: string | null;
}

/** The first period is paid at once, unless there is a trial: then it is a renewal at the trial's end. Returns the subscription's id. */
export async function subscribe(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  checkout: Paying,
): Promise<string> {
  const { priceId, amount, currency, interval, trialDays, discount } = checkout;
  const periodStart = (await sandboxNow(publication, transaction, clock)).getTime();
  const trialEnd = trialDays === null ? null : addDays(periodStart, trialDays);
  const periodEnd = trialEnd ?? addIntervals(periodStart, interval, 1);
  const charges = trialEnd === null ? 1 : 0;
  const owner = { publicationId: publication.id, checkoutId: checkout.id, card: checkout.card ?? '' };
  const time = {
    anchor: trialEnd ?? periodStart,
    periods: charges,
    periodStart,
    periodEnd,
    trialEnd,
    discount,
    chargedPeriods: charges,
  };
  const id = await insertSubscription(transaction, { ...owner, priceId, amount, currency, interval, ...time });
  if (trialEnd === null) {
    const charged = chargeOf({ discount }, amount, 1);
    await insertSandboxPayment(
      transaction,
      { id, publicationId: publication.id },
      { reason: 'start', priceId, ...charged, currency, periodStart, periodEnd, paidAt: periodStart },
    );
  }
  const kinds: readonly EventKind[] =
    trialEnd === null ? ['subscription_changed', 'payment_ok'] : ['subscription_changed'];
  for (const kind of kinds)
    await recordEvent(publication, transaction, clock, { kind, object: 'subscription', ref: id, at: periodStart });
  return id;
}

/** Of the charge with that number, what is taken and what is taken off. */
function chargeOf(
  subscription: Pick<SandboxSubscription, 'discount'>,
  full: number,
  charge: number,
): { amount: number; discount: number } {
  const amount = discounted(full, discountOn(discountOf(subscription), charge));
  return { amount, discount: full - amount };
}

/** What the next renewal costs. */
export function nextAmountOf(subscription: SandboxSubscription): number {
  return chargeOf(subscription, (nextPriceOf(subscription) ?? subscription).amount, subscription.chargedPeriods + 1)
    .amount;
}

/** As `previewOf` takes it. */
export function toCurrent(subscription: SandboxSubscription): Current {
  return { ...subscription, discount: discountOf(subscription) };
}

/** A new card, with which what is owed is paid at once. */
export async function mend(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  checkout: Paying,
): Promise<string> {
  const id = checkout.cardUpdateFor ?? '';
  const found = await lockSubscription(publication, transaction, id);
  if (found === undefined || found.state === 'ended') return id;
  const mended = { ...found, card: checkout.card ?? found.card };
  const at = (await sandboxNow(publication, transaction, clock)).getTime();
  if (found.state === 'past_due') await renew(publication, transaction, clock, mended, at);
  else await keep(publication, transaction, clock, mended, at, ['subscription_changed']);
  return id;
}

/** What is due now, for one subscription: the end that was asked for, a renewal, or another try. */
export async function proceed(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  subscription: SandboxSubscription,
): Promise<void> {
  const at = subscription.dueAt ?? 0;
  if (subscription.cancelAt !== null && subscription.cancelAt <= at)
    return end(publication, transaction, clock, subscription, at);
  const isFirstRenewal = subscription.state === 'active';
  if (canChargeLater(subscription.card)) return renew(publication, transaction, clock, subscription, at);
  const pastDueSince = subscription.pastDueSince ?? at;
  const retries = isFirstRenewal ? 0 : subscription.retries + 1;
  const retryDay = RETRY_DAYS[retries];
  const dueAt = retryDay === undefined ? null : addDays(pastDueSince, retryDay);
  await keep(
    publication,
    transaction,
    clock,
    { ...subscription, state: 'past_due', pastDueSince, retries, dueAt },
    at,
    ['payment_failed', 'subscription_changed'],
  );
}

/** The card is charged for the next period, at the price that holds from then on. */
async function renew(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  subscription: SandboxSubscription,
  at: number,
): Promise<void> {
  const price = nextPriceOf(subscription) ?? toPrice(subscription);
  const isNewInterval = price.interval !== subscription.interval;
  const anchor = isNewInterval ? subscription.periodEnd : subscription.anchor;
  const periods = isNewInterval ? 1 : subscription.periods + 1;
  const periodStart = subscription.periodEnd;
  const periodEnd = addIntervals(anchor, price.interval, periods);
  const chargedPeriods = subscription.chargedPeriods + 1;
  const charged = chargeOf(subscription, price.amount, chargedPeriods);
  await insertSandboxPayment(transaction, subscription, {
    reason: 'renewal',
    priceId: price.priceId,
    ...charged,
    currency: price.currency,
    periodStart,
    periodEnd,
    paidAt: at,
  });
  const settled = { state: 'active', nextPrice: null, pastDueSince: null, retries: 0, dueAt: periodEnd } as const;
  await keep(
    publication,
    transaction,
    clock,
    { ...subscription, ...price, ...settled, anchor, periods, chargedPeriods, periodStart, periodEnd },
    at,
    ['payment_ok', 'subscription_changed'],
  );
}

/** Paid until the period's end and no longer; or on again. One that is past due has no paid period left and ends at once. */
export async function setCancel(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  isToEnd: boolean,
): Promise<void> {
  const found = await lockSubscription(publication, transaction, id);
  if (found === undefined || found.state === 'ended') return;
  const at = (await sandboxNow(publication, transaction, clock)).getTime();
  if (isToEnd && found.state === 'past_due') return end(publication, transaction, clock, found, at);
  await keep(publication, transaction, clock, { ...found, cancelAt: isToEnd ? found.periodEnd : null }, at, [
    'subscription_changed',
  ]);
}

export async function endNow(publication: Tenant, transaction: Transaction, clock: Clock, id: string): Promise<void> {
  const found = await lockSubscription(publication, transaction, id);
  if (found === undefined || found.state === 'ended') return;
  await end(publication, transaction, clock, found, (await sandboxNow(publication, transaction, clock)).getTime());
}

/** Charges what the preview said and not a cent else. Throws when the subscription is not what was previewed. */
export async function changePrice(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  change: { readonly price: ChargedPrice; readonly preview: SwitchPreview },
): Promise<SwitchResult> {
  const { price, preview } = change;
  const found = await lockSubscription(publication, transaction, id);
  const at = preview.at.getTime();
  if (found?.state !== 'active' || previewOf(toCurrent(found), price, at).dueNow !== preview.dueNow)
    throw new Error('the sandbox subscription is not what was previewed');
  if (preview.timing === 'at_period_end') {
    const nextPrice = price.priceId === found.priceId ? null : JSON.stringify(toPrice(price));
    await keep(publication, transaction, clock, { ...found, nextPrice }, at, ['subscription_changed']);
    return { state: 'done' };
  }
  if (isInTrial(found, at)) {
    await keep(publication, transaction, clock, { ...found, ...toPrice(price), nextPrice: null }, at, [
      'subscription_changed',
    ]);
    return { state: 'done' };
  }
  if (!canChargeLater(found.card)) return { state: 'declined', reason: 'declined' };
  await switchNow(publication, transaction, clock, found, { price, preview });
  return { state: 'done' };
}

/** Paid at once, out of trial. */
async function switchNow(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  found: SandboxSubscription,
  { price, preview }: { readonly price: ChargedPrice; readonly preview: SwitchPreview },
): Promise<void> {
  const at = preview.at.getTime();
  const periodEnd = preview.nextAt.getTime();
  const isNewInterval = price.interval !== found.interval;
  const period = isNewInterval
    ? { anchor: at, periods: 1, chargedPeriods: found.chargedPeriods + 1, periodStart: at, periodEnd, dueAt: periodEnd }
    : {};
  const discount = previewOf({ ...toCurrent(found), discount: null }, price, at).dueNow - preview.dueNow;
  const { priceId, currency } = price;
  await insertSandboxPayment(transaction, found, {
    reason: 'switch',
    priceId,
    amount: preview.dueNow,
    discount,
    currency,
    periodStart: at,
    periodEnd,
    paidAt: at,
  });
  await keep(publication, transaction, clock, { ...found, ...toPrice(price), nextPrice: null, ...period }, at, [
    'payment_ok',
    'subscription_changed',
  ]);
}

function end(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  subscription: SandboxSubscription,
  at: number,
): Promise<void> {
  return keep(
    publication,
    transaction,
    clock,
    { ...subscription, state: 'ended', pastDueSince: null, dueAt: null },
    at,
    ['subscription_changed'],
  );
}

async function keep(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  changed: SandboxSubscription,
  at: number,
  kinds: readonly EventKind[],
): Promise<void> {
  await updateSubscription(transaction, changed);
  for (const kind of kinds)
    await recordEvent(publication, transaction, clock, { kind, object: 'subscription', ref: changed.id, at });
}
