// A publication that is paid by the sandbox gateway: customers who pay by the real card page, the worker's rounds with notifications through
// the real door, and a clock to move.
import type { LightMyRequestResponse } from 'fastify';
import type { CustomerSummary } from '../../src/models/people/customer-summary.ts';
import { findOrCreateVerifiedCustomer } from '../../src/models/people/customer.ts';
import { startCheckout, startMend, type CheckoutStarted } from '../../src/payments/checkout/checkout.ts';
import type { Post } from '../../src/payments/gateway-definition.ts';
import { GatewayUnavailable } from '../../src/payments/gateway.ts';
import { advanceSandbox } from '../../src/payments/sandbox/renewals.ts';
import { changeSandboxSettings, type SandboxSettings } from '../../src/payments/sandbox/settings.ts';
import type { Runner } from '../../src/runner.ts';
import { startCollector } from '../../src/worker.ts';
import type { Browser } from './browser.ts';
import type { TestService } from './service.ts';
import { givenSite, type TestSite } from './site.ts';

export const GOOD_CARD = '4242 4242 4242 4242';
export const FAILS_LATER = '4000000000000341';

export interface Notice {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export class PaidSite {
  readonly site: TestSite;
  readonly service: TestService;
  readonly collector: Runner<boolean>;
  /** Every notification that went out. */
  readonly notices: Notice[] = [];
  /** While true, notifications are kept back. */
  holdsNotices = false;

  constructor(site: TestSite) {
    this.site = site;
    this.service = site.service;
    this.collector = this.secondWorker();
  }

  /** As in another process. */
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
    return startCollector(this.service, { post, onError });
  }

  /** Through the door for notifications, as HTTP would bring it. */
  deliver({ url, body, headers }: Notice): Promise<LightMyRequestResponse> {
    const { host, pathname } = new URL(url);
    return this.service.app.inject({ method: 'POST', url: pathname, headers: { host, ...headers }, payload: body });
  }

  /** Until nothing is left to do. */
  settle(): Promise<void> {
    return this.collector.settle();
  }

  customer(email = 'ada@example.org'): Promise<CustomerSummary> {
    const { database, clock } = this.service;
    return database.transaction((transaction) =>
      findOrCreateVerifiedCustomer(this.site.publication, transaction, clock, { email }),
    );
  }

  start(
    customer: CustomerSummary,
    given: { offerSlug?: string; priceId?: string; code?: string; continueUrl?: string } = {},
  ): Promise<CheckoutStarted> {
    const { publication, price } = this.site;
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

  startMend(customer: CustomerSummary, subscriptionId: string): Promise<CheckoutStarted> {
    const { publication } = this.site;
    const urls = () => ({ returnUrl: `${publication.siteUrl}/`, cancelUrl: `${publication.siteUrl}/` });
    return startMend(this.service, publication, customer, { subscriptionId, urls });
  }

  /** Types a card on the page; the answer to the form, without what follows it. */
  async payAt(
    redirectUrl: string,
    cardNumber: string = GOOD_CARD,
    browser: Browser = this.site.newBrowser(),
  ): Promise<LightMyRequestResponse> {
    const page = await browser.get(redirectUrl);
    const csrf = /name="csrf_token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
    return browser.post(redirectUrl, { csrf_token: csrf, card_number: cardNumber });
  }

  /** Pays for the offer and lets all of it be taken in. Returns the customer. */
  async subscribed(
    email = 'ada@example.org',
    cardNumber: string = GOOD_CARD,
    given: { offerSlug?: string; priceId?: string } = {},
  ): Promise<CustomerSummary> {
    const customer = await this.customer(email);
    await this.payAt((await this.start(customer, given)).redirectUrl, cardNumber);
    await this.settle();
    return customer;
  }

  /** Moves the sandbox clock without letting anything be taken in. */
  advance(duration: string): Promise<Date> {
    const { database, clock } = this.service;
    return database.transaction((transaction) => advanceSandbox(this.site.publication, transaction, clock, duration));
  }

  async pass(duration: string): Promise<void> {
    await this.advance(duration);
    await this.settle();
  }

  async set(change: Partial<SandboxSettings>): Promise<void> {
    await this.service.database.transaction((transaction) =>
      changeSandboxSettings(this.site.publication, transaction, change),
    );
  }

  rows<Row = Record<string, unknown>>(table: string, order = 'id'): Promise<Row[]> {
    return this.service.database
      .knex(table)
      .where({ publicationId: this.site.publication.id })
      .orderBy(order)
      .select('*');
  }
}

export async function givenPaidSite(service: TestService): Promise<PaidSite> {
  return new PaidSite(await givenSite(service));
}
