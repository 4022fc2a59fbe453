// The deployment's settings of Stripe (docs/operating-payments.md). Without a secret key no account can be connected; a publication's own key works all the
// same.
import { z } from 'zod';
import { isOrigin, list, settingsOf, type Settings } from '../../setting.ts';

export interface StripeSettings {
  /** The platform account's key, which acts for connected accounts. */
  readonly secretKey: string | undefined;
  /** The signing secrets of the platform's endpoint for connected accounts; each of them verifies. */
  readonly webhookSecrets: readonly string[];
  /** The address of the API in tests; undefined for Stripe's own. */
  readonly apiUrl: string | undefined;
}

export const STRIPE_SECRETS = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRETS'] as const;

const fields = z.object({
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\w+$/, 'must begin with sk_live_, rk_live_, sk_test_ or rk_test_')
    .optional(),
  STRIPE_WEBHOOK_SECRETS: z
    .string()
    .transform(list)
    .refine(
      (secrets) => secrets.every((secret) => /^whsec_\S+$/.test(secret)),
      'must be secrets that begin with whsec_, separated by commas',
    )
    .default([]),
  STRIPE_API_URL: z.string().refine(isOrigin, 'must be an origin such as http://127.0.0.1:12111').optional(),
});

export const stripeSettings = settingsOf(
  fields,
  jointFaults,
  ({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS, STRIPE_API_URL }): StripeSettings => ({
    secretKey: STRIPE_SECRET_KEY,
    webhookSecrets: STRIPE_WEBHOOK_SECRETS,
    apiUrl: STRIPE_API_URL,
  }),
);

/** A live key moves money, so production takes live keys only, and a test environment test keys only. */
function jointFaults({ ENVIRONMENT, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRETS, STRIPE_API_URL }: Settings): string[] {
  const faults = [];
  if ((STRIPE_SECRET_KEY === undefined) !== (STRIPE_WEBHOOK_SECRETS === undefined))
    faults.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRETS must be set together');
  const isProduction = ENVIRONMENT === 'production';
  if (STRIPE_SECRET_KEY !== undefined && /_live_/.test(STRIPE_SECRET_KEY) !== isProduction)
    faults.push(`STRIPE_SECRET_KEY must be a ${isProduction ? 'live' : 'test'} key in this environment`);
  if (STRIPE_API_URL !== undefined && isProduction)
    faults.push('STRIPE_API_URL must not be set in production: it is for tests');
  return faults;
}
