// What a visitor chooses: an offer and one of its prices. A choice is named `slug/price id`, since two offers may have the same price.
import type { OfferForSale } from '../../models/catalog/offer.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';

export function choicesOf(offers: readonly OfferForSale[]): OfferChoice[] {
  return offers.flatMap((offer) => offer.prices.map((price) => ({ offer, price })));
}

/** Of those offers only; undefined for what none of them has. */
export function findChoice(offers: readonly OfferForSale[], text: string | undefined): OfferChoice | undefined {
  return choicesOf(offers).find((choice) => choiceName(choice) === text);
}

export function choiceName({ offer, price }: OfferChoice): string {
  return `${offer.slug}/${price.id}`;
}
