// Stripe's customer portal, for cards and invoices; canceling and changing the price stay on our pages, which say what it means.
import type Stripe from 'stripe';
import { idOf } from './wire.ts';

const MARK = 'masthead_portal';
/** A new one is made at Stripe when what it allows is changed here. */
const EDITION = '1';
const FEATURES: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  customer_update: { enabled: false },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
};

/** The address of the portal's page for the subscription's payer; good for a few minutes. */
export async function openStripePortal(stripe: Stripe, ref: string, returnUrl: string): Promise<string> {
  const [{ customer }, configuration] = await Promise.all([
    stripe.subscriptions.retrieve(ref),
    configurationFor(stripe),
  ]);
  return (
    await stripe.billingPortal.sessions.create({ customer: idOf(customer), configuration, return_url: returnUrl })
  ).url;
}

async function configurationFor(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const found = data.find(({ metadata }) => metadata?.[MARK] === EDITION);
  if (found !== undefined) return found.id;
  const made = await stripe.billingPortal.configurations.create(
    { features: FEATURES, metadata: { [MARK]: EDITION } },
    { idempotencyKey: `${MARK} ${EDITION}` },
  );
  return made.id;
}
