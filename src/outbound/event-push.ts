// Pushing an event to an endpoint: its content is read from the log at each attempt and signed anew, so that nothing of an erased person goes out
// and the address is the one that is registered now. Any 2xx is a receipt; whatever else may pass, and is tried again for three days.
import { newId } from '../database/ids.ts';
import type { ClaimedDelivery } from '../models/outbox/delivery-claim.ts';
import type { DeliveryOfEvent, Destination, FoundDestination } from '../models/outbox/event-destination.ts';
import {
  disableEventEndpoint,
  EventEndpointRecord,
  markEndpoint,
  signingSecretsOf,
} from '../models/outbox/event-endpoint.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Service } from '../service.ts';
import { toEventObject } from './event-object.ts';
import { RequestFailed, RequestRefused, type Answer, type GuardedClient } from './guarded-client.ts';
import { parseRetryAfter, type Outcome } from './outcome.ts';
import { webhookHeaders } from './standard-webhooks.ts';

/** Our choice: an endpoint that took nothing for so long is disabled, with a notice; the events stay in the log. */
const ENDPOINT_PATIENCE_SECONDS = 5 * 24 * 3600;

type Parts = Pick<Service, 'database' | 'clock' | 'secretKeys'>;
type Client = Pick<GuardedClient, 'postText'>;

/** Looks where a delivery goes now, together with others that go out. */
export type FindDestination = (delivery: DeliveryOfEvent) => Promise<FoundDestination | undefined>;

/** @param onNotice told when an endpoint is disabled since it took nothing for days */
export async function pushEvent(
  parts: Parts,
  { client, findDestination }: { client: Client; findDestination: FindDestination },
  delivery: ClaimedDelivery,
  onNotice: (text: string) => void,
): Promise<Outcome> {
  const found = await findDestination(delivery);
  if (found === undefined) return { result: 'refused', text: 'the endpoint was deleted' };
  const { event, ...destination } = found;
  if (destination.disabledAt !== null) return { result: 'refused', text: 'the endpoint was disabled' };
  if (event === undefined) return { result: 'refused', text: 'the event is no longer kept' };
  const body = JSON.stringify(toEventObject(event, destination, parts.secretKeys));
  const outcome = await attempt(parts, client, destination, event.id, body);
  const isDisabledNow = await keepState(parts, destination, outcome, onNotice);
  return isDisabledNow ? { result: 'refused', text: `${outcome.text}; the endpoint was disabled` } : outcome;
}

/** Sends what no change caused, for the publisher to see whether the endpoint verifies and answers. Throws NotFound. */
export async function pushTestEvent(
  parts: Parts,
  client: Client,
  publication: PublicationRow,
  endpointId: string,
): Promise<{ id: string; outcome: Outcome }> {
  const endpoint = await EventEndpointRecord.get(publication, parts.database, endpointId);
  const now = parts.clock.now();
  const id = newId('evt', now);
  const body = JSON.stringify({
    id,
    type: 'endpoint.test',
    timestamp: now.toISOString(),
    data: { id: endpoint.id },
    previous: null,
  });
  return { id, outcome: await attempt(parts, client, endpoint, id, body) };
}

async function attempt(
  { clock, secretKeys }: Parts,
  client: Client,
  { url, secrets }: Pick<Destination, 'url' | 'secrets'>,
  id: string,
  body: string,
): Promise<Outcome> {
  const now = clock.now();
  try {
    return toOutcome(
      await client.postText(url, body, webhookHeaders(signingSecretsOf(secretKeys, secrets, now), id, now, body)),
      now,
    );
  } catch (error) {
    if (error instanceof RequestRefused) return { result: 'refused', text: error.message };
    if (error instanceof RequestFailed) return { result: 'failed', text: error.message };
    throw error;
  }
}

/** Our choice: 4xx, too, may pass, since whoever mends a receiver does not want to lose what came before. */
function toOutcome({ status, retryAfter }: Answer, now: Date): Outcome {
  if (status >= 200 && status < 300) return { result: 'delivered', text: String(status) };
  const text = status >= 300 && status < 400 ? `${status}: redirects are not followed` : String(status);
  return { result: 'failed', text, retryAfterSeconds: parseRetryAfter(retryAfter, now) };
}

/** Written only where it changes, so that an endpoint that answers costs nothing. Returns whether it was disabled. */
async function keepState(
  { database, clock }: Parts,
  known: Destination,
  outcome: Outcome,
  onNotice: (text: string) => void,
): Promise<boolean> {
  const { endpointId, publicationId, failingSince } = known;
  const state = outcome.result === 'delivered' ? 'answering' : 'failing';
  const publication = { id: publicationId };
  if ((state === 'failing') !== (failingSince !== null))
    await database.transaction((transaction) => markEndpoint(publication, transaction, clock, endpointId, state));
  if (
    state === 'answering' ||
    failingSince === null ||
    clock.now().getTime() - failingSince < ENDPOINT_PATIENCE_SECONDS * 1000
  )
    return false;
  const reason = `it took nothing since ${new Date(failingSince).toISOString()}`;
  const isDisabledNow = await database.transaction((transaction) =>
    disableEventEndpoint(publication, transaction, clock, endpointId, reason),
  );
  if (isDisabledNow)
    onNotice(
      `the event endpoint ${endpointId} of ${publicationId} was disabled: ${reason}; its events stay in the log and can be replayed`,
    );
  return isDisabledNow;
}
