// What the service asks of whoever collects the money (gateways.ts lists them). Every call that changes something carries an idempotency key of
// ours; amounts are in minor units of their currency. Never call one in a transaction.
import type { Interval } from '../models/catalog/price.ts';
import type { Tenant } from '../models/record.ts';

/** What is charged and how often. The adapter finds or makes its own price for it. */
export interface ChargedPrice {
  readonly priceId: string;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217, in upper case. */
  readonly currency: string;
  readonly interval: Interval;
}

/** Who pays, as the gateway is told. */
export interface GatewayPerson {
  /** Ours. */
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
}

/** Less than the price says, for a number of charges. */
export interface Discount {
  /** Ours. The adapter finds or makes its own record for it; what it takes off never changes under the same id. */
  readonly id: string;
  readonly off: { readonly percent: number } | { readonly amount: number; readonly currency: string };
  /** How many periods it is for, the first one that is charged included; null for as long as the subscription goes on. */
  readonly periods: number | null;
}

/**
 * subscription: the first period is charged now, or at the end of the trial, and renewed. one-off: `price.amount` is charged once and nothing
 * follows; the price's interval means nothing then.
 */
export type CheckoutMode = 'subscription' | 'one-off';

export interface CheckoutRequest {
  readonly mode: CheckoutMode;
  /** Where the gateway sends the browser afterwards. Coming back proves nothing. */
  readonly returnUrl: string;
  readonly cancelUrl: string;
  /** The payer, from `createCustomer`. A subscription that is mended keeps its own. */
  readonly customerRef: string;
  /** What the customer reads on the card page: the plan's name. */
  readonly description: string;
  readonly price: ChargedPrice;
  /** Days before the first charge; the card is asked for all the same. Null without a trial, and for a one-off payment. */
  readonly trialDays: number | null;
  /** Off the first charges of a new subscription; an amount never makes a charge less than zero. */
  readonly discount: Discount | null;
  /** A new card for this subscription, and what is owed with it, instead of a new subscription. */
  readonly mendsRef: string | undefined;
}

export interface StartedCheckout {
  readonly ref: string;
  readonly redirectUrl: string;
  readonly expiresAt: Date;
}

/** Why a card was refused, in words that code may decide by. */
export type DeclineReason = 'declined' | 'insufficient_funds' | 'authentication_refused' | 'expired_card' | 'wrong_cvc';

export interface GatewayCheckout {
  readonly state: 'open' | 'complete' | 'expired';
  /** Of the last try, while the visitor may try again. */
  readonly lastDecline: DeclineReason | null;
  /** Set once it is complete, unless it was a one-off payment. */
  readonly subscriptionRef: string | null;
  /** What was paid at once by a complete one-off payment. */
  readonly payment: GatewayOneOff | null;
}

export interface GatewayOneOff {
  readonly ref: string;
  readonly amount: number;
  readonly currency: string;
  readonly paidAt: Date;
  readonly refundedAmount: number;
}

/** The first charge after a trial is a renewal. */
export type PaymentReason = 'start' | 'renewal' | 'switch';

export interface GatewayPayment {
  readonly ref: string;
  readonly reason: PaymentReason;
  readonly priceId: string;
  /** What was charged; 0 for a period that a discount made free of charge, which is listed all the same. */
  readonly amount: number;
  /** What a discount took off. */
  readonly discount: number;
  readonly currency: string;
  /** The time that was paid for. */
  readonly periodStart: Date;
  readonly periodEnd: Date;
  readonly paidAt: Date;
  readonly refundedAmount: number;
}

export interface GatewaySubscription {
  readonly ref: string;
  /** The checkout that began it; undefined for what was not made by this service, which is listed and never imported. */
  readonly checkoutRef: string | undefined;
  readonly state: 'pending' | 'active' | 'past_due' | 'ended';
  readonly price: ChargedPrice;
  /** Another price from the next period on. */
  readonly nextPriceId: string | null;
  /** What the next renewal, or the first charge after a trial, costs with the discount that runs then; null when it ends. */
  readonly nextAmount: number | null;
  /** Paid until then, or the end of the trial; of a past due one, the end of the last period that was paid. */
  readonly periodEnd: Date;
  /** Until then nothing is charged, and the state is active; it stays once that is past. Null without a trial. */
  readonly trialEnd: Date | null;
  /** It ends then and is not renewed. */
  readonly cancelAt: Date | null;
  readonly pastDueSince: Date | null;
  readonly payments: readonly GatewayPayment[];
}

/** One line of the gateway's list; what it says beyond that is read by `readSubscription`. */
export interface ListedSubscription {
  readonly ref: string;
  /** As in GatewaySubscription. */
  readonly checkoutRef: string | undefined;
  readonly state: GatewaySubscription['state'];
}

export interface SubscriptionPage {
  readonly subscriptions: readonly ListedSubscription[];
  /** Of the next page; undefined after the last one. */
  readonly next: string | undefined;
}

/**
 * now: the difference is charged at once, with the discount that runs; during a trial that is nothing, and the trial goes on.
 * at_period_end: nothing is charged before the next period, which has the new price.
 */
type SwitchTiming = 'now' | 'at_period_end';

export interface SwitchPreview {
  readonly timing: SwitchTiming;
  /** Handed back to `switchPrice`, so that what is charged equals what was shown. */
  readonly at: Date;
  readonly dueNow: number;
  readonly currency: string;
  readonly nextAmount: number;
  readonly nextAt: Date;
}

export type SwitchResult = { readonly state: 'done' } | { readonly state: 'declined'; readonly reason: DeclineReason };

export const EVENT_KINDS = [
  'checkout_done',
  'checkout_expired',
  'subscription_changed',
  'payment_ok',
  'payment_failed',
  'refunded',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A hint that something changed. It is never believed: the state is read from the gateway. */
export interface GatewayEvent {
  readonly id: string;
  readonly kind: EventKind;
  /** What changed. payment: a one-off one, or one of a subscription. */
  readonly object: 'checkout' | 'subscription' | 'payment';
  readonly ref: string;
  /** Whose it says it is: where to look for what is not known yet. */
  readonly publicationId: string | undefined;
  readonly at: Date;
}

export interface Capabilities {
  /** Whether `switchPrice` charges the difference by itself. */
  readonly proration: boolean;
  readonly refunds: boolean;
  /** Whether the gateway has pages of its own for cards and receipts. */
  readonly portal: boolean;
  /** Whether an open checkout of a subscription tells why the last card was refused; where not, the card page alone does. */
  readonly declines: boolean;
}

export interface PaymentGateway {
  readonly name: string;
  capabilities(): Capabilities;
  /** The time by which periods run: a gateway of a test environment has a clock of its own. */
  now(publication: Tenant): Promise<Date>;
  /** The gateway's customer for a person, made once under the key: the service keeps one for each person and hands it to every checkout. */
  createCustomer(publication: Tenant, key: string, person: GatewayPerson): Promise<{ readonly ref: string }>;
  /** Throws CustomerGone. */
  startCheckout(publication: Tenant, key: string, request: CheckoutRequest): Promise<StartedCheckout>;
  readCheckout(publication: Tenant, ref: string): Promise<GatewayCheckout>;
  /** Returns the state it has now: a complete one stays complete. */
  expireCheckout(publication: Tenant, ref: string): Promise<GatewayCheckout>;
  /** Puts the card of a complete checkout to use that was for a new card, and pays what is owed; repeated, it changes nothing. */
  finishMend(publication: Tenant, ref: string): Promise<void>;
  /**
   * The checkout behind a subscription that an event names; undefined for what was not made by this service.
   * @param publication as the event claims; undefined where it claims nothing
   */
  ownerOf(
    publication: Tenant | undefined,
    subscriptionRef: string,
  ): Promise<{ readonly checkoutRef: string } | undefined>;
  /** Every subscription of the publication's, whatever its state and whoever made it, a page at a time, in an order that holds. @param cursor `next` of the page before */
  listSubscriptions(publication: Tenant, cursor: string | undefined): Promise<SubscriptionPage>;
  /** Throws NotFound for one that the gateway does not know. */
  readSubscription(publication: Tenant, ref: string): Promise<GatewaySubscription>;
  cancelAtPeriodEnd(publication: Tenant, key: string, ref: string): Promise<void>;
  /** Takes a cancel at the period's end back. */
  resume(publication: Tenant, key: string, ref: string): Promise<void>;
  /** Ends it at once; nothing is paid back by that alone. */
  cancelNow(publication: Tenant, key: string, ref: string): Promise<void>;
  previewSwitch(publication: Tenant, ref: string, price: ChargedPrice): Promise<SwitchPreview>;
  switchPrice(
    publication: Tenant,
    key: string,
    ref: string,
    price: ChargedPrice,
    preview: SwitchPreview,
  ): Promise<SwitchResult>;
  /** Of a subscription or a one-off one. @param amount minor units; never more than is left of the payment. */
  refund(publication: Tenant, key: string, paymentRef: string, amount: number): Promise<void>;
  /** The address of the gateway's own page for the cards and receipts of the subscription's payer; undefined where it has none. */
  openPortal(publication: Tenant, subscriptionRef: string, returnUrl: string): Promise<string | undefined>;
  /**
   * Undefined for what tells nothing. Throws BadSignature.
   * @param site the publication at whose address it arrived; undefined where that is none's
   * @param rawBody the bytes as they came
   */
  parseEvent(
    site: Tenant | undefined,
    rawBody: Buffer,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): Promise<GatewayEvent | undefined>;
}

/** The gateway has no such customer any more, since somebody deleted it there: another one is made. */
export class CustomerGone extends Error {
  override readonly name = 'CustomerGone';
}

/** The gateway is down, slow or refused us: nothing was begun that a second try under the same key would not find. Doors answer 503. */
export class GatewayUnavailable extends Error {
  override readonly name = 'GatewayUnavailable';
}

/** The webhook does not come from the gateway, or is too old. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature';
}
