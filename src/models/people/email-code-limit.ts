// The limits of e-mailed codes, per address, browser and source network (decisions 33).
import type { Clock } from '../../database/clock.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import type { EmailAddress } from '../email-address.ts';
import { countTowards, type Limit } from '../limit.ts';
import type { Limiter } from '../limiter.ts';
import type { Tenant } from '../record.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
// Decisions 33: tighter limits on codes and sign-in mails per address and source.
const MAILS_PER_ADDRESS_AND_HOUR: Limit = { count: 5, seconds: HOUR };
const MAILS_PER_ADDRESS_AND_DAY: Limit = { count: 10, seconds: DAY };
const MAILS_PER_SOURCE_AND_HOUR: Limit = { count: 20, seconds: HOUR };
/** This limit also holds for a browser whose network address changes. */
const MAILS_PER_BROWSER_AND_HOUR: Limit = { count: 20, seconds: HOUR };
export const GUESSES_PER_ADDRESS_AND_DAY: Limit = { count: 50, seconds: DAY };

/** Who asks for a mail with a code. */
interface MailAsker {
  readonly address: EmailAddress;
  /** The value of the browser cookie. */
  readonly browser: string;
  /** The network the request came from. */
  readonly source: string;
}

/**
 * Counts a mail. Returns the seconds to wait if the address, the source or the browser has reached its limit. The
 * source is counted first, so that one source cannot exhaust an address for ever.
 */
export async function countMail(
  limiter: Limiter,
  clock: Clock,
  limits: readonly (readonly [bucket: string, limit: Limit])[],
): Promise<{ readonly resetsIn: number; readonly isRemembered: boolean } | undefined> {
  const counted = await limiter.run(
    limits.map(([bucket]) => bucket),
    async (counting) => {
      for (const [bucket, limit] of limits) {
        const { isExceeded, resetsIn } = await countTowards(counting, clock, bucket, limit);
        if (isExceeded) return resetsIn;
      }
      return undefined;
    },
  );
  if (counted.state === 'over') return { resetsIn: counted.resetsIn, isRemembered: true };
  return counted.result === undefined ? undefined : { resetsIn: counted.result, isRemembered: false };
}

/** The limits of a mail with a code, the first to be counted first. */
export function mailLimits(
  publication: Tenant,
  secretKeys: SecretKeys,
  { address, source, browser }: MailAsker,
): (readonly [bucket: string, limit: Limit])[] {
  return [
    [sourceBucket(secretKeys, source), MAILS_PER_SOURCE_AND_HOUR],
    [`email-code browser ${secretKeys.mac('email-code', `browser ${browser}`)}`, MAILS_PER_BROWSER_AND_HOUR],
    [bucketOf(publication, secretKeys, 'mails an hour', address), MAILS_PER_ADDRESS_AND_HOUR],
    [bucketOf(publication, secretKeys, 'mails a day', address), MAILS_PER_ADDRESS_AND_DAY],
  ];
}

/** The bucket of the digits that were typed for an address. */
export function guessBucket(
  publication: Tenant,
  secretKeys: SecretKeys,
  address: Pick<EmailAddress, 'emailNormalized'>,
): string {
  return bucketOf(publication, secretKeys, 'guesses', address);
}

/**
 * Returns the rate limit bucket of an address. Its name is a keyed hash, which does not reveal the address without
 * SECRET_KEY.
 */
function bucketOf(
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
