// Name servers that are silent about Stripe: who wants to pay is told so in time, look-ups of the process's own go on beside, and the next try
// pays once.
import { lookup } from 'node:dns/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { findOrCreateVerifiedCustomer } from '../../src/models/people/customer.ts';
import { startCheckout } from '../../src/payments/checkout/checkout.ts';
import { GatewayUnavailable } from '../../src/payments/gateway.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { useDnsServer } from '../support/outside/dns-server.ts';
import { ownTime } from '../support/processes/processor-wait.ts';
import { givenConnected, openStripeService, StripeSite, type StripeService } from '../support/stripe/site.ts';

const HOST = 'stripe.example';
/** Of a page, and as many as would keep all threads of the process. */
const PAGE_MILLISECONDS = 5000;
const PAYERS = 8;

const names = await useDnsServer();
names.set(HOST, 'A', '127.0.0.1');
let opened: StripeService;

beforeAll(async () => {
  opened = await openStripeService({ DNS_SERVERS: names.address }, HOST);
});
afterAll(() => opened.close());

test('a checkout says in time that Stripe cannot be reached, delays no other look-up, and goes on once it can', async () => {
  const { service } = opened;
  const stage = new StripeSite(opened, await givenConnected(opened));
  const { publication, price } = stage.site;
  const urls = (id: string) => ({
    returnUrl: `${publication.siteUrl}/checkouts/${id}`,
    cancelUrl: `${publication.siteUrl}/offers`,
  });
  const customers = await service.database.transaction((transaction) =>
    Promise.all(
      Array.from({ length: PAYERS }, (_, count) =>
        findOrCreateVerifiedCustomer(publication, transaction, service.clock, {
          address: parseEmailAddress(`payer${count}@example.org`),
        }),
      ),
    ),
  );
  const startAll = () =>
    Promise.allSettled(
      customers.map((customer) =>
        startCheckout(service, publication, customer, { offerSlug: 'supporter', priceId: price.id, urls }),
      ),
    );
  names.silence(true);
  const startedAt = ownTime();
  const starts = startAll();
  await expect.poll(() => names.asked).toBeGreaterThan(0);
  const lookedUpAt = ownTime();
  await lookup('localhost');
  expect(ownTime() - lookedUpAt).toBeLessThan(1000);
  expect((await starts).map((start) => start.status === 'rejected' && start.reason)).toEqual(
    customers.map(() => expect.any(GatewayUnavailable)),
  );
  expect(ownTime() - startedAt).toBeLessThan(PAGE_MILLISECONDS);

  names.silence(false);
  const startedLater = await startAll();
  for (const start of startedLater) {
    if (start.status === 'rejected') throw start.reason;
    stage.pay(start.value);
  }
  await stage.hear();
  expect(await stage.rows('checkouts')).toMatchObject(customers.map(() => ({ state: 'complete' })));
  expect(await stage.rows('payments')).toHaveLength(PAYERS);
  expect(await ledgerFaults(service.database, [])).toEqual([]);
});
