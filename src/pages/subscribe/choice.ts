// The choice of a visitor: an offer and one of its prices. Its name is `slug/price id`, because two offers may have the
// same price.
import type { OfferForSale } from '../../models/catalog/offer.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';

export function choicesOf(offers: readonly OfferForSale[]): OfferChoice[] {
  return offers.flatMap((offer) => offer.prices.map((price) => ({ offer, price })));
}

/** Undefined for a choice that none of the offers has. */
export function findChoice(offers: readonly OfferForSale[], text: string | undefined): OfferChoice | undefined {
  return choicesOf(offers).find((choice) => choiceName(choice) === text);
}

export function choiceName({ offer, price }: OfferChoice): string {
  return `${offer.slug}/${price.id}`;
}
