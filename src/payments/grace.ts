// Our choice: how long a failed payment keeps its access, and on which days after the failure the customer is written to.

const DAY_SECONDS = 24 * 3600;

export const GRACE_SECONDS = 14 * DAY_SECONDS;
const REMINDER_DAYS: readonly number[] = [0, 3, 5, 7];

/** How many of the letters are due so long after the failure. */
export function remindersDue(sinceMilliseconds: number, now: number): number {
  return REMINDER_DAYS.filter((day) => now - sinceMilliseconds >= day * DAY_SECONDS * 1000).length;
}
