// The results of attempts. Each is logged, its delivery is settled unless another worker has claimed it since, and what
// follows is written in the same transaction. Attempts that end together are recorded in one batch, across all
// publications.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { newId } from '../../database/ids.ts';
import { queueStatement, statement } from '../../database/statement.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import type { ClaimedDelivery } from './delivery-claim.ts';
import { releaseNextOfObjects } from './delivery-queue.ts';
import { recordNoticeEvents } from './logout-notice-event.ts';

class DeliveryAttemptRecord extends PublicationRecord {
  static override tableName = 'delivery_attempts';
  declare deliveryId: string;
  declare number: number;
  declare startedAt: number;
  declare endedAt: number;
  declare outcome: string;
}

const LISTED = ['number', 'startedAt', 'endedAt', 'outcome'] as const;
export type DeliveryAttempt = Pick<RowOf<DeliveryAttemptRecord>, (typeof LISTED)[number]>;

/**
 * What an attempt means for its delivery: delivered, dead, or to be retried. `outcome` is shown to the publisher and
 * holds no secret.
 */
export type AttemptRecord =
  | { readonly state: 'delivered' | 'dead'; readonly outcome: string; readonly keepsPayload: boolean }
  | { readonly state: 'waiting'; readonly outcome: string; readonly dueAt: Date };

export interface EndedAttempt {
  readonly claimed: ClaimedDelivery;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly record: AttemptRecord;
}

const OUTCOME_MAX_LENGTH = 200;

/** The fields of an attempt that the statements read, with their SQL types. */
const FIELDS = {
  id: 'text',
  publicationId: 'text',
  deliveryId: 'text',
  number: 'integer',
  startedAt: 'bigint',
  loggedAt: 'bigint',
  outcome: 'text',
  state: 'text',
  dueAt: 'bigint',
  endedAt: 'bigint',
  keepsPayload: 'integer',
} as const;

type Row = Readonly<Record<keyof typeof FIELDS, string | number | null>>;

const given = givenRows(FIELDS);
const logging = (
  rows: string,
): string => `insert into delivery_attempts (id, publication_id, delivery_id, number, started_at, ended_at, outcome)
  select id, publication_id, delivery_id, number, started_at, logged_at, outcome from ${rows}`;
const log = statement('insert_delivery_attempts', { sqlite: logging(given.sqlite), postgres: logging(given.postgres) });
const settling = (
  from: string,
): string => `update deliveries set state = given.state, outcome = given.outcome, due_at = given.due_at, ended_at = given.ended_at,
    payload = case when given.keeps_payload = 1 then payload else '' end, object_queue = case when given.ended_at is null then object_queue end
  from ${from} where deliveries.publication_id = given.publication_id and deliveries.id = given.delivery_id and deliveries.attempts = given.number and deliveries.state = 'sending' returning deliveries.id, deliveries.attempts`;
const settle = queueStatement<{ id: string; attempts: number }>('settle_deliveries', {
  sqlite: settling(given.sqlite),
  // Locked in the order of ids, as everywhere, so that writers do not deadlock.
  postgres: `with given as materialized (select * from ${given.postgres}),
    locked as materialized (select d.id from given join deliveries d on d.publication_id = given.publication_id
      and d.id = given.delivery_id order by d.id for update of d)
    ${settling('given join locked on locked.id = given.delivery_id')}`,
});

/**
 * Returns the attempts that settled their delivery: not those whose lease lapsed and whose delivery another worker
 * claimed.
 */
export async function recordAttempts(
  transaction: Transaction,
  clock: Clock,
  attempts: readonly EndedAttempt[],
): Promise<EndedAttempt[]> {
  const rows = { given: JSON.stringify(attempts.map(toRow)) };
  await transaction.run(log, rows);
  const settled = new Set((await transaction.all(settle, rows)).map(nameOf));
  const decided = attempts.filter(({ claimed }) => settled.has(nameOf(claimed)));
  const ended = decided.flatMap(({ claimed, record: { state, outcome } }) =>
    state === 'waiting' ? [] : [{ ...claimed, state, outcome: shortened(outcome) }],
  );
  await recordNoticeEvents(
    transaction,
    clock,
    ended.filter(({ kind }) => kind === 'backchannel_logout'),
  );
  await releaseNextOfObjects(
    transaction,
    clock,
    ended.filter(({ kind }) => kind === 'event'),
  );
  return decided;
}

/** Lists the attempts of one delivery, oldest first. */
export function listDeliveryAttempts(
  publication: Tenant,
  connection: Connection,
  deliveryId: string,
): Promise<DeliveryAttempt[]> {
  return DeliveryAttemptRecord.in(publication, connection, { deliveryId }).select(LISTED).orderBy('id').execute();
}

/** Identifies an attempt: after a lapsed lease, two attempts of one delivery may end together. */
function nameOf({ id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>): string {
  return `${id} ${attempts}`;
}

function shortened(outcome: string): string {
  return outcome.slice(0, OUTCOME_MAX_LENGTH);
}

function toRow({ claimed, startedAt, endedAt, record }: EndedAttempt): Row {
  const isOpen = record.state === 'waiting';
  return {
    id: newId('att', endedAt),
    publicationId: claimed.publicationId,
    deliveryId: claimed.id,
    number: claimed.attempts,
    startedAt: startedAt.getTime(),
    loggedAt: endedAt.getTime(),
    outcome: shortened(record.outcome),
    state: record.state,
    dueAt: (isOpen ? record.dueAt : endedAt).getTime(),
    endedAt: isOpen ? null : endedAt.getTime(),
    keepsPayload: isOpen || record.keepsPayload ? 1 : 0,
  };
}
