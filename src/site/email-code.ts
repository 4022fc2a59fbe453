// Issues an e-mailed code and queues its mail in the outbox, in one transaction, so that neither exists without the
// other. The page answers before the mail is sent.
import { isIPv6 } from 'node:net';
import { EMAIL_CODE } from '../mails/email-code.ts';
import { queueMail } from '../mails/queue.ts';
import type { EmailAddress } from '../models/email-address.ts';
import { countMail, mailLimits } from '../models/people/email-code-limit.ts';
import { requestEmailCode, type Intent } from '../models/people/email-code.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';

export type Sent =
  { readonly state: 'sent'; readonly id: string } | { readonly state: 'limited'; readonly resetsIn: number };

/** Issues a code for the intent, within the rate limits. */
export async function sendEmailCode(
  service: Service,
  publication: PublicationRow,
  given: {
    readonly address: EmailAddress;
    readonly browser: string;
    readonly ip: string;
    readonly intent: Intent;
    readonly language: Language;
  },
): Promise<Sent> {
  const { database, clock, secretKeys, securityLog, limiter } = service;
  const { address, browser, ip, intent, language } = given;
  const limits = mailLimits(publication, secretKeys, { address, browser, source: sourceOf(ip) });
  const limited = await countMail(limiter, clock, limits);
  if (limited !== undefined) {
    const event = { publication, request: { ip }, who: address.emailNormalized };
    if (!limited.isRemembered) securityLog.record('email_code_limited', event);
    return { state: 'limited', resetsIn: limited.resetsIn };
  }
  return database.transaction(async (transaction): Promise<Sent> => {
    const issued = await requestEmailCode(publication, transaction, clock, secretKeys, { address, browser, intent });
    await queueMail(service, transaction, EMAIL_CODE, {
      publication,
      language,
      to: address.email,
      facts: { digits: issued.digits, purpose: intent.purpose },
      uselessAfter: issued.expiresAt,
    });
    return { state: 'sent', id: issued.id };
  });
}

/**
 * The source that rate limits count by. Our choice: an IPv4 address, or an IPv6 /64, of which one visitor has all
 * addresses.
 */
export function sourceOf(ip: string): string {
  const address = ip.toLowerCase().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  if (mapped !== null) return mapped[1] ?? address;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('::');
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

function groups(text: string): string[] {
  return text === '' ? [] : text.split(':');
}
