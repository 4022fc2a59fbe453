// masthead stripe: whether and how a publication is paid by Stripe (docs/payments.md). What is given is tried out at Stripe before it is kept.
import { readFileSync } from 'node:fs';
import { Option, type Command } from 'commander';
import type { Config } from '../config.ts';
import { Conflict } from '../models/errors.ts';
import { GatewayUnavailable } from '../payments/gateway.ts';
import { readAccount, type StripeAccountState } from '../payments/stripe/account.ts';
import {
  findStripeAccount,
  keepStripeAccount,
  removeStripeAccount,
  type StripeAccount,
} from '../payments/stripe/connection.ts';
import { StripeRefused } from '../payments/stripe/errors.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from './command.ts';
import { Refused, WrongUsage } from './failure.ts';
import { asCells, printOne, remark, type Cells } from './output.ts';

interface ConnectOptions extends PublicationOptions {
  account?: string;
  ownKey?: string;
}

export function register(noun: Command): void {
  addPublicationVerb(
    noun,
    'connect',
    'Let Stripe collect the money of a publication from now on',
    'stripe connect --account acct_1Ab…',
  )
    .addOption(
      new Option(
        '--account <id>',
        'its own Stripe account, connected to the platform account of STRIPE_SECRET_KEY',
      ).conflicts('ownKey'),
    )
    .option(
      '--own-key <file>',
      "file with its own account's secret key and, a line each, the signing secrets of its endpoint",
    )
    .action(connect);
  addPublicationVerb(noun, 'show', 'Show how a publication is paid by Stripe', 'stripe show').action(show);
  addPublicationVerb(
    noun,
    'disconnect',
    'Let Stripe collect no more: it must not collect for any subscription',
    'stripe disconnect',
  ).action(disconnect);
}

async function connect(options: ConnectOptions): Promise<void> {
  await withPublication(options, async ({ config, database, clock, secretKeys }, publication) => {
    const account = toAccount(options, config);
    const state = await tryOut(config, account);
    await database.transaction((transaction) =>
      keepStripeAccount(publication, transaction, clock, secretKeys, account),
    );
    print(options, account, state);
    if (!state.canCharge)
      remark('Stripe does not let this account charge yet: finish its onboarding in its dashboard.');
    remark(
      `Its endpoint for notifications is ${publication.siteUrl}/payments/events/stripe; docs/payments.md says of what.`,
    );
  });
}

async function show(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ config, database, secretKeys }, publication) => {
    const account = await findStripeAccount(publication, database, secretKeys);
    if (account === undefined) throw new Refused('The publication is not connected to Stripe: stripe connect');
    print(options, account, await tryOut(config, account));
  });
}

async function disconnect(options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database }, publication) => {
    const isGone = await database.transaction((transaction) => removeStripeAccount(publication, transaction));
    if (!isGone)
      throw new Refused(
        'The publication is not connected to Stripe, or Stripe still collects for a subscription of its: end those first',
      );
    remark('Stripe collects no more for this publication.');
  });
}

function toAccount({ account, ownKey }: ConnectOptions, { environment }: Config): StripeAccount {
  if (account !== undefined) {
    if (!/^acct_\w+$/.test(account))
      throw new WrongUsage('--account must be the id of a Stripe account, such as acct_1Ab2Cd3Ef');
    return { kind: 'connected', accountId: account };
  }
  if (ownKey === undefined) throw new WrongUsage('Say which account: --account or --own-key');
  const [secretKey = '', ...webhookSecrets] = readLines(ownKey);
  const mode = environment === 'production' ? 'live' : 'test';
  if (!new RegExp(`^(sk|rk)_${mode}_\\w+$`).test(secretKey))
    throw new WrongUsage(`The first line of the file must be a secret or restricted key of the ${mode} mode`);
  if (webhookSecrets.length === 0 || !webhookSecrets.every((secret) => /^whsec_\S+$/.test(secret)))
    throw new WrongUsage('The lines after the key must be signing secrets that begin with whsec_, at least one');
  return { kind: 'own', secretKey, webhookSecrets };
}

/** So that no secret stands in the shell's history or the list of processes. */
function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  } catch (error) {
    throw new WrongUsage(`The file cannot be read: ${error instanceof Error ? error.message : file}`);
  }
}

async function tryOut(config: Config, account: StripeAccount): Promise<StripeAccountState> {
  try {
    return await readAccount(config, account);
  } catch (error) {
    if (error instanceof GatewayUnavailable || error instanceof StripeRefused || error instanceof Conflict)
      throw new Refused(error.message, { cause: error });
    throw error;
  }
}

function print(
  options: PublicationOptions,
  account: StripeAccount,
  { id, country, canCharge }: StripeAccountState,
): void {
  const shown: Cells = {
    account: id,
    by: account.kind === 'own' ? 'its own key' : 'the platform',
    country,
    charges: canCharge,
  };
  printOne(options, shown, asCells);
}
