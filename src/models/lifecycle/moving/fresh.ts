// What no export holds and an import therefore makes: secrets of programs, which are shown once, and hashes under the
// SECRET_KEY of this deployment.
import type { Clock } from '../../../database/clock.ts';
import type { Transaction } from '../../../database/connection.ts';
import type { Environment } from '../../../database/environment.ts';
import { hashSecret, randomSecret, type SecretKeys } from '../../../database/secrets.ts';
import { trialMac } from '../../money/trial.ts';
import { recipientMac } from '../../outbox/delivery-recipient.ts';
import { newSealedSecret } from '../../outbox/event-endpoint.ts';
import { CustomerRecord } from '../../people/customer-record.ts';
import { newKey } from '../../publication/api-key.ts';
import type { Tenant } from '../../record.ts';
import { isClientIdTaken, newClientId } from '../../sign-in/oauth-application.ts';
import { newClientSecret, onlySecret } from '../../sign-in/secret-slots.ts';

/** A secret of a program, to be put where the former one is. */
export interface NewSecret {
  readonly kind: 'application' | 'key' | 'endpoint';
  readonly id: string;
  /** Its name, or the address of an endpoint. */
  readonly name: string;
  /** Another one than in the export where that is taken; null for what is no application. */
  readonly clientId: string | null;
  readonly secret: string;
}

export interface FreshParts {
  readonly publication: Tenant;
  readonly transaction: Transaction;
  readonly clock: Clock;
  readonly secretKeys: SecretKeys;
  readonly environment: Environment;
}

type Row = Record<string, unknown>;
/** Fills in the columns that are left out, and returns the secrets that somebody must be shown. */
type Fill = (parts: FreshParts, rows: readonly Row[]) => Promise<readonly NewSecret[]>;

/** By kind; a kind without a row has nothing to fill in. */
const FILLS: Readonly<Record<string, Fill>> = {
  customers: async (_parts, rows) => each(rows, (row) => void (row['activation_code_mac'] = null)),
  trials: fillMac('email_mac', trialMac),
  mail_problems: fillMac('recipient_mac', recipientMac),
  oauth_applications: fillApplications,
  api_keys: async ({ environment }, rows) => rows.flatMap((row) => fillKey(environment, row)),
  event_endpoints: async ({ secretKeys, clock }, rows) => rows.map((row) => fillEndpoint(secretKeys, clock, row)),
};

export async function fillIn(parts: FreshParts, kind: string, rows: readonly Row[]): Promise<readonly NewSecret[]> {
  return (await FILLS[kind]?.(parts, rows)) ?? [];
}

function each(rows: readonly Row[], fill: (row: Row) => void): readonly NewSecret[] {
  for (const row of rows) fill(row);
  return [];
}

type Mac = (secretKeys: SecretKeys, publication: Tenant, email: string) => string;

/**
 * Fills in a keyed hash of the address that the person of each row has now. Of somebody who was erased there is none: whoever
 * returns with that address may try a plan again.
 */
function fillMac(column: string, macOf: Mac): Fill {
  return async ({ publication, transaction, secretKeys }, rows) => {
    const ids = rows.flatMap(({ customer_id: id }) => (typeof id === 'string' ? [id] : []));
    const known = await CustomerRecord.in(publication, transaction).whereIn('id', ids).select('id', 'email');
    const emails = new Map(known.map(({ id, email }) => [id, email]));
    return each(rows, (row) => {
      const email = emails.get(String(row['customer_id'])) ?? undefined;
      row[column] = email === undefined ? `unknown ${String(row['id'])}` : macOf(secretKeys, publication, email);
    });
  };
}

async function fillApplications({ transaction, clock }: FreshParts, rows: readonly Row[]) {
  const made: NewSecret[] = [];
  for (const row of rows) {
    const given = String(row['client_id']);
    const clientId = (await isClientIdTaken(transaction, given)) ? newClientId() : given;
    const secret = newClientSecret();
    const slots = onlySecret(secret, clock.now().getTime());
    Object.assign(row, {
      client_id: clientId,
      client_secret_hash: slots.clientSecretHash,
      client_secret_hint: slots.clientSecretHint,
      client_secret_created_at: slots.clientSecretCreatedAt,
    });
    made.push({ kind: 'application', id: String(row['id']), name: String(row['name']), clientId, secret });
  }
  return made;
}

function fillKey(environment: Environment, row: Row): readonly NewSecret[] {
  const secret = newKey(environment);
  const isRevoked = row['revoked_at'] !== null;
  // Nobody knows the secret of a revoked key.
  row['hash'] = hashSecret(isRevoked ? randomSecret() : secret);
  row['hint'] = secret.slice(-4);
  if (isRevoked) return [];
  return [{ kind: 'key', id: String(row['id']), name: String(row['name'] ?? ''), clientId: null, secret }];
}

function fillEndpoint(secretKeys: SecretKeys, clock: Clock, row: Row): NewSecret {
  const { secret, secrets } = newSealedSecret(secretKeys);
  row['secrets'] = secrets;
  row['secret_created_at'] = clock.now().getTime();
  return { kind: 'endpoint', id: String(row['id']), name: String(row['url']), clientId: null, secret };
}
