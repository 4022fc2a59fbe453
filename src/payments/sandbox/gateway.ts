// The embedded sandbox as a payment gateway: the interface of a real one, with its own tables and clock, and no money.
// It runs in this process but is called like a remote service: never inside a transaction of ours, and it can be set to
// be down or slow.
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { Transaction } from '../../database/connection.ts';
import { NotFound } from '../../models/errors.ts';
import type { Tenant } from '../../models/record.ts';
import type { Service } from '../../service.ts';
import { DebitUnderWay } from '../debit-under-way.ts';
import {
  EVENT_KINDS,
  GatewayUnavailable,
  type Capabilities,
  type ChargedPrice,
  type CheckoutRequest,
  type ExpectedRenewal,
  type GatewayCheckout,
  type GatewayEvent,
  type GatewayPerson,
  type GatewaySubscription,
  type PaymentGateway,
  type StartedCheckout,
  type SubscriptionPage,
  type SwitchResult,
} from '../gateway.ts';
import type { SwitchPreview } from '../switch-terms.ts';
import { answerOnce } from './calls.ts';
import { declineLaterOf, meansOf, payingCardOf } from './cards.ts';
import { expireSandboxCheckout, findSandboxCheckout, openSandboxCheckout, type SandboxCheckout } from './checkout.ts';
import { createSandboxCustomer } from './customers.ts';
import { nextAmountOf } from './debits.ts';
import { recordEvent } from './events.ts';
import { changePrice, endNow, setCancel, toCurrent } from './lifecycle.ts';
import { endPause, setPause } from './pause.ts';
import { findSandboxCharge, listSandboxPayments, refundSandboxCharge, refundSandboxPayment } from './payments.ts';
import {
  findCheckoutOf,
  findSubscription,
  listSandboxSubscriptions,
  nextPriceOf,
  toPrice,
  type SandboxSubscription,
} from './records.ts';
import { setRenewalPrice } from './renewal-price.ts';
import { readSandboxSettings, sandboxNow } from './settings.ts';
import { checkSignature, SIGNATURE_HEADER } from './signature.ts';
import { previewOf } from './switch-preview.ts';

type Parts = Pick<Service, 'database' | 'clock' | 'secretKeys'>;

const SLOW_MILLISECONDS = 20_000;
/** Our choice: the page size of other gateways. */
const PAGE_SIZE = 100;

const notification = z.object({
  id: z.string().min(1).max(200),
  kind: z.enum(EVENT_KINDS),
  object: z.enum(['checkout', 'subscription', 'payment']),
  ref: z.string().min(1).max(200),
  at: z.number().int(),
});

export class SandboxGateway implements PaymentGateway {
  readonly name = 'sandbox';
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  capabilities(): Capabilities {
    return { proration: true, refunds: true, portal: false, declines: true };
  }

  now(publication: Tenant): Promise<Date> {
    return sandboxNow(publication, this.#parts.database, this.#parts.clock);
  }

  async createCustomer(publication: Tenant, key: string, _person: GatewayPerson): Promise<{ ref: string }> {
    await this.#reach(publication);
    return {
      ref: await this.#parts.database.transaction((transaction) =>
        createSandboxCustomer(publication, transaction, key),
      ),
    };
  }

  async startCheckout(publication: Tenant, key: string, request: CheckoutRequest): Promise<StartedCheckout> {
    await this.#reach(publication);
    const { database, clock } = this.#parts;
    const { id, expiresAt } = await database.transaction((transaction) =>
      openSandboxCheckout(publication, transaction, clock, key, request),
    );
    return {
      ref: id,
      redirectUrl: `${new URL(request.returnUrl).origin}/sandbox/checkout/${id}`,
      expiresAt: new Date(expiresAt),
    };
  }

  async readCheckout(publication: Tenant, ref: string): Promise<GatewayCheckout> {
    await this.#reach(publication);
    return this.#toCheckout(
      publication,
      await findSandboxCheckout(publication, this.#parts.database, this.#parts.clock, ref),
      ref,
    );
  }

  async expireCheckout(publication: Tenant, ref: string): Promise<GatewayCheckout> {
    await this.#reach(publication);
    const { database, clock } = this.#parts;
    return this.#toCheckout(
      publication,
      await database.transaction((transaction) => expireSandboxCheckout(publication, transaction, clock, ref)),
      ref,
    );
  }

  /** Does nothing, since the card page has updated the card. */
  async finishCardUpdate(): Promise<void> {}

  async ownerOf(
    _publication: Tenant | undefined,
    subscriptionRef: string,
  ): Promise<{ checkoutRef: string } | undefined> {
    const found = await findCheckoutOf(this.#parts.database, subscriptionRef);
    return found && { checkoutRef: found.checkoutId };
  }

  async listSubscriptions(publication: Tenant, cursor: string | undefined): Promise<SubscriptionPage> {
    await this.#reach(publication);
    const subscriptions = await listSandboxSubscriptions(publication, this.#parts.database, {
      after: cursor ?? '',
      limit: PAGE_SIZE,
    });
    return { subscriptions, next: subscriptions.length < PAGE_SIZE ? undefined : subscriptions.at(-1)?.ref };
  }

  async readSubscription(publication: Tenant, ref: string): Promise<GatewaySubscription> {
    const subscription = await this.#getSubscription(publication, ref);
    const { checkoutId, state, periodEnd, trialEnd, cancelAt, pauseFrom, pauseUntil, pastDueSince } = subscription;
    const payments = await listSandboxPayments(publication, this.#parts.database, ref);
    return {
      ref,
      checkoutRef: checkoutId,
      state,
      price: toPrice(subscription),
      nextPriceId: nextPriceOf(subscription)?.priceId ?? null,
      nextAmount: state === 'ended' || cancelAt !== null ? null : nextAmountOf(subscription),
      periodEnd: new Date(periodEnd),
      trialEnd: toDate(trialEnd),
      cancelAt: toDate(cancelAt),
      pause: pauseFrom === null ? null : { from: new Date(pauseFrom), until: new Date(pauseUntil ?? pauseFrom) },
      pastDueSince: toDate(pastDueSince),
      declineReason: state === 'past_due' ? declineLaterOf(subscription.card) : null,
      card: payingCardOf(subscription.card),
      payments: payments.map(({ id, ...payment }) => ({
        ...payment,
        ref: id,
        periodStart: new Date(payment.periodStart),
        periodEnd: new Date(payment.periodEnd),
        paidAt: new Date(payment.paidAt),
        dispute: 'none' as const,
        tax: null,
        // Of the card that the subscription has now: a receipt keeps the one that it was issued with.
        paidBy: payment.amount === 0 ? null : meansOf(subscription.card),
      })),
    };
  }

  async cancelAtPeriodEnd(publication: Tenant, key: string, ref: string): Promise<void> {
    await this.#once(publication, key, (transaction) =>
      setCancel(publication, transaction, this.#parts.clock, ref, true),
    );
  }

  async resume(publication: Tenant, key: string, ref: string): Promise<void> {
    await this.#once(publication, key, (transaction) =>
      setCancel(publication, transaction, this.#parts.clock, ref, false),
    );
  }

  async pause(publication: Tenant, key: string, ref: string, until: Date): Promise<void> {
    await this.#once(publication, key, (transaction) =>
      setPause(publication, transaction, this.#parts.clock, ref, until),
    );
  }

  async endPause(publication: Tenant, key: string, ref: string): Promise<void> {
    await this.#once(publication, key, (transaction) => endPause(publication, transaction, this.#parts.clock, ref));
  }

  async cancelNow(publication: Tenant, key: string, ref: string): Promise<void> {
    await this.#once(publication, key, (transaction) => endNow(publication, transaction, this.#parts.clock, ref));
  }

  async previewSwitch(publication: Tenant, ref: string, price: ChargedPrice): Promise<SwitchPreview> {
    const subscription = await this.#getSubscription(publication, ref);
    const preview = previewOf(toCurrent(subscription), price, (await this.now(publication)).getTime());
    if (subscription.debit !== null && preview.timing === 'now') throw new DebitUnderWay('price_id');
    return preview;
  }

  async switchPrice(
    publication: Tenant,
    key: string,
    ref: string,
    price: ChargedPrice,
    preview: SwitchPreview,
  ): Promise<SwitchResult> {
    const { clock } = this.#parts;
    return this.#once(publication, key, (transaction) =>
      changePrice(publication, transaction, clock, ref, { price, preview }),
    );
  }

  setRenewalPrice(
    publication: Tenant,
    key: string,
    ref: string,
    price: ChargedPrice,
    expected: ExpectedRenewal,
  ): Promise<boolean> {
    const { clock } = this.#parts;
    return this.#once(publication, key, (transaction) =>
      setRenewalPrice(publication, transaction, clock, ref, { price, expected }),
    );
  }

  async refund(publication: Tenant, key: string, paymentRef: string, amount: number): Promise<void> {
    const { clock } = this.#parts;
    await this.#once(publication, key, async (transaction) => {
      const ref = await refundSandboxPayment(publication, transaction, paymentRef, amount);
      const isOneOff = ref === undefined && (await refundSandboxCharge(publication, transaction, paymentRef, amount));
      if (ref === undefined && !isOneOff) throw new NotFound('No such payment, or less is left of it');
      const at = (await sandboxNow(publication, transaction, clock)).getTime();
      const object = isOneOff ? 'payment' : 'subscription';
      await recordEvent(publication, transaction, clock, { kind: 'refunded', object, ref: ref ?? paymentRef, at });
    });
  }

  async openPortal(): Promise<undefined> {}

  async parseEvent(
    _site: Tenant | undefined,
    rawBody: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<GatewayEvent | undefined> {
    checkSignature(this.#parts.secretKeys, this.#parts.clock, rawBody, headers[SIGNATURE_HEADER]);
    const { success, data } = notification.safeParse(JSON.parse(rawBody.toString('utf8')));
    if (!success) return undefined;
    const { id, kind, object, ref, at } = data;
    return { id, kind, object, ref, publicationId: undefined, at: new Date(at) };
  }

  async #getSubscription(publication: Tenant, ref: string): Promise<SandboxSubscription> {
    await this.#reach(publication);
    const found = await findSubscription(publication, this.#parts.database, ref);
    if (found === undefined) throw new NotFound(`No such sandbox subscription: ${ref}`);
    return found;
  }

  async #toCheckout(publication: Tenant, found: SandboxCheckout | undefined, ref: string): Promise<GatewayCheckout> {
    if (found === undefined) throw new NotFound(`No such sandbox checkout: ${ref}`);
    const { state, lastDecline, subscriptionId } = found;
    const payment = await findSandboxCharge(publication, this.#parts.database, found);
    return {
      state: state === 'authenticating' ? 'open' : state,
      lastDecline,
      subscriptionRef: subscriptionId,
      payment,
    };
  }

  /** Runs `work` once per idempotency key; a repeated call returns the answer of the first one. */
  async #once<Answer>(
    publication: Tenant,
    key: string,
    work: (transaction: Transaction) => Promise<Answer>,
  ): Promise<Answer> {
    await this.#reach(publication);
    return this.#parts.database.transaction((transaction) =>
      answerOnce(publication, transaction, key, () => work(transaction)),
    );
  }

  /** Simulates a slow or unavailable gateway where the settings ask for it. Throws GatewayUnavailable. */
  async #reach(publication: Tenant): Promise<void> {
    const { trouble } = await readSandboxSettings(publication, this.#parts.database);
    if (trouble === 'slow') await pause(SLOW_MILLISECONDS, undefined, { ref: false });
    if (trouble !== 'none') throw new GatewayUnavailable(`the sandbox was told to be ${trouble}`);
  }
}

function toDate(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
