// The deployment's settings of payment gateways: one row for each gateway that has settings in the environment. The configuration imports them, so
// they stand below it; all else that a gateway declares is in gateways.ts.
import { z } from 'zod';
import { STRIPE_SECRETS, stripeSettings } from './stripe/deployment-settings.ts';

/** Those of them that are secret, so that each may be in a file. */
export const GATEWAY_SECRETS = [...STRIPE_SECRETS] as const;

export const gatewaySettings = z.object({ stripe: stripeSettings });
