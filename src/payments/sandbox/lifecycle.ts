// The lifecycle of a sandbox subscription: start, renewal at the end of each period, failed payments and their retries,
// a new card, a change of price, and the end. Each change records its webhooks.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import type { Interval } from '../../models/catalog/price.ts';
import { Conflict } from '../../models/errors.ts';
import type { Tenant } from '../../models/record.ts';
import { addDays, addIntervals } from '../calendar.ts';
import { DebitUnderWay } from '../debit-under-way.ts';
import type { ChargedPrice, EventKind, SwitchResult } from '../gateway.ts';
import type { SwitchPreview } from '../switch-terms.ts';
import { canChargeLater, declineLaterOf } from './cards.ts';
import { chargeOf, debitOf, isDebit, nextPeriodOf, withDebit, withoutDebit } from './debits.ts';
import { recordEvent } from './events.ts';
import { insertSandboxPayment } from './payments.ts';
import {
  discountOf,
  insertSubscription,
  lockSubscription,
  toPrice,
  updateSubscription,
  type SandboxSubscription,
} from './records.ts';
import { afterPause, toResting } from './resting.ts';
import { sandboxNow } from './settings.ts';
import { isInTrial, previewOf, type Current } from './switch-preview.ts';

/** The days after a failure on which the charge is retried; after the last one it waits for a new card. */
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

/**
 * Starts a subscription and returns its id. The first period is charged at once, or as a renewal at the end of a trial.
 */
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

/** Converts a subscription for `previewOf`. */
export function toCurrent(subscription: SandboxSubscription): Current {
  return { ...subscription, discount: discountOf(subscription) };
}

/** Updates the card, and charges an overdue renewal at once. */
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
  // What another card pays, no debit pays.
  if (found.state === 'past_due') await renew(publication, transaction, clock, { ...mended, debit: null }, at);
  else await keep(publication, transaction, clock, mended, at, ['subscription_changed']);
  return id;
}

/** Processes what is due for one subscription: its scheduled end, a renewal, or a retry. */
export async function proceed(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  subscription: SandboxSubscription,
): Promise<void> {
  const at = subscription.dueAt ?? 0;
  const debit = debitOf(subscription);
  if (debit !== undefined) return settleDebit(publication, transaction, clock, subscription, debit);
  if (subscription.cancelAt !== null && subscription.cancelAt <= at)
    return end(publication, transaction, clock, subscription, at);
  const resting = toResting(subscription);
  if (resting !== undefined) return keep(publication, transaction, clock, resting, at, ['subscription_changed']);
  const due = afterPause(subscription, at);
  if (canChargeLater(due.card)) return renew(publication, transaction, clock, due, at);
  const pastDueSince = due.pastDueSince ?? at;
  const retries = due.state === 'past_due' ? due.retries + 1 : 0;
  const retryDay = RETRY_DAYS[retries];
  const retryAt = retryDay === undefined ? null : addDays(pastDueSince, retryDay);
  await keep(
    publication,
    transaction,
    clock,
    { ...due, state: 'past_due', pastDueSince, retries, dueAt: retryAt },
    at,
    ['payment_failed', 'subscription_changed'],
  );
}

/** Charges the card for the next period. */
async function renew(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  subscription: SandboxSubscription,
  at: number,
): Promise<void> {
  if (isDebit(subscription.card) && subscription.debit === null)
    return keep(publication, transaction, clock, withDebit(subscription, at), at, ['subscription_changed']);
  const { charge, paid } = nextPeriodOf(subscription);
  await insertSandboxPayment(transaction, subscription, { ...charge, paidAt: at });
  await keep(publication, transaction, clock, paid, at, ['payment_ok', 'subscription_changed']);
}

/** Carries out the debit that is under way, or refuses it, at its time. */
async function settleDebit(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  subscription: SandboxSubscription,
  debit: NonNullable<ReturnType<typeof debitOf>>,
): Promise<void> {
  const at = subscription.dueAt ?? 0;
  if (!debit.succeeds) {
    const owing = withoutDebit(subscription, debit);
    // Who canceled meanwhile owes nothing: the period that was to be paid does not begin.
    if (owing.cancelAt !== null) return end(publication, transaction, clock, owing, at);
    return keep(publication, transaction, clock, owing, at, ['payment_failed', 'subscription_changed']);
  }
  if (subscription.state === 'past_due') return renew(publication, transaction, clock, subscription, at);
  await insertSandboxPayment(transaction, subscription, { ...nextPeriodOf(debit.before).charge, paidAt: at });
  const paid = { ...subscription, debit: null, dueAt: subscription.periodEnd };
  await keep(publication, transaction, clock, paid, at, ['payment_ok', 'subscription_changed']);
}

/**
 * Schedules a cancel at the period's end, or undoes it. A subscription that is past due or paused has no paid period
 * left and ends at once.
 */
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
  if (isToEnd && found.state !== 'active') return end(publication, transaction, clock, found, at);
  await keep(publication, transaction, clock, { ...found, cancelAt: isToEnd ? found.periodEnd : null }, at, [
    'subscription_changed',
  ]);
}

export async function endNow(publication: Tenant, transaction: Transaction, clock: Clock, id: string): Promise<void> {
  const found = await lockSubscription(publication, transaction, id);
  if (found === undefined || found.state === 'ended') return;
  await end(publication, transaction, clock, found, (await sandboxNow(publication, transaction, clock)).getTime());
}

/** Charges exactly the amount of the preview. Throws Conflict when the subscription is no longer what was previewed, and DebitUnderWay. */
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
  if (found !== undefined && found.debit !== null && preview.timing === 'now') throw new DebitUnderWay('price_id');
  if (found?.state !== 'active' || previewOf(toCurrent(found), price, at).dueNow !== preview.dueNow)
    throw new Conflict('price_id', 'The change would not cost what was shown');
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
  if (!canChargeLater(found.card)) return { state: 'declined', reason: declineLaterOf(found.card) ?? 'declined' };
  await switchNow(publication, transaction, clock, found, { price, preview });
  return { state: 'done' };
}

/** Charges the change at once, outside a trial. */
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
    { ...subscription, state: 'ended', pastDueSince: null, debit: null, dueAt: null },
    at,
    ['subscription_changed'],
  );
}

export async function keep(
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
