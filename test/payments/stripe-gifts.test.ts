// A gift paid at Stripe counts as paid only once the money is there, in the amount that was asked, and no longer once a bank takes it back.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findOffer } from '../../src/models/catalog/offer.ts';
import { parseEmailAddress } from '../../src/models/email-address.ts';
import { findGift } from '../../src/models/money/gift-record.ts';
import { findCustomerByEmail, type CustomerSummary } from '../../src/models/people/customer-summary.ts';
import { startCheckout, startGift } from '../../src/payments/checkout/checkout.ts';
import { claim, toGiftTerms } from '../../src/payments/gift.ts';
import type { Browser } from '../support/browser/browser.ts';
import { headingOf } from '../support/browser/html.ts';
import { ledgerFaults } from '../support/databases/ledger.ts';
import type { TestService } from '../support/service/service.ts';
import { givenConnected, openStripeService, StripeSite, type StripeService } from '../support/stripe/site.ts';
import type { StripeCard, StripeStandIn } from '../support/stripe/stand-in.ts';

const CODE = /[0-9A-Z]{4}(?:-[0-9A-Z]{4}){4}/;
const [ADA, BOB] = ['ada@example.org', 'bob@example.org'];
let opened: StripeService;
let service: TestService;
let stripe: StripeStandIn;

beforeAll(async () => {
  opened = await openStripeService();
  ({ service, stripe } = opened);
});
afterAll(() => opened.close());

interface Row extends Record<string, unknown> {
  readonly id: string;
}

class Shop extends StripeSite {
  readonly buyer: Browser;

  constructor(connected: Awaited<ReturnType<typeof givenConnected>>, buyer: Browser) {
    super(opened, connected);
    this.buyer = buyer;
  }

  async customer(email = ADA): Promise<CustomerSummary> {
    const found = await findCustomerByEmail(this.site.publication, service.database, parseEmailAddress(email));
    if (found === undefined) throw new Error(`there is no ${email}`);
    return found;
  }

  /** Starts the purchase of a gift and pays at Stripe; returns the path of our page for it. */
  async give(card: StripeCard = 'good'): Promise<string> {
    const { publication } = this.site;
    const offer = await findOffer(publication, service.database, 'supporter');
    const [price] = offer?.prices ?? [];
    if (offer === undefined || price === undefined) throw new Error('nothing is for sale');
    const gift = {
      ...toGiftTerms(offer, price, 3),
      recipientEmail: BOB,
      recipientEmailNormalized: BOB,
      senderName: null,
      message: null,
      deliverAt: service.clock.now().getTime(),
    };
    const { checkoutId, redirectUrl } = await startGift(service, publication, await this.customer(), {
      gift,
      planName: 'Supporter',
      urls: (id) => ({ returnUrl: `${publication.siteUrl}/checkouts/${id}`, cancelUrl: publication.siteUrl }),
    });
    this.pay({ redirectUrl }, card);
    return `/checkouts/${checkoutId}`;
  }

  async subscribe(): Promise<void> {
    const { publication, price } = this.site;
    const { redirectUrl } = await startCheckout(service, publication, await this.customer(), {
      offerSlug: 'supporter',
      priceId: price.id,
      urls: () => ({ returnUrl: publication.siteUrl, cancelUrl: publication.siteUrl }),
    });
    this.pay({ redirectUrl });
    await this.hear();
  }

  async pass(days: number): Promise<void> {
    await this.passSeconds(days * 86_400);
  }

  async dispute(table: 'gifts' | 'payments', status: Parameters<StripeStandIn['dispute']>[2]): Promise<void> {
    const [row] = await this.rows<Row>(table);
    stripe.dispute(this.accountId, String(row?.[table === 'gifts' ? 'paymentRef' : 'ref']), status);
    await this.hear();
  }

  async gift(): Promise<Record<string, unknown>> {
    return (await this.rows<Row>('gifts'))[0] ?? {};
  }

  async giftMails() {
    return (await this.buyer.mails(BOB)).filter(({ subject }) => subject.includes('A gift for you'));
  }

  async claim(email: string): Promise<string> {
    const [row] = await this.rows<Row>('gifts');
    const gift = await findGift(this.site.publication, service.database, row?.id ?? '');
    if (gift === undefined) throw new Error('there is no gift');
    return (await claim(service, this.site.publication, (await this.customer(email)).id, gift)).state;
  }
}

async function givenShop(): Promise<Shop> {
  const connected = await givenConnected(opened);
  return new Shop(connected, await connected.site.signedIn(ADA));
}

describe('by a debit', () => {
  test('nothing is given while it is pending, and the page says so; it is once the money is there', async () => {
    const shop = await givenShop();
    const path = await shop.give('debit');
    await shop.hear();
    expect((await shop.gift())['state']).toBe('open');
    const page = await shop.buyer.open(path);
    expect([page.statusCode, headingOf(page.body)]).toEqual([200, 'Your payment is on its way']);
    await shop.pass(2);
    expect([(await shop.gift())['state'], await shop.giftMails()]).toEqual(['open', []]);
    await shop.pass(2);
    expect((await shop.gift())['state']).toBe('paid');
    expect((await shop.giftMails())[0]?.text).toMatch(CODE);
    expect(await ledgerFaults(service.database, [])).toEqual([]);
  });

  test('is asked for once an hour where no notice comes, and is found by that', async () => {
    const shop = await givenShop();
    await shop.give('debit');
    await shop.hear();
    await shop.pass(2);
    const asked = stripe.exchanges.length;
    for (let times = 0; times < 3; times += 1) await shop.hear();
    expect(stripe.exchanges.length).toBe(asked);
    service.clock.advance(2 * 86_400);
    stripe.proceed();
    // What Stripe has told since is lost.
    await shop.settle();
    expect((await shop.gift())['state']).toBe('paid');
  });

  test('that fails nothing is given at all', async () => {
    const shop = await givenShop();
    const path = await shop.give('debit that fails');
    await shop.pass(4);
    expect((await shop.gift())['state']).toBe('abandoned');
    expect(headingOf((await shop.buyer.open(path)).body)).toBe('The payment did not arrive');
    expect(await shop.giftMails()).toEqual([]);
  });

  test('the same plan is not sold once more while it is pending', async () => {
    const shop = await givenShop();
    const path = await shop.give('debit');
    await expect(shop.give()).rejects.toThrow('no session');
    expect(await shop.rows('gifts')).toHaveLength(1);
    expect(headingOf((await shop.buyer.open(path)).body)).toBe('Your payment is on its way');
  });
});

test('another amount than was asked for pays for nothing', async () => {
  const shop = await givenShop();
  const path = await shop.give();
  for (const intent of stripe.account(shop.accountId).intents.values()) intent.received -= 1;
  await shop.hear();
  expect([(await shop.gift())['state'], await shop.giftMails()]).toEqual(['open', []]);
  expect(headingOf((await shop.buyer.open(path)).body)).toBe('Confirming your payment');
  const outcomes = (await service.database.knex('gateway_events').select('outcome')).map(({ outcome }) => outcome);
  expect(outcomes).toContain('another amount');
});

describe('a dispute of a gift', () => {
  test('keeps it from being claimed while it is open, and no longer once it was won', async () => {
    const shop = await givenShop();
    await shop.give();
    await shop.hear();
    await shop.site.signedIn(BOB);
    await shop.dispute('gifts', 'needs_response');
    const code = CODE.exec((await shop.giftMails())[0]?.text ?? '')?.[0] ?? '';
    const visitor = shop.site.newBrowser();
    expect((await visitor.submit(await visitor.open('/gift/claim'), { code })).statusCode).toBe(422);
    expect(await shop.claim(BOB)).toBe('over');
    await shop.dispute('gifts', 'won');
    expect(await shop.claim(BOB)).toBe('claimed');
  });

  test('that is lost makes it void', async () => {
    const shop = await givenShop();
    await shop.give();
    await shop.hear();
    await shop.dispute('gifts', 'needs_response');
    await shop.dispute('gifts', 'lost');
    expect(await shop.gift()).toMatchObject({ state: 'refunded', dispute: 'lost', codeHash: null });
  });

  test('that is lost ends it where it was claimed', async () => {
    const shop = await givenShop();
    await shop.give();
    await shop.hear();
    await shop.site.signedIn(BOB);
    expect(await shop.claim(BOB)).toBe('claimed');
    await shop.dispute('gifts', 'under_review');
    expect(await shop.rows('subscriptions')).toMatchObject([{ status: 'active' }]);
    await shop.dispute('gifts', 'lost');
    expect(await shop.rows('subscriptions')).toMatchObject([{ status: 'canceled' }]);
    expect(await ledgerFaults(service.database, [])).toEqual([]);
  });

  test('that is only a question of the bank changes nothing', async () => {
    const shop = await givenShop();
    await shop.give();
    await shop.hear();
    await shop.dispute('gifts', 'warning_needs_response');
    expect(await shop.gift()).toMatchObject({ state: 'paid', dispute: 'none' });
  });
});

test('a subscription goes on while a dispute of its payment is open, and ends once it is lost', async () => {
  const shop = await givenShop();
  await shop.subscribe();
  await shop.dispute('payments', 'needs_response');
  expect(await shop.rows('subscriptions')).toMatchObject([{ status: 'active' }]);
  await shop.dispute('payments', 'lost');
  expect(await shop.rows('subscriptions')).toMatchObject([{ status: 'canceled' }]);
  expect(await shop.rows('billings')).toMatchObject([{ state: 'ended', endReason: 'disputed' }]);
  await shop.hear();
  expect(await ledgerFaults(service.database, [])).toEqual([]);
});
