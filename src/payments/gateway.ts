// The interface of a payment gateway (gateways.ts lists them). Every call that changes something carries an idempotency key of ours (`key`);
// amounts are in minor units of their currency. Never call a gateway in a transaction.
import type { Interval } from '../models/catalog/price.ts';
import type { DeclineReason } from '../models/money/billing-record.ts';
import type { Dispute } from '../models/money/gift-record.ts';
import type { PaymentMeans } from '../models/money/payment.ts';
import type { Tenant } from '../models/record.ts';
import type { SwitchPreview } from './switch-terms.ts';

/** A price to charge: how much and how often. The adapter finds or makes its own record of it. */
export interface ChargedPrice {
  readonly priceId: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217, in upper case. */
  readonly currency: string;
  readonly interval: Interval;
}

/** The payer, as the gateway knows them. */
export interface GatewayPerson {
  /** Our customer's id. */
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
}

/** A discount on a number of charges. */
export interface Discount {
  /** Our id. The adapter finds or makes its own record of it; under one id the discount never changes. */
  readonly id: string;
  readonly off: { readonly percent: number } | { readonly amount: number; readonly currency: string };
  /** The number of periods, beginning with the first one that is charged; null for as long as the subscription goes on. */
  readonly periods: number | null;
}

/**
 * subscription: the first period is charged now, or at the end of the trial, and renewed. one-off: `price.amount` is charged once; the price's
 * interval is ignored.
 */
export type CheckoutMode = 'subscription' | 'one-off';

export interface CheckoutRequest {
  readonly mode: CheckoutMode;
  /** Where the gateway sends the browser afterwards. Its return does not prove a payment. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** The payer, from `createCustomer`. Ignored for a new card, as the subscription keeps its payer. */
  readonly customerRef: string;
  /** The plan's name, which the customer reads on the card page. */
  readonly description: string;
  readonly price: ChargedPrice;
  /** Days before the first charge; the card is asked for all the same. Null without a trial, and for a one-off payment. */
  readonly trialDays: number | null;
  /** Taken off the first charges of a new subscription; no charge falls below zero. */
  readonly discount: Discount | null;
  /** The subscription that gets a new card, by which its open invoices are paid; undefined for a new subscription. */
  readonly cardUpdateFor: string | undefined;
}

export interface StartedCheckout {
  readonly ref: string;
  readonly redirectUrl: string;
  readonly expiresAt: Date;
}

export interface GatewayCheckout {
  /**
   * pending: submitted with a debit, which takes days and may fail; nothing is paid yet. failed: such a debit was not carried out. complete: paid,
   * or begun with a trial.
   */
  readonly state: 'open' | 'pending' | 'complete' | 'failed' | 'expired';
  /** The reason of the last refusal, while the visitor may try again. */
  readonly lastDecline: DeclineReason | null;
  /** Set once it is complete, unless it was a one-off payment. */
  readonly subscriptionRef: string | null;
  /** The payment of a complete one-off checkout. */
  readonly payment: GatewayOneOff | null;
}

export interface GatewayOneOff extends PaymentMeans {
  readonly ref: string;
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: Date;
  readonly refundedAmount: number;
  readonly dispute: Dispute;
}

/** The first charge after a trial is a renewal. */
export type PaymentReason = 'start' | 'renewal' | 'switch';

export interface GatewayPayment extends PaymentMeans {
  readonly ref: string;
  readonly reason: PaymentReason;
  readonly priceId: string;
  /** The amount charged. A period that a discount made free is listed, too, with 0. */
  readonly amount: number;
  /** The amount that a discount took off. */
  readonly discount: number;
  readonly currency: string;
  /** The billing period that was paid for. */
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly paidAt: Date;
  readonly refundedAmount: number;
  readonly dispute: Dispute;
}

/** A card as its owner knows it. */
export interface PayingCard {
  /** Such as visa. */
  readonly brand: string;
  readonly last4: string;
  /** Year and month, such as 2031-04. */
  readonly expires: string;
}

export interface GatewaySubscription {
  readonly ref: string;
  /** The checkout that started it; undefined for one that this service did not make, which is listed and never imported. */
  readonly checkoutRef: string | undefined;
  /** paused: the paid period is over and billing rests, until `pause.until`. */
  readonly state: 'pending' | 'active' | 'past_due' | 'paused' | 'ended';
  readonly price: ChargedPrice;
  /** The price from the next period on, where it changes. */
  readonly nextPriceId: string | null;
  /** The amount of the next renewal, or of the first charge after a trial, less the discount that runs then; null when it ends. */
  readonly nextAmount: number | null;
  /** The end of the period that is paid, or that a debit under way pays for, or of the trial; when past due, the end of the last paid period. */
  readonly periodEnd: Date;
  /** The end of the trial, until which the state is active and nothing is charged. It stays set afterwards. Null without a trial. */
  readonly trialEnd: Date | null;
  /** When it ends without a renewal. */
  readonly cancelAt: Date | null;
  /** The last pause, from the end of a paid period on; it stays set afterwards. Null without one, and for one that was undone before it began. */
  readonly pause: { readonly from: Date; readonly until: Date } | null;
  readonly pastDueSince: Date | null;
  /** Why the last charge failed, while it is past due; null where the gateway does not say, or says what is not known here. */
  readonly declineReason: DeclineReason | null;
  /** The card of the next charge; null for other means of payment, and where the gateway does not say. */
  readonly card: PayingCard | null;
  readonly payments: readonly GatewayPayment[];
}

/** One line of the gateway's list; `readSubscription` reads the rest. */
export interface ListedSubscription {
  readonly ref: string;
  /** As in GatewaySubscription. */
  readonly checkoutRef: string | undefined;
  readonly state: GatewaySubscription['state'];
}

export interface SubscriptionPage {
  readonly subscriptions: readonly ListedSubscription[];
  /** The cursor of the next page; undefined after the last one. */
  readonly next: string | undefined;
}

/** What a subscription has to be for `setRenewalPrice`. */
export interface ExpectedRenewal {
  readonly priceId: string;
  readonly nextPriceId: string | null;
  readonly periodEnd: Date;
}

export type SwitchResult = { readonly state: 'done' } | { readonly state: 'declined'; readonly reason: DeclineReason };

export const EVENT_KINDS = [
  'checkout_done',
  'checkout_expired',
  'subscription_changed',
  'payment_ok',
  'payment_failed',
  'refunded',
  'disputed',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A webhook: a hint that something changed. It is never trusted: the state is read from the gateway. */
export interface GatewayEvent {
  readonly id: string;
  readonly kind: EventKind;
  /** The kind of object that changed. payment: of a subscription, or a one-off one. */
  readonly object: 'checkout' | 'subscription' | 'payment';
  readonly ref: string;
  /** The publication that it claims to be of: where to search for an object that is not known yet. */
  readonly publicationId: string | undefined;
  readonly at: Date;
}

export interface Capabilities {
  /** Whether `switchPrice` charges the difference by itself. */
  readonly proration: boolean;
  readonly refunds: boolean;
  /** Whether the gateway has pages of its own for cards and receipts. */
  readonly portal: boolean;
  /** Whether an open checkout of a subscription has `lastDecline`; otherwise only the card page shows the reason. */
  readonly declines: boolean;
}

export interface PaymentGateway {
  readonly name: string;
  capabilities(): Capabilities;
  /** The gateway's clock, by which periods run: in a test environment it may be ahead of ours. */
  now(publication: Tenant): Promise<Date>;
  /** Makes the gateway's customer for a person, once under the key. The service keeps one for each person, for all checkouts. */
  createCustomer(publication: Tenant, key: string, person: GatewayPerson): Promise<{ readonly ref: string }>;
  /** Throws CustomerGone. */
  startCheckout(publication: Tenant, key: string, request: CheckoutRequest): Promise<StartedCheckout>;
  readCheckout(publication: Tenant, ref: string): Promise<GatewayCheckout>;
  /** Expires an open checkout and returns its state; a complete one stays complete. What a failed one has begun at the gateway ends. */
  expireCheckout(publication: Tenant, ref: string): Promise<GatewayCheckout>;
  /** Makes the card of a complete checkout the subscription's card and pays its open invoices by it. Idempotent. */
  finishCardUpdate(publication: Tenant, ref: string): Promise<void>;
  /** The checkout of a subscription that a webhook names; undefined for one that this service did not make. @param publication as it claims */
  ownerOf(
    publication: Tenant | undefined,
    subscriptionRef: string,
  ): Promise<{ readonly checkoutRef: string } | undefined>;
  /** A page of all subscriptions of the publication, whoever made them, in a stable order. @param cursor `next` of the page before */
  listSubscriptions(publication: Tenant, cursor: string | undefined): Promise<SubscriptionPage>;
  /** Throws NotFound for one that the gateway does not know. */
  readSubscription(publication: Tenant, ref: string): Promise<GatewaySubscription>;
  cancelAtPeriodEnd(publication: Tenant, key: string, ref: string): Promise<void>;
  /** Undoes a cancel at the period's end. */
  resume(publication: Tenant, key: string, ref: string): Promise<void>;
  /**
   * Has billing rest from the end of the paid period until `until`, when the next period is charged and begins. Replaces a pause that waits or
   * runs. Throws Conflict in a trial, and for a subscription that is past due or is to end, and DebitUnderWay.
   */
  pause(publication: Tenant, key: string, ref: string, until: Date): Promise<void>;
  /** Undoes a pause that waits; ends one that runs, so that the next period is charged and begins now. */
  endPause(publication: Tenant, key: string, ref: string): Promise<void>;
  /** Ends the subscription at once, without a refund. */
  cancelNow(publication: Tenant, key: string, ref: string): Promise<void>;
  /** Throws DebitUnderWay for a charge at once, as `switchPrice` does. */
  previewSwitch(publication: Tenant, ref: string, price: ChargedPrice): Promise<SwitchPreview>;
  /** Throws Conflict, and changes nothing, where it would cost something else than was shown. */
  switchPrice(
    publication: Tenant,
    key: string,
    ref: string,
    price: ChargedPrice,
    preview: SwitchPreview,
  ): Promise<SwitchResult>;
  /**
   * From its next period on the subscription has this price; its present price takes back what waited. Nothing is prorated or charged before that
   * period, and trial and discount go on. Returns false, and changes nothing, where the subscription is not `expected`, or is not active, or is to
   * end while another price is asked for. One that has the next price already counts as expected.
   */
  setRenewalPrice(
    publication: Tenant,
    key: string,
    ref: string,
    price: ChargedPrice,
    expected: ExpectedRenewal,
  ): Promise<boolean>;
  /** Refunds a payment of a subscription or a one-off one. @param amount minor units; never more than is left of the payment */
  refund(publication: Tenant, key: string, paymentRef: string, amount: number): Promise<void>;
  /** The address of the gateway's own page for the cards and receipts of the subscription's payer; undefined where it has none. */
  openPortal(publication: Tenant, subscriptionRef: string, returnUrl: string): Promise<string | undefined>;
  /**
   * Verifies and parses a webhook; undefined for one of no interest. Throws BadSignature.
   * @param site the publication at whose address it arrived; undefined where that is none's
   * @param rawBody the bytes as they came
   */
  parseEvent(
    site: Tenant | undefined,
    rawBody: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<GatewayEvent | undefined>;
}

/** The gateway's customer was deleted there: the service makes another one. */
export class CustomerGone extends Error {
  override readonly name = 'CustomerGone';
}

/** The gateway is down, slow or refuses us. A retry under the same key is safe. Doors answer 503. */
export class GatewayUnavailable extends Error {
  override readonly name: string = 'GatewayUnavailable';
}

/** The gateway does not accept our key, or the key may not do this. It may again once the publisher has set it right. */
export class CredentialsRefused extends GatewayUnavailable {
  override readonly name = 'CredentialsRefused';
}

/** A write was under way when the gateway stopped answering: it may have been carried out or not. */
export class OutcomeUnknown extends GatewayUnavailable {
  override readonly name = 'OutcomeUnknown';
}

/** The webhook does not come from the gateway, or is too old. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}
