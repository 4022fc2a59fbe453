// The events that the service sends to this website: each is verified and handled once, and the latest are shown. They are kept in memory to keep the
// example short: store the ids where your website stores what it makes of the events, and write both in one transaction.
import { Webhook } from 'standardwebhooks';

/** As the service sends it; `data` is the object after the change. */
export interface Event {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

const KEPT_MAX = 1000;

export class Events {
  readonly #webhook: Webhook;
  readonly #taken = new Map<string, Event>();

  /** @param secret whsec_…, as shown when the endpoint was made */
  constructor(secret: string) {
    this.#webhook = new Webhook(secret);
  }

  /** @param body exactly as it came: the signature is of its bytes. Throws where the request is not the service's, or is old. */
  take(body: string, headers: Record<string, string>): void {
    const event = this.#webhook.verify(body, headers) as Event;
    // The service sends an event again when our answer was lost, or when it is asked to.
    if (this.#taken.has(event.id)) return;
    this.#taken.set(event.id, event);
    const [oldest] = this.#taken.keys();
    if (this.#taken.size > KEPT_MAX && oldest !== undefined) this.#taken.delete(oldest);
  }

  /** The newest first. */
  latest(count: number): Event[] {
    return [...this.#taken.values()].slice(-count).toReversed();
  }
}
