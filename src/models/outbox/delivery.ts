// Deliveries: one durable outgoing message each, recorded in the transaction of what it tells of (decisions 25). A worker claims it, tries it and
// records the attempt; a claim that is not renewed lapses, so that a killed worker's deliveries are taken up again: sent at least once.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { PublicationRecord, type Tenant } from '../record.ts';

export type DeliveryKind = 'mail' | 'backchannel_logout' | 'event';
/** `queued` behind an earlier event of the same object; `sending` while a worker holds it; `delivered` and `dead` are final. */
export type DeliveryState = 'queued' | 'waiting' | 'sending' | 'delivered' | 'dead';

export class Delivery extends PublicationRecord {
  static override tableName = 'deliveries';
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
export type DeliverySummary = Pick<
  Delivery,
  'id' | 'kind' | 'receiver' | 'state' | 'attempts' | 'createdAt' | 'dueAt' | 'endedAt' | 'outcome'
>;

export interface DeliveryAttempt {
  number: number;
  startedAt: number;
  endedAt: number;
  outcome: string;
}

const summaryColumns = `id, kind, receiver, state, attempts, created_at, due_at, ended_at, outcome`;
const insert = statement(
  'insert_delivery',
  `insert into deliveries (id, publication_id, kind, receiver, payload, recipient_mac, state, attempts, created_at, due_at, useless_after)
    values (?, ?, ?, ?, ?, ?, 'waiting', 0, ?, ?, ?)`,
);
const page = statement<DeliverySummary>(
  'page_of_deliveries',
  `select ${summaryColumns} from deliveries where publication_id = ? and id < ? order by id desc limit ?`,
);
const pageByState = statement<DeliverySummary>(
  'page_of_deliveries_by_state',
  `select ${summaryColumns} from deliveries where publication_id = ? and id < ? and state = ? order by id desc limit ?`,
);
const attemptsOf = statement<DeliveryAttempt>(
  'attempts_of_delivery',
  `select number, started_at, ended_at, outcome from delivery_attempts where publication_id = ? and delivery_id = ? order by id`,
);
const makeDue = statement(
  'make_delivery_due',
  "update deliveries set due_at = ? where publication_id = ? and id = ? and state = 'waiting'",
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
  await transaction.run(insert, [
    id,
    publication.id,
    given.kind,
    given.receiver,
    given.payload,
    given.recipientMac ?? null,
    now,
    now,
    given.uselessAfter ?? null,
  ]);
  transaction.notify('deliveries');
  return id;
}

/** Newest first; only those of one state when it is given. */
export async function listDeliveries(
  publication: Tenant,
  connection: Connection,
  request: PageRequest & { state?: DeliveryState | undefined },
): Promise<Page<DeliverySummary>> {
  const before = `dlv_${firstPosition(request)}`;
  const found =
    request.state === undefined
      ? await connection.all(page, [publication.id, before, request.limit + 1])
      : await connection.all(pageByState, [publication.id, before, request.state, request.limit + 1]);
  return toPage(found, request, (row) => row);
}

/** The log of one delivery, oldest attempt first. */
export function listDeliveryAttempts(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<DeliveryAttempt[]> {
  return connection.all(attemptsOf, [publication.id, id]);
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
  const delivery = await Delivery.get(publication, transaction, id);
  if (delivery.endedAt === null) {
    await transaction.run(makeDue, [clock.now(), publication.id, id]);
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
