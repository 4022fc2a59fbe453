// Which events are queued for which endpoints. The events of one object reach an endpoint in order: while one is open,
// the next of the same object is `queued`, and it becomes due when the first was delivered or is dead.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { newId } from '../../database/ids.ts';
import { queueStatement, statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';
import type { Receiver } from './delivery-claim.ts';
import { makeDeliveriesDue } from './delivery.ts';
import { findActiveEndpoint, listActiveEndpoints, type ActiveEndpoint } from './event-endpoint.ts';
import type { EventType } from './event.ts';

export interface EventToSend {
  readonly id: string;
  readonly type: EventType;
  readonly objectId: string;
}

interface NewRow extends Queued {
  readonly id: string;
  readonly receiver: string;
  readonly eventId: string;
  readonly objectId: string;
}

/** The queue of one object at one endpoint, to which a delivery belongs while it is open. */
interface Queued {
  readonly publicationId: string;
  readonly objectQueue: string;
}

/** The due time of a queued delivery. */
const NEVER = Number.MAX_SAFE_INTEGER;

const loggedAfter = statement<EventToSend>(
  'events_logged_after',
  'select id, type, object_id from events where publication_id = :publicationId and id > :afterId order by id',
);
// The queue has a column of its own, null for deliveries that have ended: PostgreSQL estimates recently filled queues
// as empty, and would scan all open deliveries of the endpoint if any other index were usable.
const isInQueue = 'd.publication_id = given.publication_id and d.object_queue = given.object_queue';
const givenIn = givenRows({
  id: 'text',
  publicationId: 'text',
  receiver: 'text',
  eventId: 'text',
  objectId: 'text',
  objectQueue: 'text',
});
// A concurrent end of one of these waits until the new deliveries are committed and can be released.
const lockOpen = queueStatement<{ id: string }>('lock_open_deliveries_of_objects', {
  sqlite: 'select 1 as id',
  postgres: `select d.id from deliveries d where d.publication_id = :publicationId and d.id = any(array(select f.id from ${givenIn.postgres}
    cross join lateral (select d.id from deliveries d where ${isInQueue} order by d.event_id, d.id limit 1000) f)) order by d.id for update`,
});
// A scalar subquery per row: PostgreSQL would turn `not exists` into a join and read every open delivery.
const isNone = (condition: string): string => `(select d.id from deliveries d where ${condition} limit 1) is null`;
// The first delivery of an object that has no open one is due at once.
const isDue = `row_number() over (partition by given.object_queue order by given.event_id) = 1 and ${isNone(isInQueue)}`;
const adding = (
  rows: string,
): string => `insert into deliveries (id, publication_id, kind, receiver, payload, state, attempts, created_at, due_at, event_id, object_id, object_queue)
  select id, publication_id, 'event', receiver, event_id, case when is_due then 'waiting' else 'queued' end, 0, cast(:now as bigint),
      case when is_due then cast(:now as bigint) else ${NEVER} end, event_id, object_id, object_queue
    from (select given.*, ${isDue} as is_due from ${rows} where ${isNone(`${isInQueue} and d.event_id = given.event_id`)}) new_ones`;
const add = queueStatement('insert_event_deliveries', {
  sqlite: adding(givenIn.sqlite),
  postgres: adding(givenIn.postgres),
});
const firstInQueue = `(select d.id from deliveries d where ${isInQueue} order by d.event_id, d.id limit 1)`;
const release = queueStatement('release_first_event_deliveries', {
  sqlite: `update deliveries set state = 'waiting', due_at = :now where publication_id = :publicationId and state = 'queued' and id in (select ${firstInQueue} from ${givenIn.sqlite})`,
  postgres: `update deliveries set state = 'waiting', due_at = :now where publication_id = :publicationId and state = 'queued' and id = any(array(select ${firstInQueue} from ${givenIn.postgres}))`,
});

/** Returns the number of enabled endpoints, the most to which one event is sent. */
export async function countEndpoints(publication: Tenant, transaction: Transaction): Promise<number> {
  return (await listActiveEndpoints(publication, transaction)).length;
}

/** Queues every event after that one for each endpoint that subscribes to its type. */
export async function queueEventDeliveries(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  afterId: string,
): Promise<void> {
  // Read only now: on PostgreSQL an endpoint may have been created since the step began, before events that are in it.
  const endpoints = await listActiveEndpoints(publication, transaction);
  if (endpoints.length === 0) return;
  await queue(publication, transaction, clock, {
    endpoints,
    events: await transaction.all(loggedAfter, { publicationId: publication.id, afterId }),
  });
}

/**
 * Queues events for one endpoint, of the types that it subscribes to, even if it had them before. A delivery that is
 * still open stays as it is. Returns how many were queued.
 */
export async function queueEventsAgain(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  endpointId: string,
  events: readonly EventToSend[],
): Promise<number> {
  const endpoint = await findActiveEndpoint(publication, transaction, endpointId);
  return endpoint === undefined ? 0 : queue(publication, transaction, clock, { endpoints: [endpoint], events });
}

/**
 * Queues one event for one endpoint, whatever types it subscribes to; a delivery that waits for a retry becomes due at
 * once. Returns whether the endpoint is enabled.
 */
export async function resendEvent(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  endpointId: string,
  event: EventToSend,
): Promise<boolean> {
  const endpoint = await findActiveEndpoint(publication, transaction, endpointId);
  const objectQueue = toObjectQueue(endpointId, event.objectId);
  await makeDeliveriesDue(publication, transaction, clock, { objectQueue, eventId: event.id });
  if (endpoint === undefined) return false;
  const endpoints = [{ id: endpoint.id, types: '[]' }];
  return (await queue(publication, transaction, clock, { endpoints, events: [event] })) > 0;
}

/** Makes the next delivery of each object due. Call it in the transaction in which deliveries end. */
export async function releaseNextOfObjects(
  transaction: Transaction,
  clock: Clock,
  ended: readonly (Receiver & { readonly objectId: string | null })[],
): Promise<void> {
  for (const [publicationId, deliveries] of Map.groupBy(ended, (delivery) => delivery.publicationId)) {
    const queues = deliveries.map(({ receiver, objectId }): Queued => ({
      publicationId,
      objectQueue: toObjectQueue(receiver, objectId ?? ''),
    }));
    await transaction.run(release, { publicationId, now: clock.now(), given: JSON.stringify(queues) });
  }
}

function toObjectQueue(endpointId: string, objectId: string): string {
  return `${endpointId} ${objectId}`;
}

async function queue(
  { id: publicationId }: Tenant,
  transaction: Transaction,
  clock: Clock,
  { endpoints, events }: { readonly endpoints: readonly ActiveEndpoint[]; readonly events: readonly EventToSend[] },
): Promise<number> {
  const now = clock.now();
  const rows = endpoints.flatMap(({ id: receiver, types }) => {
    const asked = JSON.parse(types) as EventType[];
    const wanted = events.filter(({ type }) => asked.length === 0 || asked.includes(type));
    return wanted.map(({ id: eventId, objectId }): NewRow => {
      const objectQueue = toObjectQueue(receiver, objectId);
      return { id: newId('dlv', now), publicationId, receiver, eventId, objectId, objectQueue };
    });
  });
  if (rows.length === 0) return 0;
  const given = JSON.stringify(rows);
  if (transaction.dialect === 'postgres') await transaction.all(lockOpen, { publicationId, given });
  await transaction.run(add, { now, given });
  await transaction.run(release, { publicationId, now, given });
  transaction.notify('deliveries');
  return rows.length;
}
