// A clock that tests move; it starts at the real time and stands still.
import type { Clock } from '../../../src/database/clock.ts';

export class MovableClock implements Clock {
  #now = Date.now();

  now(): Date {
    return new Date(this.#now);
  }

  advance(seconds: number): void {
    this.#now += seconds * 1000;
  }
}
