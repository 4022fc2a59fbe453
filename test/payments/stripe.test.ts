// The Stripe adapter through the suite that every gateway runs through, on the stand-in: by a connected account, and by the publication's own key.
import { afterAll, beforeAll } from 'vitest';
import { randomSecret } from '../../src/database/secrets.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { addDuration } from '../../src/payments/calendar.ts';
import { keepStripeAccount, type StripeAccount } from '../../src/payments/stripe/connection.ts';
import { StripeGateway } from '../../src/payments/stripe/gateway.ts';
import { givenSite } from '../support/publications/site.ts';
import { MovableClock } from '../support/service/clock.ts';
import { openService, type TestService } from '../support/service/service.ts';
import { PLATFORM_KEY, StripeStandIn } from '../support/stripe/stand-in.ts';
import { describeConformance, type Outside } from './conformance.ts';

const SECRETS = { first: 'whsec_first', second: 'whsec_second', foreign: 'whsec_foreign' };
let service: TestService;
let stripe: StripeStandIn;

beforeAll(async () => {
  const clock = new MovableClock();
  stripe = await StripeStandIn.listen(clock);
  service = await openService(
    {
      STRIPE_SECRET_KEY: PLATFORM_KEY,
      STRIPE_WEBHOOK_SECRETS: `${SECRETS.first},${SECRETS.second}`,
      STRIPE_API_URL: stripe.url,
    },
    clock,
  );
});
afterAll(async () => {
  await service.close();
  await stripe.close();
});

async function open(name: string, account: StripeAccount): Promise<Outside> {
  const { publication, price, otherPlan } = await givenSite(service);
  const { database, clock, secretKeys } = service;
  stripe.open(name);
  const dear = await database.transaction(async (transaction) => {
    await keepStripeAccount(publication, transaction, clock, secretKeys, account);
    return createPrice(publication, transaction, clock, {
      planId: otherPlan.id,
      amount: 1200,
      currency: 'EUR',
      interval: 'month',
    });
  });
  const toCharged = ({ id, amount, currency, interval }: typeof price) => ({ priceId: id, amount, currency, interval });
  const gateway = new StripeGateway(service);
  const { ref: customerRef } = await gateway.createCustomer(publication, randomSecret(16), {
    id: 'cus_conformance',
    email: 'ada@example.org',
    name: null,
  });
  return {
    gateway,
    publication,
    siteUrl: publication.siteUrl,
    customerRef,
    cheap: toCharged(price),
    dear: toCharged(dear),
    pay: async (ref, card) => stripe.pay(name, ref, card),
    pass: async (duration) => {
      const now = clock.now().getTime();
      clock.advance(((addDuration(now, duration) ?? now) - now) / 1000);
      stripe.proceed();
    },
    newKey: () => randomSecret(16),
    notice: (ref, kind) => {
      const told = stripe.notices.findLast(
        ({ type, body }) => type.startsWith('customer.subscription.') && body.includes(ref),
      );
      return kind === 'unknown'
        ? (told?.body ?? '').replace(told?.type ?? '', 'customer.tax_id.created')
        : (told?.body ?? '');
    },
    sign: (body, { secret = 'first', seconds = 0 } = {}) => ({
      'stripe-signature': stripe.sign(body, SECRETS[secret], stripe.now() + seconds),
    }),
  };
}

describeConformance('Stripe, by a connected account', () => {
  const accountId = `acct_${randomSecret(12)}`;
  return open(accountId, { kind: 'connected', accountId });
});

describeConformance("Stripe, by the publication's own key", () => {
  const secretKey = `sk_test_${randomSecret(12)}`;
  return open(secretKey, { kind: 'own', secretKey, webhookSecrets: [SECRETS.first, SECRETS.second] });
});
