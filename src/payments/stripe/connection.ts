// The connection of a publication to Stripe: its account, connected to the deployment's platform account, or an API key
// of its own. The API key and the signing secrets of its webhooks are encrypted under SECRET_KEY.
import { z } from 'zod';
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { Conflict } from '../../models/errors.ts';
import type { SealedKind, SealedRecord } from '../../models/lifecycle/re-encryption.ts';
import type { Tenant } from '../../models/record.ts';

/**
 * `connected`: the platform's API key charges on behalf of the account. `own`: the publication's own API key charges.
 */
export type StripeAccount =
  { readonly kind: 'connected'; readonly accountId: string } | ({ readonly kind: 'own' } & StripeKeys);

interface StripeKeys {
  readonly secretKey: string;
  /** Every signing secret in use verifies webhooks. */
  readonly webhookSecrets: readonly string[];
  /** Whose key it is, as Stripe said when it was stored. */
  readonly keyOf?: string | undefined;
}

const PURPOSE = 'gateway stripe';
const keys = z.object({ secretKey: z.string(), webhookSecrets: z.array(z.string()), keyOf: z.string().optional() });

const find = statement<{ accountId: string | null; keysEncrypted: string | null }>(
  'stripe_account',
  'select account_id, keys_encrypted from stripe_accounts where publication_id = ?',
);
const keep = statement(
  'keep_stripe_account',
  `insert into stripe_accounts (publication_id, account_id, keys_encrypted, connected_at) values (:publicationId, :accountId, :keysEncrypted, :connectedAt)
    on conflict (publication_id) do update set account_id = excluded.account_id, keys_encrypted = excluded.keys_encrypted, connected_at = excluded.connected_at`,
);
const remove = statement(
  'remove_stripe_account',
  `delete from stripe_accounts where publication_id = ?
    and not exists (select 1 from billings b where b.publication_id = stripe_accounts.publication_id and b.gateway = 'stripe' and b.state <> 'ended')`,
);

const collecting = statement<{ id: string }>(
  'stripe_collecting',
  `select id from billings where publication_id = ? and gateway = 'stripe' and state <> 'ended' limit 1`,
);

/** The statements that encrypt the keys again when SECRET_KEY is changed. */
export const STRIPE_KEYS: SealedKind = {
  purpose: PURPOSE,
  page: statement<SealedRecord>(
    'sealed_stripe_keys',
    `select publication_id, '' as id, keys_encrypted as text from stripe_accounts where publication_id > ?
      and keys_encrypted is not null order by publication_id limit ?`,
  ),
  replace: statement(
    'reseal_stripe_keys',
    'update stripe_accounts set keys_encrypted = ? where publication_id = ? and keys_encrypted = ?',
  ),
  key: ({ publicationId }) => [publicationId],
};

/** Returns undefined for a publication that is not connected to Stripe. */
export async function findStripeAccount(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
): Promise<StripeAccount | undefined> {
  const { accountId = null, keysEncrypted = null } = (await connection.first(find, [publication.id])) ?? {};
  if (accountId !== null) return { kind: 'connected', accountId };
  return keysEncrypted === null
    ? undefined
    : { kind: 'own', ...keys.parse(JSON.parse(secretKeys.decrypt(PURPOSE, keysEncrypted))) };
}

/** Returns whether there is a connection, without decrypting its keys. */
export async function isConnectedToStripe(publication: Tenant, connection: Connection): Promise<boolean> {
  return (await connection.first(find, [publication.id])) !== undefined;
}

/**
 * Stores the connection in place of a former one. Throws Conflict for another account while Stripe collects for a
 * subscription by the former one, which the new key could not reach.
 * @param accountId Stripe's id of the account
 */
export async function replaceStripeAccount(
  publication: Tenant,
  transaction: Transaction,
  { clock, secretKeys }: { readonly clock: Clock; readonly secretKeys: SecretKeys },
  { account, accountId }: { readonly account: StripeAccount; readonly accountId: string },
): Promise<void> {
  const former = await findStripeAccount(publication, transaction, secretKeys);
  const formerId = former?.kind === 'connected' ? former.accountId : former?.keyOf;
  if (formerId !== undefined && formerId !== accountId && (await transaction.first(collecting, [publication.id])))
    throw new Conflict(
      'account',
      `Stripe still collects for subscriptions by the account ${formerId}: only a key of the same account can replace it`,
    );
  const stored = account.kind === 'own' ? { ...account, keyOf: accountId } : account;
  await keepStripeAccount(publication, transaction, clock, secretKeys, stored);
}

/** Stores the connection in place of a former one. */
export async function keepStripeAccount(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  secretKeys: SecretKeys,
  account: StripeAccount,
): Promise<void> {
  const way =
    account.kind === 'connected'
      ? { accountId: account.accountId, keysEncrypted: null }
      : { accountId: null, keysEncrypted: secretKeys.encrypt(PURPOSE, JSON.stringify(keys.parse(account))) };
  await transaction.run(keep, { publicationId: publication.id, ...way, connectedAt: clock.now() });
}

/**
 * Removes the connection. Returns false, and changes nothing, without one and while Stripe collects for a subscription.
 */
export async function removeStripeAccount(publication: Tenant, transaction: Transaction): Promise<boolean> {
  return (await transaction.run(remove, [publication.id])) === 1;
}
