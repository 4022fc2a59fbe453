// Stripe as a payment gateway: the publication's own account is charged, by a connected account's direct charges or by its own key. The
// calls to Stripe are in the files beside this one.
import type Stripe from 'stripe';
import type { Clock } from '../../database/clock.ts';
import type { Tenant } from '../../models/record.ts';
import type {
  Capabilities,
  ChargedPrice,
  CheckoutRequest,
  ExpectedRenewal,
  GatewayCheckout,
  GatewayEvent,
  GatewayPerson,
  GatewaySubscription,
  PaymentGateway,
  StartedCheckout,
  SubscriptionPage,
  SwitchPreview,
  SwitchResult,
} from '../gateway.ts';
import { cancelAtPeriodEnd, cancelNow, changePrice, previewChange, refundPayment, resume } from './change.ts';
import { expireSession, finishCardUpdate, readSession, startSession } from './checkout.ts';
import { loadPublicationSecrets, stripeOf, type StripeParts } from './client.ts';
import { callStripe, isMissing } from './errors.ts';
import { parseStripeEvent, STRIPE_SIGNATURE_HEADER } from './events.ts';
import { withPricesHere } from './moved-prices.ts';
import { endPause, pause } from './pause.ts';
import { openStripePortal } from './portal.ts';
import { META } from './prices.ts';
import { setRenewalPrice } from './renewal-price.ts';
import { checkoutOf, listPage, readStripeSubscription } from './subscription.ts';

export class StripeGateway implements PaymentGateway {
  readonly name = 'stripe';
  readonly #parts: StripeParts & { readonly clock: Clock };

  constructor(parts: StripeParts & { readonly clock: Clock }) {
    this.#parts = parts;
  }

  capabilities(): Capabilities {
    return { proration: true, refunds: true, portal: true, declines: false };
  }

  async now(): Promise<Date> {
    return this.#parts.clock.now();
  }

  createCustomer(publication: Tenant, key: string, { id, email, name }: GatewayPerson): Promise<{ ref: string }> {
    return this.#ask(publication, async (stripe) => {
      const metadata = { [META.publication]: publication.id, masthead_customer: id };
      const params = { metadata, ...(email !== null && { email }), ...(name !== null && { name }) };
      return { ref: (await stripe.customers.create(params, { idempotencyKey: `${key} customer` })).id };
    });
  }

  startCheckout(publication: Tenant, key: string, request: CheckoutRequest): Promise<StartedCheckout> {
    return this.#ask(publication, (stripe) => startSession(stripe, publication, this.#parts.database, key, request));
  }

  readCheckout(publication: Tenant, ref: string): Promise<GatewayCheckout> {
    return this.#ask(publication, (stripe) => readSession(stripe, this.#parts.clock, ref));
  }

  expireCheckout(publication: Tenant, ref: string): Promise<GatewayCheckout> {
    return this.#ask(publication, (stripe) => expireSession(stripe, this.#parts.clock, ref));
  }

  finishCardUpdate(publication: Tenant, ref: string): Promise<void> {
    return this.#ask(publication, (stripe) => finishCardUpdate(stripe, ref));
  }

  async ownerOf(
    publication: Tenant | undefined,
    subscriptionRef: string,
  ): Promise<{ checkoutRef: string } | undefined> {
    if (publication === undefined) return undefined;
    const checkoutRef = await this.#ask(publication, async (stripe) => {
      try {
        return await checkoutOf(
          stripe,
          publication,
          this.#parts.database,
          await stripe.subscriptions.retrieve(subscriptionRef),
        );
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    });
    return checkoutRef === undefined ? undefined : { checkoutRef };
  }

  listSubscriptions(publication: Tenant, cursor: string | undefined): Promise<SubscriptionPage> {
    return this.#ask(publication, (stripe) => listPage(stripe, publication, this.#parts.database, cursor));
  }

  readSubscription(publication: Tenant, ref: string): Promise<GatewaySubscription> {
    return this.#ask(publication, async (stripe) => {
      const found = await readStripeSubscription(stripe, publication, this.#parts, ref);
      return withPricesHere(publication, this.#parts.database, found);
    });
  }

  cancelAtPeriodEnd(publication: Tenant, key: string, ref: string): Promise<void> {
    return this.#ask(publication, (stripe) => cancelAtPeriodEnd(stripe, this.#parts.clock, key, ref));
  }

  resume(publication: Tenant, key: string, ref: string): Promise<void> {
    return this.#ask(publication, (stripe) => resume(stripe, key, ref));
  }

  pause(publication: Tenant, key: string, ref: string, until: Date): Promise<void> {
    return this.#ask(publication, (stripe) => pause(stripe, key, ref, until));
  }

  endPause(publication: Tenant, key: string, ref: string): Promise<void> {
    const now = Math.floor(this.#parts.clock.now().getTime() / 1000);
    return this.#ask(publication, (stripe) => endPause(stripe, key, ref, now));
  }

  cancelNow(publication: Tenant, key: string, ref: string): Promise<void> {
    return this.#ask(publication, (stripe) => cancelNow(stripe, key, ref));
  }

  previewSwitch(publication: Tenant, ref: string, price: ChargedPrice): Promise<SwitchPreview> {
    return this.#ask(publication, (stripe) =>
      previewChange(stripe, publication, this.#parts.database, this.#parts.clock, ref, price),
    );
  }

  switchPrice(
    publication: Tenant,
    key: string,
    ref: string,
    price: ChargedPrice,
    preview: SwitchPreview,
  ): Promise<SwitchResult> {
    return this.#ask(publication, (stripe) =>
      changePrice(stripe, publication, this.#parts.database, key, { ref, price, preview }),
    );
  }

  setRenewalPrice(
    publication: Tenant,
    key: string,
    ref: string,
    price: ChargedPrice,
    expected: ExpectedRenewal,
  ): Promise<boolean> {
    return this.#ask(publication, (stripe) =>
      setRenewalPrice(stripe, publication, this.#parts.database, key, { ref, price, expected }),
    );
  }

  refund(publication: Tenant, key: string, paymentRef: string, amount: number): Promise<void> {
    return this.#ask(publication, (stripe) => refundPayment(stripe, key, paymentRef, amount));
  }

  openPortal(publication: Tenant, ref: string, returnUrl: string): Promise<string> {
    return this.#ask(publication, (stripe) => openStripePortal(stripe, ref, returnUrl));
  }

  async parseEvent(
    site: Tenant | undefined,
    rawBody: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<GatewayEvent | undefined> {
    const { config, clock } = this.#parts;
    const own = site === undefined ? [] : await loadPublicationSecrets(this.#parts, site);
    const secrets = [...config.gateways.stripe.webhookSecrets, ...own];
    return parseStripeEvent(rawBody, headers[STRIPE_SIGNATURE_HEADER], {
      secrets,
      clock,
      isLive: config.environment === 'production',
    });
  }

  async #ask<Answer>(publication: Tenant, work: (stripe: Stripe) => Promise<Answer>): Promise<Answer> {
    const stripe = await stripeOf(this.#parts, publication);
    return callStripe(() => work(stripe));
  }
}
