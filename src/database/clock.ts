// The one source of time. Everything that compares or stores a time takes a Clock, so that tests move it instead of sleeping.

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** Whole seconds since 1970, as JWTs and the token response count (RFC 7519 section 2, NumericDate). */
export function toUnixSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

export function addSeconds(date: Date, seconds: number): Date {
  return new Date(date.getTime() + seconds * 1000);
}

/**
 * The latest end of what lives for so many seconds. What ends later was made before the clock was set back, and would come to life again.
 * Our choice: twice its life, so that the clocks of two instances may differ by a life.
 */
export function latestEnd(now: Date, lifetimeSeconds: number): Date {
  return addSeconds(now, 2 * lifetimeSeconds);
}

/** Whether what lives for so many seconds has not ended, nor was made before the clock was set back. @param expiresAt milliseconds */
export function isAlive(expiresAt: number, now: Date, lifetimeSeconds: number): boolean {
  return expiresAt > now.getTime() && expiresAt <= latestEnd(now, lifetimeSeconds).getTime();
}
