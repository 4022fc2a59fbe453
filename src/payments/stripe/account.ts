// The state of the Stripe account that is charged.
import type { Config } from '../../config.ts';
import { clientOf } from './client.ts';
import type { StripeAccount } from './connection.ts';
import { callStripe } from './errors.ts';

export interface StripeAccountState {
  readonly id: string;
  /** ISO 3166. */
  readonly country: string | null;
  /** False until its owner has finished Stripe's onboarding. */
  readonly canCharge: boolean;
}

/** Throws GatewayUnavailable, also for a key that Stripe does not accept, and Conflict where the deployment has no platform key. */
export async function readAccount(
  config: Pick<Config, 'gateways' | 'dnsServers'>,
  account: StripeAccount,
): Promise<StripeAccountState> {
  const stripe = await clientOf(config, account);
  const { id, country, charges_enabled: canCharge } = await callStripe(() => stripe.accounts.retrieveCurrent());
  return { id, country: country ?? null, canCharge };
}

/** What the deployment's own key stands for; undefined without one. */
export function tryPlatform(config: Pick<Config, 'gateways' | 'dnsServers'>): Promise<string> | undefined {
  const { secretKey, webhookSecrets } = config.gateways.stripe;
  // The client is that of an account with a key of its own, which names no account beside the key.
  return secretKey === undefined ? undefined : describe(config, { kind: 'own', secretKey, webhookSecrets });
}

async function describe(config: Pick<Config, 'gateways' | 'dnsServers'>, platform: StripeAccount): Promise<string> {
  const { id, country, canCharge } = await readAccount(config, platform);
  return `account ${id}, ${country ?? 'no country'}, ${canCharge ? 'takes payments' : 'takes no payments yet'}`;
}
