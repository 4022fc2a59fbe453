// What an endpoint for events, or an application's logout receiver, was sent and is to be sent.
import { raw } from 'objection';
import type { Connection } from '../../database/connection.ts';
import { NotFound } from '../errors.ts';
import { firstPosition, toPage, type Page, type PageRequest } from '../page.ts';
import { first, type RowOf, type Tenant } from '../record.ts';
import { DeliveryRecord } from './delivery.ts';
import type { EventType } from './event.ts';
import { TEST_EVENT } from './test-delivery.ts';

/** Whose log it is: an endpoint for events, or an OAuth application. */
export type DeliveryTarget = { readonly endpointId: string } | { readonly applicationId: string };

/** `open` are those that are neither delivered nor given up. */
export const DELIVERY_FILTERS = ['open', 'delivered', 'dead'] as const;
export type DeliveryFilter = (typeof DELIVERY_FILTERS)[number];

const COLUMNS = [
  'id',
  'kind',
  'receiver',
  'eventId',
  'objectId',
  'payload',
  'state',
  'attempts',
  'createdAt',
  'dueAt',
  'endedAt',
  'outcome',
] as const;

export type TargetDelivery = Pick<RowOf<DeliveryRecord>, (typeof COLUMNS)[number]> & {
  /** Null for a logout, and for an event that is no longer kept. */
  readonly type: EventType | typeof TEST_EVENT | null;
};

type Found = Omit<TargetDelivery, 'type'> & { readonly type: EventType | null };

// Literals, with which SQLite knows that an index over these rows alone can be used.
const CONDITIONS: Readonly<Record<DeliveryFilter, string>> = {
  open: "deliveries.ended_at is null and deliveries.kind <> 'mail'",
  delivered: "deliveries.state = 'delivered'",
  dead: "deliveries.state = 'dead'",
};

/** Lists the deliveries to one target, newest first. The caller makes sure that the target exists. */
export async function listDeliveriesTo(
  publication: Tenant,
  connection: Connection,
  target: DeliveryTarget,
  request: PageRequest & { readonly filter?: DeliveryFilter | undefined },
): Promise<Page<TargetDelivery>> {
  const query = deliveriesTo(publication, connection, target);
  const { filter } = request;
  if (filter !== undefined) query.whereRaw(CONDITIONS[filter]);
  if (filter === 'dead' || filter === 'open')
    query.where(raw('coalesce(deliveries.application_id, deliveries.receiver)'), idOf(target));
  const found = await query
    .where('deliveries.id', '<', `dlv_${firstPosition(request)}`)
    .orderBy('deliveries.id', 'desc')
    .limit(request.limit + 1)
    .castTo<Found[]>();
  return toPage(found, request, withType);
}

/** Throws NotFound, for a delivery to another target too. */
export async function getDeliveryTo(
  publication: Tenant,
  connection: Connection,
  target: DeliveryTarget,
  id: string,
): Promise<TargetDelivery> {
  const query = deliveriesTo(publication, connection, target).where('deliveries.id', id).castTo<Found[]>();
  const found = await first(query);
  if (found === undefined) throw new NotFound(`No such delivery: ${id}`);
  return withType(found);
}

function deliveriesTo(publication: Tenant, connection: Connection, target: DeliveryTarget) {
  const query =
    'endpointId' in target
      ? DeliveryRecord.in(publication, connection, { receiver: target.endpointId }).whereNotNull('deliveries.eventId')
      : DeliveryRecord.in(publication, connection, { applicationId: target.applicationId });
  return query
    .leftJoinRelated('event')
    .select(COLUMNS.map((name) => `deliveries.${name}`))
    .select('event.type');
}

function idOf(target: DeliveryTarget): string {
  return 'endpointId' in target ? target.endpointId : target.applicationId;
}

function withType(found: Found): TargetDelivery {
  return { ...found, type: found.payload === TEST_EVENT ? TEST_EVENT : found.type };
}
