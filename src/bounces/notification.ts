// Reads what comes back by mail: delivery status notifications (RFC 3462 and 3464) and feedback reports about complaints
// (ARF, RFC 5965).
import type { MailBounce } from '../models/outbox/mail-report.ts';
import { bounceOf, statusIn } from '../outbound/mail-status.ts';
import { contentOf, parameterOf, partsOf, readFields, readPart, typeOf, type Part } from './mime.ts';

export interface Notification {
  readonly bounce: MailBounce;
  /** Where the mail that it is about may name itself: former envelope senders. */
  readonly senders: readonly string[];
}

/** Complaints; the other types of feedback, such as `not-spam` and `auth-failure`, are none. */
const COMPLAINTS: ReadonlySet<string> = new Set(['abuse', 'fraud', 'virus', 'other', 'opt-out', 'opt-out-list']);

/**
 * Returns what a mail reports about the recipient of another; undefined for anything else, such as an answer of somebody
 * on holiday, a notice of a delay, or a refusal that is no fault of the recipient's.
 */
export function readNotification(mail: string): Notification | undefined {
  const whole = readPart(mail);
  if (typeOf(whole) !== 'multipart/report') return undefined;
  const parts = partsOf(whole);
  switch (parameterOf(whole, 'report-type')?.toLowerCase()) {
    case 'delivery-status':
      return readDeliveryStatus(parts);
    case 'feedback-report':
      return readFeedback(parts);
    default:
      return undefined;
  }
}

/** RFC 3464 section 2.1: fields of the message, then a group of fields for each recipient, with an empty line before. */
function readDeliveryStatus(parts: readonly Part[]): Notification | undefined {
  const status = parts.find((part) => /^message\/(?:global-)?delivery-status$/.test(typeOf(part)));
  if (status === undefined) return undefined;
  const groups = contentOf(status)
    .trim()
    .split(/\n(?:[ \t]*\n)+/)
    .slice(1)
    .map(readFields);
  const failed = groups.find((group) => group.get('action')?.toLowerCase() === 'failed');
  if (failed === undefined) return undefined;
  const answer = withoutType(failed.get('diagnostic-code'));
  const bounce = bounceOf(statusOf(failed.get('status'), answer), answer);
  return bounce && { bounce, senders: sendersIn(parts) };
}

/**
 * Our choice: the code in the remote server's own answer where that says more than the field, in which some servers put
 * 5.0.0 for anything.
 */
function statusOf(field: string | undefined, answer: string | undefined): string | undefined {
  const given = statusIn(field ?? '');
  const isVague = given === undefined || /^[45]\.0\.0$/.test(given);
  return (isVague ? statusIn(answer ?? '') : undefined) ?? given;
}

function readFeedback(parts: readonly Part[]): Notification | undefined {
  const report = parts.find((part) => typeOf(part) === 'message/feedback-report');
  if (report === undefined) return undefined;
  const fields = readFields(contentOf(report).trim());
  if (!COMPLAINTS.has(fields.get('feedback-type')?.toLowerCase() ?? '')) return undefined;
  const senders = [fields.get('original-mail-from')].flatMap(addressIn);
  return { bounce: { kind: 'complaint' }, senders: [...senders, ...sendersIn(parts)] };
}

/** The envelope sender of the mail that was returned, which the receiving server wrote into its head (RFC 5321 section 4.4). */
function sendersIn(parts: readonly Part[]): string[] {
  const returned = parts.find((part) =>
    /^(?:message\/rfc822|text\/rfc822-headers|message\/global(?:-headers)?)$/.test(typeOf(part)),
  );
  if (returned === undefined) return [];
  return [readPart(`${contentOf(returned).trimStart()}\n\n`).headers.get('return-path')].flatMap(addressIn);
}

/** The diagnostic code of a server, without `smtp;` before it (RFC 3464 section 2.3.6). */
function withoutType(diagnosticCode: string | undefined): string | undefined {
  return diagnosticCode?.replace(/^[a-z0-9.-]+\s*;\s*/i, '');
}

/** The address in a field such as `rfc822; ada@example.org` or `<ada@example.org>`. */
function addressIn(field: string | undefined): string[] {
  const found = /(?:^|[\s;<])([^\s;<>]{1,200}@[^\s;<>]{1,200})/.exec(field ?? '')?.[1];
  return found === undefined ? [] : [found];
}
