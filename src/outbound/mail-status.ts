// What a refusal says about the recipient: a hard bounce, a soft bounce, or nothing, where it is about the sender, the
// message or a policy. Enhanced status codes decide (RFC 3463, with RFC 7505 and the registry of RFC 5248).
import type { MailBounce } from '../models/outbox/mail-report.ts';

type StatusMeaning = 'hard_bounce' | 'soft_bounce' | 'none';

/** The permanent codes (class 5) by which the address itself is dead: subject and detail. */
const DEAD_ADDRESS: ReadonlySet<string> = new Set([
  // No such mailbox, no such domain, no valid address, moved without a new address, a domain that takes no mail.
  '1.1',
  '1.2',
  '1.3',
  '1.6',
  '1.10',
  // The mailbox is disabled for good.
  '2.1',
  // The domain cannot be found.
  '4.4',
]);
/** The codes of either class that are no fault of the recipient's: of the sender's address, or of a message too long. */
const NOT_THE_RECIPIENT: ReadonlySet<string> = new Set(['1.7', '1.8', '2.3', '3.4']);
/** The subjects that are none: the protocol, the message's content, security and policy. */
const SUBJECTS_OF_OURS: ReadonlySet<string> = new Set(['5', '6', '7']);

const STATUS = /(?:^|[\s(])([45])\.(\d{1,3})\.(\d{1,3})(?=[\s):;,]|$)/;

/**
 * Returns what an enhanced status code means for the recipient. Our choice: whatever does not plainly say that the
 * address is dead is a soft bounce, as is a refusal without a code.
 */
function meaningOf(status: string | undefined): StatusMeaning {
  if (status === undefined) return 'soft_bounce';
  const [klass, subject = '', detail = ''] = status.split('.');
  if (klass !== '4' && klass !== '5') return 'none';
  const code = `${subject}.${detail}`;
  if (NOT_THE_RECIPIENT.has(code) || SUBJECTS_OF_OURS.has(subject)) return 'none';
  return klass === '5' && DEAD_ADDRESS.has(code) ? 'hard_bounce' : 'soft_bounce';
}

/** Returns the first enhanced status code in a server's answer, such as 5.1.1 in `550 5.1.1 no such user`. */
export function statusIn(answer: string): string | undefined {
  const [, klass, subject, detail] = STATUS.exec(answer) ?? [];
  return klass === undefined ? undefined : `${klass}.${Number(subject)}.${Number(detail)}`;
}

/** Returns what a refusal means for the recipient; undefined for one that is no fault of theirs. */
export function bounceOf(status: string | undefined, answer: string | undefined): MailBounce | undefined {
  const meaning = meaningOf(status);
  return meaning === 'none' ? undefined : { kind: meaning, status, answer };
}
