// A clock that tests move; it starts at the real time unless told otherwise, and stands still.
import type { Clock } from '../../../src/database/clock.ts';

export class MovableClock implements Clock {
  #now: number;

  constructor(now = Date.now()) {
    this.#now = now;
  }

  now(): Date {
    return new Date(this.#now);
  }

  advance(seconds: number): void {
    this.#now += seconds * 1000;
  }
}
