// The rate limits of e-mailed codes (decisions 33): mails for an address, a network and a browser, guesses for an address.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import type { EmailAddress } from '../email-address.ts';
import { countTowards, type Limit, type LimitState } from '../limit.ts';
import type { Tenant } from '../record.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
// Decisions 33: tighter limits on codes and sign-in mails per address and source.
const MAILS_PER_ADDRESS_AND_HOUR: Limit = { count: 5, seconds: HOUR };
const MAILS_PER_ADDRESS_AND_DAY: Limit = { count: 10, seconds: DAY };
const MAILS_PER_SOURCE_AND_HOUR: Limit = { count: 20, seconds: HOUR };
/** This limit also holds for a browser whose network address changes. */
const MAILS_PER_BROWSER_AND_HOUR: Limit = { count: 20, seconds: HOUR };
const GUESSES_PER_ADDRESS_AND_DAY: Limit = { count: 50, seconds: DAY };

/** Who asks for a code, and for which address. */
export interface MailRequest {
  readonly address: EmailAddress;
  /** The value of the browser cookie. */
  readonly browser: string;
  /** The network the request came from. */
  readonly source: string;
}

/**
 * Returns the seconds to wait if the address, the source or the browser has reached its limit. The source is counted
 * first, so that one source cannot exhaust an address for ever.
 */
export async function countMail(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  { address, source, browser }: MailRequest,
): Promise<number | undefined> {
  const limits: readonly (readonly [string, Limit])[] = [
    [sourceBucket(secretKeys, source), MAILS_PER_SOURCE_AND_HOUR],
    [`email-code browser ${secretKeys.mac('email-code', `browser ${browser}`)}`, MAILS_PER_BROWSER_AND_HOUR],
    [bucket(publication, secretKeys, 'mails an hour', address), MAILS_PER_ADDRESS_AND_HOUR],
    [bucket(publication, secretKeys, 'mails a day', address), MAILS_PER_ADDRESS_AND_DAY],
  ];
  for (const [name, limit] of limits) {
    const { isExceeded, resetsIn } = await countTowards(transaction, clock, name, limit);
    if (isExceeded) return resetsIn;
  }
  return undefined;
}

export function countGuess(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  address: EmailAddress,
): Promise<LimitState> {
  const name = bucket(publication, secretKeys, 'guesses', address);
  return countTowards(transaction, clock, name, GUESSES_PER_ADDRESS_AND_DAY);
}

/**
 * Returns the rate limit bucket of an address. Its name is a keyed hash, which does not reveal the address without
 * SECRET_KEY.
 */
function bucket(
  publication: Tenant,
  secretKeys: SecretKeys,
  what: string,
  { emailNormalized }: Pick<EmailAddress, 'emailNormalized'>,
): string {
  return `email-code ${what} ${secretKeys.mac('email-code', `${what} ${publication.id} ${emailNormalized}`)}`;
}

/** Returns the rate limit bucket of a source, which all publications share. */
function sourceBucket(secretKeys: SecretKeys, source: string): string {
  return `email-code source ${secretKeys.mac('email-code', `source ${source}`)}`;
}
