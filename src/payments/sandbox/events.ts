// The sandbox's webhooks: an outbox, recorded in the transaction of the change, sent later over HTTP, signed, perhaps twice, late or in any order,
// as those of a real gateway are.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { endOfLease } from '../../models/lease.ts';
import type { Tenant } from '../../models/record.ts';
import type { EventKind, GatewayEvent } from '../gateway.ts';
import { readSandboxSettings } from './settings.ts';

/** An event on its way. */
export interface OutgoingEvent {
  id: string;
  publicationId: string;
  kind: EventKind;
  object: GatewayEvent['object'];
  ref: string;
  occurredAt: number;
  copies: number;
  attempts: number;
}

const SENT_AT_ONCE = 20;
const MAX_ATTEMPTS = 30;

const insert = statement(
  'insert_sandbox_event',
  `insert into sandbox_events (id, publication_id, kind, object, ref, occurred_at, due_at, copies, attempts) values (?, ?, ?, ?, ?, ?, ?, ?, 0)`,
);
const dueKeys = `select publication_id, id from sandbox_events where ended_at is null and due_at <= ? order by due_at limit ${SENT_AT_ONCE}`;
const claim = (
  lock: string,
): string => `update sandbox_events set due_at = ?, attempts = attempts + 1 where (publication_id, id) in (${dueKeys}${lock})
  returning id, publication_id, kind, object, ref, occurred_at, copies, attempts`;
const claimDue = statement<OutgoingEvent>('claim_sandbox_events', {
  sqlite: claim(''),
  postgres: claim(' for update skip locked'),
});
const hasDue = statement<{ one: number }>(
  'due_sandbox_event',
  'select 1 as one from sandbox_events where ended_at is null and due_at <= ? limit 1',
);
const settle = statement(
  'settle_sandbox_event',
  'update sandbox_events set ended_at = ?, due_at = ? where publication_id = ? and id = ?',
);

/** @param at by the sandbox's clock */
export async function recordEvent(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  event: {
    readonly kind: EventKind;
    readonly object: GatewayEvent['object'];
    readonly ref: string;
    readonly at: number;
  },
): Promise<void> {
  const { sendsTwice, delaySeconds } = await readSandboxSettings(publication, transaction);
  const dueAt = addSeconds(clock.now(), delaySeconds);
  const { kind, object, ref, at } = event;
  await transaction.run(insert, [
    `sandbox_evt_${randomSecret(24)}`,
    publication.id,
    kind,
    object,
    ref,
    at,
    dueAt,
    sendsTwice ? 2 : 1,
  ]);
  transaction.notify('payments');
}

export async function hasDueEvent(connection: Connection, clock: Clock): Promise<boolean> {
  return (await connection.first(hasDue, [clock.now()])) !== undefined;
}

/** A few that are due; a claim lapses after a minute. */
export function claimEvents(transaction: Transaction, clock: Clock): Promise<OutgoingEvent[]> {
  return transaction.all(claimDue, [endOfLease(clock), clock.now()]);
}

/** Not taken: sent again, each time after a longer wait. */
export async function settleEvent(
  transaction: Transaction,
  clock: Clock,
  event: OutgoingEvent,
  isTaken: boolean,
): Promise<void> {
  const now = clock.now();
  const isOver = isTaken || event.attempts >= MAX_ATTEMPTS;
  await transaction.run(settle, [
    isOver ? now : null,
    isOver ? now : addSeconds(now, Math.min(3600, 2 ** event.attempts)),
    event.publicationId,
    event.id,
  ]);
}
