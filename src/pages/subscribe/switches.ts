// The prices to which a subscriber may switch (service.md, Endpoints A, rule 5: a way to upgrade, where applicable;
// decisions 29): the other prices of the listed offers, for a subscription that is billed here and renews.
import type { OfferForSale } from '../../models/catalog/offer.ts';
import type { Price } from '../../models/catalog/price.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';
import type { SubscriptionDetails } from '../../payments/subscription.ts';
import { pathWith } from '../../site/destinations.ts';
import type { Language } from '../../views/language.ts';
import { describedIn, type OwnWords } from '../../views/own-words.ts';
import { toPriceOnPage } from '../../views/price-text.ts';
import { choiceName } from './choice.ts';

/** An offer to which a subscriber may switch. */
export interface SwitchOnPage {
  readonly name: OwnWords;
  readonly description: OwnWords | null;
  readonly choices: readonly { readonly amount: string; readonly interval: string; readonly href: string }[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    /** `isBought`: they are bought, in place of changing to them. */
    switches: { readonly heading: string; readonly switches: readonly SwitchOnPage[]; readonly isBought: boolean };
  }
}

/** The newest subscription that can be switched: billed here, neither canceled nor past due, and no pause waits. */
export function findSwitchable(
  subscriptions: readonly SubscriptionDetails[],
  id?: string,
): SubscriptionDetails | undefined {
  return subscriptions.find((details) => isSwitchable(details) && (id === undefined || details.subscriptionId === id));
}

/**
 * The possible switches; none to a plan that the customer has by another subscription, and none to another currency.
 */
export function listSwitches(
  offers: readonly OfferForSale[],
  subscriptions: readonly SubscriptionDetails[],
  from: SubscriptionDetails,
): OfferChoice[] {
  const heldElsewhere = new Set(subscriptions.filter((details) => details !== from).map(({ plan }) => plan.id));
  const isPossible = (price: Price): boolean =>
    from.price !== null &&
    price.currency === from.price.currency &&
    price.id !== from.billing?.nextPrice?.id &&
    !heldElsewhere.has(price.planId) &&
    !isSameForMore(price, from.price);
  return offers.flatMap((offer) => offer.prices.filter(isPossible).map((price) => ({ offer, price })));
}

/** After a price change, whoever keeps the old price is not asked to pay more for what they have. */
function isSameForMore(price: Price, present: Price): boolean {
  return price.planId === present.planId && price.interval === present.interval && price.amount > present.amount;
}

/** Each switch links to its preview. */
export function toSwitchesOnPage(
  switches: readonly OfferChoice[],
  from: SubscriptionDetails,
  language: Language,
): SwitchOnPage[] {
  return [...Map.groupBy(switches, ({ offer }) => offer)].map(([offer, choices]) => ({
    ...describedIn(offer, language),
    choices: choices.map((choice) => ({
      ...toPriceOnPage(choice.price, language),
      href: pathWith('/upgrade', { from: from.subscriptionId, choice: choiceName(choice) }),
    })),
  }));
}

/** What can be bought beside the present subscriptions; each leads to its summary. */
export function toOthersOnPage(offers: readonly OfferForSale[], language: Language): SwitchOnPage[] {
  return offers.map((offer) => ({
    ...describedIn(offer, language),
    choices: offer.prices.map((price) => ({
      ...toPriceOnPage(price, language),
      href: pathWith(`/offers/${offer.slug}/subscribe`, { choice: choiceName({ offer, price }) }),
    })),
  }));
}

function isSwitchable({ billing }: SubscriptionDetails): boolean {
  return billing !== null && billing.cancelAt === null && billing.pastDue === null && billing.pauseUntil === null;
}
