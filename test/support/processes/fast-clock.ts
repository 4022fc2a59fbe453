// A clock that runs many times as fast as real time, so that leases lapse and retries fall due while a test waits. Processes with its settings share
// it with the test.
import type { Clock } from '../../../src/database/clock.ts';

export interface FastClock extends Clock {
  /** Environment variables that pass the clock to another process. */
  readonly settings: Readonly<Record<string, string>>;
}

export function fastClock(speed: number, start = Date.now()): FastClock {
  return {
    now: () => new Date(start + (Date.now() - start) * speed),
    settings: { CLOCK_START: String(start), CLOCK_SPEED: String(speed) },
  };
}

/** The clock of this process's environment. */
export function givenClock(): FastClock {
  return fastClock(Number(process.env['CLOCK_SPEED']), Number(process.env['CLOCK_START']));
}
