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
import { findReportedMail, recordMailReport, type MailBounce } from './mail-report.ts';

class DeliveryAttemptRecord extends PublicationRecord {
  static override tableName = 'delivery_attempts';
  declare deliveryId: string;
  declare number: number;
  declare startedAt: number;
  declare endedAt: number;
  declare outcome: string;
  declare reason: AttemptReason | null;
  /** JSON: a SentRequest. */
  declare request: string | null;
  /** The status of the HTTP answer. */
  declare status: number | null;
  /** The first characters of the answer; null once the person whom the request was about was erased. */
  declare answer: string | null;
  declare customerId: string | null;
}

const LISTED = ['number', 'startedAt', 'endedAt', 'outcome', 'reason', 'request', 'status', 'answer'] as const;
type ListedAttempt = Pick<RowOf<DeliveryAttemptRecord>, (typeof LISTED)[number]>;
export type DeliveryAttempt = Omit<ListedAttempt, 'request'> & { readonly request: SentRequest | null };

/** Why an attempt was no success, for pages, which say it in the reader's language. */
export type AttemptReason =
  | 'status'
  | 'redirect'
  | 'refused_url'
  | 'private_address'
  | 'connection_refused'
  | 'connection_reset'
  | 'host_not_found'
  | 'name_servers'
  | 'connect_timeout'
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'headers_too_large'
  | 'not_http'
  | 'no_answer'
  | 'endpoint_deleted'
  | 'endpoint_disabled'
  | 'event_not_kept'
  | 'no_logout_uri'
  | MailReason;

/** Why a mail was not sent: what the mail server said of it, or that it was of no use any more. */
export type MailReason = 'mail_refused' | 'mail_put_off' | 'mail_server' | 'mail_failed' | 'too_late';

/** What differs in the request from attempt to attempt. It holds neither a signature nor a secret. */
export interface SentRequest {
  readonly url: string;
  /** Of an event: the header webhook-timestamp. */
  readonly timestamp?: string;
  /** Of a logout: the token, decoded and without its signature. */
  readonly token?: {
    readonly header: Readonly<Record<string, unknown>>;
    readonly claims: Readonly<Record<string, unknown>>;
  };
}

/** What an attempt sent, and what came back. */
export interface Exchange {
  readonly reason?: AttemptReason | undefined;
  readonly request?: SentRequest | undefined;
  readonly status?: number | undefined;
  readonly answer?: string | undefined;
  /** The person whom the request was about: an answer may repeat it, and is erased with them. */
  readonly customerId?: string | undefined;
}

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
  readonly exchange?: Exchange | undefined;
  /** Of a mail that is given up: what that says about its recipient. */
  readonly bounce?: MailBounce | undefined;
}

const OUTCOME_MAX_LENGTH = 200;
/** Our choice: enough for the message of an error page's body, little enough for millions of attempts. */
const ANSWER_MAX_LENGTH = 1000;

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
  reason: 'text',
  request: 'text',
  status: 'integer',
  answer: 'text',
  customerId: 'text',
} as const;

type Row = Readonly<Record<keyof typeof FIELDS, string | number | null>>;

const given = givenRows(FIELDS);
// An answer that arrives after the person was erased, or merged into another, is not kept.
const keptAnswer = `case when given.answer is not null and (select c.gone_at from customers c
    where c.publication_id = given.publication_id and c.id = given.customer_id) is null then given.answer end`;
const logging = (
  rows: string,
): string => `insert into delivery_attempts (id, publication_id, delivery_id, number, started_at, ended_at, outcome, reason, request, status, answer, customer_id)
  select id, publication_id, delivery_id, number, started_at, logged_at, outcome, reason, request, status, ${keptAnswer}, customer_id from ${rows}`;
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
  await recordBounces(transaction, clock, decided);
  return decided;
}

async function recordBounces(transaction: Transaction, clock: Clock, attempts: readonly EndedAttempt[]): Promise<void> {
  for (const { claimed, bounce } of attempts) {
    if (bounce === undefined) continue;
    const mail = await findReportedMail(transaction, claimed.id);
    if (mail !== undefined) await recordMailReport(transaction, clock, mail, { ...bounce, source: 'smtp' });
  }
}

/** Lists the attempts of one delivery, oldest first. */
export async function listDeliveryAttempts(
  publication: Tenant,
  connection: Connection,
  deliveryId: string,
): Promise<DeliveryAttempt[]> {
  const found = await DeliveryAttemptRecord.in(publication, connection, { deliveryId }).select(LISTED).orderBy('id');
  return found.map(({ request, ...attempt }) => ({
    ...attempt,
    // Written below from a SentRequest.
    request: request === null ? null : (JSON.parse(request) as SentRequest),
  }));
}

/** Finds how the last attempt of each delivery ended. */
export async function findLastAttempts(
  publication: Tenant,
  connection: Connection,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, Pick<DeliveryAttempt, 'reason' | 'status'>>> {
  const found = await DeliveryAttemptRecord.in(publication, connection)
    .select('deliveryId', 'reason', 'status')
    .whereIn('deliveryId', [...deliveryIds])
    .orderBy('id');
  return new Map(found.map(({ deliveryId, reason, status }) => [deliveryId, { reason, status }]));
}

/** Erases the answers to requests about a person, since a receiver may answer with what it was sent. */
export async function eraseAnswers(publication: Tenant, transaction: Transaction, customerId: string): Promise<void> {
  await DeliveryAttemptRecord.in(publication, transaction, { customerId })
    .whereNotNull('answer')
    .patch({ answer: null });
}

/** Identifies an attempt: after a lapsed lease, two attempts of one delivery may end together. */
function nameOf({ id, attempts }: Pick<ClaimedDelivery, 'id' | 'attempts'>): string {
  return `${id} ${attempts}`;
}

function shortened(outcome: string): string {
  return outcome.slice(0, OUTCOME_MAX_LENGTH);
}

/** The start of an answer without characters that PostgreSQL cannot store or that a terminal obeys. */
function toKeptAnswer(answer: string | undefined): string | null {
  const start = answer
    ?.slice(0, ANSWER_MAX_LENGTH)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n]/gu, '')
    .trim();
  return start ? start : null;
}

function toRow({ claimed, startedAt, endedAt, record, exchange = {} }: EndedAttempt): Row {
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
    reason: exchange.reason ?? null,
    request: exchange.request === undefined ? null : JSON.stringify(exchange.request),
    status: exchange.status ?? null,
    answer: toKeptAnswer(exchange.answer),
    customerId: exchange.customerId ?? null,
  };
}
