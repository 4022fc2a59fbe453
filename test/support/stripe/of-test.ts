// A stand-in for Stripe that serves one test, for a service that was opened without one.
import { onTestFinished } from 'vitest';
import type { TestService } from '../service/service.ts';
import { StripeStandIn } from './stand-in.ts';

/** Leads the service to a stand-in until the test ends. */
export async function standInFor({ config, clock }: TestService): Promise<StripeStandIn> {
  const stripe = await StripeStandIn.listen(clock);
  const settings = config.gateways.stripe;
  const { apiUrl } = settings;
  Object.assign(settings, { apiUrl: stripe.url });
  onTestFinished(async () => {
    Object.assign(settings, { apiUrl });
    await stripe.close();
  });
  return stripe;
}
