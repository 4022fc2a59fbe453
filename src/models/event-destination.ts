// Where a delivery of an event goes, as registered now, with the event as it is now: one look for each attempt.
import type { Connection } from '../database/connection.ts';
import { statement } from '../database/statement.ts';
import { toEvent, type EventRow, type LoggedEvent } from './event-log.ts';

export interface Destination {
  readonly endpointId: string;
  readonly publicationId: string;
  readonly siteUrl: string;
  readonly url: string;
  /** Encrypted. */
  readonly secrets: string;
  readonly failingSince: number | null;
  readonly disabledAt: number | null;
}

type Row = Destination & { readonly id: string | null } & Omit<EventRow, 'id' | 'publicationId'>;

const destination = statement<Row>(
  'destination_of_event',
  `select w.id as "endpointId", p.site_url as "siteUrl", w.url, w.secrets, w.failing_since as "failingSince", w.disabled_at as "disabledAt", w.publication_id as "publicationId", e.id,
    e.type, e.object_id as "objectId", e.customer_id as "customerId", e.created_at as "createdAt", e.facts, e.personal from event_endpoints w join publications p on p.id = w.publication_id
    left join events e on e.publication_id = w.publication_id and e.id = ? where w.publication_id = ? and w.id = ?`,
);

/** Undefined for an endpoint that was deleted; no `event` for one that is no longer kept. */
export async function findDestination(
  connection: Connection,
  delivery: { readonly publicationId: string; readonly receiver: string; readonly eventId: string | null },
): Promise<(Destination & { readonly event: LoggedEvent | undefined }) | undefined> {
  const row = await connection.first(destination, [delivery.eventId, delivery.publicationId, delivery.receiver]);
  if (row === undefined) return undefined;
  const { endpointId, siteUrl, url, secrets, failingSince, disabledAt, ...event } = row;
  const { id, publicationId } = event;
  return { endpointId, publicationId, siteUrl, url, secrets, failingSince, disabledAt, event: id === null ? undefined : toEvent({ ...event, id }) };
}
