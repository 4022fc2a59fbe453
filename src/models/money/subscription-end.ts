// The end of a subscription: one conditional write, with its event and with the reason, by which the figures count.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, InvalidValue } from '../errors.ts';
import { byPublicationClock } from '../figure-change.ts';
import { recordEvent } from '../outbox/event.ts';
import { recordTurn } from '../outbox/turn.ts';
import { leaveLost } from '../people/newsletter-subscription.ts';
import { touchPerson } from '../people/person-state.ts';
import type { Tenant } from '../record.ts';
import { isBilled } from './billing.ts';
import { subscriptionEvent, type SubscriptionSummary } from './subscription-event.ts';
import { getSubscription, SubscriptionRecord, summaryColumns, type Billing } from './subscription-record.ts';

/**
 * Why a subscription ended, or is to end at the end of its period. `publisher`, `reader`: who canceled. `unpaid`: the
 * grace period ended. `disputed`: the bank took the payment back. `gateway`: it is over at the payment gateway, which says
 * no more. `gift_over`, `complimentary_over`: the time that was given ended. `price_change`: the reader canceled after the mail about a new price. `paused`:
 * another one begins when the pause is over; where none does, the reason why replaces it. `erased`, `merged`: the person.
 */
export const END_REASONS = [
  'publisher',
  'reader',
  'unpaid',
  'disputed',
  'gateway',
  'gift_over',
  'complimentary_over',
  'price_change',
  'paused',
  'erased',
  'merged',
] as const;
type SubscriptionEndReason = (typeof END_REASONS)[number];

/** Our choice: what whoever cancels can say of their reason, publisher or reader. */
export const LEAVING_REASONS = [
  'too_expensive',
  'no_time',
  'content',
  'elsewhere',
  'technical',
  'mistake',
  'other',
] as const;
export type LeavingReason = (typeof LEAVING_REASONS)[number];

export interface SubscriptionEnd {
  readonly reason: SubscriptionEndReason;
  /** Whether a reason that was kept when the end was scheduled stays. */
  readonly isFallback?: true;
  readonly leavingReason?: LeavingReason | null | undefined;
}

interface CanceledRow extends SubscriptionSummary {
  /** The one that was kept when the end was scheduled, where it stays. */
  readonly endReason: SubscriptionEndReason;
  /** Whether a gateway collects any subscription of this customer. */
  readonly isBilled: boolean | number;
}

const canceling = `update subscriptions set status = 'canceled', canceled_at = :now, end_reason = coalesce(:reason, end_reason, :fallback),
    leaving_reason = coalesce(:leavingReason, leaving_reason) where publication_id = :publicationId and id = :id and status = 'active'`;
const returning = `returning ${summaryColumns}, subscriptions.end_reason, ${isBilled('subscriptions')} as is_billed`;
/** It returns each subscription once, when it becomes canceled. */
const cancel = statement<CanceledRow>('cancel_subscription', `${canceling} ${returning}`);
/** Nothing is returned, too, where the date was changed or removed meanwhile. */
const cancelDated = statement<CanceledRow>('cancel_dated_subscription', `${canceling} and ends_at <= :at ${returning}`);

/** The part is REASON/LEAVING_REASON. Our choice: a merge and the beginning of a pause are no end of anything. */
const countEnd = statement(
  'count_end_of_subscription',
  `insert into figure_changes (publication_id, customer_id, at, figure, part, currency, amount)
    select :publicationId, s.customer_id, ${byPublicationClock(':now')}, 'end', coalesce(s.end_reason, '') || '/' || coalesce(s.leaving_reason, ''), '', 1
      from subscriptions s where s.publication_id = :publicationId and s.id = :id and coalesce(s.end_reason, '') not in ('merged', 'paused')`,
);

// Whoever erases or merges the person holds their row first and their subscriptions afterwards, and so does this.
const personText = (lock: string): string =>
  `select p.id from subscriptions s join customers p on p.publication_id = s.publication_id and p.id = s.customer_id
    where s.publication_id = :publicationId and s.id = :id${lock}`;
const lockPerson = statement('lock_person_of_subscription', {
  sqlite: personText(''),
  postgres: personText(' for no key update of p'),
});

/** What a pause has canceled, where no other subscription to the plan follows. */
const endOfPaused = statement<SubscriptionSummary>(
  'end_paused_subscription',
  `update subscriptions set end_reason = :reason, leaving_reason = coalesce(:leavingReason, leaving_reason)
    where publication_id = :publicationId and id = :id and status = 'canceled' and end_reason = 'paused'
      and not exists (select 1 from subscriptions other where other.publication_id = subscriptions.publication_id
        and other.customer_id = subscriptions.customer_id and other.plan_id = subscriptions.plan_id and other.status = 'active') returning ${summaryColumns}`,
);

/**
 * Our choice: a pause ends by itself, so the newsletters that came with the plan are there when it does. Whoever is erased
 * or merged into another loses or keeps them all.
 */
const KEEPS_NEWSLETTERS: ReadonlySet<SubscriptionEndReason> = new Set(['paused', 'erased', 'merged']);

/** Returns undefined, without effect, where the subscription had ended before. */
export function endSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  end: SubscriptionEnd,
): Promise<CanceledRow | undefined> {
  return carryOut(publication, transaction, clock, {
    id,
    end,
    write: (values) => transaction.first(cancel, { ...values, id }),
  });
}

/** Ends a subscription whose date has come. Returns undefined, without effect, where it ended or its date changed. */
export function endDatedSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { id, at }: { readonly id: string; readonly at: Date },
): Promise<CanceledRow | undefined> {
  return carryOut(publication, transaction, clock, {
    id,
    end: { reason: 'complimentary_over', isFallback: true },
    write: (values) => transaction.first(cancelDated, { ...values, id, at }),
  });
}

/**
 * Call it where billing ends: whoever leaves in a pause, or cannot pay after it, has left now and for this reason. It has
 * no effect on a subscription that no pause ended, and where another one to the plan is active.
 */
export async function endPausedSubscription(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  { reason, leavingReason = null }: SubscriptionEnd,
): Promise<void> {
  const values = { publicationId: publication.id, id };
  const ended = await transaction.first(endOfPaused, { ...values, reason, leavingReason });
  if (ended === undefined) return;
  await transaction.run(countEnd, { ...values, now: clock.now() });
  if (!KEEPS_NEWSLETTERS.has(reason)) await leaveLost(publication, transaction, clock, ended.customerId);
  if (isTurn(reason)) await recordTurn(publication, transaction, clock, endTurn(ended, reason));
}

interface CancelValues {
  readonly publicationId: string;
  readonly now: Date;
  readonly reason: string | null;
  readonly fallback: string;
  readonly leavingReason: string | null;
}

async function carryOut(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: {
    readonly id: string;
    readonly end: SubscriptionEnd;
    readonly write: (values: CancelValues & Record<string, string | Date | null>) => Promise<CanceledRow | undefined>;
  },
): Promise<CanceledRow | undefined> {
  const { reason, isFallback = false, leavingReason = null } = given.end;
  const { id } = given;
  if (transaction.dialect === 'postgres') await transaction.all(lockPerson, { publicationId: publication.id, id });
  const canceled = await given.write({
    publicationId: publication.id,
    now: clock.now(),
    reason: isFallback ? null : reason,
    fallback: reason,
    leavingReason,
  });
  if (canceled === undefined) return undefined;
  await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.canceled', canceled));
  await transaction.run(countEnd, { publicationId: publication.id, id: canceled.id, now: clock.now() });
  if (!KEEPS_NEWSLETTERS.has(reason)) await leaveLost(publication, transaction, clock, canceled.customerId);
  touchPerson(publication, transaction, clock, canceled.customerId);
  if (isTurn(reason)) await recordTurn(publication, transaction, clock, endTurn(canceled, canceled.endReason));
  return canceled;
}

/** What ends in a merge or an erasure is no end to be mailed about, and neither is the beginning of a pause. */
function isTurn(reason: SubscriptionEndReason): boolean {
  return reason !== 'merged' && reason !== 'erased' && reason !== 'paused';
}

function endTurn({ id, customerId, planId }: SubscriptionSummary, reason: SubscriptionEndReason) {
  const turn = reason === 'unpaid' ? 'payment_ended' : 'ended';
  return { turn, customerId, objectId: id, planId, facts: { reason } } as const;
}

/** Keeps why a subscription is to end at the end of its period; null once the cancel is undone. */
export async function keepEndReason(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  end: Pick<SubscriptionEnd, 'reason' | 'isFallback' | 'leavingReason'> | null,
): Promise<void> {
  const kept = SubscriptionRecord.in(publication, transaction, { id, status: 'active' });
  const values = {
    endReason: end?.reason ?? null,
    // What the reader said of their reason, before the gateway was asked, stays.
    ...(end?.isFallback ? {} : { leavingReason: end?.leavingReason ?? null }),
  };
  await (end?.isFallback ? kept.whereNull('endReason') : kept).patch(values);
}

/**
 * Keeps what a reader says of their reason while they cancel a subscription, one whose pause runs included. Nothing for
 * another customer's.
 * @param isOwed it ends at once and by the reader, although a payment is missing
 */
export async function keepLeavingReason(
  publication: Tenant,
  transaction: Transaction,
  { customerId, id, isOwed }: { readonly customerId: string; readonly id: string; readonly isOwed: boolean },
  leavingReason: LeavingReason | null,
): Promise<void> {
  const own = SubscriptionRecord.in(publication, transaction, { id, customerId });
  if (isOwed) await own.where({ status: 'active' }).patch({ leavingReason, endReason: 'reader' });
  else
    await own
      .where((kept) => kept.where({ status: 'active' }).orWhere({ endReason: 'paused' }))
      .patch({ leavingReason });
}

/** Throws InvalidValue for a time that is not in the future. */
export function checkEnd(clock: Clock, endsAt: Date | null): number | null {
  if (endsAt !== null && endsAt <= clock.now()) throw new InvalidValue('ends_at', 'ends_at must be in the future');
  return endsAt?.getTime() ?? null;
}

/**
 * Changes or removes the date at which a subscription ends by itself. Throws NotFound, InvalidValue for a time that is
 * not in the future, and Conflict for one that has ended, and for one whose end the payment gateway or a gift decides.
 * @param end why it ends; null for a complimentary one that is over at its date
 */
export async function setSubscriptionEnd(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  { endsAt: end, reason, leavingReason }: DatedEnd,
): Promise<SubscriptionSummary> {
  const endsAt = checkEnd(clock, end);
  const former = await SubscriptionRecord.get(publication, transaction, id);
  const written = await SubscriptionRecord.in(publication, transaction, { id, status: 'active' })
    .whereIn('billing', DATED)
    .patch({ endsAt, endReason: endsAt === null ? null : reason, leavingReason: leavingReason ?? null });
  if (written === 0) throw new Conflict('subscription', `No date ends the subscription ${id}`, 'no-date');
  const changed = await getSubscription(publication, transaction, id);
  if (former.endsAt !== endsAt) {
    const previous = { endsAt: former.endsAt };
    await recordEvent(publication, transaction, clock, subscriptionEvent('subscription.changed', changed, previous));
  }
  return changed;
}

/** Who collects for subscriptions that a date can end. */
const DATED: readonly Billing[] = ['none', 'outside'];

interface DatedEnd {
  /** Null for no end. */
  readonly endsAt: Date | null;
  readonly reason: SubscriptionEndReason | null;
  readonly leavingReason?: LeavingReason | null;
}
