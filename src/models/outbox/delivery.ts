// Deliveries: one durable outgoing message each, recorded in the transaction of the change that it reports (decisions
// 25). A worker claims it under a lease, sends it and records the attempt. Delivery is at least once: a killed worker's
// lease lapses, and another worker sends it again.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { belongsTo, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { EventRecord } from './event-record.ts';

export const DELIVERY_KINDS = ['mail', 'backchannel_logout', 'event'] as const;
export type DeliveryKind = (typeof DELIVERY_KINDS)[number];
/**
 * `queued` behind an earlier event of the same object; `sending` while a worker has claimed it; `delivered` and `dead`
 * are final.
 */
export type DeliveryState = 'queued' | 'waiting' | 'sending' | 'delivered' | 'dead';

export class DeliveryRecord extends PublicationRecord {
  static override tableName = 'deliveries';
  static override relationMappings = () => belongsTo('deliveries', { event: [EventRecord, 'eventId'] });
  declare kind: DeliveryKind;
  /** What shares a queue: the origin of a logout URI, a publication's mail, or an endpoint's id. */
  declare receiver: string;
  /** Emptied once it is of no more use, if it held personal data. */
  declare payload: string;
  declare recipientMac: string | null;
  /** Of a mail: the person who had the address when it was queued. */
  declare customerId: string | null;
  /** Of a mail: which one it is, such as `paid`. Kept when its content is erased. */
  declare purpose: string | null;
  /** Of an event delivery. */
  declare eventId: string | null;
  /** Of an event delivery and of some mails: the object that it is about. */
  declare objectId: string | null;
  /** Of a back-channel logout: the application that it is sent to. */
  declare applicationId: string | null;
  /** Of an open event delivery: endpoint and object, whose events are sent in order. */
  declare objectQueue: string | null;
  declare state: DeliveryState;
  declare attempts: number;
  declare createdAt: number;
  /** When it is tried next or, while it is being sent, when the lease lapses. */
  declare dueAt: number;
  declare uselessAfter: number | null;
  declare endedAt: number | null;
  /** A short description of how the last attempt ended. */
  declare outcome: string | null;
}

export interface NewDelivery {
  kind: DeliveryKind;
  receiver: string;
  payload: string;
  /** Of a mail: its recipient (src/models/outbox/delivery-recipient.ts). */
  recipientMac?: string | undefined;
  /** Of a mail: whose address it is, if it is anybody's. */
  customerId?: string | undefined;
  /** Of a mail: which one it is, and the record that it is about, if any. */
  purpose?: string | undefined;
  objectId?: string | undefined;
  /** Of a back-channel logout. */
  applicationId?: string | undefined;
  /** The time after which it is not sent any more. */
  uselessAfter?: Date | undefined;
  /** Why it is not sent at all: it is recorded as given up, and its content is not kept. */
  stopped?: string | undefined;
}

/** What is shown of a delivery: all but its payload and what identifies its event or recipient. */
const SUMMARY = ['id', 'kind', 'receiver', 'state', 'attempts', 'createdAt', 'dueAt', 'endedAt', 'outcome'] as const;
export type DeliverySummary = Pick<RowOf<DeliveryRecord>, (typeof SUMMARY)[number]>;

// A statement, so that it can be the only write of a transaction.
const insert = statement(
  'insert_delivery',
  `insert into deliveries (id, publication_id, kind, receiver, payload, recipient_mac, customer_id, purpose, object_id, application_id, state, attempts, created_at, due_at, useless_after, ended_at, outcome)
    values (:id, :publicationId, :kind, :receiver, :payload, :recipientMac, :customerId, :purpose, :objectId, :applicationId, :state, 0, :now, :now, :uselessAfter, :endedAt, :outcome)`,
);

/** A back-channel logout. */
export interface NewLogout {
  readonly receiver: string;
  readonly payload: string;
  readonly applicationId: string;
}

const logoutRows = givenRows({ id: 'text', receiver: 'text', payload: 'text', applicationId: 'text' });
const insertingLogouts = (rows: string): string =>
  `insert into deliveries (id, publication_id, kind, receiver, payload, application_id, state, attempts, created_at, due_at)
    select id, :publicationId, 'backchannel_logout', receiver, payload, application_id, 'waiting', 0, cast(:now as bigint), cast(:now as bigint) from ${rows}`;
const insertLogouts = statement('insert_logout_deliveries', {
  sqlite: insertingLogouts(logoutRows.sqlite),
  postgres: insertingLogouts(logoutRows.postgres),
});

/** Records a delivery that is due at once; the commit wakes the worker. Returns the delivery's id. */
export async function addDelivery(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewDelivery,
): Promise<string> {
  const now = clock.now();
  const id = newId('dlv', now);
  const { kind, receiver, recipientMac = null, customerId = null, applicationId = null, uselessAfter = null } = given;
  const { purpose = null, objectId = null, stopped } = given;
  const state =
    stopped === undefined
      ? { state: 'waiting', payload: given.payload, endedAt: null, outcome: null }
      : { state: 'dead', payload: '', endedAt: now, outcome: stopped };
  const about = { recipientMac, customerId, purpose, objectId, applicationId };
  await transaction.run(insert, {
    id,
    publicationId: publication.id,
    kind,
    receiver,
    ...about,
    ...state,
    now,
    uselessAfter,
  });
  transaction.notify('deliveries');
  return id;
}

/** The same for many logouts, by one statement. */
export async function addLogoutDeliveries(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  logouts: readonly NewLogout[],
): Promise<void> {
  if (logouts.length === 0) return;
  const now = clock.now();
  const given = JSON.stringify(logouts.map((logout) => ({ ...logout, id: newId('dlv', now) })));
  await transaction.run(insertLogouts, { publicationId: publication.id, now, given });
  transaction.notify('deliveries');
}

/** Lists deliveries newest first, of one state if it is given. */
export async function listDeliveries(
  publication: Tenant,
  connection: Connection,
  request: PageRequest & { state?: DeliveryState | undefined },
): Promise<Page<DeliverySummary>> {
  const { state, limit } = request;
  const found = await DeliveryRecord.in(publication, connection, state === undefined ? {} : { state })
    .select(SUMMARY)
    .where('id', '<', `dlv_${firstPosition(request)}`)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  return toPage(found, request, (row) => row);
}

/** Makes deliveries that wait for a retry due at once. */
export async function makeDeliveriesDue(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  which: { readonly id: string } | { readonly objectQueue: string; readonly eventId: string },
): Promise<void> {
  await DeliveryRecord.in(publication, transaction, { ...which, state: 'waiting' }).patch({
    dueAt: clock.now().getTime(),
  });
}

/** Gives up the open deliveries to an endpoint, except for those that a worker is sending. */
export async function endOpenDeliveriesOf(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { endpointId, outcome }: { readonly endpointId: string; readonly outcome: string },
): Promise<void> {
  await DeliveryRecord.in(publication, transaction, { receiver: endpointId, endedAt: null })
    .whereNotNull('eventId')
    .whereNot('state', 'sending')
    .patch({ state: 'dead', endedAt: clock.now().getTime(), outcome, objectQueue: null });
}

/**
 * Sends a mail or a back-channel logout once more: one that waits for a retry becomes due at once, an ended one is
 * recorded as a new delivery, so that its log stays as it was. Returns the id of the delivery to be sent. Throws
 * Conflict if the content is no longer kept.
 */
export async function resendContent(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  delivery: RowOf<DeliveryRecord>,
): Promise<string> {
  const { id, kind, receiver, payload } = delivery;
  if (delivery.endedAt === null) {
    await makeDeliveriesDue(publication, transaction, clock, { id });
    return id;
  }
  if (payload === '')
    throw new Conflict('delivery', `The content of ${id} is no longer kept, so it cannot be sent again`);
  return addDelivery(publication, transaction, clock, {
    kind,
    receiver,
    payload,
    recipientMac: delivery.recipientMac ?? undefined,
    customerId: delivery.customerId ?? undefined,
    purpose: delivery.purpose ?? undefined,
    objectId: delivery.objectId ?? undefined,
    applicationId: delivery.applicationId ?? undefined,
    uselessAfter: delivery.uselessAfter === null ? undefined : new Date(delivery.uselessAfter),
  });
}
