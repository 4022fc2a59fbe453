// The deployment's settings of payment gateways: one row for each gateway that has settings in the environment. The configuration imports them, so
// they stand below it; all else that a gateway declares is in gateways.ts.
import { z } from 'zod';
import { stripeSettings } from './stripe/deployment-settings.ts';

export const gatewaySettings = z.object({ stripe: stripeSettings });
