// A service whose publications are paid by the stand-in of Stripe, and one such publication: what is paid there, and the
// signed notifications that tell of it.
import { randomSecret } from '../../../src/database/secrets.ts';
import { GatewayUnavailable } from '../../../src/payments/gateway.ts';
import type { PaymentParts } from '../../../src/payments/gateways.ts';
import { keepStripeAccount } from '../../../src/payments/stripe/connection.ts';
import type { Runner } from '../../../src/runner.ts';
import { createPaymentRunner } from '../../../src/worker.ts';
import { givenSite, type TestSite } from '../publications/site.ts';
import { MovableClock } from '../service/clock.ts';
import { openService, type TestService } from '../service/service.ts';
import type { Account } from './account.ts';
import { PLATFORM_KEY, StripeStandIn, WEBHOOK_SECRET, type StripeCard, type StripeNotice } from './stand-in.ts';

export interface StripeService {
  readonly service: TestService;
  readonly stripe: StripeStandIn;
  close(): Promise<void>;
}

/** Both go by one clock. @param more settings of the service @param host the name under which it looks for Stripe */
export async function openStripeService(
  more: Readonly<Record<string, string>> = {},
  host = '127.0.0.1',
): Promise<StripeService> {
  const clock = new MovableClock();
  const stripe = await StripeStandIn.listen(clock);
  const settings = {
    STRIPE_SECRET_KEY: PLATFORM_KEY,
    STRIPE_WEBHOOK_SECRETS: WEBHOOK_SECRET,
    STRIPE_API_URL: stripe.url.replace('127.0.0.1', host),
    ...more,
  };
  const service = await openService(settings, clock);
  const close = async (): Promise<void> => {
    await service.close();
    await stripe.close();
  };
  return { service, stripe, close };
}

/** A publication, and the id of an account at Stripe that it is connected to. */
export async function givenConnected({
  service,
}: Pick<StripeService, 'service'>): Promise<{ site: TestSite; accountId: string }> {
  const site = await givenSite(service);
  const account = { kind: 'connected', accountId: `acct_${randomSecret(12)}` } as const;
  await service.database.transaction((transaction) =>
    keepStripeAccount(site.publication, transaction, service.clock, service.secretKeys, account),
  );
  return { site, accountId: account.accountId };
}

/** The worker's round of payments. It throws what goes wrong, but for a Stripe that does not answer. */
export function collectorOf(parts: PaymentParts): Runner<boolean> {
  const onError = (error: unknown): void => {
    if (!(error instanceof GatewayUnavailable)) throw error;
  };
  return createPaymentRunner(parts, { post: () => Promise.reject(new Error('Stripe sends by itself')), onError });
}

export class StripeSite {
  readonly site: TestSite;
  readonly accountId: string;
  readonly account: Account;
  readonly #service: TestService;
  readonly #stripe: StripeStandIn;
  readonly #collector: Runner<boolean>;
  #told: number;

  constructor({ service, stripe }: StripeService, { site, accountId }: { site: TestSite; accountId: string }) {
    this.site = site;
    this.accountId = accountId;
    this.account = stripe.open(accountId);
    this.#service = service;
    this.#stripe = stripe;
    this.#collector = collectorOf(service);
    this.#told = stripe.notices.length;
  }

  /** @param redirectUrl of the checkout at Stripe, which is named at its end */
  pay({ redirectUrl }: { readonly redirectUrl: string }, card: StripeCard = 'good'): void {
    this.#stripe.pay(this.accountId, redirectUrl.slice(redirectUrl.lastIndexOf('/') + 1), card);
  }

  /** What Stripe has told of this account since it was last asked. */
  fresh(): StripeNotice[] {
    const notices = this.#stripe.notices.slice(this.#told).filter(({ account }) => account === this.accountId);
    this.#told = this.#stripe.notices.length;
    return notices;
  }

  async deliver({ body }: Pick<StripeNotice, 'body'>): Promise<number> {
    const { host } = new URL(this.site.publication.siteUrl);
    const headers = { host, 'content-type': 'application/json', 'stripe-signature': this.#stripe.sign(body) };
    const request = { method: 'POST', url: '/payments/events/stripe', headers, payload: body } as const;
    return (await this.#service.app.inject(request)).statusCode;
  }

  /** Delivers what Stripe has told, and runs the worker until all is applied. */
  async hear(notices: readonly StripeNotice[] = this.fresh()): Promise<void> {
    for (const notice of notices) {
      const status = await this.deliver(notice);
      if (status !== 200) throw new Error(`a notification was answered by ${status}`);
    }
    await this.settle();
  }

  async settle(): Promise<void> {
    await this.#collector.settle();
  }

  async passSeconds(seconds: number): Promise<void> {
    this.#service.clock.advance(seconds);
    this.#stripe.proceed();
    await this.hear();
  }

  rows<Row extends Record<string, unknown>>(table: string): Promise<Row[]> {
    const { id } = this.site.publication;
    return this.#service.database.knex(table).where({ publicationId: id }).orderBy('id').select('*');
  }
}
