// masthead stripe: whether and how a publication is paid by Stripe (docs/operating-payments.md). Credentials are tested at Stripe before they are stored.
import { readFileSync } from 'node:fs';
import type { Config } from '../../config.ts';
import { Conflict, InvalidValue } from '../../models/errors.ts';
import {
  webhookPath,
  WrongOption,
  type GatewayVerb,
  type ShownValues,
  type VerbAnswer,
  type VerbCall,
} from '../gateway-definition.ts';
import { GatewayUnavailable } from '../gateway.ts';
import { readAccount, type StripeAccountState } from './account.ts';
import { disconnectStripe, parseStripeKeys } from './connect.ts';
import { findStripeAccount, replaceStripeAccount, type StripeAccount } from './connection.ts';
import { StripeRefused } from './errors.ts';

export const STRIPE_VERBS: readonly GatewayVerb[] = [
  {
    verb: 'connect',
    description: 'Let Stripe collect the money of a publication from now on',
    example: 'stripe connect --account acct_1Ab…',
    options: [
      {
        flags: '--account <id>',
        description: 'its own Stripe account, connected to the platform account of STRIPE_SECRET_KEY',
        conflicts: 'ownKey',
      },
      {
        flags: '--own-key <file>',
        description: "file with its own account's secret key and, a line each, the signing secrets of its endpoint",
      },
    ],
    securityEvent: 'gateway_connected',
    run: connect,
  },
  {
    verb: 'show',
    description: 'Show how a publication is paid by Stripe',
    example: 'stripe show',
    run: show,
  },
  {
    verb: 'disconnect',
    description: 'Let Stripe collect no more: it must not collect for any subscription',
    example: 'stripe disconnect',
    securityEvent: 'gateway_disconnected',
    run: disconnect,
  },
];

async function connect({ parts, publication, options }: VerbCall): Promise<VerbAnswer> {
  const { config, database } = parts;
  const account = toAccount(options, config);
  const state = await checkAccount(config, account);
  await database.transaction((transaction) =>
    replaceStripeAccount(publication, transaction, parts, { account, accountId: state.id }),
  );
  const remarks = state.canCharge
    ? []
    : ['Stripe does not let this account charge yet: finish its onboarding in its dashboard.'];
  const endpoint = `${publication.siteUrl}${webhookPath('stripe')}`;
  remarks.push(`Its endpoint for notifications is ${endpoint}; docs/operating-payments.md says of what.`);
  return { shown: toShown(account, state), remarks };
}

async function show({ parts: { config, database, secretKeys }, publication }: VerbCall): Promise<VerbAnswer> {
  const account = await findStripeAccount(publication, database, secretKeys);
  if (account === undefined)
    throw new Conflict('account', 'The publication is not connected to Stripe: stripe connect');
  return { shown: toShown(account, await checkAccount(config, account)) };
}

async function disconnect({ parts: { database }, publication }: VerbCall): Promise<VerbAnswer> {
  await database.transaction((transaction) => disconnectStripe(publication, transaction));
  return { remarks: ['Stripe collects no more for this publication.'] };
}

function toAccount({ account, ownKey }: VerbCall['options'], config: Config): StripeAccount {
  if (account !== undefined) {
    if (!/^acct_\w+$/.test(account))
      throw new WrongOption('--account must be the id of a Stripe account, such as acct_1Ab2Cd3Ef');
    return { kind: 'connected', accountId: account };
  }
  if (ownKey === undefined) throw new WrongOption('Say which account: --account or --own-key');
  const [secretKey = '', ...webhookSecrets] = readLines(ownKey);
  try {
    return { kind: 'own', ...parseStripeKeys(config, { secretKey, webhookSecrets }) };
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    throw new WrongOption(
      `The file must hold the key in its first line, and a signing secret a line after it: ${error.message}`,
    );
  }
}

/** Secrets come from a file, so that none stands in the shell's history or the list of processes. */
function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch (error) {
    throw new WrongOption(`The file cannot be read: ${error instanceof Error ? error.message : file}`);
  }
}

/** Reads the account; turns Stripe's refusal into a Conflict, with its message. */
async function checkAccount(config: Config, account: StripeAccount): Promise<StripeAccountState> {
  try {
    return await readAccount(config, account);
  } catch (error) {
    if (error instanceof GatewayUnavailable || error instanceof StripeRefused)
      throw new Conflict('account', error.message);
    throw error;
  }
}

function toShown(account: StripeAccount, { id, country, canCharge }: StripeAccountState): ShownValues {
  return { account: id, by: account.kind === 'own' ? 'its own key' : 'the platform', country, charges: canCharge };
}
