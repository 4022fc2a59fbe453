// Endpoints: where webhooks are sent to a publisher's own program. The signing secret is shown once and stored
// encrypted; after a rotation, the former one signs beside it for a day.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { randomWebhookSecret, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { Conflict, InvalidValue } from '../errors.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { checkRegisteredUri, type RegistrationPolicy } from '../registered-uri.ts';
import { endOpenDeliveriesOf } from './delivery.ts';
import { EVENT_TYPES, type EventType } from './event.ts';

/** Our choice: time enough to deploy the new secret to every server of the publisher. */
export const FORMER_SECRET_SECONDS = 24 * 3600;

export class EventEndpointRecord extends PublicationRecord {
  static override tableName = 'event_endpoints';
  declare url: string;
  /** JSON; an empty list means all types, including future ones. */
  declare types: string;
  /** Encrypted. */
  declare secrets: string;
  /** When the current secret was made; also tells two rotations at once apart. */
  declare secretCreatedAt: number;
  declare createdAt: number;
  /** When deliveries began to fail; null after a success. */
  declare failingSince: number | null;
  declare disabledAt: number | null;
  declare disabledReason: string | null;
  /** While events are replayed (src/models/outbox/replay.ts): the id after which it goes on, and the last id. */
  declare replayAfter: string | null;
  declare replayUntil: string | null;
  declare replaySince: number | null;
}

export type EventEndpoint = RowOf<EventEndpointRecord>;
export type ActiveEndpoint = Pick<EventEndpoint, 'id' | 'types'>;

export interface EndpointSettings {
  url: string;
  types: readonly string[];
}

const OPENED_MAX = 1000;

interface StoredSecret {
  readonly secret: string;
  /** When it stops signing, in milliseconds; null for the current one. */
  readonly until: number | null;
}

const opened = new Map<string, StoredSecret[]>();
// Runs in each step of the event log.
const active = statement<ActiveEndpoint>(
  'active_endpoints',
  'select id, types from event_endpoints where publication_id = :publicationId and disabled_at is null',
);

export const NO_REPLAY = { replayAfter: null, replayUntil: null, replaySince: null } as const;

/** Returns the secret, which is never shown again. Throws InvalidValue. */
export async function createEventEndpoint(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  given: EndpointSettings,
  policy: RegistrationPolicy,
): Promise<{ endpoint: EventEndpoint; secret: string }> {
  const createdAt = clock.now();
  const secret = randomWebhookSecret();
  const endpoint: EventEndpoint = {
    id: newId('whe', createdAt),
    publicationId: publication.id,
    url: checkRegisteredUri('url', given.url, policy),
    types: checkTypes(given.types),
    secrets: seal(secretKeys, [{ secret, until: null }]),
    secretCreatedAt: createdAt.getTime(),
    createdAt: createdAt.getTime(),
    failingSince: null,
    disabledAt: null,
    disabledReason: null,
    ...NO_REPLAY,
  };
  await EventEndpointRecord.in(publication, transaction).insert(endpoint);
  return { endpoint, secret };
}

/** Changes the given fields only. Throws InvalidValue and NotFound. */
export async function updateEventEndpoint(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  given: Partial<EndpointSettings>,
  policy: RegistrationPolicy,
): Promise<EventEndpoint> {
  const endpoint = await EventEndpointRecord.get(publication, transaction, id);
  const url = given.url === undefined ? endpoint.url : checkRegisteredUri('url', given.url, policy);
  const types = given.types === undefined ? endpoint.types : checkTypes(given.types);
  return endpoint.$query(transaction.knex).patchAndFetch({ url, types });
}

/**
 * Returns the new secret, which is never shown again; the former one signs beside it for a day. Throws NotFound, and
 * Conflict if the secret that it is to replace was replaced meanwhile: of two rotations at once, one makes a secret.
 * @param replaced the `secretCreatedAt` of the secret to replace; by default the current one
 */
export async function rotateEndpointSecret(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { id, replaced }: { readonly id: string; readonly replaced?: number },
): Promise<string> {
  const endpoint = await EventEndpointRecord.get(publication, transaction, id);
  const [current] = open(secretKeys, endpoint.secrets);
  const now = clock.now();
  const until = addSeconds(now, FORMER_SECRET_SECONDS).getTime();
  const secret = randomWebhookSecret();
  const kept = current === undefined ? [] : [{ ...current, until }];
  const secretCreatedAt = Math.max(now.getTime(), endpoint.secretCreatedAt + 1);
  const rotated = await EventEndpointRecord.in(publication, transaction, {
    id,
    secretCreatedAt: replaced ?? endpoint.secretCreatedAt,
  }).patch({ secrets: seal(secretKeys, [{ secret, until: null }, ...kept]), secretCreatedAt });
  if (rotated === 0)
    throw new Conflict('signing_secret', 'The secret was replaced meanwhile: only one new secret was made');
  return secret;
}

/**
 * Disables the endpoint and gives up its open deliveries, which can be replayed from the log later. Returns whether it
 * was enabled. Throws NotFound.
 */
export async function disableEventEndpoint(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  reason: string,
): Promise<boolean> {
  await EventEndpointRecord.get(publication, transaction, id);
  const disabled = await EventEndpointRecord.in(publication, transaction, { id, disabledAt: null }).patch({
    disabledAt: clock.now().getTime(),
    disabledReason: reason,
    ...NO_REPLAY,
  });
  const ended = { endpointId: id, outcome: 'the endpoint was disabled' };
  if (disabled === 1) await endOpenDeliveriesOf(publication, transaction, clock, ended);
  return disabled === 1;
}

/** Enables the endpoint for future events; what happened meanwhile can be replayed. Throws NotFound. */
export async function enableEventEndpoint(
  publication: Tenant,
  transaction: Transaction,
  id: string,
): Promise<EventEndpoint> {
  const endpoint = await EventEndpointRecord.get(publication, transaction, id);
  return endpoint
    .$query(transaction.knex)
    .patchAndFetch({ disabledAt: null, disabledReason: null, failingSince: null });
}

/** Throws NotFound. */
export async function deleteEventEndpoint(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<void> {
  const endpoint = await EventEndpointRecord.get(publication, transaction, id);
  await endOpenDeliveriesOf(publication, transaction, clock, { endpointId: id, outcome: 'the endpoint was deleted' });
  await endpoint.$query(transaction.knex).delete();
}

/** Newest first. */
export function listEventEndpoints(publication: Tenant, connection: Connection): Promise<EventEndpoint[]> {
  return EventEndpointRecord.in(publication, connection).orderBy('id', 'desc').execute();
}

export function listActiveEndpoints(publication: Tenant, connection: Connection): Promise<ActiveEndpoint[]> {
  return connection.all(active, { publicationId: publication.id });
}

/** Returns undefined for an endpoint that is disabled or was deleted. */
export function findActiveEndpoint(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<ActiveEndpoint | undefined> {
  return first(EventEndpointRecord.in(publication, connection, { id, disabledAt: null }).select('id', 'types'));
}

/** Records since when deliveries fail, or that one succeeded again. */
export async function markEndpoint(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  state: 'failing' | 'answering',
): Promise<void> {
  const endpoint = EventEndpointRecord.in(publication, transaction, { id });
  if (state === 'answering') await endpoint.whereNotNull('failingSince').patch({ failingSince: null });
  else await endpoint.whereNull('failingSince').patch({ failingSince: clock.now().getTime() });
}

/** Sets where a replay goes on, or ends it. Returns whether it stood at `from`. */
export async function moveReplay(
  publication: Tenant,
  transaction: Transaction,
  { id, from }: { readonly id: string; readonly from: string | null },
  to: Pick<EventEndpoint, keyof typeof NO_REPLAY>,
): Promise<boolean> {
  return (
    (await EventEndpointRecord.in(publication, transaction, { id, replayAfter: from, disabledAt: null }).patch(to)) ===
    1
  );
}

export function typesOf(endpoint: Pick<EventEndpoint, 'types'>): EventType[] {
  return JSON.parse(endpoint.types) as EventType[];
}

/** Returns the secrets that sign now, the current one first. */
export function signingSecretsOf(secretKeys: SecretKeys, sealed: string, now: Date): string[] {
  return open(secretKeys, sealed).flatMap(({ secret, until }) =>
    until === null || until > now.getTime() ? [secret] : [],
  );
}

function checkTypes(given: readonly string[]): string {
  const unknown = given.filter((type) => !EVENT_TYPES.some((known) => known === type));
  if (unknown.length > 0)
    throw new InvalidValue(
      'types',
      `There is no event type ${unknown.join(', ')}; there are ${EVENT_TYPES.join(', ')}`,
    );
  return JSON.stringify([...new Set(given)]);
}

/** Returns a new secret, and how it is stored: for an endpoint that comes from an export. */
export function newSealedSecret(secretKeys: SecretKeys): { readonly secret: string; readonly secrets: string } {
  const secret = randomWebhookSecret();
  return { secret, secrets: seal(secretKeys, [{ secret, until: null }]) };
}

function seal(secretKeys: SecretKeys, secrets: readonly StoredSecret[]): string {
  return secretKeys.encrypt('event-endpoint', JSON.stringify(secrets));
}

/**
 * Cached, so that many attempts decrypt once; equal ciphertexts have equal content, since each encryption is unique.
 */
function open(secretKeys: SecretKeys, sealed: string): StoredSecret[] {
  const known = opened.get(sealed);
  if (known !== undefined) return known;
  const secrets = JSON.parse(secretKeys.decrypt('event-endpoint', sealed)) as StoredSecret[];
  if (opened.size >= OPENED_MAX) opened.clear();
  opened.set(sealed, secrets);
  return secrets;
}
