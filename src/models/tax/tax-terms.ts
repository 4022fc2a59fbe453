// Which rate applies to a payment: by the customer's country and the kind of product, from the publication's own table
// (decisions 41). Nothing is read here, so each rule is one line of a test.
import { isEuCountry } from './country.ts';
import type { ProductKind } from './product-kind.ts';
import { parseVatNumber } from './vat-number.ts';

/** A row of the publication's table. An empty country or kind stands for all that no other row names. */
export interface Rate {
  readonly country: string;
  readonly productKind: ProductKind | '';
  /** In hundredths of a percent. */
  readonly rate: number;
}

export interface TaxedSale {
  /** Null where it is not known. */
  readonly sellerCountry: string | null;
  readonly hasReverseCharge: boolean;
  readonly rates: readonly Rate[];
  readonly buyerCountry: string | null;
  readonly vatNumber: string | null;
  readonly productKind: ProductKind;
}

/**
 * rate: tax is included. reverse_charge: the buyer, a business, owes it. none: the publication has no rate for this, and its
 * receipts show no tax.
 */
export interface TaxTerms {
  readonly treatment: 'rate' | 'reverse_charge' | 'none';
  /** In hundredths of a percent; null where there is none. */
  readonly rate: number | null;
  /** Where the sale is taxed. */
  readonly country: string | null;
}

/** Our choice: who does not say where they live is taxed where the seller is. */
export function termsOf({ sellerCountry, hasReverseCharge, rates, ...sale }: TaxedSale): TaxTerms {
  const country = sale.buyerCountry ?? sellerCountry;
  if (hasReverseCharge && isReverseCharged(sellerCountry, sale.vatNumber))
    return { treatment: 'reverse_charge', rate: 0, country };
  const found = PRECEDENCE.map((matches) => rates.find((rate) => matches(rate, country, sale.productKind))).find(
    (rate) => rate !== undefined,
  );
  return found === undefined
    ? { treatment: 'none', rate: null, country }
    : { treatment: 'rate', rate: found.rate, country };
}

/** Within the EU, between businesses of two countries (Directive 2006/112/EC, articles 44 and 196). */
function isReverseCharged(sellerCountry: string | null, vatNumber: string | null): boolean {
  const buyer = parseVatNumber(vatNumber);
  return buyer !== null && isEuCountry(sellerCountry) && buyer.country !== sellerCountry;
}

/** The most special rate wins; a country counts for more than a kind. */
const PRECEDENCE: readonly ((rate: Rate, country: string | null, kind: ProductKind) => boolean)[] = [
  (rate, country, kind) => rate.country === country && rate.productKind === kind,
  (rate, country) => rate.country === country && rate.productKind === '',
  (rate, _country, kind) => rate.country === '' && rate.productKind === kind,
  (rate) => rate.country === '' && rate.productKind === '',
];
