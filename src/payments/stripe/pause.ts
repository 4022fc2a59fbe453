// Pauses a Stripe subscription, and ends a pause (pause-trial.ts).
import type Stripe from 'stripe';
import { Conflict } from '../../models/errors.ts';
import { DebitUnderWay } from '../debit-under-way.ts';
import { releaseSchedule } from './change.ts';
import { openPauseOf, type StripePause } from './pause-trial.ts';
import { isDebitUnderWay } from './payments.ts';
import { META } from './prices.ts';
import { retrieve } from './subscription.ts';

/** Throws Conflict. */
export async function pause(stripe: Stripe, key: string, ref: string, until: Date): Promise<void> {
  const { subscription, item } = await retrieve(stripe, ref);
  const open = openPauseOf(subscription);
  const isToEnd = subscription.cancel_at !== null || subscription.cancel_at_period_end;
  if ((subscription.status !== 'active' && open === undefined) || isToEnd)
    throw new Conflict('until', 'The subscription cannot be paused');
  if (await isDebitUnderWay(stripe, ref)) throw new DebitUnderWay('until');
  await releaseSchedule(stripe, key, subscription);
  const given = { from: open?.from ?? item.current_period_end, until: Math.floor(until.getTime() / 1000) };
  await setTrial(stripe, `${key} pause`, ref, given, given.until);
}

/** @param now in Stripe's seconds */
export async function endPause(stripe: Stripe, key: string, ref: string, now: number): Promise<void> {
  const { subscription } = await retrieve(stripe, ref);
  const open = openPauseOf(subscription);
  if (open === undefined) return;
  if (now < open.from) await setTrial(stripe, `${key} resume`, ref, { from: open.from, until: open.from }, open.from);
  else await setTrial(stripe, `${key} resume`, ref, { from: open.from, until: now }, 'now');
}

async function setTrial(
  stripe: Stripe,
  idempotencyKey: string,
  ref: string,
  { from, until }: StripePause,
  trialEnd: number | 'now',
): Promise<void> {
  const metadata = { [META.pausedFrom]: String(from), [META.pausedUntil]: String(until) };
  const change = { trial_end: trialEnd, proration_behavior: 'none', metadata } as const;
  await stripe.subscriptions.update(ref, change, { idempotencyKey });
}
