// Pauses (decisions 43): billing rests from the end of the paid period until a day on which the next period is charged.
// While a pause waits, the subscription is active as ever; when it begins, the subscription is canceled, since nothing is
// granted; when it is over, another one begins.
import { listPlans, type Plan } from '../models/catalog/plan.ts';
import { listPrices, type Price } from '../models/catalog/price.ts';
import { Conflict, InvalidValue, NotFound } from '../models/errors.ts';
import { findBillingOf, getBilling, isPauseWaiting, type Billing } from '../models/money/billing-record.ts';
import { getSubscription } from '../models/money/subscription-record.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { isInTrial } from '../models/trial-period.ts';
import { applySubscription } from './apply.ts';
import { addDays, addIntervals, parseDay, startOfDay } from './calendar.ts';
import { dueStatement, listDue, type Clocks } from './due.ts';
import { getGateway, withTimeout, type PaymentParts } from './gateways.ts';
import { getBillingOf } from './subscription.ts';
import { writeAtGateway } from './write.ts';

/** Our choice: the shortest pause, in days. */
const SHORTEST_DAYS = 7;
/** Our choice: the lengths that publisher and reader are offered, in months. */
export const PAUSE_MONTHS = [1, 2, 3, 6, 12];

const toBegin = dueStatement<Pick<Billing, 'publicationId' | 'gateway' | 'ref'>>(
  'pauses_to_begin',
  (offset) => `select b.publication_id, b.gateway, b.ref from billings b
    where b.state = 'active' and b.pause_from = b.period_end and b.pause_from <= :latest and b.pause_from - ${offset('b')} <= :now order by b.pause_from`,
);

/** Why a subscription cannot be paused now; texts of pages are named by it. debit: one is under way, as the gateway says when it is asked. */
type PauseRefusal = 'ending' | 'past_due' | 'trial' | 'debit';

/** What a pause of a subscription means, or the one that it has. Times are in milliseconds. */
export interface PauseTerms {
  readonly subscriptionId: string;
  readonly plan: Plan;
  /** The price of the period that follows the pause, and what is charged for it. */
  readonly price: Price;
  readonly amount: number;
  /** The end of the paid period, from which billing rests. */
  readonly from: number;
  /** The end of the pause that waits or runs; null without one. */
  readonly until: number | null;
  /** Whether billing rests already. */
  readonly isRunning: boolean;
  /** The bounds of the end of a pause. */
  readonly earliest: number;
  readonly latest: number;
  /** Undefined where it can be paused. */
  readonly refusal: PauseRefusal | undefined;
}

/** Throws NotFound for another customer's subscription, and for one that no gateway collects for. */
export async function getPauseTerms(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  subscriptionId: string,
): Promise<PauseTerms> {
  const { database } = parts;
  const billing = await getBillingOf(parts, publication, customerId, subscriptionId);
  const [plans, prices, now] = await Promise.all([
    listPlans(publication, database),
    listPrices(publication, database),
    getGateway(parts, billing.gateway).now(publication),
  ]);
  const price = prices.find(({ id }) => id === (billing.nextPriceId ?? billing.priceId));
  const plan = plans.find(({ id }) => id === price?.planId);
  if (price === undefined || plan === undefined) throw new NotFound(`No such subscription: ${subscriptionId}`);
  const isRunning = billing.state === 'paused';
  return {
    subscriptionId,
    plan,
    price,
    amount: billing.nextAmount ?? price.amount,
    from: startOf(billing),
    until: isRunning || isPauseWaiting(billing) ? billing.pauseUntil : null,
    isRunning,
    ...boundsOf(billing, now),
    refusal: refusalOf(billing),
  };
}

/**
 * Returns when a pause ends that lasts until a day such as 2027-03-31; undefined for other texts. Our choice: at the time
 * of day at which the paid period ends, so that days are the same ones as on the pages of the reader, in UTC.
 */
export function endOfPauseOn(day: string, { from }: Pick<PauseTerms, 'from'>): Date | undefined {
  const start = parseDay(day.trim());
  return start === undefined ? undefined : new Date(start + (from - startOfDay(from)));
}

/** Returns when a pause of so many months ends. */
export function endOfPauseAfter(months: number, { from }: Pick<PauseTerms, 'from'>): Date {
  return new Date(addIntervals(from, 'month', months));
}

/**
 * Pauses a subscription from the end of its paid period, or moves the end of a pause. Our choice: until a week after that
 * end at the earliest, and a year after it at the latest. Throws InvalidValue (`until`), NotFound for another customer's
 * and for one that no gateway collects for, Conflict for one in a trial, past due or about to end, and OutcomeUnknown.
 */
export async function pauseSubscription(
  parts: PaymentParts,
  publication: PublicationRow,
  { customerId, subscriptionId, until }: { readonly customerId: string; readonly subscriptionId: string; until: Date },
): Promise<void> {
  const billing = await getBillingOf(parts, publication, customerId, subscriptionId);
  const refusal = refusalOf(billing);
  if (refusal !== undefined) throw new Conflict('until', REFUSALS[refusal], refusal);
  const gateway = getGateway(parts, billing.gateway);
  const { earliest, latest } = boundsOf(billing, await gateway.now(publication));
  if (until.getTime() < earliest || until.getTime() > latest)
    throw new InvalidValue(
      'until',
      'until must be between a week and a year after the end of the paid period',
      'pause',
    );
  const key = `${billing.id} pause ${billing.revision} ${until.getTime()}`;
  await writeAtGateway(parts, gateway, publication, billing.ref, async () => {
    await withTimeout(gateway.pause(publication, key, billing.ref, until));
    await withTimeout(applySubscription(parts, gateway, publication, billing.ref));
  });
}

/**
 * none: there was no pause. undone: it had not begun, and nothing is charged. charged: the next period has begun. unpaid:
 * its payment failed, so nothing is granted until it is paid.
 */
export type PauseEnd = 'none' | 'undone' | 'charged' | 'unpaid';

/**
 * Undoes a pause that waits, or ends one that runs: the next period is charged and begins at once. A second call charges
 * nothing. Throws as pauseSubscription does.
 */
export async function endPause(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  subscriptionId: string,
): Promise<PauseEnd> {
  const { database } = parts;
  // After a pause, another subscription has begun.
  const isOver = (await findBillingOf(publication, database, subscriptionId)) === undefined;
  if (isOver && (await getSubscription(publication, database, subscriptionId)).customerId === customerId) return 'none';
  const billing = await getBillingOf(parts, publication, customerId, subscriptionId);
  const isRunning = billing.state === 'paused' && billing.endReason === null;
  if (!isRunning && !isPauseWaiting(billing)) return 'none';
  const gateway = getGateway(parts, billing.gateway);
  await writeAtGateway(parts, gateway, publication, billing.ref, async () => {
    await withTimeout(gateway.endPause(publication, `${billing.id} end pause ${billing.revision}`, billing.ref));
    await withTimeout(applySubscription(parts, gateway, publication, billing.ref));
  });
  if (!isRunning) return 'undone';
  return (await getBilling(publication, database, billing.id)).state === 'active' ? 'charged' : 'unpaid';
}

const REFUSALS: Readonly<Record<PauseRefusal, string>> = {
  ending: 'The subscription is about to end',
  past_due: 'The last payment failed',
  trial: 'Nothing is charged in a trial',
  debit: 'A debit is under way',
};

function refusalOf(billing: Billing): PauseRefusal | undefined {
  const { state, cancelAt, endReason } = billing;
  if (endReason !== null || cancelAt !== null) return 'ending';
  if (state === 'past_due') return 'past_due';
  return isInTrial(billing) ? 'trial' : undefined;
}

function startOf({ state, pauseFrom, periodEnd }: Billing): number {
  return state === 'paused' ? (pauseFrom ?? periodEnd) : periodEnd;
}

function boundsOf(billing: Billing, now: Date): Pick<PauseTerms, 'earliest' | 'latest'> {
  const from = startOf(billing);
  return { earliest: Math.max(addDays(from, SHORTEST_DAYS), now.getTime()), latest: addIntervals(from, 'year', 1) };
}

/**
 * Reads subscriptions whose pause begins, as not every gateway tells of that moment. They are read again in the next
 * round until the gateway agrees.
 */
export async function beginPauses(
  parts: PaymentParts,
  { now, latest }: Clocks,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const { publicationId, gateway, ref } of await listDue(parts, toBegin, { now, latest }))
    try {
      await applySubscription(parts, getGateway(parts, gateway), { id: publicationId }, ref);
    } catch (error) {
      onError(error);
    }
}
