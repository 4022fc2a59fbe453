// Deliveries: one durable outgoing message each, recorded in the transaction of what it tells of (decisions 25). A worker claims it, tries it and
// records the attempt; a claim that is not renewed lapses, so that a killed worker's deliveries are taken up again: sent at least once.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { belongsTo, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { EventRecord } from './event-record.ts';

export type DeliveryKind = 'mail' | 'backchannel_logout' | 'event';
/** `queued` behind an earlier event of the same object; `sending` while a worker holds it; `delivered` and `dead` are final. */
export type DeliveryState = 'queued' | 'waiting' | 'sending' | 'delivered' | 'dead';

export class DeliveryRecord extends PublicationRecord {
  static override tableName = 'deliveries';
  static override relationMappings = () => belongsTo('deliveries', { event: [EventRecord, 'eventId'] });
  declare kind: DeliveryKind;
  /** What deliveries queue up behind: the origin of a logout URI, a publication's mail, or an endpoint's id. */
  declare receiver: string;
  /** Empty once it is of no more use and held personal data. */
  declare payload: string;
  declare recipientMac: string | null;
  /** Of an event, with the object that it is about. */
  declare eventId: string | null;
  declare objectId: string | null;
  /** Of an event that is on its way: endpoint and object, whose events go out one after the other. */
  declare objectQueue: string | null;
  declare state: DeliveryState;
  declare attempts: number;
  declare createdAt: number;
  /** When it is tried next, or, while it is being sent, when the claim lapses. */
  declare dueAt: number;
  declare uselessAfter: number | null;
  declare endedAt: number | null;
  /** In a few words, how the last attempt went. */
  declare outcome: string | null;
}

export interface NewDelivery {
  kind: DeliveryKind;
  receiver: string;
  payload: string;
  /** Of a mail: whose it is (src/models/outbox/delivery-recipient.ts). */
  recipientMac?: string | undefined;
  /** It is not sent after this time. */
  uselessAfter?: Date | undefined;
}

/** What is shown of a delivery: everything but its payload. */
const SUMMARY = ['id', 'kind', 'receiver', 'state', 'attempts', 'createdAt', 'dueAt', 'endedAt', 'outcome'] as const;
export type DeliverySummary = Pick<RowOf<DeliveryRecord>, (typeof SUMMARY)[number]>;

// A statement, so that it can be the only write of a transaction.
const insert = statement(
  'insert_delivery',
  `insert into deliveries (id, publication_id, kind, receiver, payload, recipient_mac, state, attempts, created_at, due_at, useless_after)
    values (:id, :publicationId, :kind, :receiver, :payload, :recipientMac, 'waiting', 0, :now, :now, :uselessAfter)`,
);

/** Records what is to be sent, due at once: the commit wakes the worker. Returns the delivery's id. */
export async function addDelivery(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewDelivery,
): Promise<string> {
  const now = clock.now();
  const id = newId('dlv', now);
  const { kind, receiver, payload, recipientMac = null, uselessAfter = null } = given;
  const publicationId = publication.id;
  await transaction.run(insert, { publicationId, id, kind, receiver, payload, recipientMac, now, uselessAfter });
  transaction.notify('deliveries');
  return id;
}

/** Newest first; only those of one state when it is given. */
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

/** Those that wait to be tried again are due at once. */
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

/** Gives up what is still to be sent to an endpoint, but for what a worker is just sending. */
export async function endOpenDeliveriesOf(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  endpointId: string,
  outcome: string,
): Promise<void> {
  await DeliveryRecord.in(publication, transaction, { receiver: endpointId, endedAt: null })
    .whereNotNull('eventId')
    .whereNot('state', 'sending')
    .patch({ state: 'dead', endedAt: clock.now().getTime(), outcome, objectQueue: null });
}

/**
 * Sends it once more: a waiting one becomes due at once, an ended one is recorded anew, so that its log stays as it was.
 * Returns the id of the delivery that goes out. Throws NotFound, and Conflict where the content is no longer kept.
 */
export async function resendDelivery(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<string> {
  const delivery = await DeliveryRecord.get(publication, transaction, id);
  if (delivery.endedAt === null) {
    await makeDeliveriesDue(publication, transaction, clock, { id });
    return id;
  }
  if (delivery.kind === 'event')
    throw new Conflict(
      'id',
      `An event is sent again by its endpoint: masthead endpoint resend ${delivery.receiver} ${delivery.eventId ?? ''}`,
    );
  if (delivery.payload === '')
    throw new Conflict('id', `The content of ${id} is no longer kept, so it cannot be sent again`);
  return addDelivery(publication, transaction, clock, {
    kind: delivery.kind,
    receiver: delivery.receiver,
    payload: delivery.payload,
    recipientMac: delivery.recipientMac ?? undefined,
    uselessAfter: delivery.uselessAfter === null ? undefined : new Date(delivery.uselessAfter),
  });
}
