// Limits of concurrent attempts (decisions 25): a receiver that answers gets more slots, so that a hundred dead ones hold up nobody.
import type { ClaimedDelivery, DueReceiver, Receiver, Wanted } from '../models/outbox/delivery-claim.ts';
import { MAIL_CONNECTIONS } from './mail-transport.ts';

type Lane = 'mail' | 'open' | 'failing';

/** Our choice: the slots of each lane. Every attempt in the lanes open and failing ends within five seconds. */
const LANE_SIZES: Record<Lane, number> = { mail: MAIL_CONNECTIONS, open: 192, failing: 64 };
/** One publication has half of the mail connections at most. What is under way when a process is killed is sent twice, so there are few. */
const SLOTS_OF_ANSWERING_RECEIVER: Record<Lane, number> = { mail: MAIL_CONNECTIONS / 2, open: 4, failing: 1 };
/** An endpoint deduplicates by the event's id, and may get many events at once as long as they are about different objects. */
const SLOTS_OF_ANSWERING_ENDPOINT = 24;
const SLOTS_OF_UNKNOWN_RECEIVER = 1;

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  readonly #taken = new Map<Lane, number>();
  readonly #takenBy = new Map<string, number>();
  readonly #isAnswering = new Map<string, boolean>();
  readonly #heldUntil = new Map<string, Date>();

  /** Whether the lane of receivers that answer, or were not asked yet, has room. */
  get isOpen(): boolean {
    return this.#freeIn('open') > 0;
  }

  /** How many more attempts may start now for each of the receivers, in their order, while there is room for any. */
  share(receivers: readonly DueReceiver[], now: Date): Wanted[] {
    const shared = new Map<Lane, number>();
    return receivers.flatMap((due) => {
      const lane = this.#laneOf(due);
      const count = Math.min(this.#slotsFor(due, now), this.#freeIn(lane) - (shared.get(lane) ?? 0));
      if (count <= 0) return [];
      add(shared, lane, count);
      return [{ publicationId: due.publicationId, receiver: due.receiver, count }];
    });
  }

  enter(delivery: ClaimedDelivery): void {
    const lane = this.#laneOf(delivery);
    this.#lanes.set(`${delivery.id} ${delivery.attempts}`, lane);
    add(this.#taken, lane, 1);
    add(this.#takenBy, nameOf(delivery), 1);
  }

  /** No attempt for this receiver starts before `until`. */
  hold(receiver: Receiver, until: Date): void {
    this.#heldUntil.set(nameOf(receiver), until);
  }

  /**
   * @param isAnswering whether the receiver accepted or refused the delivery; undefined where it was not asked. Otherwise it is failing until it
   * answers.
   */
  leave(delivery: ClaimedDelivery, isAnswering: boolean | undefined): void {
    const { id, attempts } = delivery;
    const lane = this.#lanes.get(`${id} ${attempts}`);
    if (lane === undefined) return;
    this.#lanes.delete(`${id} ${attempts}`);
    add(this.#taken, lane, -1);
    add(this.#takenBy, nameOf(delivery), -1);
    if (isAnswering !== undefined) this.#isAnswering.set(nameOf(delivery), isAnswering);
  }

  #slotsFor(receiver: DueReceiver, now: Date): number {
    if ((this.#heldUntil.get(nameOf(receiver)) ?? now) > now) return 0;
    const lane = this.#laneOf(receiver);
    const { kind } = receiver;
    const limit = kind === 'event' && lane === 'open' ? SLOTS_OF_ANSWERING_ENDPOINT : SLOTS_OF_ANSWERING_RECEIVER[lane];
    const slots = this.#isAnswering.get(nameOf(receiver)) === true ? limit : SLOTS_OF_UNKNOWN_RECEIVER;
    return slots - (this.#takenBy.get(nameOf(receiver)) ?? 0);
  }

  #freeIn(lane: Lane): number {
    return LANE_SIZES[lane] - (this.#taken.get(lane) ?? 0);
  }

  #laneOf(receiver: DueReceiver): Lane {
    if (receiver.kind === 'mail') return 'mail';
    return this.#isAnswering.get(nameOf(receiver)) === false ? 'failing' : 'open';
  }
}

export function nameOf({ publicationId, receiver }: Receiver): string {
  return `${publicationId} ${receiver}`;
}

function add<Key>(counts: Map<Key, number>, key: Key, amount: number): void {
  const count = (counts.get(key) ?? 0) + amount;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
