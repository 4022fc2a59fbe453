// A lease: a worker claims a row by a conditional write that moves its `due_at` to the lease's end. Unless that is renewed, the row is due again
// then, so that what a killed worker held is taken up by the next one.
import { addSeconds, type Clock } from '../database/clock.ts';

/** Our choice: longer than any HTTP attempt; an SMTP attempt that takes longer renews its lease. */
const LEASE_SECONDS = 60;

export function endOfLease(clock: Clock): Date {
  return addSeconds(clock.now(), LEASE_SECONDS);
}
