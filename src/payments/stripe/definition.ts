// The declaration of Stripe, which collects for publications that are connected to it.
import type { GatewayDefinition } from '../gateway-definition.ts';
import { tryPlatform } from './account.ts';
import { STRIPE_CONNECTION } from './connect.ts';
import { isConnectedToStripe, STRIPE_KEYS } from './connection.ts';
import { StripeGateway } from './gateway.ts';
import { STRIPE_TAKEOVER } from './takeover.ts';
import { STRIPE_VERBS } from './verbs.ts';

export const STRIPE: GatewayDefinition = {
  name: 'stripe',
  isTestOnly: false,
  isConnected: isConnectedToStripe,
  open: (parts) => new StripeGateway(parts),
  cardPageOrigins: ['https://checkout.stripe.com'],
  sealedKinds: { stripe_keys: STRIPE_KEYS },
  showSettings: ({ gateways: { stripe } }) => ({
    stripe: stripe.secretKey === undefined ? null : `${stripe.secretKey.slice(0, 7)}…`,
    stripe_webhook_secrets: stripe.webhookSecrets.length,
  }),
  tryConnection: tryPlatform,
  connection: STRIPE_CONNECTION,
  takeover: STRIPE_TAKEOVER,
  summary: 'how a publication is paid by Stripe',
  verbs: STRIPE_VERBS,
};
