// Makes every call of the adapter at least once, in a plausible life of subscriptions.
import { createPrice } from '../../../src/models/catalog/price.ts';
import { changeSeller } from '../../../src/models/tax/seller.ts';
import { addDuration } from '../../../src/payments/calendar.ts';
import type { ChargedPrice, CheckoutRequest } from '../../../src/payments/gateway.ts';
import { readAccount } from '../../../src/payments/stripe/account.ts';
import { keepStripeAccount } from '../../../src/payments/stripe/connection.ts';
import { StripeGateway } from '../../../src/payments/stripe/gateway.ts';
import { STRIPE_TAKEOVER } from '../../../src/payments/stripe/takeover.ts';
import { givenSite } from '../publications/site.ts';
import type { TestService } from '../service/service.ts';
import type { StripeStandIn } from './stand-in.ts';

const ACCOUNT = 'acct_life';

export async function liveThrough(service: TestService, stripe: StripeStandIn): Promise<void> {
  const { publication, price, otherPlan } = await givenSite(service);
  const { database, clock, secretKeys } = service;
  stripe.open(ACCOUNT).taxRate = { id: 'txr_life', percent: 19, reason: 'standard_rated' };
  const other = await database.transaction(async (transaction) => {
    await keepStripeAccount(publication, transaction, clock, secretKeys, { kind: 'connected', accountId: ACCOUNT });
    await changeSeller(publication, transaction, { hasGatewayTax: true });
    return createPrice(publication, transaction, clock, {
      planId: otherPlan.id,
      amount: 1200,
      currency: 'EUR',
      interval: 'month',
    });
  });
  const toCharged = ({ id, amount, currency, interval }: typeof price): ChargedPrice => ({
    priceId: id,
    amount,
    currency,
    interval,
  });
  const [cheap, dear] = [toCharged(price), toCharged(other)];
  await readAccount(service.config, { kind: 'connected', accountId: ACCOUNT });
  const gateway = new StripeGateway(service);
  const { ref: customerRef } = await gateway.createCustomer(publication, 'life', {
    id: 'cus_life',
    email: 'ada@example.org',
    name: 'Ada',
  });
  let keys = 0;
  const key = (): string => `life ${(keys += 1)}`;
  const start = async (
    given: Partial<CheckoutRequest>,
    card: 'good' | 'fails later' | undefined,
  ): Promise<{ ref: string; subscription: string }> => {
    const request = {
      mode: 'subscription',
      returnUrl: 'https://a.example/b',
      cancelUrl: 'https://a.example/c',
      customerRef,
      description: 'Supporter',
      price: cheap,
      trialDays: null,
      discount: null,
      cardUpdateFor: undefined,
    } as const;
    const { ref } = await gateway.startCheckout(publication, key(), { ...request, ...given });
    if (card !== undefined) stripe.pay(ACCOUNT, ref, card);
    return { ref, subscription: (await gateway.readCheckout(publication, ref)).subscriptionRef ?? '' };
  };
  const pass = (duration: string): void => {
    const now = clock.now().getTime();
    clock.advance(((addDuration(now, duration) ?? now) - now) / 1000);
    stripe.proceed();
  };

  await gateway.expireCheckout(publication, (await start({}, undefined)).ref);
  const { subscription } = await start(
    { trialDays: 14, discount: { id: 'half', off: { percent: 50 }, periods: 3 } },
    'good',
  );
  await start({ discount: { id: 'less', off: { amount: 100, currency: 'EUR' }, periods: null } }, 'good');
  const once = await start({ mode: 'one-off' }, 'good');
  const paid = (await gateway.readCheckout(publication, once.ref)).payment;
  await gateway.refund(publication, key(), paid?.ref ?? '', 100);
  stripe.dispute(ACCOUNT, paid?.ref ?? '', 'needs_response');
  await gateway.readCheckout(publication, once.ref);
  pass('20 days');
  await gateway.switchPrice(
    publication,
    key(),
    subscription,
    dear,
    await gateway.previewSwitch(publication, subscription, dear),
  );
  await gateway.switchPrice(
    publication,
    key(),
    subscription,
    cheap,
    await gateway.previewSwitch(publication, subscription, cheap),
  );
  await gateway.readSubscription(publication, subscription);
  await gateway.cancelAtPeriodEnd(publication, key(), subscription);
  await gateway.readSubscription(publication, subscription);
  await gateway.resume(publication, key(), subscription);
  const until = new Date(clock.now().getTime() + 70 * 86_400_000);
  await gateway.pause(publication, key(), subscription, until);
  await gateway.endPause(publication, key(), subscription);
  await gateway.ownerOf(publication, subscription);
  await gateway.openPortal(publication, subscription, 'https://a.example/');
  const failing = await start({}, 'fails later');
  pass('1 month');
  await gateway.readSubscription(publication, failing.subscription);
  const mending = await start({ cardUpdateFor: failing.subscription }, 'good');
  await gateway.finishCardUpdate(publication, mending.ref);
  await gateway.listSubscriptions(publication, undefined);
  const page = await STRIPE_TAKEOVER.listCustomers(service, publication, undefined);
  const held = page.customers.flatMap(({ subscriptions }) => subscriptions)[0];
  await STRIPE_TAKEOVER.readPrice(service, publication, held?.priceRef ?? '');
  await STRIPE_TAKEOVER.claim(service, publication, { ref: failing.subscription, priceId: cheap.priceId });
  await gateway.cancelNow(publication, key(), subscription);
  await gateway.readSubscription(publication, subscription);
}
