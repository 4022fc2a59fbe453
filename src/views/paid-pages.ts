// The data of the templates that show what is paid for: choices of offers, subscriptions, payments. Amounts and days are texts in the
// visitor's language already.

import type { GiftOnPage } from './gift-pages.ts';

export interface ChoiceOnPage {
  /** As the form sends it. */
  readonly value: string;
  readonly amount: string;
  readonly interval: string;
  /** What it costs less than by the month; empty for none. */
  readonly saving: string;
  /** A trial, or what a code takes off, and what it costs then; empty for neither. */
  readonly terms: string;
  readonly isChecked: boolean;
}

export interface OfferChoicesOnPage {
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly choices: readonly ChoiceOnPage[];
}

/** What the subscribe pages share. */
export interface SubscribeFormOnPage {
  readonly action: string;
  readonly offers: readonly OfferChoicesOnPage[];
  /** Names the terms that are shown. */
  readonly terms: string;
  /** As typed. */
  readonly code: string;
  readonly isSignedIn: boolean;
  readonly email: string;
  readonly name: string;
  readonly continueUrl: string;
}

/** Another offer for somebody who has a subscription. */
export interface SwitchOnPage {
  readonly name: string;
  readonly description: string | null;
  readonly choices: readonly { readonly amount: string; readonly interval: string; readonly href: string }[];
}

/** A subscription on the account page; its lines say what it costs and what comes next. */
export interface SubscriptionOnPage {
  readonly id: string;
  readonly planName: string;
  /** Such as "€6 a month", "Free of charge". */
  readonly price: string;
  readonly lines: readonly string[];
  /** The last payment failed; access goes on until the grace is over. */
  readonly pastDue: string;
  readonly cancelHref: string | undefined;
  readonly resumeAction: string | undefined;
  readonly switchHref: string | undefined;
  /** Where the card is replaced. */
  readonly cardHref: string | undefined;
  /** To the gateway's own page for cards and invoices. */
  readonly portalHref: string | undefined;
}

export interface PaymentOnPage {
  readonly day: string;
  readonly amount: string;
  readonly description: string;
  /** Empty where nothing was paid back. */
  readonly refunded: string;
  readonly href: string;
}

/** The account page's part of what was paid and what comes next. */
export interface PaidOnPage {
  /** Bought for others. */
  readonly gifts: readonly GiftOnPage[];
  readonly subscriptions: readonly SubscriptionOnPage[];
  readonly payments: readonly PaymentOnPage[];
}

/** Where a payment stands, when it is not done. */
export interface CheckoutOnPage {
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly links: readonly { readonly href: string; readonly text: string }[];
  readonly isFault: boolean;
}

export interface SubscribedOnPage {
  readonly planName: string;
  readonly email: string;
  readonly lines: readonly string[];
  readonly continueUrl: string | undefined;
}

/** What a change of price means, before it is confirmed. */
export interface UpgradeOnPage {
  readonly csrfToken: string;
  readonly switchId: string;
  readonly from: { readonly name: string; readonly price: string };
  readonly to: { readonly name: string; readonly price: string; readonly description: string | null };
  readonly dueNow: string;
  readonly lines: readonly string[];
  readonly isCharged: boolean;
  readonly back: string;
}

export interface ReceiptOnPage {
  readonly number: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly amount: string;
}

/** The sandbox's card page, and the page that stands for a bank's. */
export interface SandboxCardOnPage {
  readonly csrfToken: string;
  readonly step: 'card' | 'bank' | 'over';
  readonly heading: string;
  readonly description: string;
  /** What it costs, and how often. */
  readonly terms: string;
  readonly dueNow: string;
  readonly action: string;
  readonly cancelUrl: string;
  readonly cardNumber: string;
  readonly cards: readonly { readonly number: string; readonly outcome: string }[];
}
