// Stripe's own client, one for each account. The package takes a quarter of a second and 30 MB to load, so it is loaded at the first call.
import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type Stripe from 'stripe';
import type * as StripePackage from 'stripe';
import type { Config } from '../../config.ts';
import type { Connection } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { Conflict } from '../../models/errors.ts';
import type { Tenant } from '../../models/record.ts';
import { createLookup } from '../../names/resolve.ts';
import { findStripeAccount, type StripeAccount } from './connection.ts';

/** The version by which objects are read. A package with another version does not compile until this line is reviewed. */
const STRIPE_API_VERSION = '2026-10-28.endive';

/** Below the five seconds of a page. The one retry is for an idle connection that was closed. */
const TIMEOUT_MILLISECONDS = 4000;
const RETRIES = 1;
const CLIENTS_MAX = 500;

export interface StripeParts {
  readonly config: Config;
  readonly database: Connection;
  readonly secretKeys: SecretKeys;
}

const clients = new Map<string, Stripe>();
let loaded: Promise<typeof StripePackage> | undefined;

export function loadStripe(): Promise<typeof StripePackage> {
  loaded ??= import('stripe');
  return loaded;
}

/** The client that acts for the publication. Throws Conflict where it is not connected. */
export async function stripeOf({ config, database, secretKeys }: StripeParts, publication: Tenant): Promise<Stripe> {
  const account = await findStripeAccount(publication, database, secretKeys);
  if (account === undefined) throw new Conflict('gateway', 'The publication is not connected to Stripe');
  return clientOf(config, account);
}

/** Throws Conflict for a connected account where the deployment has no platform key. */
export async function clientOf(
  { gateways: { stripe: settings }, dnsServers }: Pick<Config, 'gateways' | 'dnsServers'>,
  account: StripeAccount,
): Promise<Stripe> {
  const key = account.kind === 'own' ? account.secretKey : settings.secretKey;
  if (key === undefined) throw new Conflict('gateway', 'STRIPE_SECRET_KEY is not set');
  const stripeAccount = account.kind === 'own' ? undefined : account.accountId;
  const name = [key, stripeAccount, settings.apiUrl, ...dnsServers].join(' ');
  const known = clients.get(name);
  if (known !== undefined) return known;
  const { Stripe } = await loadStripe();
  const made = new Stripe(key, {
    apiVersion: STRIPE_API_VERSION,
    timeout: TIMEOUT_MILLISECONDS,
    maxNetworkRetries: RETRIES,
    httpAgent: agentFor(settings.apiUrl, dnsServers),
    telemetry: false,
    appInfo: { name: 'Masthead' },
    ...(stripeAccount !== undefined && { stripeAccount }),
    ...(settings.apiUrl !== undefined && addressOf(settings.apiUrl)),
  });
  if (clients.size >= CLIENTS_MAX) clients.clear();
  clients.set(name, made);
  return made;
}

/** The connections of all accounts. */
const agents = new Map<string, Agent>();

function agentFor(apiUrl: string | undefined, dnsServers: readonly string[]): Agent {
  const isPlain = apiUrl?.startsWith('http:') === true;
  const name = [isPlain, ...dnsServers].join(' ');
  const options = { keepAlive: true, lookup: createLookup(dnsServers) };
  const agent = agents.get(name) ?? (isPlain ? new Agent(options) : new SecureAgent(options));
  agents.set(name, agent);
  return agent;
}

function addressOf(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(apiUrl);
  return {
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? '80' : '443') : port,
    protocol: protocol === 'http:' ? 'http' : 'https',
  };
}

/** The webhook secrets of a publication with a key of its own. */
export async function loadPublicationSecrets(
  { database, secretKeys }: StripeParts,
  publication: Tenant,
): Promise<readonly string[]> {
  const account = await findStripeAccount(publication, database, secretKeys);
  return account?.kind === 'own' ? account.webhookSecrets : [];
}
