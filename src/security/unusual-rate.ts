// Notices when a kind of security event happens far more often than it usually does (reliability R-A2). Each process
// counts its own events, in memory.
import type { Clock } from '../database/clock.ts';
import { SECURITY_EVENTS, type SecurityEventKind } from './kinds.ts';

const MINUTE_MILLISECONDS = 60_000;
/**
 * Our choice: the last five minutes are compared with a moving average of about a day before them. It begins at zero
 * when a process starts, so that an attack under way is not taken for usual.
 */
const RECENT_MINUTES = 5;
const AVERAGED_MINUTES = 1440;
const TIMES_USUAL = 10;
/** After so long without an event the average is as good as zero. */
const LONGEST_MINUTES = 10 * AVERAGED_MINUTES;
/** Our choice: one warning about a kind in this time. */
const QUIET_MINUTES = 60;

/** How often a kind of event happens. */
export interface Rate {
  /** Events in the last five minutes. */
  readonly recent: number;
  /** Events in five minutes, as usual. */
  readonly usual: number;
}

/** The events of one kind. */
class KindCount {
  /** Counts of the last minutes, that of `minute` last. */
  readonly #counts: number[] = [];
  #minute: number;
  #average = 0;
  #warnedAt = -Infinity;

  constructor(minute: number) {
    this.#minute = minute;
  }

  add(minute: number): Rate {
    this.#advanceTo(minute);
    this.#counts.push((this.#counts.pop() ?? 0) + 1);
    const recent = this.#counts.reduce((sum, count) => sum + count, 0);
    return { recent, usual: this.#average * RECENT_MINUTES };
  }

  /** Whether this is the first warning for a while. */
  warn(minute: number): boolean {
    if (minute - this.#warnedAt < QUIET_MINUTES) return false;
    this.#warnedAt = minute;
    return true;
  }

  /** Minutes that are no longer recent enter the average. */
  #advanceTo(minute: number): void {
    const passed = Math.min(minute - this.#minute, LONGEST_MINUTES);
    for (let step = 0; step < passed; step += 1) {
      this.#counts.push(0);
      if (this.#counts.length > RECENT_MINUTES)
        this.#average += ((this.#counts.shift() ?? 0) - this.#average) / AVERAGED_MINUTES;
    }
    this.#minute = Math.max(this.#minute, minute);
  }
}

export class UnusualRates {
  readonly #clock: Clock;
  readonly #counts = new Map<SecurityEventKind, KindCount>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts an event. Returns the rate where it is unusual and nothing was said about it within the last hour. */
  add(kind: SecurityEventKind): Rate | undefined {
    const minute = Math.floor(this.#clock.now().getTime() / MINUTE_MILLISECONDS);
    const count = this.#counts.get(kind) ?? new KindCount(minute);
    this.#counts.set(kind, count);
    const { recent, usual } = count.add(minute);
    const isUnusual = recent > Math.max(SECURITY_EVENTS[kind].quietUpTo, TIMES_USUAL * usual);
    return isUnusual && count.warn(minute) ? { recent, usual: Math.round(usual) } : undefined;
  }
}
