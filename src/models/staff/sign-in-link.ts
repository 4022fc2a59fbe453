// Links that sign a staff member in once: what the local demo prints, and what an operator makes on the command line for
// somebody whose mail does not arrive. The token is stored as a hash only.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { hashSecret, randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';

const insert = statement(
  'insert_staff_link',
  'insert into staff_links (hash, staff_id, created_at, expires_at) values (:hash, :staffId, :now, :expiresAt)',
);
const redeem = statement<{ staffId: string }>(
  'redeem_staff_link',
  'update staff_links set used_at = :now where hash = :hash and used_at is null and expires_at > :now returning staff_id',
);

/** Returns the token of a new link. */
export async function issueSignInLink(
  transaction: Transaction,
  clock: Clock,
  { staffId, lifetimeSeconds }: { readonly staffId: string; readonly lifetimeSeconds: number },
): Promise<string> {
  const [token, now] = [randomSecret(), clock.now()];
  const expiresAt = addSeconds(now, lifetimeSeconds);
  await transaction.run(insert, { hash: hashSecret(token), staffId, now, expiresAt });
  return token;
}

/** Returns whom the link signs in, for exactly one of several concurrent callers; undefined for one that is over. */
export async function redeemSignInLink(
  transaction: Transaction,
  clock: Clock,
  token: string,
): Promise<string | undefined> {
  return (await transaction.first(redeem, { hash: hashSecret(token), now: clock.now() }))?.staffId;
}
