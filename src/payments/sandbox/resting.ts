// The two ends of a pause in the life of a sandbox subscription.
import type { SandboxSubscription } from './records.ts';

/** Returns the subscription at rest, where a pause begins with the end of its period. */
export function toResting(subscription: SandboxSubscription): SandboxSubscription | undefined {
  const { state, pauseFrom, pauseUntil, periodEnd } = subscription;
  const isToRest = state === 'active' && pauseFrom === periodEnd && pauseUntil !== null && pauseUntil > periodEnd;
  return isToRest ? { ...subscription, state: 'paused', dueAt: pauseUntil } : undefined;
}

/** Returns the subscription as it is charged now: after a pause, periods are counted anew. */
export function afterPause(subscription: SandboxSubscription, at: number): SandboxSubscription {
  return subscription.state === 'paused' ? { ...subscription, periodEnd: at, anchor: at, periods: 0 } : subscription;
}
