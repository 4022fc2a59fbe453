// Connects a publication to Stripe by a key of its own, for the dashboard and the command line: the key is tried at Stripe
// before it is stored. An account under the platform's key is connected by the operator alone: whoever could enter its id
// would act for the account of somebody else.
import type { Config } from '../../config.ts';
import type { Transaction } from '../../database/connection.ts';
import { Conflict, InvalidValue } from '../../models/errors.ts';
import type { Tenant } from '../../models/record.ts';
import type { CheckedConnection, ConnectionState, GatewayConnection, GatewayParts } from '../gateway-definition.ts';
import { CredentialsRefused } from '../gateway.ts';
import { readAccount, type StripeAccountState } from './account.ts';
import { findStripeAccount, removeStripeAccount, replaceStripeAccount, type StripeAccount } from './connection.ts';
import { StripeRefused } from './errors.ts';
import { STRIPE_EVENTS } from './events.ts';

type OwnAccount = Extract<StripeAccount, { kind: 'own' }>;
type Keys = Pick<OwnAccount, 'secretKey' | 'webhookSecrets'>;

export const STRIPE_CONNECTION: GatewayConnection = {
  fields: ['secret_key', 'webhook_secrets'],
  webhookEvents: Object.keys(STRIPE_EVENTS),
  check,
  read,
  disconnect: disconnectStripe,
};

/** A live key moves money, so production takes live keys only, and a test environment test keys only. Throws InvalidValue. */
export function parseStripeKeys({ environment }: Pick<Config, 'environment'>, keys: Keys): Keys {
  const { secretKey, webhookSecrets } = keys;
  const mode = environment === 'production' ? 'live' : 'test';
  const given = /^(?:sk|rk)_(live|test)_\w+$/.exec(secretKey)?.[1];
  if (given !== mode)
    throw new InvalidValue(
      'secret_key',
      `secret_key must be a secret or restricted key of the ${mode} mode`,
      given === undefined ? 'format' : `not-${mode}`,
    );
  if (webhookSecrets.length === 0 || !webhookSecrets.every((secret) => /^whsec_\S+$/.test(secret)))
    throw new InvalidValue(
      'webhook_secrets',
      'webhook_secrets must be signing secrets that begin with whsec_, at least one',
    );
  return { secretKey, webhookSecrets };
}

/** Throws Conflict while Stripe collects for a subscription, and without a connection. */
export async function disconnectStripe(publication: Tenant, transaction: Transaction): Promise<void> {
  if (!(await removeStripeAccount(publication, transaction)))
    throw new Conflict(
      'account',
      'The publication is not connected to Stripe, or Stripe still collects for a subscription of its: end those first',
    );
}

async function check(
  parts: GatewayParts,
  publication: Tenant,
  entered: Readonly<Record<string, string>>,
): Promise<CheckedConnection> {
  const stored = await findStripeAccount(publication, parts.database, parts.secretKeys);
  const former = stored?.kind === 'own' ? stored : undefined;
  const webhookSecrets = (entered['webhook_secrets'] ?? '').split(/[\s,]+/).filter((secret) => secret !== '');
  const keys = parseStripeKeys(parts.config, {
    secretKey: entered['secret_key']?.trim() || (former?.secretKey ?? ''),
    webhookSecrets: webhookSecrets.length > 0 ? webhookSecrets : (former?.webhookSecrets ?? []),
  });
  const account: StripeAccount = { kind: 'own', ...keys };
  const state = await readOwn(parts.config, account);
  return {
    state: toState(account, state),
    store: (transaction) => replaceStripeAccount(publication, transaction, parts, { account, accountId: state.id }),
  };
}

async function readOwn(config: Config, account: StripeAccount): Promise<StripeAccountState> {
  try {
    return await readAccount(config, account);
  } catch (error) {
    if (!(error instanceof CredentialsRefused) && !(error instanceof StripeRefused)) throw error;
    throw new InvalidValue('secret_key', error.message, 'refused');
  }
}

async function read(
  { config, database, secretKeys }: GatewayParts,
  publication: Tenant,
): Promise<ConnectionState | undefined> {
  const account = await findStripeAccount(publication, database, secretKeys);
  return account && toState(account, await readAccount(config, account));
}

function toState(account: StripeAccount, { id, country, canCharge }: StripeAccountState): ConnectionState {
  return { account: id, country, canCharge, isOwnKey: account.kind === 'own' };
}
