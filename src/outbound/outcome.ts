// The outcome of a delivery attempt, and when to retry (retry with backoff, decisions 25): a logout notice 8 times over a day, an event 9 times
// over three days; a mail for as long as it is of use, at first in short intervals, since it is worth little an hour late.
import { randomInt } from 'node:crypto';
import { addSeconds } from '../database/clock.ts';
import type { Exchange } from '../models/outbox/delivery-attempt.ts';
import type { ClaimedDelivery } from '../models/outbox/delivery-claim.ts';
import type { MailBounce } from '../models/outbox/mail-report.ts';

export type Outcome = Result & {
  /** What was sent and what came back, for the publisher's log; of a mail, what the server said. */
  readonly exchange?: Exchange | undefined;
  /** Of a mail: what the failure says about its recipient. It counts once the mail is given up. */
  readonly bounce?: MailBounce | undefined;
};

type Result =
  | { readonly result: 'delivered'; readonly text: string }
  /** Permanent: a retry would get the same answer. */
  | { readonly result: 'refused'; readonly text: string }
  /** Transient: it is retried. */
  | { readonly result: 'failed'; readonly text: string; readonly retryAfterSeconds?: number | undefined }
  /** The server that takes all deliveries of this receiver is unreachable; no other delivery is tried meanwhile. */
  | { readonly result: 'unreachable'; readonly text: string };

/** Decisions 25: 8 retries within 24 hours, with the longest jitter and the longest Retry-After that is honoured. */
const RETRY_DELAYS_SECONDS = [75, 300, 900, 3600, 7200, 14_400, 21_600, 25_200];
/** Events: 9 retries within three days, with the longest jitter and the longest Retry-After that is honoured. */
const EVENT_RETRY_DELAYS_SECONDS = [75, 300, 1800, 7200, 18_000, 36_000, 50_400, 57_600, 61_200];
/** Our choice: the longest Retry-After that is honoured; a longer one counts as this. */
const RETRY_AFTER_MAX_SECONDS = 1800;
/** At most one attempt a minute per delivery. */
const RETRY_MIN_SECONDS = 60;

/** Our choice for mails: the delay is half the mail's age, between half a minute and an hour; after a day it is given up. */
const MAIL_RETRY_MIN_SECONDS = 30;
const MAIL_RETRY_MAX_SECONDS = 3600;
const MAIL_GIVE_UP_SECONDS = 24 * 3600;
/** How long all deliveries of an unreachable receiver wait. */
export const RECEIVER_HOLD_SECONDS = 30;
/** The delivery that found it unreachable waits a little longer: if it is the cause itself, the others still get through. */
const BEHIND_OTHERS_MAX_SECONDS = 15;

/** Returns undefined when the delivery is given up. */
export function nextAttemptAt(delivery: ClaimedDelivery, outcome: Outcome, now: Date): Date | undefined {
  return delivery.kind === 'mail'
    ? nextMailAttemptAt(delivery, outcome, now)
    : nextNoticeAttemptAt(delivery, outcome, now);
}

function nextNoticeAttemptAt(delivery: ClaimedDelivery, outcome: Outcome, now: Date): Date | undefined {
  const delay = (delivery.kind === 'event' ? EVENT_RETRY_DELAYS_SECONDS : RETRY_DELAYS_SECONDS)[delivery.attempts - 1];
  if (delay === undefined) return undefined;
  const asked = outcome.result === 'failed' ? Math.min(outcome.retryAfterSeconds ?? 0, RETRY_AFTER_MAX_SECONDS) : 0;
  return addSeconds(now, Math.max(withJitter(delay), asked, RETRY_MIN_SECONDS));
}

function nextMailAttemptAt(delivery: ClaimedDelivery, outcome: Outcome, now: Date): Date | undefined {
  const age = (now.getTime() - delivery.createdAt) / 1000;
  if (age > MAIL_GIVE_UP_SECONDS) return undefined;
  if (outcome.result === 'unreachable')
    return addSeconds(now, RECEIVER_HOLD_SECONDS + randomInt(1, BEHIND_OTHERS_MAX_SECONDS));
  return addSeconds(now, withJitter(Math.min(Math.max(age / 2, MAIL_RETRY_MIN_SECONDS), MAIL_RETRY_MAX_SECONDS)));
}

/** Between 80 and 110 percent, so that deliveries that failed together are not retried together. */
function withJitter(seconds: number): number {
  return (seconds * randomInt(800, 1101)) / 1000;
}

/** Parses Retry-After, seconds or a date (RFC 9110 section 10.2.3). Returns undefined for anything else. */
export function parseRetryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, (at - now.getTime()) / 1000);
}
