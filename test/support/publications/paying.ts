// A publication with the sandbox gateway: customers who pay by its hosted pages or by a checkout of the test, the worker's rounds with webhooks through
// the real door, and the gateway's clock.
import type { LightMyRequestResponse } from 'fastify';
import { createOffer } from '../../../src/models/catalog/offer.ts';
import { createPrice, type Price } from '../../../src/models/catalog/price.ts';
import { parseEmailAddress } from '../../../src/models/email-address.ts';
import { createSubscription } from '../../../src/models/money/subscription.ts';
import type { CustomerSummary } from '../../../src/models/people/customer-summary.ts';
import { findOrCreateVerifiedCustomer } from '../../../src/models/people/customer.ts';
import { updatePublication } from '../../../src/models/publication/publication.ts';
import { startCardUpdate, startCheckout, type CheckoutStarted } from '../../../src/payments/checkout/checkout.ts';
import type { Post } from '../../../src/payments/gateway-definition.ts';
import { GatewayUnavailable } from '../../../src/payments/gateway.ts';
import { authenticate, payByCard, type PayOutcome } from '../../../src/payments/sandbox/checkout.ts';
import { advanceSandbox } from '../../../src/payments/sandbox/renewals.ts';
import { changeSandboxSettings, type SandboxSettings } from '../../../src/payments/sandbox/settings.ts';
import type { Runner } from '../../../src/runner.ts';
import { createPaymentRunner } from '../../../src/worker.ts';
import { formOf, locationOf, type Browser } from '../browser/browser.ts';
import type { TestService } from '../service/service.ts';
import { GOOD_CARD } from './cards.ts';
import { givenSite, type TestSite } from './site.ts';

export interface Notice {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

class Paying {
  readonly #site: TestSite;
  readonly service: TestService;
  readonly paymentRunner: Runner<boolean>;
  /** Every webhook that was sent. */
  readonly notices: Notice[] = [];
  /** While true, webhooks are held back. */
  holdsNotices = false;

  constructor(site: TestSite) {
    this.#site = site;
    this.service = site.service;
    this.paymentRunner = this.secondWorker();
  }

  /** The same deployment in another process. */
  secondWorker(): Runner<boolean> {
    const post: Post = async (url, body, headers) => {
      // The sandbox serves every publication of the deployment.
      if (this.holdsNotices) return 503;
      this.notices.push({ url, body, headers });
      return (await this.deliver({ url, body, headers })).statusCode;
    };
    const onError = (error: unknown): void => {
      if (!(error instanceof GatewayUnavailable)) throw error;
    };
    return createPaymentRunner(this.service, { post, onError });
  }

  /** Delivers a webhook through its door, as HTTP would. */
  deliver({ url, body, headers }: Notice): Promise<LightMyRequestResponse> {
    const { host, pathname } = new URL(url);
    return this.service.app.inject({ method: 'POST', url: pathname, headers: { host, ...headers }, payload: body });
  }

  /** Runs rounds until no work is left. */
  settle(): Promise<void> {
    return this.paymentRunner.settle();
  }

  customer(email = 'ada@example.org'): Promise<CustomerSummary> {
    const { database, clock } = this.service;
    return database.transaction((transaction) =>
      findOrCreateVerifiedCustomer(this.#site.publication, transaction, clock, { address: parseEmailAddress(email) }),
    );
  }

  start(
    customer: CustomerSummary,
    given: { offerSlug?: string; priceId?: string; code?: string; continueUrl?: string } = {},
  ): Promise<CheckoutStarted> {
    const { publication, price } = this.#site;
    const urls = (id: string) => ({
      returnUrl: `${publication.siteUrl}/checkouts/${id}`,
      cancelUrl: `${publication.siteUrl}/offers`,
    });
    return startCheckout(this.service, publication, customer, {
      offerSlug: 'supporter',
      priceId: price.id,
      urls,
      ...given,
    });
  }

  startCardUpdate(customer: CustomerSummary, subscriptionId: string): Promise<CheckoutStarted> {
    const { publication } = this.#site;
    const urls = () => ({ returnUrl: `${publication.siteUrl}/`, cancelUrl: `${publication.siteUrl}/` });
    return startCardUpdate(this.service, publication, customer, { subscriptionId, urls });
  }

  /** Lets readers pay for several plans at once, as the publication's settings do. */
  sellSideBySide(): Promise<void> {
    return this.set({ plansPerReader: 'several' });
  }

  /** Changes the settings of the publication. */
  async set(
    settings: { readonly plansPerReader: 'one' | 'several' } | { readonly pausesSetBy: 'reader' },
  ): Promise<void> {
    const { publication } = this.#site;
    await this.service.database.transaction((transaction) => updatePublication(transaction, publication.id, settings));
    // The row as a request reads it.
    Object.assign(publication, settings);
  }

  /** A customer pays for a plan that they were given meanwhile. */
  async payForHeldPlan(): Promise<{ readonly customer: CustomerSummary; readonly checkoutId: string }> {
    const { database, clock } = this.service;
    const { publication, plan } = this.#site;
    const customer = await this.customer();
    const { checkoutId, redirectUrl } = await this.start(customer);
    const complimentary = { customerId: customer.id, planId: plan.id, complimentary: true };
    await database.transaction((transaction) => createSubscription(publication, transaction, clock, complimentary));
    await this.payAt(redirectUrl);
    await this.settle();
    return { customer, checkoutId };
  }

  /** Submits a card on the checkout's card page; returns the answer to the form, without redirects. */
  async payAt(
    redirectUrl: string,
    cardNumber: string = GOOD_CARD,
    browser: Browser = this.#site.newBrowser(),
  ): Promise<LightMyRequestResponse> {
    const page = await browser.get(redirectUrl);
    const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    return browser.post(redirectUrl, { csrf_token: csrf, card_number: cardNumber });
  }

  /** The same without the page: the gateway's result for the card. */
  pay(cardPage: string, card: string): Promise<PayOutcome> {
    const { database, clock } = this.service;
    return database.transaction((transaction) =>
      payByCard(this.#site.publication, transaction, clock, refOf(cardPage), card),
    );
  }

  /** Answers the bank's question to the card's holder. */
  approve(cardPage: string, isApproved: boolean): Promise<PayOutcome> {
    const { database, clock } = this.service;
    return database.transaction((transaction) =>
      authenticate(this.#site.publication, transaction, clock, refOf(cardPage), isApproved),
    );
  }

  /** Starts a checkout, pays on its card page, and runs the worker until all is applied. */
  async payingCustomer(
    email = 'ada@example.org',
    cardNumber: string = GOOD_CARD,
    given: { offerSlug?: string; priceId?: string } = {},
  ): Promise<CustomerSummary> {
    const customer = await this.customer(email);
    await this.payAt((await this.start(customer, given)).redirectUrl, cardNumber);
    await this.settle();
    return customer;
  }

  /** Moves the gateway's clock without running the worker. */
  advance(duration: string): Promise<Date> {
    const { database, clock } = this.service;
    return database.transaction((transaction) => advanceSandbox(this.#site.publication, transaction, clock, duration));
  }

  /** Moves the gateway's clock and runs the worker until all that fell due is applied. */
  async pass(duration: string): Promise<void> {
    await this.advance(duration);
    await this.settle();
  }

  /** The same, until the day before the paid period of the newest subscription is over. */
  async passToLastDay(): Promise<void> {
    const now = await this.advance('1 hour');
    const [billing] = (await this.rows<{ periodEnd: number | string }>('billings')).toReversed();
    await this.pass(`${Math.floor((Number(billing?.periodEnd) - now.getTime()) / 86_400_000)} days`);
  }

  async setSandbox(change: Partial<SandboxSettings>): Promise<void> {
    await this.service.database.transaction((transaction) =>
      changeSandboxSettings(this.#site.publication, transaction, change),
    );
  }

  rows<Row = Record<string, unknown>>(table: string, order = 'id'): Promise<Row[]> {
    return this.service.database
      .knex(table)
      .where({ publicationId: this.#site.publication.id })
      .orderBy(order)
      .select('*');
  }
}

export type PayingSite = TestSite & Paying;

/** A site whose offers are paid by the sandbox. */
export function toPayingSite(site: TestSite): PayingSite {
  return Object.assign(new Paying(site), site);
}

export async function givenPayingSite(service: TestService): Promise<PayingSite> {
  return toPayingSite(await givenSite(service));
}

/** The same with two more offers, for visitors who choose. */
export interface OfferedSite extends PayingSite {
  /** Prices of the offer "reader", by the month (€5) or the year (€50), and of "friend", by the month (€9). */
  readonly monthly: string;
  readonly yearly: string;
  readonly friend: string;
  /** From the offer's page to the confirmation page. */
  subscribe(browser: Browser, choice?: string, card?: string): Promise<LightMyRequestResponse>;
  /** A browser whose customer pays for a subscription. */
  payer(email?: string, choice?: string, card?: string): Promise<Browser>;
}

export async function givenOfferedSite(service: TestService): Promise<OfferedSite> {
  const site = await givenPayingSite(service);
  const choices = await createChoices(site);
  const subscribe: OfferedSite['subscribe'] = async (browser, choice = choices.monthly, card = GOOD_CARD) => {
    const cardPage = await openCardPage(browser, choice);
    await site.pay(cardPage, card);
    return browser.open(await returnPageOf(service, cardPage));
  };
  const payer: OfferedSite['payer'] = async (email = 'ada@example.org', choice, card) => {
    const browser = await site.signedIn(email);
    await subscribe(browser, choice, card);
    return browser;
  };
  return Object.assign(site, choices, { subscribe, payer });
}

async function createChoices(site: PayingSite): Promise<Pick<OfferedSite, 'monthly' | 'yearly' | 'friend'>> {
  const { publication, plan, price } = site;
  const { database, clock } = site.service;
  return database.transaction(async (transaction) => {
    const createOne = (planId: string, amount: number, interval: string): Promise<Price> =>
      createPrice(publication, transaction, clock, { planId, amount, currency: 'EUR', interval });
    const [year, other] = [await createOne(plan.id, 5000, 'year'), await createOne(site.otherPlan.id, 900, 'month')];
    await createOffer(publication, transaction, clock, {
      slug: 'reader',
      name: 'Reader',
      planId: plan.id,
      priceIds: [price.id, year.id],
    });
    await createOffer(publication, transaction, clock, {
      slug: 'friend',
      name: 'Friend',
      planId: site.otherPlan.id,
      priceIds: [other.id],
    });
    return { monthly: `reader/${price.id}`, yearly: `reader/${year.id}`, friend: `friend/${other.id}` };
  });
}

/** Where the summary's button leads. */
export async function openCardPage(browser: Browser, choice: string, continueUrl?: string): Promise<string> {
  const form = formOf(await openSummary(browser, choice, continueUrl));
  return locationOf(await browser.post(form.action, form.fields));
}

/** The summary of a choice, for a customer who is signed in. */
export function openSummary(browser: Browser, choice: string, continueUrl?: string): Promise<LightMyRequestResponse> {
  const [slug = ''] = choice.split('/');
  const query = new URLSearchParams({ choice, ...(continueUrl !== undefined && { continue_url: continueUrl }) });
  return browser.open(`/offers/${slug}/subscribe?${query.toString()}`);
}

/** The address to which the gateway sends the browser afterwards. */
export async function returnPageOf({ database }: TestService, cardPage: string): Promise<string> {
  const [checkout]: { id: string }[] = await database
    .knex('checkouts')
    .where({ ref: refOf(cardPage) })
    .select('id');
  return `/checkouts/${checkout?.id ?? ''}`;
}

function refOf(cardPage: string): string {
  return cardPage.slice(cardPage.lastIndexOf('/') + 1);
}
