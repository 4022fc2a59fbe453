// Issues an e-mailed code and queues its mail in the outbox, in one transaction, so that neither exists without the
// other. The page answers before the mail is sent.
import { isIPv6 } from 'node:net';
import type { Transaction } from '../database/connection.ts';
import { EMAIL_CODE } from '../mails/email-code.ts';
import { queueMail } from '../mails/queue.ts';
import type { EmailAddress } from '../models/email-address.ts';
import { requestEmailCode, type Intent } from '../models/people/email-code.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';

export type Sent =
  { readonly state: 'sent'; readonly id: string } | { readonly state: 'limited'; readonly resetsIn: number };

export interface EmailCodeToSend {
  readonly address: EmailAddress;
  readonly browser: string;
  readonly ip: string;
  readonly intent: Intent;
  readonly language: Language;
}

/** Issues a code for the intent, within the rate limits. */
export function sendEmailCode(service: Service, publication: PublicationRow, given: EmailCodeToSend): Promise<Sent> {
  return service.database.transaction((transaction) => queueEmailCode(service, publication, transaction, given));
}

/** The same within a transaction. */
export async function queueEmailCode(
  service: Service,
  publication: PublicationRow,
  transaction: Transaction,
  { address, browser, ip, intent, language }: EmailCodeToSend,
): Promise<Sent> {
  const { clock, secretKeys, securityLog } = service;
  const request = { address, browser, source: sourceOf(ip), intent };
  const requested = await requestEmailCode(publication, transaction, clock, secretKeys, request);
  if (requested.state === 'limited') {
    securityLog.record('email_code_limited', { publication, request: { ip }, who: address.emailNormalized });
    return requested;
  }
  await queueMail(service, transaction, EMAIL_CODE, {
    publication,
    language,
    to: requested.to,
    facts: { digits: requested.digits, purpose: intent.purpose },
    uselessAfter: requested.expiresAt,
  });
  return { state: 'sent', id: requested.id };
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
