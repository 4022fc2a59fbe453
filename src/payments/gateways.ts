// Which gateway collects the money of a publication, and how long it is waited for.
import { Conflict } from '../models/errors.ts';
import { isConnectedToStripe } from '../models/money/stripe-account.ts';
import type { Tenant } from '../models/record.ts';
import type { Service } from '../service.ts';
import { GatewayUnavailable, type PaymentGateway } from './gateway.ts';
import { SandboxGateway } from './sandbox/gateway.ts';
import { StripeGateway } from './stripe/gateway.ts';

/** What the payments room needs of the process. */
export type PaymentParts = Pick<Service, 'config' | 'database' | 'clock' | 'secretKeys'>;

/** Our choice: a page that waits for the gateway answers within five seconds, come what may. */
const GATEWAY_PATIENCE_MILLISECONDS = 4500;

/**
 * The gateway that new checkouts of the publication go to: Stripe once it is connected, until then the sandbox in a test environment. It moves no
 * money, so in production nobody can pay then: undefined.
 */
export async function findGateway(parts: PaymentParts, publication: Tenant): Promise<PaymentGateway | undefined> {
  if (await isConnectedToStripe(publication, parts.database)) return new StripeGateway(parts);
  return findGatewayNamed(parts, 'sandbox');
}

/** Of a name in an address or a record; undefined where this deployment has none such. */
export function findGatewayNamed(parts: PaymentParts, name: string): PaymentGateway | undefined {
  if (name === 'stripe') return new StripeGateway(parts);
  return name === 'sandbox' && parts.config.environment === 'test' ? new SandboxGateway(parts) : undefined;
}

/** As findGateway. Throws Conflict where nobody can pay. */
export async function getGatewayOf(parts: PaymentParts, publication: Tenant): Promise<PaymentGateway> {
  return orConflict(await findGateway(parts, publication));
}

/** The gateway that a billing record or a checkout names. Throws Conflict where this deployment has none such. */
export function getGateway(parts: PaymentParts, name: string): PaymentGateway {
  return orConflict(findGatewayNamed(parts, name));
}

function orConflict(gateway: PaymentGateway | undefined): PaymentGateway {
  if (gateway === undefined) throw new Conflict('gateway', 'This service cannot take payments now');
  return gateway;
}

/** Throws GatewayUnavailable when the answer takes too long; what was asked may still be done, and the same key finds it. */
export async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new GatewayUnavailable('the gateway did not answer in time')),
    GATEWAY_PATIENCE_MILLISECONDS,
  );
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
