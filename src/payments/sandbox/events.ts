// The outbox of the sandbox's webhooks. An event is recorded in the transaction of its change and sent later over HTTP,
// signed; its settings let it be sent twice, late or out of order, as happens with real gateways.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { endOfLease } from '../../models/lease.ts';
import { AWAY } from '../../models/move-state.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../../models/record.ts';
import type { EventKind, GatewayEvent } from '../gateway.ts';
import { readSandboxSettings } from './settings.ts';

class SandboxEventRecord extends PublicationRecord {
  static override tableName = 'sandbox_events';
  declare kind: EventKind;
  declare object: GatewayEvent['object'];
  declare ref: string;
  declare occurredAt: number;
  declare dueAt: number;
  declare copies: number;
  declare attempts: number;
  declare endedAt: number | null;
}

/** An event that is claimed for sending. */
export type OutgoingEvent = Omit<RowOf<SandboxEventRecord>, 'dueAt' | 'endedAt'>;

const SENT_AT_ONCE = 20;
const MAX_ATTEMPTS = 30;

const dueKeys = `select publication_id, id from sandbox_events where ended_at is null and due_at <= :now
  and publication_id not in (${AWAY}) order by due_at limit ${SENT_AT_ONCE}`;
const claim = (
  lock: string,
): string => `update sandbox_events set due_at = :leaseEnd, attempts = attempts + 1 where (publication_id, id) in (${dueKeys}${lock})
  returning id, publication_id, kind, object, ref, occurred_at, copies, attempts`;
const claimDue = statement<OutgoingEvent>('claim_sandbox_events', {
  sqlite: claim(''),
  postgres: claim(' for update skip locked'),
});
const hasDue = statement<{ one: number }>(
  'due_sandbox_event',
  `select 1 as one from sandbox_events where ended_at is null and due_at <= :now and publication_id not in (${AWAY}) limit 1`,
);
/** Records an event to send. @param event its time `at` is that of the sandbox's clock */
export async function recordEvent(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  event: Readonly<Pick<OutgoingEvent, 'kind' | 'object' | 'ref'>> & { readonly at: number },
): Promise<void> {
  const { sendsTwice, delaySeconds } = await readSandboxSettings(publication, transaction);
  const dueAt = addSeconds(clock.now(), delaySeconds);
  const { at, ...told } = event;
  await SandboxEventRecord.in(publication, transaction).insert({
    ...told,
    publicationId: publication.id,
    id: `sandbox_evt_${randomSecret(24)}`,
    occurredAt: at,
    dueAt: dueAt.getTime(),
    copies: sendsTwice ? 2 : 1,
    attempts: 0,
  });
  transaction.notify('payments');
}

export async function hasDueEvent(connection: Connection, clock: Clock): Promise<boolean> {
  return (await connection.first(hasDue, { now: clock.now() })) !== undefined;
}

/** Claims a batch of due events under a lease. */
export function claimEvents(transaction: Transaction, clock: Clock): Promise<OutgoingEvent[]> {
  return transaction.all(claimDue, { leaseEnd: endOfLease(clock), now: clock.now() });
}

/** Ends an event that was accepted; retries any other with exponential backoff, at most MAX_ATTEMPTS times. */
export async function settleEvent(
  transaction: Transaction,
  clock: Clock,
  event: OutgoingEvent,
  isTaken: boolean,
): Promise<void> {
  const now = clock.now();
  const isOver = isTaken || event.attempts >= MAX_ATTEMPTS;
  const dueAt = isOver ? now : addSeconds(now, Math.min(3600, 2 ** event.attempts));
  await SandboxEventRecord.in({ id: event.publicationId }, transaction, { id: event.id }).patch({
    endedAt: isOver ? now.getTime() : null,
    dueAt: dueAt.getTime(),
  });
}
