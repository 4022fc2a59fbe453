// Stripe's customer portal, for cards and invoices. Canceling and switching prices stay on our pages, which explain the consequences.
import type Stripe from 'stripe';
import { idOf } from './wire.ts';

const MARK = 'masthead_portal';
/** Raise it with each change of FEATURES: a new configuration is then made at Stripe. */
const EDITION = '1';
const FEATURES: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  payment_method_update: { enabled: true },
  invoice_history: { enabled: true },
  customer_update: { enabled: false },
  subscription_cancel: { enabled: false },
  subscription_update: { enabled: false },
};

/** Returns the address of the portal's page for the subscription's payer, valid for a few minutes. */
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
