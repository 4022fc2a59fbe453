// Links that a publisher has mailed to a reader, by which they sign in once. The token is stored as a hash only. A link ends
// after an hour, with the address that it was sent to, and with the person.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { hashSecret, randomSecret, type SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { bucketOf } from '../ceiling.ts';
import { Conflict } from '../errors.ts';
import { countTowards, type Limit } from '../limit.ts';
import { first, TenantRecord, type Tenant } from '../record.ts';
import { recordStep } from './sign-in-trail.ts';

/** Our choice: long enough to read a mail while on the telephone with the publisher, too short to lie about. */
export const SIGN_IN_LINK_SECONDS = 3600;
/** Our choice: as many mails as somebody may be sent who waits for one. */
const LINKS_PER_CUSTOMER: Limit = { count: 5, seconds: 3600 };

class SignInLinkRecord extends TenantRecord {
  static override tableName = 'sign_in_links';
  static override idColumn = ['publicationId', 'hash'];
  declare hash: string;
  declare customerId: string;
  /** A URL of the allowlist of hosts; null for the account page. */
  declare destination: string | null;
  declare createdAt: number;
  declare expiresAt: number;
  declare usedAt: number | null;
}

export interface SignInLink {
  readonly customerId: string;
  readonly destination: string | null;
}

const redeem = statement<SignInLink>(
  'redeem_sign_in_link',
  `update sign_in_links set used_at = :now where publication_id = :publicationId and hash = :hash and used_at is null and expires_at > :now
    returning customer_id, destination`,
);

/** Returns the token of a new link. Throws Conflict where the person was sent too many. */
export async function issueSignInLink(
  publication: Tenant,
  transaction: Transaction,
  { clock, secretKeys }: { readonly clock: Clock; readonly secretKeys: SecretKeys },
  { customerId, destination }: SignInLink,
): Promise<{ readonly token: string; readonly expiresAt: Date }> {
  const bucket = bucketOf(secretKeys, 'sign-in-link', publication.id, customerId);
  const { isExceeded } = await countTowards(transaction, clock, bucket, LINKS_PER_CUSTOMER);
  if (isExceeded)
    throw new Conflict(
      'sign-in-link',
      'This person was sent five sign-in links within the last hour; wait for the next',
    );
  const [token, now] = [randomSecret(), clock.now()];
  const expiresAt = addSeconds(now, SIGN_IN_LINK_SECONDS);
  const hash = hashSecret(token);
  await SignInLinkRecord.in(publication, transaction).insert({
    publicationId: publication.id,
    hash,
    customerId,
    destination,
    createdAt: now.getTime(),
    expiresAt: expiresAt.getTime(),
  });
  await recordStep(publication, transaction, clock, secretKeys, {
    kind: 'link_sent',
    customerId,
    facts: {},
    key: hash,
  });
  return { token, expiresAt };
}

/** Returns whom the link would sign in. Looking uses up nothing. */
export function findSignInLink(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  token: string,
): Promise<SignInLink | undefined> {
  const open = SignInLinkRecord.in(publication, connection, { hash: hashSecret(token), usedAt: null });
  return first(open.where('expiresAt', '>', clock.now().getTime()));
}

/** Returns whom the link signs in, for exactly one of several concurrent callers; undefined for one that is over. */
export function redeemSignInLink(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  token: string,
): Promise<SignInLink | undefined> {
  const values = { publicationId: publication.id, hash: hashSecret(token), now: clock.now() };
  return transaction.first(redeem, values);
}

/** Ends the links that were sent to an address that the person has no longer, or to a person who is gone. */
export async function endSignInLinks(publication: Tenant, transaction: Transaction, customerId: string): Promise<void> {
  await SignInLinkRecord.in(publication, transaction, { customerId }).delete();
}
