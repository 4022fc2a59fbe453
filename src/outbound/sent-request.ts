// The request of a delivery as its log shows it: for an event built again from the log, so that nothing of an erased person
// is in it; for a logout the decoded token. Our choice: signatures, and the link that activates an account, are not
// shown, so that nobody who reads a log can send the request again, or activate the account.
import type { Connection } from '../database/connection.ts';
import type { SecretKeys } from '../database/secrets.ts';
import type { SentRequest } from '../models/outbox/delivery-attempt.ts';
import type { DeliveryRecord } from '../models/outbox/delivery.ts';
import { EventRecord, toEvent } from '../models/outbox/event-record.ts';
import { TEST_EVENT } from '../models/outbox/test-delivery.ts';
import type { Publication } from '../models/publication/publication.ts';
import type { RowOf } from '../models/record.ts';
import { toEventObject } from './event-object.ts';
import { toTestEvent } from './event-push.ts';
import { OWN_HEADERS } from './guarded-client.ts';

export interface ShownRequest {
  /** Empty before the first attempt. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the body holds: an event, or a logout token without its signature. Null once it is no longer kept. */
  readonly content: unknown;
}

const HIDDEN = '…';
type Shown = Pick<RowOf<DeliveryRecord>, 'kind' | 'receiver' | 'eventId' | 'payload' | 'createdAt'>;
interface Parts {
  readonly database: Connection;
  readonly secretKeys: SecretKeys;
}

/** Undefined for a mail, whose content is never shown. @param sent what the last attempt sent */
export async function requestOf(
  parts: Parts,
  publication: Pick<Publication, 'id' | 'siteUrl'>,
  delivery: Shown,
  sent: SentRequest | null = null,
): Promise<ShownRequest | undefined> {
  const url = sent?.url ?? '';
  if (delivery.kind === 'backchannel_logout') {
    const headers = { ...OWN_HEADERS, 'content-type': 'application/x-www-form-urlencoded' };
    return { url, headers, content: sent?.token ?? null };
  }
  const { eventId } = delivery;
  if (eventId === null) return undefined;
  const headers = {
    ...OWN_HEADERS,
    'content-type': 'application/json',
    'webhook-id': eventId,
    'webhook-timestamp': sent?.timestamp ?? HIDDEN,
    'webhook-signature': `v1,${HIDDEN}`,
  };
  return { url, headers, content: await contentOf(parts, publication, { ...delivery, eventId }) };
}

async function contentOf(
  { database, secretKeys }: Parts,
  publication: Pick<Publication, 'id' | 'siteUrl'>,
  delivery: Shown & { readonly eventId: string },
): Promise<unknown> {
  if (delivery.payload === TEST_EVENT) return toTestEvent(delivery);
  const event = await EventRecord.find(publication, database, { id: delivery.eventId });
  if (event === undefined) return null;
  const object = toEventObject(toEvent(event), publication, secretKeys);
  const isActivatable = typeof object.data['activation_url'] === 'string';
  return isActivatable ? { ...object, data: { ...object.data, activation_url: HIDDEN } } : object;
}
