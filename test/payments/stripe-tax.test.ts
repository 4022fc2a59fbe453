// Where the publication takes over the figures of Stripe Tax, receipts have them, and otherwise the rates of its own table.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { findOrCreateVerifiedCustomer } from '../../src/models/people/customer.ts';
import { listReceipts } from '../../src/models/receipts/receipt-record.ts';
import { changeSeller } from '../../src/models/tax/seller.ts';
import { setRate } from '../../src/models/tax/tax-rate.ts';
import { startCheckout } from '../../src/payments/checkout/checkout.ts';
import { givenConnected, openStripeService, StripeSite, type StripeService } from '../support/stripe/site.ts';

let opened: StripeService;
beforeAll(async () => {
  opened = await openStripeService();
});
afterAll(() => opened.close());

async function givenReceipt(given: {
  readonly hasGatewayTax: boolean;
  readonly reason: string;
  readonly percent: number;
}) {
  const { service, stripe } = opened;
  const { database, clock } = service;
  const stripeSite = new StripeSite(opened, await givenConnected(opened));
  const { publication, price } = stripeSite.site;
  const { percent, reason } = given;
  stripeSite.account.taxRate = { id: `txr_${reason}_${percent * 10}`, percent, reason };
  const customer = await database.transaction(async (transaction) => {
    await changeSeller(publication, transaction, { country: 'DE', hasGatewayTax: given.hasGatewayTax });
    await setRate(publication, transaction, { percent: '7' });
    const address = parseEmailAddress('ada@example.org');
    return findOrCreateVerifiedCustomer(publication, transaction, clock, { address });
  });
  const before = stripe.exchanges.length;
  const urls = () => ({ returnUrl: `${publication.siteUrl}/`, cancelUrl: `${publication.siteUrl}/` });
  const choice = { offerSlug: 'supporter', priceId: price.id, urls };
  stripeSite.pay(await startCheckout(service, publication, customer, choice));
  await stripeSite.hear();
  const asked = stripe.exchanges.slice(before).find(({ path }) => path === '/v1/checkout/sessions');
  const [receipt] = await listReceipts(publication, database, customer.id);
  return { receipt, form: decodeURIComponent(asked?.form ?? '') };
}

test.each([
  [
    'its figures',
    { hasGatewayTax: true, reason: 'standard_rated', percent: 25.5 },
    { tax: 102, net: 398, rate: 2550, treatment: 'rate', isGatewayTax: true },
  ],
  [
    'its reverse charge',
    { hasGatewayTax: true, reason: 'reverse_charge', percent: 0 },
    { tax: 0, net: 500, rate: 0, treatment: 'reverse_charge', isGatewayTax: true },
  ],
  [
    'none of it',
    { hasGatewayTax: false, reason: 'standard_rated', percent: 25.5 },
    { tax: 33, net: 467, rate: 700, treatment: 'rate', isGatewayTax: false },
  ],
])('a receipt takes over %s', async (_title, given, expected) => {
  const { receipt, form } = await givenReceipt(given);
  expect(receipt).toMatchObject({ gross: 500, paidBy: 'visa', paidByLast4: '4242', country: 'DE', ...expected });
  expect(form.includes('automatic_tax[enabled]=true')).toBe(given.hasGatewayTax);
});
