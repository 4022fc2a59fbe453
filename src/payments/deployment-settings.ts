// What a deployment sets for payment gateways: one row for each gateway that has settings in the environment. The configuration reads them, so
// that they stand below it; whatever else a gateway declares is in gateways.ts.
import { z } from 'zod';
import { stripeSettings } from './stripe/deployment-settings.ts';

export const gatewaySettings = z.object({ stripe: stripeSettings });
