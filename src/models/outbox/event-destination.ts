// The destination of an event's delivery, with the event itself; both are read again for each attempt.
import type { Connection } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { statement } from '../../database/statement.ts';
import { toEvent, type EventRow, type LoggedEvent } from './event-record.ts';

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

export interface DeliveryOfEvent {
  readonly publicationId: string;
  readonly receiver: string;
  readonly eventId: string | null;
}

/** `event` is undefined once the event is no longer kept. */
export type FoundDestination = Destination & { readonly event: LoggedEvent | undefined };

type Row = Destination & { readonly position: number; readonly id: string | null } & Omit<
    EventRow,
    'id' | 'publicationId'
  >;

const given = givenRows({ position: 'integer', publicationId: 'text', receiver: 'text', eventId: 'text' });
const looking = (
  rows: string,
  event: string,
): string => `select given.position, w.id as endpoint_id, p.site_url, w.url, w.secrets, w.failing_since,
    w.disabled_at, w.publication_id, e.id, e.type, e.object_id, e.customer_id,
    e.created_at, e.facts, e.personal
  from ${rows} join event_endpoints w on w.publication_id = given.publication_id and w.id = given.receiver join publications p on p.id = w.publication_id
    left join ${event} e on e.publication_id = w.publication_id and e.id = given.event_id`;
const destinations = statement<Row>('destinations_of_events', {
  sqlite: looking(given.sqlite, 'events'),
  // With the limit PostgreSQL looks each event up by its id; otherwise it would scan a log that it estimates as short.
  postgres: looking(
    given.postgres,
    'lateral (select * from events where publication_id = given.publication_id and id = given.event_id limit 1)',
  ),
});

/** Finds destinations in the order of the deliveries; undefined for an endpoint that was deleted. */
export async function findDestinations(
  connection: Connection,
  deliveries: readonly DeliveryOfEvent[],
): Promise<(FoundDestination | undefined)[]> {
  const rows = deliveries.map(({ publicationId, receiver, eventId }, position) => ({
    position,
    publicationId,
    receiver,
    eventId,
  }));
  const found = new Map(
    (await connection.all(destinations, { given: JSON.stringify(rows) })).map(({ position, ...row }) => [
      position,
      toDestination(row),
    ]),
  );
  return deliveries.map((_, position) => found.get(position));
}

function toDestination({
  endpointId,
  siteUrl,
  url,
  secrets,
  failingSince,
  disabledAt,
  ...event
}: Omit<Row, 'position'>): FoundDestination {
  const { id, publicationId } = event;
  return {
    endpointId,
    publicationId,
    siteUrl,
    url,
    secrets,
    failingSince,
    disabledAt,
    event: id === null ? undefined : toEvent({ ...event, id }),
  };
}
