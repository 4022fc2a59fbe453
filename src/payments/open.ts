// Which gateway collects the money of a publication, and how long it is waited for.
import type { Service } from '../service.ts';
import { Conflict } from '../models/errors.ts';
import { GatewayUnavailable, type PaymentGateway } from './gateway.ts';
import { SandboxGateway } from './sandbox/gateway.ts';

/** What the payments room needs of the process. */
export type PaymentParts = Pick<Service, 'config' | 'database' | 'clock' | 'secretKeys'>;

/** Our choice: a page that waits for the gateway answers within five seconds, come what may. */
export const GATEWAY_PATIENCE_MILLISECONDS = 4500;

/** The gateway that new checkouts go to; undefined where nobody can pay. The sandbox moves no money, so production refuses it. */
export function findGateway(parts: PaymentParts): PaymentGateway | undefined {
  return parts.config.environment === 'test' ? new SandboxGateway(parts) : undefined;
}

/** The gateway of that name, which a billing record holds. Throws Conflict where this deployment has none such. */
export function getGateway(parts: PaymentParts, name?: string): PaymentGateway {
  const gateway = findGateway(parts);
  if (gateway === undefined || (name !== undefined && gateway.name !== name)) throw new Conflict('gateway', 'This service cannot take payments now');
  return gateway;
}

/** Throws GatewayUnavailable when the answer takes too long; what was asked may still be done, and the same key finds it. */
export async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new GatewayUnavailable('the gateway did not answer in time')), GATEWAY_PATIENCE_MILLISECONDS);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
