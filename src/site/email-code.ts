// Issues an e-mailed code and queues its mail in the outbox, in one transaction, so that neither exists without the
// other. The page answers before the mail is sent.
import { isUnavailable, type Connection, type Transaction } from '../database/connection.ts';
import { EMAIL_CODE } from '../mails/email-code.ts';
import { queueMail } from '../mails/queue.ts';
import { takeFrom, type Ceiling } from '../models/ceiling.ts';
import type { EmailAddress } from '../models/email-address.ts';
import type { Limited } from '../models/limiter.ts';
import { mailCeilings, type MailCeiling } from '../models/people/email-code-limit.ts';
import { findOpenEmailCode, requestEmailCode, type Intent } from '../models/people/email-code.ts';
import { countedNetworkOf } from '../security/network.ts';
import type { Service } from '../service.ts';
import type { Language } from '../views/language.ts';
import { findDevice } from './device-cookie.ts';
import { TooManyCodes, TooManyRequests } from './errors.ts';
import { inboxUrl } from './inbox-link.ts';
import type { PublicationSite } from './publication.ts';
import { recordCodeStep, toLimitedStep } from './sign-in-steps.ts';
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

export interface EmailCodeToSend {
  readonly address: EmailAddress;
  readonly browser: string;
  readonly request: Pick<BrowserRequest, 'cookies' | 'ip'>;
  readonly intent: Intent;
  readonly language: Language;
}

/** Issues a code for the intent, within the limits. They are counted first, so that nobody waits for them meanwhile. */
export async function sendEmailCode(
  service: Service,
  publication: PublicationSite,
  given: EmailCodeToSend,
): Promise<Sent> {
  const ceilings = ceilingsOf(service, publication, given);
  const limited = await service.limiter.take(ceilings);
  if (limited !== undefined) {
    if (!limited.isRemembered)
      await service.database.transaction((transaction) =>
        recordLimit(service, publication, transaction, { ...given, ceilings, limited }),
      );
    return refuse(service, publication, given, limited);
  }
  return service.database.transaction((transaction) =>
    issue(service, publication, transaction, { ...given, ceilings }),
  );
}

/** The same within a transaction. */
export async function queueEmailCode(
  service: Service,
  publication: PublicationSite,
  transaction: Transaction,
  given: EmailCodeToSend,
): Promise<Sent> {
  const ceilings = ceilingsOf(service, publication, given);
  const refusal = await takeFrom(transaction, service.clock, ceilings);
  if (refusal === undefined) return issue(service, publication, transaction, { ...given, ceilings });
  const limited = { ...refusal, isRemembered: false };
  await recordLimit(service, publication, transaction, { ...given, ceilings, limited });
  return refuse({ ...service, database: transaction }, publication, given, limited);
}

/**
 * Takes back the mail with a code that was entered from the limits that strangers share. It runs in a transaction of its
 * own, so that no sign-in waits for one, and after the proof, which stands whatever is counted.
 */
export async function giveBackMail({ limiter }: Service, counted: readonly Ceiling[]): Promise<void> {
  try {
    await limiter.giveBack(counted);
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}

function ceilingsOf(
  { config, secretKeys }: Service,
  publication: PublicationSite,
  { address, browser, request }: EmailCodeToSend,
): MailCeiling[] {
  const device = findDevice(secretKeys, publication, request, address.emailNormalized);
  const asker = { address, browser, device, network: countedNetworkOf(request.ip) };
  return mailCeilings(config.limits, secretKeys, publication, asker);
}

function recordLimit(
  service: Service,
  publication: PublicationSite,
  transaction: Transaction,
  {
    ceilings,
    limited,
    ...given
  }: EmailCodeToSend & { readonly ceilings: readonly MailCeiling[]; readonly limited: Limited<MailCeiling> },
): Promise<void> {
  const step = toLimitedStep(service, given.address, limited, ceilings);
  return recordCodeStep(service, publication, transaction, given, step);
}

async function refuse(
  { database, clock, securityLog }: Pick<Service, 'clock' | 'securityLog'> & { readonly database: Connection },
  publication: PublicationSite,
  { address, browser, intent, request }: EmailCodeToSend,
  { resetsIn, isRemembered, ceiling }: Limited<MailCeiling>,
): Promise<Sent> {
  const event = { publication, request, who: address.emailNormalized };
  if (!isRemembered) securityLog.record('email_code_limited', event);
  const last = await findOpenEmailCode(publication, database, clock, { address, browser, intent });
  return {
    state: 'limited',
    resetsIn,
    lastCode: last && `/email-code/${last.id}`,
    hadMails: ceiling?.isOfInbox === true,
  };
}

async function issue(
  service: Service,
  publication: PublicationSite,
  transaction: Transaction,
  given: EmailCodeToSend & { readonly ceilings: readonly Ceiling[] },
): Promise<Sent> {
  const { address, browser, intent, language, ceilings } = given;
  const { clock, secretKeys } = service;
  const counted = ceilings.filter(({ isShared }) => isShared === true);
  const wanted = { address, browser, intent, counted };
  const issued = await requestEmailCode(publication, transaction, clock, secretKeys, wanted);
  await queueMail(service, transaction, EMAIL_CODE, {
    publication,
    language,
    to: issued.to,
    facts: {
      digits: issued.digits,
      purpose: intent.purpose,
      path: `/email-code/${issued.id}`,
      inboxUrl: inboxUrl(service, publication, address),
    },
    uselessAfter: issued.expiresAt,
  });
  await recordCodeStep(service, publication, transaction, given, { kind: 'code_sent', key: issued.id, facts: {} });
  return { state: 'sent', id: issued.id };
}
