// Customers whom a publisher made and who have not proved an e-mail address yet (decisions 10): found by the activation URL's token or by the
// typed activation code, which print can be guessed from and is therefore limited.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { countTowards, type Limit, type LimitState } from '../limit.ts';
import { first, type Tenant } from '../record.ts';
import { activationCodeMacs, customerIdOfActivationToken } from './activation.ts';
import { CustomerRecord } from './customer-record.ts';

/** Our choice: who types a code from paper needs a few tries; a million codes at this rate take five years. */
const ACTIVATION_CODES_PER_SOURCE_AND_HOUR: Limit = { count: 20, seconds: 3600 };

export type UnactivatedCustomer = Pick<CustomerRecord, 'id' | 'email'>;

/** Has not proved any address, and is not gone. */
export const UNACTIVATED = { goneAt: null, emailVerifiedAt: null, activatedAt: null };

/** Undefined for a token that is not one of ours, is another publication's, or was used. */
export async function findByActivationToken(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  token: string,
): Promise<UnactivatedCustomer | undefined> {
  const id = customerIdOfActivationToken(secretKeys, token);
  return id === undefined ? undefined : find(publication, connection, { id });
}

/** Undefined for a code that nobody has, or that was used. Throws InvalidValue for one of a wrong length. */
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

/** Counts one typed code, right or wrong, for the network it came from. */
export function countActivationCode(
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  source: string,
): Promise<LimitState> {
  const bucket = `activation-code source ${secretKeys.mac('activation-code', `source ${source}`)}`;
  return countTowards(transaction, clock, bucket, ACTIVATION_CODES_PER_SOURCE_AND_HOUR);
}

function find(
  publication: Tenant,
  connection: Connection,
  wanted: { readonly id: string } | { readonly activationCodeMac: string },
): Promise<UnactivatedCustomer | undefined> {
  return first(CustomerRecord.in(publication, connection, { ...wanted, ...UNACTIVATED }).select('id', 'email'));
}
