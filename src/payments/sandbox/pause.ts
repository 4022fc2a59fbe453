// A pause of a sandbox subscription: billing rests from the end of the paid period until a moment at which the next
// period is charged and begins.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { Conflict } from '../../models/errors.ts';
import type { Tenant } from '../../models/record.ts';
import { DebitUnderWay } from '../debit-under-way.ts';
import { keep, proceed } from './lifecycle.ts';
import { lockSubscription } from './records.ts';
import { sandboxNow } from './settings.ts';
import { isInTrial } from './switch-preview.ts';

/** Throws Conflict. */
export async function setPause(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  until: Date,
): Promise<void> {
  const found = await lockSubscription(publication, transaction, id);
  const at = (await sandboxNow(publication, transaction, clock)).getTime();
  const isRunning = found?.state === 'paused';
  if (
    found === undefined ||
    (found.state !== 'active' && !isRunning) ||
    found.cancelAt !== null ||
    isInTrial(found, at)
  )
    throw new Conflict('until', 'The subscription cannot be paused');
  if (found.debit !== null) throw new DebitUnderWay('until');
  const pauseUntil = until.getTime();
  const changed = isRunning ? { pauseUntil, dueAt: pauseUntil } : { pauseFrom: found.periodEnd, pauseUntil };
  await keep(publication, transaction, clock, { ...found, ...changed }, at, ['subscription_changed']);
}

export async function endPause(publication: Tenant, transaction: Transaction, clock: Clock, id: string): Promise<void> {
  const found = await lockSubscription(publication, transaction, id);
  if (found === undefined) return;
  const at = (await sandboxNow(publication, transaction, clock)).getTime();
  if (found.state === 'paused')
    return proceed(publication, transaction, clock, { ...found, pauseUntil: at, dueAt: at });
  if (found.state !== 'active' || found.pauseFrom !== found.periodEnd) return;
  await keep(publication, transaction, clock, { ...found, pauseFrom: null, pauseUntil: null }, at, [
    'subscription_changed',
  ]);
}
