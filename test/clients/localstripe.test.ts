// The Stripe adapter against localstripe, a stateful stand-in by others, for what it has: subscriptions that end or go on, payments that are paid
// back, unknown and deleted objects, and signed notifications. It has no prices, Checkout, portal, Connect or idempotency, and pays back
// more than was paid.
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { randomSecret } from '../../src/database/secrets.ts';
import { NotFound } from '../../src/models/errors.ts';
import type { Tenant } from '../../src/models/record.ts';
import { BadSignature } from '../../src/payments/gateway.ts';
import { keepStripeAccount } from '../../src/payments/stripe/connection.ts';
import { StripeGateway } from '../../src/payments/stripe/gateway.ts';
import { givenSite } from '../support/publications/site.ts';
import { openService, type TestService } from '../support/service/service.ts';
import { startLocalstripe, type OtherServer } from '../support/stripe/servers.ts';

const KEY = 'sk_test_localstripe';
const SECRET = 'whsec_localstripe';
/** Where localstripe keeps its state when nothing keeps it from that: one file for all users of the machine. */
const SHARED_FILE = '/tmp/localstripe.pickle';

interface Told {
  readonly body: Buffer;
  readonly signature: string;
}

let server: OtherServer;
let service: TestService;
let publication: Tenant;
let gateway: StripeGateway;
/** Speaks to localstripe for what only a card page does. */
let outside: Stripe;
let receiver: Server;
const told: Told[] = [];
let sharedFileBefore: number | undefined;

beforeAll(async () => {
  sharedFileBefore = changeOfSharedFile();
  server = await startLocalstripe();
  service = await openService({ STRIPE_API_URL: server.url });
  publication = (await givenSite(service)).publication;
  const account = { kind: 'own', secretKey: KEY, webhookSecrets: [SECRET] } as const;
  await service.database.transaction((transaction) =>
    keepStripeAccount(publication, transaction, service.clock, service.secretKeys, account),
  );
  gateway = new StripeGateway(service);
  const { hostname, port } = new URL(server.url);
  outside = new Stripe(KEY, { host: hostname, port, protocol: 'http', telemetry: false });
  receiver = createServer((request, response) => void keep(request).finally(() => response.end()));
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  await call('/_config/webhooks/masthead', { url, secret: SECRET });
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await service.close();
  await server.stop();
});

const changeOfSharedFile = (): number | undefined => statSync(SHARED_FILE, { throwIfNoEntry: false })?.mtimeMs;

async function keep(
  request: AsyncIterable<Uint8Array> & { headers: Readonly<Record<string, string | string[] | undefined>> },
): Promise<void> {
  told.push({ signature: String(request.headers['stripe-signature']), body: await buffer(request as never) });
}

async function call(path: string, form: Readonly<Record<string, string>>): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}` },
    body: new URLSearchParams(form),
  });
  if (!answer.ok) throw new Error(`localstripe: ${await answer.text()}`);
  return (await answer.json().catch(() => ({}))) as Record<string, unknown>;
}

async function payer(): Promise<string> {
  const { ref } = await gateway.createCustomer(publication, randomSecret(16), {
    id: 'cus_ours',
    email: 'ada@example.org',
    name: 'Ada',
  });
  const method = await outside.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' },
  });
  await outside.paymentMethods.attach(method.id, { customer: ref });
  await outside.customers.update(ref, { invoice_settings: { default_payment_method: method.id } });
  return ref;
}

async function subscribed(): Promise<string> {
  const id = `plan_${randomSecret(8)}`;
  await call('/v1/plans', { id, amount: '500', currency: 'eur', interval: 'month', 'product[name]': 'Supporter' });
  const { id: ref } = await call('/v1/subscriptions', { customer: await payer(), 'items[0][plan]': id });
  return String(ref);
}

test('a customer is made with what is known of the person', async () => {
  const customer = await outside.customers.retrieve(await payer());
  expect(customer).toMatchObject({
    email: 'ada@example.org',
    name: 'Ada',
    metadata: { masthead_customer: 'cus_ours', masthead_publication: publication.id },
  });
});

test('a subscription is canceled at its end, resumed, and ended at once, however often', async () => {
  const ref = await subscribed();
  const state = async () => outside.subscriptions.retrieve(ref);
  await gateway.cancelAtPeriodEnd(publication, 'a', ref);
  expect(await state()).toMatchObject({ status: 'active', cancel_at_period_end: true });
  await gateway.resume(publication, 'b', ref);
  expect(await state()).toMatchObject({ status: 'active', cancel_at_period_end: false });
  await gateway.cancelNow(publication, 'c', ref);
  await gateway.cancelNow(publication, 'd', ref);
  await gateway.resume(publication, 'e', ref);
  expect((await state()).status).toBe('canceled');
});

test('a payment is paid back in part and in whole', async () => {
  const customer = await payer();
  const { id } = await outside.paymentIntents.create({
    amount: 500,
    currency: 'eur',
    customer,
    payment_method: String(
      ((await outside.customers.retrieve(customer)) as Stripe.Customer).invoice_settings.default_payment_method,
    ),
    confirm: true,
  });
  await gateway.refund(publication, 'f', id, 200);
  await gateway.refund(publication, 'g', id, 300);
  const charges = await outside.charges.list({ customer });
  expect(charges.data.map(({ amount_refunded: refunded }) => refunded)).toEqual([500]);
});

test('what localstripe has not got is not found', async () => {
  await expect(gateway.cancelNow(publication, 'i', 'sub_unknown')).rejects.toThrow(NotFound);
  expect(await gateway.ownerOf(publication, 'sub_unknown')).toBeUndefined();
});

test('its notifications are believed by their signature, and not with another body', async () => {
  const ref = await subscribed();
  const isAbout = ({ body }: Told): boolean => body.includes(ref) && body.includes('customer.subscription.');
  await expect.poll(() => told.some(isAbout), { timeout: 10_000 }).toBe(true);
  service.clock.advance((Date.now() - service.clock.now().getTime()) / 1000);
  const about = told.filter(isAbout);
  const events = await Promise.all(
    about.map(({ body, signature }) => gateway.parseEvent(publication, body, { 'stripe-signature': signature })),
  );
  expect(events.filter((event) => event?.object === 'subscription').map((event) => event?.ref)).toContain(ref);
  const [first] = about;
  await expect(
    gateway.parseEvent(publication, Buffer.concat([first?.body ?? Buffer.alloc(0), Buffer.from(' ')]), {
      'stripe-signature': first?.signature,
    }),
  ).rejects.toThrow(BadSignature);
});

test('two servers at once keep what they are told apart, and to themselves', async () => {
  const other = await startLocalstripe();
  try {
    const { hostname, port } = new URL(other.url);
    const there = new Stripe(KEY, { host: hostname, port, protocol: 'http', telemetry: false });
    const ref = await payer();
    await expect(there.customers.retrieve(ref)).rejects.toMatchObject({ statusCode: 404 });
    const { id } = await there.customers.create({ email: 'grace@example.org' });
    await expect(outside.customers.retrieve(id)).rejects.toMatchObject({ statusCode: 404 });
    expect(await outside.customers.retrieve(ref)).toMatchObject({ email: 'ada@example.org' });
  } finally {
    await other.stop();
  }
  expect(changeOfSharedFile()).toBe(sharedFileBefore);
});
