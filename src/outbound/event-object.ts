// An event as publishers get it, in one shape for the data API and for endpoints. `data` is the object as the data API shows it, with the
// event's other fields; personal fields are null once the person was erased.
import type { SecretKeys } from '../database/secrets.ts';
import type { LoggedEvent } from '../models/outbox/event-record.ts';
import type { EventContent, EventFields, EventType, EventValue } from '../models/outbox/event.ts';
import { activationUrl } from '../models/people/activation.ts';
import { NO_DETAILS } from '../models/people/customer-details.ts';
import { fromPostalText, toPostalObject } from '../models/postal/postal-address.ts';
import type { Publication } from '../models/publication/publication.ts';

type ShownValue = EventValue | ReturnType<typeof toPostalObject>;

export interface EventObject {
  id: string;
  type: EventType;
  /** ISO 8601: when the change was made. */
  timestamp: string;
  data: Record<string, ShownValue>;
  /** The former values of the fields that changed; null where there are none, or where they were erased. */
  previous: Record<string, ShownValue> | null;
}

/** Fields in milliseconds that are shown as ISO 8601. */
const TIMES = new Set(['cancel_at', 'ends_at', 'failed_at', 'paid_at', 'period_start', 'period_end']);
const NOBODY: EventContent = { object: { ...NO_DETAILS, newsletterSlugs: [] } };

export function toEventObject(
  event: LoggedEvent,
  publication: Pick<Publication, 'siteUrl'>,
  secretKeys: SecretKeys,
): EventObject {
  const { id, type, createdAt, facts } = event;
  const isCustomer = type.startsWith('customer.') && type !== 'customer.erased';
  const personal = isCustomer ? (event.personal ?? NOBODY) : undefined;
  const { isActivated, ...object }: EventFields = {
    ...(isCustomer && { id: event.objectId }),
    ...facts.object,
    ...personal?.object,
  };
  // Derived and never stored, since whoever has it can activate the account.
  const isOpen = isActivated === false && event.personal !== null;
  const activation = isCustomer
    ? { activationUrl: isOpen ? activationUrl(secretKeys, publication, event.objectId) : null }
    : {};
  const previous = personal?.previous ?? facts.previous ?? null;
  return {
    id,
    type,
    timestamp: new Date(createdAt).toISOString(),
    data: toWire({ ...object, ...activation }),
    previous: previous && toWire(previous),
  };
}

function toWire(fields: EventFields): Record<string, ShownValue> {
  const pairs = Object.entries(fields).map(([name, value]): [string, ShownValue] => {
    const wireName = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    // Kept as it is in the row of the customer.
    if (name === 'postalAddress' && typeof value === 'string') return [wireName, toPostalObject(fromPostalText(value))];
    return [wireName, TIMES.has(wireName) && typeof value === 'number' ? new Date(value).toISOString() : value];
  });
  return Object.fromEntries(pairs);
}
