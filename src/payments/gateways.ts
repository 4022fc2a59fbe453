// The registry of payment gateways, one row each, and which of them collects for a publication. Nothing outside a gateway's folder names it.
import { Conflict } from '../models/errors.ts';
import { hasOpenBilling } from '../models/money/billing-record.ts';
import type { Tenant } from '../models/record.ts';
import type { GatewayDefinition, GatewayParts, Post } from './gateway-definition.ts';
import { GatewayUnavailable, type PaymentGateway } from './gateway.ts';
import { SANDBOX } from './sandbox/definition.ts';
import { STRIPE } from './stripe/definition.ts';

/** In order of precedence: of those that a publication is connected to, the first one collects. */
export const GATEWAYS: readonly GatewayDefinition[] = [STRIPE, SANDBOX];

/** The parts of the service that payments need. */
export type PaymentParts = GatewayParts;

/** Our choice: a page that waits for a gateway answers within five seconds in any case. */
const GATEWAY_TIMEOUT_MILLISECONDS = 4500;

/** The gateways of this deployment, in order of precedence. */
export function listGateways(parts: Pick<PaymentParts, 'config'>): readonly GatewayDefinition[] {
  return usableIn(parts);
}

/** The gateway for new checkouts of the publication. Undefined where nobody can pay: in production, without a connected gateway. */
export async function findGateway(parts: PaymentParts, publication: Tenant): Promise<PaymentGateway | undefined> {
  for (const definition of usableIn(parts))
    if (await definition.isConnected(publication, parts.database)) return definition.open(parts);
  return undefined;
}

/**
 * Whether a gateway collects for subscriptions and the publication is not connected to it, as after an export was brought
 * back: they stay as they are, and what the gateway reports is taken in once it is connected.
 */
export async function isConnectionMissing(parts: PaymentParts, publication: Tenant): Promise<boolean> {
  for (const definition of usableIn(parts)) {
    const { name, connection } = definition;
    if (connection === undefined || (await definition.isConnected(publication, parts.database))) continue;
    if (await hasOpenBilling(publication, parts.database, name)) return true;
  }
  return false;
}

/** Whether the publication is connected to the gateway of a name; false where this deployment has none such. */
export async function isConnected(parts: PaymentParts, publication: Tenant, name: string): Promise<boolean> {
  const definition = usableIn(parts).find((gateway) => gateway.name === name);
  return definition !== undefined && definition.isConnected(publication, parts.database);
}

/** The gateway of a name in an address or a record; undefined where this deployment has none such. */
export function findGatewayNamed(parts: PaymentParts, name: string): PaymentGateway | undefined {
  return usableIn(parts)
    .find((definition) => definition.name === name)
    ?.open(parts);
}

/** As findGateway. Throws Conflict where nobody can pay. */
export async function getGatewayOf(parts: PaymentParts, publication: Tenant): Promise<PaymentGateway> {
  return orConflict(await findGateway(parts, publication));
}

/** The gateway that a billing record or a checkout names. Throws Conflict where this deployment has none such. */
export function getGateway(parts: PaymentParts, name: string): PaymentGateway {
  return orConflict(findGatewayNamed(parts, name));
}

/** The origins that a form that starts a checkout leads to, besides this site. */
export function cardPageOriginsOf({ name }: Pick<PaymentGateway, 'name'>): readonly string[] {
  return GATEWAYS.find((definition) => definition.name === name)?.cardPageOrigins ?? [];
}

/** Does what is due in gateways that run in this process; returns whether there was work. @param post to the service's own address for webhooks */
export async function proceedEmbedded(parts: PaymentParts, post: Post): Promise<boolean> {
  let hadAny = false;
  for (const { embedded } of usableIn(parts)) hadAny = (await embedded?.proceed(parts, post)) || hadAny;
  return hadAny;
}

function usableIn({ config }: Pick<PaymentParts, 'config'>): readonly GatewayDefinition[] {
  return GATEWAYS.filter(({ isTestOnly }) => !isTestOnly || config.environment === 'test');
}

function orConflict(gateway: PaymentGateway | undefined): PaymentGateway {
  if (gateway === undefined) throw new Conflict('gateway', 'This service cannot take payments now');
  return gateway;
}

/** Throws GatewayUnavailable when the answer takes too long. The call may still succeed later; a retry under the same key finds it. */
export async function withTimeout<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new GatewayUnavailable('the gateway did not answer in time')),
    GATEWAY_TIMEOUT_MILLISECONDS,
  );
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
