// What a reader and the books see is the same, whichever gateway collects: another card by the link of a mail, the tax of each
// payment, and a pause. The gateways themselves are compared by conformance.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOffer } from '../../src/models/catalog/offer.ts';
import { createPrice } from '../../src/models/catalog/price.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import type { CustomerSummary } from '../../src/models/people/customer-summary.ts';
import { findOrCreateVerifiedCustomer } from '../../src/models/people/customer.ts';
import { listReceipts } from '../../src/models/receipts/receipt-record.ts';
import { changeSeller } from '../../src/models/tax/seller.ts';
import { setRate } from '../../src/models/tax/tax-rate.ts';
import { addDuration } from '../../src/payments/calendar.ts';
import { startCheckout } from '../../src/payments/checkout/checkout.ts';
import { endPause, pauseSubscription } from '../../src/payments/pause.ts';
import { refundPayment } from '../../src/payments/refund.ts';
import { subscriptionDetailsOf } from '../../src/payments/subscription.ts';
import { previewSwitch, switchPrice } from '../../src/payments/switch.ts';
import { locationOf } from '../support/browser/browser.ts';
import { headingOf } from '../support/browser/html.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import { GOOD_CARD, LATER_FAILING_CARD } from '../support/publications/cards.ts';
import { givenPayingSite } from '../support/publications/paying.ts';
import type { TestSite } from '../support/publications/site.ts';
import { givenConnected, openStripeService, StripeSite, type StripeService } from '../support/stripe/site.ts';

const ADA = 'ada@example.org';
let opened: StripeService;
beforeAll(async () => {
  opened = await openStripeService();
});
afterAll(() => opened.close());

/** A publication with one gateway, and time that passes there. */
interface Collected {
  readonly site: TestSite;
  /** Pays on the gateway's card page, and has the service hear of it. */
  pay(cardPage: string, card: 'good' | 'fails later'): Promise<void>;
  pass(duration: string): Promise<void>;
  rows<Row extends Record<string, unknown>>(table: string): Promise<Row[]>;
}

async function bySandbox(): Promise<Collected> {
  const paid = await givenPayingSite(opened.service);
  return {
    site: paid,
    pay: async (cardPage, card) => {
      await paid.pay(cardPage, card === 'good' ? GOOD_CARD : LATER_FAILING_CARD);
      await paid.settle();
    },
    pass: (duration) => paid.pass(duration),
    rows: (table) => paid.rows(table),
  };
}

async function byStripe(): Promise<Collected> {
  const { service } = opened;
  const paid = new StripeSite(opened, await givenConnected(opened));
  // Stripe Tax computes another rate than the table of the publication has.
  paid.account.taxRate = { id: 'txr_both', percent: 25, reason: 'standard_rated' };
  await service.database.transaction((transaction) =>
    changeSeller(paid.site.publication, transaction, { hasGatewayTax: true }),
  );
  return {
    site: paid.site,
    pay: async (redirectUrl, card) => {
      paid.pay({ redirectUrl }, card);
      await paid.hear();
    },
    pass: (duration) => {
      const now = service.clock.now().getTime();
      return paid.passSeconds(((addDuration(now, duration) ?? now) - now) / 1000);
    },
    rows: (table) => paid.rows(table),
  };
}

async function subscribe({ site, pay }: Collected, card: 'good' | 'fails later' = 'good'): Promise<CustomerSummary> {
  const { publication, price } = site;
  const { database, clock } = opened.service;
  const customer = await database.transaction((transaction) =>
    findOrCreateVerifiedCustomer(publication, transaction, clock, { address: parseEmailAddress(ADA) }),
  );
  const urls = () => ({ returnUrl: `${publication.siteUrl}/`, cancelUrl: `${publication.siteUrl}/` });
  const choice = { offerSlug: 'supporter', priceId: price.id, urls };
  await pay((await startCheckout(opened.service, publication, customer, choice)).redirectUrl, card);
  return customer;
}

async function heldBy({ site }: Collected, { id }: CustomerSummary) {
  return (await subscriptionDetailsOf(opened.service, site.publication, id))[0];
}

const paymentsOf = async (collected: Collected): Promise<(readonly [reason: string, amount: number])[]> =>
  (await collected.rows<{ reason: string; amount: number | string; paidAt: number | string }>('payments'))
    .toSorted((a, b) => Number(a.paidAt) - Number(b.paidAt))
    .map(({ reason, amount }) => [reason, Number(amount)]);

/** A price of the other plan, which costs €12 a month. */
async function givenDearPrice({ site: { publication, otherPlan } }: Collected): Promise<string> {
  const { database, clock } = opened.service;
  return database.transaction(async (transaction) => {
    const given = { planId: otherPlan.id, amount: 1200, currency: 'EUR', interval: 'month' };
    const { id } = await createPrice(publication, transaction, clock, given);
    const offer = { slug: 'dear', name: 'Dear', planId: otherPlan.id, priceIds: [id] };
    await createOffer(publication, transaction, clock, offer);
    return id;
  });
}

describe.each([
  ['the sandbox', bySandbox, { percent: 19, isGatewayTax: false }],
  ['Stripe', byStripe, { percent: 25, isGatewayTax: true }],
] as const)('collected by %s', (_name, open, { percent, isGatewayTax }) => {
  test('the link of the mail about a failed payment takes another card, which pays what is owed, and is over then', async () => {
    const collected = await open();
    const { site } = collected;
    await subscribe(collected, 'fails later');
    await collected.pass('1 month');
    expect(await collected.rows('billings')).toMatchObject([{ state: 'past_due' }]);
    const browser = site.newBrowser();
    const link = (await browser.mails(ADA)).map(({ text }) => /https?:\S+\/card\/[\w-]+/.exec(text)?.[0]).find(Boolean);
    const { pathname } = new URL(link ?? '');
    expect(headingOf((await browser.get(pathname)).body)).toBe('Use another card');
    await collected.pay(locationOf(await browser.post(pathname, {})), 'good');
    expect(await collected.rows('billings')).toMatchObject([{ state: 'active', pastDueSince: null }]);
    const owed = [
      ['start', 500],
      ['renewal', 500],
    ];
    expect(await paymentsOf(collected)).toEqual(owed);
    expect([(await browser.get(pathname)).statusCode, (await browser.post(pathname, {})).statusCode]).toEqual([
      410, 410,
    ]);
    await collected.pass('1 month');
    expect(await paymentsOf(collected)).toEqual([...owed, ['renewal', 500]]);
    expect(await ledgerFaults(opened.service.database, [])).toEqual([]);
  });

  test('each payment has a receipt with its tax, from the start to a refund', async () => {
    const collected = await open();
    const { publication } = collected.site;
    const { database } = opened.service;
    await database.transaction(async (transaction) => {
      await changeSeller(publication, transaction, { name: 'Echo Press', country: 'DE' });
      await setRate(publication, transaction, { percent: '19' });
    });
    const newPriceId = await givenDearPrice(collected);
    const customer = await subscribe(collected);
    await collected.pass('1 month');
    const { subscriptionId = '' } = (await heldBy(collected, customer)) ?? {};
    const shown = await previewSwitch(opened.service, publication, customer.id, { subscriptionId, newPriceId });
    await switchPrice(opened.service, publication, customer.id, shown.switchId);
    const payments = await collected.rows<{ id: string; reason: string }>('payments');
    const first = payments.find(({ reason }) => reason === 'start');
    await refundPayment(opened.service, publication, { paymentId: first?.id ?? '', amount: 200, key: 'both' });
    const taxIn = (gross: number): number => Math.round((gross * percent) / (100 + percent));
    const all = await listReceipts(publication, database, customer.id);
    const receipts = all.toSorted((a, b) => b.kind.localeCompare(a.kind) || a.number - b.number);
    expect(receipts.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['receipt', 500],
      ['receipt', 500],
      ['receipt', shown.dueNow],
      ['credit_note', 200],
    ]);
    for (const { gross, tax, net, rate, isGatewayTax: isTheirs } of receipts)
      expect([tax, net, rate, isTheirs]).toEqual([taxIn(gross), gross - taxIn(gross), percent * 100, isGatewayTax]);
    expect(await ledgerFaults(database, [])).toEqual([]);
  });

  test('a pause grants and costs nothing while it runs, and is ended by its reader, or by itself', async () => {
    const collected = await open();
    const { publication } = collected.site;
    const customer = await subscribe(collected);
    const { subscriptionId = '', billing } = (await heldBy(collected, customer)) ?? {};
    const until = new Date((billing?.periodEnd ?? 0) + 90 * 86_400_000);
    await pauseSubscription(opened.service, publication, { customerId: customer.id, subscriptionId, until });
    expect(await heldBy(collected, customer)).toMatchObject({ subscriptionId });
    await collected.pass('65 days');
    expect([await heldBy(collected, customer), await paymentsOf(collected)]).toEqual([undefined, [['start', 500]]]);
    expect(await endPause(opened.service, publication, customer.id, subscriptionId)).toBe('charged');
    const back = await heldBy(collected, customer);
    const again = { customerId: customer.id, subscriptionId: back?.subscriptionId ?? '' };
    const next = new Date((back?.billing?.periodEnd ?? 0) + 30 * 86_400_000);
    await pauseSubscription(opened.service, publication, { ...again, until: next });
    await collected.pass('65 days');
    expect(await heldBy(collected, customer)).toMatchObject({ billing: { pastDue: null } });
    expect((await paymentsOf(collected)).map(([reason]) => reason)).toEqual(['start', 'renewal', 'renewal']);
    expect(await ledgerFaults(opened.service.database, [])).toEqual([]);
  });
});
