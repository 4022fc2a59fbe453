// A lease: a worker claims a row by a conditional update that moves its `due_at` to the end of the lease. Unless the
// lease is renewed, the row is then due again, so that another worker takes over from one that was killed.
import { addSeconds, type Clock } from '../database/clock.ts';

/** Our choice: longer than any HTTP attempt. An SMTP attempt that takes longer renews its lease. */
const LEASE_SECONDS = 60;

export function endOfLease(clock: Clock): Date {
  return addSeconds(clock.now(), LEASE_SECONDS);
}
