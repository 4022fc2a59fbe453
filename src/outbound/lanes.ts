// Who may have how many attempts under way (decisions 25): a receiver earns its places by answering, so that a hundred dead ones hold up nobody.
import type { ClaimedDelivery, DueReceiver, Receiver } from '../models/outbox/delivery-claim.ts';
import { MAIL_CONNECTIONS } from './mail-transport.ts';

type Lane = 'mail' | 'open' | 'ailing';

/** Our choice; every attempt of the open and the ailing lane ends within five seconds. */
const LANE_SIZES: Record<Lane, number> = { mail: MAIL_CONNECTIONS, open: 192, ailing: 64 };
/** Half the mail connections at most are one publication's. What is under way when a process is killed is sent twice, so there are few. */
const PLACES_OF_GOOD_RECEIVER: Record<Lane, number> = { mail: MAIL_CONNECTIONS / 2, open: 4, ailing: 1 };
/** An endpoint dedupes by the event's id, and may be told of many things at once as long as they are about different objects. */
const PLACES_OF_GOOD_ENDPOINT = 24;
const PLACES_OF_UNKNOWN_RECEIVER = 1;

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #taken = new Map<Lane, number>();
  readonly #takenBy = new Map<string, number>();
  readonly #isGood = new Map<string, boolean>();
  readonly #heldUntil = new Map<string, Date>();

  /** How many more attempts may begin now. */
  placesFor(receiver: DueReceiver, now: Date): number {
    if ((this.#heldUntil.get(nameOf(receiver)) ?? now) > now) return 0;
    const lane = this.#laneOf(receiver);
    const { kind } = receiver;
    const most = kind === 'event' && lane === 'open' ? PLACES_OF_GOOD_ENDPOINT : PLACES_OF_GOOD_RECEIVER[lane];
    const places = this.#isGood.get(nameOf(receiver)) === true ? most : PLACES_OF_UNKNOWN_RECEIVER;
    const free = LANE_SIZES[lane] - (this.#taken.get(lane) ?? 0);
    return Math.max(0, Math.min(free, places - (this.#takenBy.get(nameOf(receiver)) ?? 0)));
  }

  enter(delivery: ClaimedDelivery): void {
    const lane = this.#laneOf(delivery);
    this.#lanes.set(`${delivery.id} ${delivery.attempts}`, lane);
    add(this.#taken, lane, 1);
    add(this.#takenBy, nameOf(delivery), 1);
  }

  /** What comes for a receiver that is out of reach waits, too. */
  hold(receiver: Receiver, until: Date): void {
    this.#heldUntil.set(nameOf(receiver), until);
  }

  /** @param isGood whether the receiver took or refused the delivery; one that does neither is ailing until it does. Undefined: not asked. */
  leave(delivery: ClaimedDelivery, isGood: boolean | undefined): void {
    const { id, attempts } = delivery;
    const lane = this.#lanes.get(`${id} ${attempts}`);
    if (lane === undefined) return;
    this.#lanes.delete(`${id} ${attempts}`);
    add(this.#taken, lane, -1);
    add(this.#takenBy, nameOf(delivery), -1);
    if (isGood !== undefined) this.#isGood.set(nameOf(delivery), isGood);
  }

  #laneOf(receiver: DueReceiver): Lane {
    if (receiver.kind === 'mail') return 'mail';
    return this.#isGood.get(nameOf(receiver)) === false ? 'ailing' : 'open';
  }
}

function nameOf({ publicationId, receiver }: Receiver): string {
  return `${publicationId} ${receiver}`;
}

function add<Key>(counts: Map<Key, number>, key: Key, amount: number): void {
  const count = (counts.get(key) ?? 0) + amount;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
