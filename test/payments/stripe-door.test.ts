// Stripe through the service's own doors: from the subscribe page's checkout by signed notifications to the worker and a subscription, whatever
// the order, in a test environment and in production.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import type { CustomerSummary } from '../../src/models/people/customer-summary.ts';
import { findOrCreateVerifiedCustomer } from '../../src/models/people/customer.ts';
import { addDays, addDuration } from '../../src/payments/calendar.ts';
import { readCheckout } from '../../src/payments/checkout/checkout-progress.ts';
import { startCardUpdate, startCheckout, type CheckoutStarted } from '../../src/payments/checkout/checkout.ts';
import { receiveEvent } from '../../src/payments/events.ts';
import { GatewayUnavailable } from '../../src/payments/gateway.ts';
import type { PaymentParts } from '../../src/payments/gateways.ts';
import { beginPriceChange, undoPriceChange } from '../../src/payments/price-change/change.ts';
import { previewPriceChange } from '../../src/payments/price-change/preview.ts';
import { listPaymentsOf, subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { locationOf } from '../support/browser/browser.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { CommandLine } from '../support/processes/command-line.ts';
import { ownTime } from '../support/processes/processor-wait.ts';
import { givenSite } from '../support/publications/site.ts';
import type { TestService } from '../support/service/service.ts';
import {
  collectorOf,
  givenConnected,
  openStripeService,
  StripeSite,
  type StripeService,
} from '../support/stripe/site.ts';
import { PLATFORM_KEY, WEBHOOK_SECRET, type StripeCard, type StripeStandIn } from '../support/stripe/stand-in.ts';

let opened: StripeService;
let service: TestService;
let stripe: StripeStandIn;

beforeAll(async () => {
  opened = await openStripeService();
  ({ service, stripe } = opened);
});
afterAll(() => opened.close());

class Stage extends StripeSite {
  customer(email = 'ada@example.org'): Promise<CustomerSummary> {
    return service.database.transaction((transaction) =>
      findOrCreateVerifiedCustomer(this.site.publication, transaction, service.clock, {
        address: parseEmailAddress(email),
      }),
    );
  }

  start(customer: CustomerSummary): Promise<CheckoutStarted> {
    const { publication, price } = this.site;
    const urls = (id: string) => ({
      returnUrl: `${publication.siteUrl}/checkouts/${id}`,
      cancelUrl: `${publication.siteUrl}/offers`,
    });
    return startCheckout(service, publication, customer, { offerSlug: 'supporter', priceId: price.id, urls });
  }

  async subscribed(card: StripeCard = 'good'): Promise<CustomerSummary> {
    const customer = await this.customer();
    this.pay(await this.start(customer), card);
    await this.hear();
    return customer;
  }

  async pass(duration: string): Promise<void> {
    const now = service.clock.now().getTime();
    await this.passSeconds(((addDuration(now, duration) ?? now) - now) / 1000);
  }
}

async function givenStage(): Promise<Stage> {
  return new Stage(opened, await givenConnected(opened));
}

const masthead = (): CommandLine =>
  new CommandLine({
    DATABASE_URL: service.config.databaseUrl,
    STRIPE_SECRET_KEY: PLATFORM_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url,
  });

test('what was paid at Stripe is a subscription, a payment and a finished checkout', async () => {
  const stage = await givenStage();
  const customer = await stage.customer();
  const started = await stage.start(customer);
  expect(await readCheckout(service, stage.site.publication, customer.id, started.checkoutId)).toMatchObject({
    state: 'unfinished',
    redirectUrl: expect.stringMatching(/^https:\/\/checkout\.stripe\.com\//),
  });
  stage.pay(started);
  await stage.hear();
  expect(await readCheckout(service, stage.site.publication, customer.id, started.checkoutId)).toMatchObject({
    state: 'done',
  });
  expect(await listPaymentsOf(service, stage.site.publication, customer.id)).toMatchObject([
    { reason: 'start', amount: 500, currency: 'EUR' },
  ]);
  expect(await stage.rows('billings')).toMatchObject([{ gateway: 'stripe', state: 'active' }]);
  expect(await ledgerFaults(service.database, [])).toEqual([]);
});

test('50 starts at once lead to one session of one customer at Stripe', async () => {
  const stage = await givenStage();
  const customer = await stage.customer();
  const started = await Promise.all(Array.from({ length: 50 }, () => stage.start(customer)));
  expect(new Set(started.map(({ redirectUrl }) => redirectUrl)).size).toBe(1);
  expect([stage.account.sessions.size, stage.account.customers.size]).toEqual([1, 1]);
});

test.each(['forwards', 'backwards', 'each twice', 'the subscription alone'])(
  'notifications that come %s end in the same state',
  async (order) => {
    const stage = await givenStage();
    const customer = await stage.customer();
    stage.pay(await stage.start(customer), 'fails later');
    const notices = stage.fresh();
    const told =
      {
        forwards: notices,
        backwards: notices.toReversed(),
        'each twice': [...notices, ...notices],
        'the subscription alone': notices.filter(({ type }) => type.startsWith('customer.subscription.')),
      }[order] ?? [];
    expect(told.length).toBeGreaterThan(0);
    await stage.hear(told);
    expect([(await stage.rows('subscriptions')).length, (await stage.rows('payments')).length]).toEqual([1, 1]);
    expect(await stage.rows('checkouts')).toMatchObject([{ state: 'complete' }]);
  },
);

test('a renewal that failed is mended by another card, and the next one is paid', async () => {
  const stage = await givenStage();
  const { publication } = stage.site;
  const customer = await stage.subscribed('fails later');
  const detailsOf = async () => (await subscriptionDetailsOf(service, publication, customer.id))[0];
  await stage.pass('1 month');
  expect((await detailsOf())?.billing?.pastDue).not.toBeNull();
  const urls = () => ({ returnUrl: `${publication.siteUrl}/`, cancelUrl: `${publication.siteUrl}/` });
  stage.pay(
    await startCardUpdate(service, publication, customer, {
      subscriptionId: (await detailsOf())?.subscriptionId ?? '',
      urls,
    }),
  );
  await stage.hear();
  expect((await detailsOf())?.billing?.pastDue).toBeNull();
  await stage.pass('1 month');
  expect((await listPaymentsOf(service, publication, customer.id)).map(({ reason }) => reason)).toEqual([
    'renewal',
    'renewal',
    'start',
  ]);
  expect(await ledgerFaults(service.database, [])).toEqual([]);
});

test('after the grace the subscription is ended at Stripe, too', async () => {
  const stage = await givenStage();
  await stage.subscribed('fails later');
  await stage.pass('1 month');
  await stage.pass('15 days');
  expect(await stage.rows('billings')).toMatchObject([{ state: 'ended', endReason: 'unpaid' }]);
  expect([...stage.account.subscriptions.values()].map(({ status }) => status)).toEqual(['canceled']);
});

test('what the publisher pays back in the dashboard of Stripe is on the receipt', async () => {
  const stage = await givenStage();
  const customer = await stage.subscribed();
  const [payment] = await listPaymentsOf(service, stage.site.publication, customer.id);
  const headers = { authorization: `Bearer ${PLATFORM_KEY}`, 'stripe-account': stage.accountId };
  await fetch(`${stripe.url}/v1/refunds`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({ payment_intent: payment?.ref ?? '', amount: '120' }),
  });
  await stage.hear();
  expect(await listPaymentsOf(service, stage.site.publication, customer.id)).toMatchObject([{ refundedAmount: 120 }]);
});

test("a publisher's other subscriptions at Stripe are listed and left alone", async () => {
  const [stage, other] = [await givenStage(), await givenStage()];
  await stage.subscribed();
  for (const subscription of stage.account.subscriptions.values()) {
    other.account.subscriptions.set(`${subscription.id}_foreign`, {
      ...subscription,
      id: `${subscription.id}_foreign`,
      metadata: {},
    });
    for (const price of stage.account.prices.values()) other.account.prices.set(price.id, price);
    other.account.updated({ ...subscription, id: `${subscription.id}_foreign` });
  }
  await other.hear();
  expect(await other.rows('billings')).toEqual([]);
  expect((await service.database.knex('gateway_events').where('ref', 'like', '%foreign').select('outcome'))[0]).toEqual(
    { outcome: 'not ours' },
  );
});

test("one publication's notification about another's subscription changes nothing", async () => {
  const [stage, thief] = [await givenStage(), await givenStage()];
  const customer = await stage.customer();
  stage.pay(await stage.start(customer));
  const stolen = stage.fresh().map((notice) => ({
    ...notice,
    body: notice.body.replaceAll(stage.site.publication.id, thief.site.publication.id),
  }));
  await thief.hear(stolen.filter(({ type }) => type.startsWith('customer.subscription.')));
  expect([await thief.rows('billings'), await stage.rows('billings')]).toEqual([[], []]);
});

test('the subscribe page lets its form lead to Stripe, and only that of a connected publication; neither speaks of a sandbox', async () => {
  const [stage, other] = [await givenStage(), await givenSite(service)];
  const [connected, unconnected] = [
    await stage.site.newBrowser().get('/offers/supporter/subscribe'),
    await other.newBrowser().get('/offers/supporter/subscribe'),
  ];
  const policies = [connected, unconnected].map(({ headers }) =>
    String(headers['content-security-policy']).includes('https://checkout.stripe.com'),
  );
  expect(policies).toEqual([true, false]);
  expect(connected.body.toLowerCase()).not.toContain('sandbox');
});

test("the account page leads to Stripe's page for cards and invoices, the same for each visit", async () => {
  const stage = await givenStage();
  await stage.subscribed();
  const browser = await stage.site.signedIn('ada@example.org');
  const [, portal = ''] = /href="(\/subscriptions\/\w+\/portal)"/.exec((await browser.get('/')).body) ?? [];
  const led = await browser.get(portal);
  expect([led.statusCode, locationOf(led).startsWith('https://billing.stripe.com/')]).toEqual([303, true]);
  await browser.get(portal);
  expect(stage.account.configurations.size).toBe(1);
  expect((await stage.site.newBrowser().get(portal)).statusCode).toBe(303);
});

describe('Stripe that', () => {
  test('is down, busy or does not know the key: says so, and the next try goes on from there', async () => {
    const stage = await givenStage();
    const customer = await stage.customer();
    for (const [status, type] of [
      [500, 'api_error'],
      [429, 'rate_limit_error'],
      [401, 'invalid_request_error'],
    ] as const) {
      stripe.trouble = { status, error: { type, message: 'no' } };
      await expect(stage.start(customer)).rejects.toThrow(GatewayUnavailable);
    }
    stripe.trouble = undefined;
    stage.pay(await stage.start(customer));
    await stage.hear();
    expect(await stage.rows('checkouts')).toMatchObject([{ state: 'complete' }]);
    expect(stage.account.customers.size).toBe(1);
  });

  test('does not answer: says so within five seconds', async () => {
    const stage = await givenStage();
    const customer = await stage.customer();
    stripe.trouble = 'silent';
    const begun = ownTime();
    await expect(stage.start(customer)).rejects.toThrow(GatewayUnavailable);
    stripe.trouble = undefined;
    expect(ownTime() - begun).toBeLessThan(5000);
  });

  test('is down while it tells us something: it is looked at later', async () => {
    const stage = await givenStage();
    const customer = await stage.customer();
    stage.pay(await stage.start(customer));
    stripe.trouble = { status: 503, error: { type: 'api_error', message: 'no' } };
    await stage.hear();
    stripe.trouble = undefined;
    expect(await stage.rows('subscriptions')).toEqual([]);
    service.clock.advance(60);
    await stage.hear([]);
    expect(await stage.rows('subscriptions')).toHaveLength(1);
  });
});

test(
  'Stripe is left once it collects for no subscription of the publication, whatever it collects for others',
  { timeout: 60_000 },
  async () => {
    const [paid, unpaid] = [await givenStage(), await givenStage()];
    await paid.subscribed();
    const disconnect = ({ site }: Stage) =>
      masthead().run('stripe', 'disconnect', '--publication', site.publication.id);
    expect(await disconnect(paid)).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('still collects') });
    expect(await disconnect(unpaid)).toMatchObject({ exitCode: 0 });
  },
);

test(
  'the books of a publication that is not connected are compared without Stripe, which collects for another',
  { timeout: 60_000 },
  async () => {
    await (await givenStage()).subscribed();
    const { publication } = await givenSite(service);
    expect(await masthead().json('payment', 'reconcile', '--publication', publication.id)).toMatchObject([
      { compared: 0, lines: [] },
    ]);
  },
);

test('a price change moves a subscriber at the renewal that the mail says, and is taken back before it begins', async () => {
  const stage = await givenStage();
  await stage.subscribed();
  const { publication, price } = stage.site;
  const { database, clock } = service;
  const startsAt = addDays(clock.now().getTime(), 33);
  const wish = { priceId: price.id, amount: 700, startsAt };
  const change = async (): Promise<string> => {
    const shown = await previewPriceChange(service, publication, wish);
    return database.transaction((transaction) =>
      beginPriceChange(publication, transaction, clock, { wish, shown, now: clock.now() }),
    );
  };
  const days = async (count: number): Promise<void> => {
    for (let day = 0; day < count; day += 1) await stage.pass('1 day');
  };
  const nextPrices = async () => (await stage.rows('billings')).map(({ nextAmount }) => nextAmount);
  const id = await change();
  await stage.pass('27 days');
  await days(5);
  expect(await nextPrices()).toEqual([700]);
  await database.transaction((transaction) =>
    undoPriceChange(publication, transaction, clock, { id, now: clock.now() }),
  );
  await stage.hear();
  expect(await nextPrices()).toEqual([price.amount]);
  Object.assign(wish, { startsAt: addDays(clock.now().getTime(), 33) });
  await change();
  await stage.pass('26 days');
  await days(5);
  await stage.pass('25 days');
  await stage.pass('7 days');
  const amounts = (await stage.rows('payments')).map(({ amount }) => amount);
  expect([amounts.slice(0, 2), amounts.at(-1)]).toEqual([[price.amount, price.amount], 700]);
  expect(await stage.rows('subscriptions')).toMatchObject([{ status: 'active' }]);
  expect((await stage.rows('price_change_moves')).map(({ state }) => state).toSorted()).toEqual(['moved', 'returned']);
  expect(await ledgerFaults(database, [])).toEqual([]);
});

describe('in production', () => {
  const production = (): PaymentParts => ({ ...service, config: { ...service.config, environment: 'production' } });
  const receive = (stage: Stage, body: string) =>
    receiveEvent(production(), 'stripe', stage.site.publication, Buffer.from(body), {
      'stripe-signature': stripe.sign(body),
    });

  test('what really moved money is applied by the worker, and what did not is not even kept', async () => {
    const stage = await givenStage();
    const customer = await stage.customer();
    stage.pay(await stage.start(customer));
    const notices = stage.fresh();
    for (const { body } of notices) await receive(stage, body);
    await collectorOf(production()).settle();
    expect(await stage.rows('subscriptions')).toEqual([]);
    for (const { body } of notices) await receive(stage, body.replaceAll('"livemode":false', '"livemode":true'));
    await collectorOf(production()).settle();
    expect(await stage.rows('subscriptions')).toHaveLength(1);
  });

  test('a publication that is not connected cannot be paid', async () => {
    const { publication, price } = await givenSite(service);
    const customer = await service.database.transaction((transaction) =>
      findOrCreateVerifiedCustomer(publication, transaction, service.clock, {
        address: parseEmailAddress('ada@example.org'),
      }),
    );
    const urls = () => ({ returnUrl: 'https://a.example/', cancelUrl: 'https://a.example/' });
    await expect(
      startCheckout(production(), publication, customer, { offerSlug: 'supporter', priceId: price.id, urls }),
    ).rejects.toThrow('cannot take payments');
  });
});
