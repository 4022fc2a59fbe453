// The choices of a subscribe page (service.md, Endpoints A, `/subscribe`: the visitor picks from the listed offers).
import { findOffer, listOffers, type OfferForSale } from '../../models/catalog/offer.ts';
import type { Price } from '../../models/catalog/price.ts';
import { NotFound } from '../../models/errors.ts';
import { MONTHS } from '../../payments/calendar.ts';
import type { Terms } from '../../payments/checkout/terms.ts';
import type { Service } from '../../service.ts';
import type { Language } from '../../views/language.ts';
import { describedIn, type OwnWords } from '../../views/own-words.ts';
import type { FormError } from '../../views/page-data.ts';
import { toPriceOnPage } from '../../views/price-text.ts';
import type { Visit } from '../visit.ts';
import { choiceName, findChoice } from './choice.ts';
import type { Quote } from './quote.ts';
import { termsText } from './terms-text.ts';

interface ChoiceOnPage {
  /** The value that the form sends. */
  readonly value: string;
  readonly amount: string;
  readonly interval: string;
  /** What a year costs less than twelve months; empty for none. */
  readonly saving: string;
  /** The trial or discount, and the price after it; empty for neither. */
  readonly terms: string;
  readonly isChecked: boolean;
}

export interface OfferChoicesOnPage {
  readonly slug: string;
  readonly name: OwnWords;
  readonly description: OwnWords | null;
  readonly choices: readonly ChoiceOnPage[];
}

declare module '../../views/templates.ts' {
  interface Parts {
    /** `isNamed`: shows the names and descriptions of the offers, where there is more than one. */
    'offer-choices': {
      readonly offers: readonly OfferChoicesOnPage[];
      readonly isNamed: boolean;
      readonly errors: readonly FormError[];
    };
  }
}

const PLAIN: Terms = { trialDays: null, discountCode: null };

/** Lists every offer with its prices; the chosen price is checked, or the first one. */
export function toChoicesOnPage(
  offers: readonly OfferForSale[],
  chosen: string | undefined,
  { terms, now }: Pick<Quote, 'terms' | 'now'>,
  language: Language,
): OfferChoicesOnPage[] {
  const [first] = offers.flatMap((offer) => offer.prices.map((price) => choiceName({ offer, price })));
  const checked = findChoice(offers, chosen) === undefined ? first : chosen;
  const termsOf = (offer: OfferForSale, price: Price): string =>
    termsText(terms.get(choiceName({ offer, price })) ?? PLAIN, price, now, language);
  return offers.map((offer) => ({
    slug: offer.slug,
    ...describedIn(offer, language),
    choices: offer.prices.map((price) => ({
      ...toChoice(offer, price, checked, language),
      terms: termsOf(offer, price),
    })),
  }));
}

/** The offer of the page. Throws NotFound for an archived or unknown one. */
export async function getOfferOf(service: Service, { request, publication }: Visit): Promise<OfferForSale> {
  const { offer: slug = '' } = request.params as { offer?: string };
  const offer = await findOffer(publication, service.database, slug);
  if (offer === undefined) throw new NotFound('no such offer');
  return offer;
}

export function listOffersOf(service: Service, { publication }: Visit): Promise<OfferForSale[]> {
  return listOffers(publication, service.database);
}

function toChoice(
  offer: OfferForSale,
  price: Price,
  checked: string | undefined,
  language: Language,
): Omit<ChoiceOnPage, 'terms'> {
  const value = choiceName({ offer, price });
  return {
    value,
    ...toPriceOnPage(price, language),
    saving: savingOf(offer, price, language),
    isChecked: value === checked,
  };
}

/** What a year costs less than twelve months: whole months that are free, or else whole percent; empty for less. */
export function savingOf({ prices }: OfferForSale, price: Price, { t }: Language): string {
  const monthly = prices.find(({ interval, currency }) => interval === 'month' && currency === price.currency);
  if (price.interval !== 'year' || monthly === undefined) return '';
  const monthsFree = Math.floor(MONTHS.year - price.amount / monthly.amount);
  if (monthsFree >= 1) return t('price.months-free', { count: monthsFree });
  const percent = Math.floor(100 * (1 - price.amount / (monthly.amount * MONTHS.year)));
  return percent < 1 ? '' : t('price.saving', { percent });
}
