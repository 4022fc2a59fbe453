// Pushes an event to an endpoint. Each attempt reads it from the log and signs it anew, so that nothing of an erased person is sent and the
// registered address is used. Any 2xx is a receipt; anything else is retried for three days.
import { recordAttempts, type AttemptReason } from '../models/outbox/delivery-attempt.ts';
import type { ClaimedDelivery } from '../models/outbox/delivery-claim.ts';
import type { DeliveryOfEvent, Destination, FoundDestination } from '../models/outbox/event-destination.ts';
import {
  disableEventEndpoint,
  EventEndpointRecord,
  markEndpoint,
  signingSecretsOf,
} from '../models/outbox/event-endpoint.ts';
import { TEST_EVENT, type TestDelivery } from '../models/outbox/test-delivery.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Service } from '../service.ts';
import { toEventObject } from './event-object.ts';
import { exchange } from './exchange.ts';
import type { Answer, GuardedClient } from './guarded-client.ts';
import { parseRetryAfter, type Outcome } from './outcome.ts';
import { webhookHeaders } from './standard-webhooks.ts';

/** Our choice: an endpoint that accepted nothing for so long is disabled, with a notice; its events stay in the log. */
const FAILING_MAX_SECONDS = 5 * 24 * 3600;

type Parts = Pick<Service, 'database' | 'clock' | 'secretKeys'>;
type Client = Pick<GuardedClient, 'postText'>;

/** Finds the destination of a delivery as it is registered now. */
export type FindDestination = (delivery: DeliveryOfEvent) => Promise<FoundDestination | undefined>;

/** Makes one attempt. @param onNotice called when an endpoint is disabled since it accepted nothing for days */
export async function pushEvent(
  parts: Parts,
  { client, findDestination }: { client: Client; findDestination: FindDestination },
  delivery: ClaimedDelivery,
  onNotice: (text: string) => void,
): Promise<Outcome> {
  const found = await findDestination(delivery);
  if (found === undefined) return notSent('the endpoint was deleted', 'endpoint_deleted');
  const { event, ...destination } = found;
  if (destination.disabledAt !== null) return notSent('the endpoint was disabled', 'endpoint_disabled');
  if (event === undefined) return notSent('the event is no longer kept', 'event_not_kept');
  const body = JSON.stringify(toEventObject(event, destination, parts.secretKeys));
  const { id, customerId } = event;
  const outcome = await attempt(parts, client, destination, { id, customerId, body });
  const isDisabledNow = await updateEndpointState(parts, destination, outcome, onNotice);
  return isDisabledNow
    ? { ...outcome, result: 'refused', text: `${outcome.text}; the endpoint was disabled` }
    : outcome;
}

/**
 * Sends a test event, so that the publisher sees whether the endpoint verifies and answers, and records the attempt,
 * the only one. Throws NotFound.
 */
export async function sendTestEvent(
  parts: Parts,
  client: Client,
  publication: PublicationRow,
  claimed: TestDelivery,
): Promise<Outcome> {
  const { database, clock } = parts;
  const endpoint = await EventEndpointRecord.get(publication, database, claimed.receiver);
  const startedAt = clock.now();
  const body = JSON.stringify(toTestEvent(claimed));
  const outcome = await attempt(parts, client, endpoint, { id: claimed.eventId, body });
  const { result, text } = outcome;
  const state = result === 'delivered' ? 'delivered' : 'dead';
  const record = { state, outcome: text, keepsPayload: true } as const;
  await database.transaction((transaction) =>
    recordAttempts(transaction, clock, [
      { claimed, startedAt, endedAt: clock.now(), record, exchange: outcome.exchange },
    ]),
  );
  return outcome;
}

export function toTestEvent({
  eventId,
  receiver,
  createdAt,
}: Pick<TestDelivery, 'eventId' | 'receiver' | 'createdAt'>) {
  const timestamp = new Date(createdAt).toISOString();
  return { id: eventId, type: TEST_EVENT, timestamp, data: { id: receiver }, previous: null };
}

function notSent(text: string, reason: AttemptReason): Outcome {
  return { result: 'refused', text, exchange: { reason } };
}

async function attempt(
  { clock, secretKeys }: Parts,
  client: Client,
  { url, secrets }: Pick<Destination, 'url' | 'secrets'>,
  { id, customerId, body }: { readonly id: string; readonly customerId?: string; readonly body: string },
): Promise<Outcome> {
  const now = clock.now();
  const headers = webhookHeaders(signingSecretsOf(secretKeys, secrets, now), id, now, body);
  return exchange(
    { request: { url, timestamp: headers['webhook-timestamp'] ?? '' }, customerId },
    () => client.postText(url, body, headers),
    (answer) => toOutcome(answer, now),
  );
}

/** Our choice: 4xx is retried, too, since whoever repairs a receiver does not want to lose earlier events. */
function toOutcome({ status, retryAfter }: Answer, now: Date): Outcome {
  if (status >= 200 && status < 300) return { result: 'delivered', text: String(status) };
  const text = status >= 300 && status < 400 ? `${status}: redirects are not followed` : String(status);
  return { result: 'failed', text, retryAfterSeconds: parseRetryAfter(retryAfter, now) };
}

/** Writes only where the state changes, so that an endpoint that answers costs nothing. Returns whether the endpoint was disabled now. */
async function updateEndpointState(
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
    clock.now().getTime() - failingSince < FAILING_MAX_SECONDS * 1000
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
