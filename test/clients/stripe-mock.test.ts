// What the Stripe adapter asks is what Stripe's API takes, and what the tests' stand-in answers is what Stripe's API gives: by stripe-mock, which
// Stripe makes from its OpenAPI document, and by that document itself.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stripeDocument } from '../../scripts/setup/stripe-mock.mjs';
import type { ChargedPrice } from '../../src/payments/gateway.ts';
import { keepStripeAccount } from '../../src/payments/stripe/connection.ts';
import { StripeGateway } from '../../src/payments/stripe/gateway.ts';
import { givenSite } from '../support/publications/site.ts';
import { MovableClock } from '../support/service/clock.ts';
import { openService } from '../support/service/service.ts';
import { StripeDocument } from '../support/stripe/document.ts';
import { liveThrough } from '../support/stripe/life.ts';
import { ROUTES } from '../support/stripe/routes.ts';
import { startStripeMock, type OtherServer } from '../support/stripe/servers.ts';
import { PLATFORM_KEY, StripeStandIn, WEBHOOK_SECRET, type Exchange } from '../support/stripe/stand-in.ts';

let mock: OtherServer;
let calls: readonly Exchange[];

const settingsAt = (url: string) => ({
  STRIPE_SECRET_KEY: PLATFORM_KEY,
  STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
  STRIPE_API_URL: url,
});

beforeAll(async () => {
  mock = await startStripeMock();
  const clock = new MovableClock();
  const standIn = await StripeStandIn.listen(clock);
  const service = await openService(settingsAt(standIn.url), clock);
  await liveThrough(service, standIn);
  calls = standIn.exchanges.filter(({ answer }) => answer.status === 200);
  await service.close();
  await standIn.close();
});
afterAll(() => mock.stop());

test('every call that the stand-in answers is among those that are looked at', () => {
  const unused = ROUTES.filter(
    ([method, path]) => !calls.some((call) => call.method === method && path.test(call.path)),
  );
  expect(unused.map(([method, path]) => `${method} ${path.source}`)).toEqual([]);
});

test('stripe-mock takes every call', async () => {
  const refused = [];
  for (const { method, path, query, form } of calls) {
    const headers = { authorization: `Bearer ${PLATFORM_KEY}`, 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await fetch(`${mock.url}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers,
      ...(form !== '' && { body: form }),
    });
    if (!answer.ok) refused.push(`${method} ${path} ${form}: ${await answer.text()}`);
  }
  expect(refused).toEqual([]);
});

test('stripe-mock does not take everything', async () => {
  const wrong = await fetch(`${mock.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PLATFORM_KEY}` },
    body: new URLSearchParams({ mode: 'subscription', nonsense: '1' }),
  });
  expect(wrong.status).toBe(400);
});

describe("by Stripe's OpenAPI document", () => {
  test('every answer of the stand-in is one that Stripe may give', () => {
    const document = new StripeDocument(stripeDocument);
    const faults = calls.flatMap(({ method, path, answer }) =>
      document
        .faultsOf(method, path, answer.body)
        .map((fault) => `${method} ${path.replaceAll(/\/\w+_\w+/g, '/…')}: ${fault}`),
    );
    expect([...new Set(faults)]).toEqual([]);
  });

  test('another answer is not', () => {
    const document = new StripeDocument(stripeDocument);
    expect(
      document.faultsOf('GET', '/v1/prices/price_1', { id: 7, object: 'coupon', nonsense: true, unit_amount: null }),
    ).toHaveLength(3);
    expect(document.faultsOf('GET', '/v1/nowhere', {})).toHaveLength(1);
  });
});

test("the adapter reads Stripe's own samples of every object", async () => {
  const service = await openService(settingsAt(mock.url));
  const { publication, price } = await givenSite(service);
  const account = { kind: 'connected', accountId: 'acct_mock' } as const;
  await service.database.transaction((transaction) =>
    keepStripeAccount(publication, transaction, service.clock, service.secretKeys, account),
  );
  const gateway = new StripeGateway(service);
  const charged: ChargedPrice = {
    priceId: price.id,
    amount: price.amount,
    currency: price.currency,
    interval: price.interval,
  };
  const request = {
    mode: 'subscription',
    returnUrl: 'https://a.example/b',
    cancelUrl: 'https://a.example/c',
    customerRef: 'cus_1',
    description: 'Supporter',
    price: charged,
    trialDays: null,
    discount: null,
    cardUpdateFor: undefined,
  } as const;
  expect(
    (await gateway.createCustomer(publication, 'k', { id: 'cus_1', email: 'ada@example.org', name: null })).ref,
  ).toMatch(/^cus_/);
  expect((await gateway.startCheckout(publication, 'k', request)).ref).toMatch(/^cs_/);
  expect((await gateway.readCheckout(publication, 'cs_1')).state).toMatch(/^(open|expired|complete)$/);
  const subscription = await gateway.readSubscription(publication, 'sub_1');
  expect(subscription).toMatchObject({ ref: 'sub_1', checkoutRef: undefined, state: 'active' });
  expect(subscription.periodEnd.getTime()).toBeGreaterThan(0);
  expect((await gateway.listSubscriptions(publication, undefined)).subscriptions.length).toBeGreaterThan(0);
  await gateway.cancelAtPeriodEnd(publication, 'k', 'sub_1');
  await gateway.resume(publication, 'k', 'sub_1');
  await gateway.cancelNow(publication, 'k', 'sub_1');
  await gateway.refund(publication, 'k', 'pi_1', 1);
  expect(
    (await gateway.previewSwitch(publication, 'sub_1', { ...charged, currency: 'USD', amount: 90_000_000 })).timing,
  ).toBe('now');
  expect(await gateway.openPortal(publication, 'sub_1', 'https://a.example/')).toMatch(/^https:/);
  await service.close();
});
