// Processes what falls due in the sandbox, in order of time: regularly by the worker, and at once when the sandbox's
// clock is advanced.
import type { Clock } from '../../database/clock.ts';
import type { Database, Transaction } from '../../database/connection.ts';
import { inPublication } from '../../database/scope.ts';
import { statement } from '../../database/statement.ts';
import { InvalidValue } from '../../models/errors.ts';
import { AWAY } from '../../models/move-state.ts';
import type { Tenant } from '../../models/record.ts';
import { addDuration } from '../calendar.ts';
import { expireOverdue } from './checkout.ts';
import { proceed } from './lifecycle.ts';
import { findNextDue, lockSubscription } from './records.ts';
import { changeSandboxSettings, readSandboxSettings, sandboxNow } from './settings.ts';

const publications = statement<{ id: string }>(
  'publications_with_due_sandbox_subscriptions',
  `select s.publication_id as id from sandbox_subscriptions s left join sandbox_settings t on t.publication_id = s.publication_id
    where s.due_at <= :now + coalesce(t.clock_offset, 0) and s.publication_id not in (${AWAY})
    union select c.publication_id as id from sandbox_checkouts c left join sandbox_settings t on t.publication_id = c.publication_id
    where c.state in ('open', 'authenticating', 'pending') and c.expires_at <= :now + coalesce(t.clock_offset, 0)
      and c.publication_id not in (${AWAY})`,
);
/** Processes what is due in every publication; returns whether anything was due. */
export async function proceedAll(database: Database, clock: Clock): Promise<boolean> {
  const due = await database.all(publications, { now: clock.now() });
  for (const publication of due)
    await inPublication(publication, () =>
      database.transaction(async (transaction) =>
        proceedUntil(publication, transaction, clock, await sandboxNow(publication, transaction, clock)),
      ),
    );
  return due.length > 0;
}

/**
 * Advances the publication's sandbox clock, processes what falls due on the way, and returns the new time. Throws
 * InvalidValue.
 */
export async function advanceSandbox(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  duration: string,
): Promise<Date> {
  const from = await sandboxNow(publication, transaction, clock);
  const until = addDuration(from.getTime(), duration);
  if (until === undefined)
    throw new InvalidValue(
      'duration',
      'the duration must be a number of hours, days, weeks, months or years, such as "1 month"',
    );
  await proceedUntil(publication, transaction, clock, new Date(until));
  const { clockOffset } = await readSandboxSettings(publication, transaction);
  await changeSandboxSettings(publication, transaction, { clockOffset: clockOffset + until - from.getTime() });
  return new Date(until);
}

async function proceedUntil(publication: Tenant, transaction: Transaction, clock: Clock, until: Date): Promise<void> {
  while (await expireOverdue(publication, transaction, clock, until));
  for (;;) {
    const due = await findNextDue(publication, transaction, until);
    const subscription = due && (await lockSubscription(publication, transaction, due.id));
    if (due === undefined || subscription === undefined) return;
    // Another worker may have processed it while this one waited for the lock.
    if (subscription.dueAt === due.dueAt) await proceed(publication, transaction, clock, subscription);
  }
}
