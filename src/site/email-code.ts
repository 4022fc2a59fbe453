// Issues an e-mailed code and queues its mail in the outbox, in one transaction, so that neither exists without the
// other. The page answers before the mail is sent.
import { networkOf } from '../http/network.ts';
import { EMAIL_CODE } from '../mails/email-code.ts';
import { queueMail } from '../mails/queue.ts';
import { takeFrom } from '../models/ceiling.ts';
import type { EmailAddress } from '../models/email-address.ts';
import { mailCeilings } from '../models/people/email-code-limit.ts';
import { findOpenEmailCode, requestEmailCode, type Intent } from '../models/people/email-code.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';
import { findDevice } from './device-cookie.ts';
import { TooManyCodes, TooManyRequests } from './errors.ts';
import { inboxUrl } from './inbox-link.ts';
import type { PublicationSite } from './publication.ts';
import type { BrowserRequest } from './site.ts';

/** No code was sent; the page says how long to wait. */
export interface CodeLimited {
  readonly state: 'limited';
  readonly resetsIn: number;
  /** Where the code is entered that this browser was sent before, if it is still good. */
  readonly lastCode: string | undefined;
  /** Whether mails went to the address, by whose link its owner need not wait. */
  readonly hadMails: boolean;
}

/** The error of a page that has no form to show again. */
export function toWaitError({ resetsIn, lastCode }: CodeLimited): TooManyRequests {
  return lastCode === undefined ? new TooManyRequests(resetsIn) : new TooManyCodes(resetsIn, lastCode);
}

export type Sent = { readonly state: 'sent'; readonly id: string } | CodeLimited;

/** Issues a code for the intent, within the limits. */
export async function sendEmailCode(
  service: Service,
  publication: PublicationSite,
  given: {
    readonly address: EmailAddress;
    readonly browser: string;
    readonly request: Pick<BrowserRequest, 'cookies' | 'ip'>;
    readonly intent: Intent;
    readonly language: Language;
  },
): Promise<Sent> {
  const { config, database, clock, secretKeys } = service;
  const { address, browser, intent, request } = given;
  const device = findDevice(secretKeys, publication, request, address.emailNormalized);
  const asker = { address, browser, device, network: networkOf(request.ip) };
  const ceilings = mailCeilings(config.limits, secretKeys, publication, asker);
  const refusal = await database.transaction((transaction) => takeFrom(transaction, clock, ceilings));
  if (refusal !== undefined) {
    const { resetsIn, ceiling } = refusal;
    const last = await findOpenEmailCode(publication, database, clock, { address, browser, intent });
    return { state: 'limited', resetsIn, lastCode: last && `/email-code/${last.id}`, hadMails: ceiling.isOfInbox };
  }
  const counted = ceilings.filter(({ isShared }) => isShared === true);
  return database.transaction(async (transaction): Promise<Sent> => {
    const wanted = { address, browser, intent, counted };
    const issued = await requestEmailCode(publication, transaction, clock, secretKeys, wanted);
    await queueMail(service, transaction, EMAIL_CODE, {
      publication,
      language: given.language,
      to: issued.to,
      facts: { digits: issued.digits, purpose: intent.purpose, inboxUrl: inboxUrl(service, publication, address) },
      uselessAfter: issued.expiresAt,
    });
    return { state: 'sent', id: issued.id };
  });
}
