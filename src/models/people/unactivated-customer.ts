// Customers created by a publisher who have not verified an e-mail address yet (decisions 10), found by the token of
// the activation URL or by the typed activation code. A printed code can be guessed, so tries are rate-limited.
import type { Connection } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import type { Limit } from '../limit.ts';
import type { Limiter } from '../limiter.ts';
import { first, type Tenant } from '../record.ts';
import { activationCodeMacs, customerIdOfActivationToken } from './activation.ts';
import { CustomerRecord } from './customer-record.ts';

/** Our choice: a few tries suffice for typing a code from paper, and a million codes at this rate take five years. */
const ACTIVATION_CODES_PER_SOURCE_AND_HOUR: Limit = { count: 20, seconds: 3600 };

export type UnactivatedCustomer = Pick<CustomerRecord, 'id' | 'email'>;

/** The condition for a customer who has not verified any address and was not erased or merged. */
export const UNACTIVATED = { goneAt: null, emailVerifiedAt: null, activatedAt: null };

/** Returns undefined for a token that does not match, is another publication's, or was used. */
export async function findByActivationToken(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  token: string,
): Promise<UnactivatedCustomer | undefined> {
  const id = customerIdOfActivationToken(secretKeys, token);
  return id === undefined ? undefined : find(publication, connection, { id });
}

/**
 * Returns undefined for a code that no customer has, or that was used. Throws InvalidValue for a code of a wrong
 * length.
 */
export async function findByActivationCode(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  code: string,
): Promise<UnactivatedCustomer | undefined> {
  for (const mac of activationCodeMacs(secretKeys, publication.id, code)) {
    const found = await find(publication, connection, { activationCodeMac: mac });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Counts one typed code, right or wrong, against the rate limit of its source network. */
export function countActivationCode(
  limiter: Limiter,
  secretKeys: SecretKeys,
  source: string,
): ReturnType<Limiter['count']> {
  const bucket = `activation-code source ${secretKeys.mac('activation-code', `source ${source}`)}`;
  return limiter.count(bucket, ACTIVATION_CODES_PER_SOURCE_AND_HOUR);
}

function find(
  publication: Tenant,
  connection: Connection,
  wanted: { readonly id: string } | { readonly activationCodeMac: string },
): Promise<UnactivatedCustomer | undefined> {
  return first(CustomerRecord.in(publication, connection, { ...wanted, ...UNACTIVATED }).select('id', 'email'));
}
