// Customers created by a publisher who have not verified an e-mail address yet (decisions 10), found by the token of
// the activation URL or by the typed activation code. A printed code can be guessed, so tries are limited
// (src/site/typed-code.ts).
import type { Clock } from '../../database/clock.ts';
import type { Connection } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { first, type Tenant } from '../record.ts';
import { activationCodeMacs, customerIdOfActivationToken } from './activation.ts';
import { CustomerRecord } from './customer-record.ts';

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
  return id === undefined ? undefined : first(select(publication, connection, { id }));
}

/**
 * Returns undefined for a code that no customer has, that was used or has expired. Throws InvalidValue for a code of a
 * wrong length.
 */
export async function findByActivationCode(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  secretKeys: SecretKeys,
  code: string,
): Promise<UnactivatedCustomer | undefined> {
  for (const mac of activationCodeMacs(secretKeys, publication.id, code)) {
    const found = await first(
      select(publication, connection, { activationCodeMac: mac }).where((either) =>
        either.whereNull('activationCodeExpiresAt').orWhere('activationCodeExpiresAt', '>', clock.now().getTime()),
      ),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

function select(
  publication: Tenant,
  connection: Connection,
  wanted: { readonly id: string } | { readonly activationCodeMac: string },
) {
  return CustomerRecord.in(publication, connection, { ...wanted, ...UNACTIVATED }).select('id', 'email');
}
