// When a request is tried again, and after how long.
import { ApiError, ConnectionError } from './error.ts';

const FIRST_DELAY_MILLISECONDS = 500;
const LONGEST_DELAY_MILLISECONDS = 8_000;
/** A service that asks for more patience than this gets an error instead. */
const LONGEST_RETRY_AFTER_SECONDS = 60;
const RETRY_AFTER_JITTER_MILLISECONDS = 250;

/**
 * Milliseconds to wait before the next try; undefined where there must be none.
 * @param attempt how many tries have failed before this one.
 * @param isRepeatable whether a second execution has no second effect: reading, or under an idempotency key.
 */
export function delayBeforeRetry(error: unknown, attempt: number, isRepeatable: boolean): number | undefined {
  if (!isRetryable(error, isRepeatable)) return undefined;
  const asked = error instanceof ApiError ? retryAfterSeconds(error.headers) : undefined;
  if (asked !== undefined)
    return asked > LONGEST_RETRY_AFTER_SECONDS
      ? undefined
      : asked * 1000 + Math.random() * RETRY_AFTER_JITTER_MILLISECONDS;
  const ceiling = Math.min(LONGEST_DELAY_MILLISECONDS, FIRST_DELAY_MILLISECONDS * 2 ** attempt);
  return ceiling * (0.5 + Math.random() / 2);
}

function isRetryable(error: unknown, isRepeatable: boolean): boolean {
  if (error instanceof ConnectionError) return isRepeatable;
  if (!(error instanceof ApiError)) return false;
  // Refused before anything was done, so that any request may be sent again.
  if (error.status === 429) return true;
  // The service's own conflicts are final; one that a later try may pass says when.
  if (error.status === 409) return isRepeatable && error.headers.has('retry-after');
  return isRepeatable && (error.status === 408 || error.status >= 500);
}

/** Retry-After in seconds or as a date (RFC 9110, 10.2.3). */
function retryAfterSeconds(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Resolves after the time, or rejects with the signal's reason as soon as it aborts. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
