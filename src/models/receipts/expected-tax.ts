// The tax that the receipt of a sale will name, as far as it is known before the sale is paid, and whether it depends on where
// the customer lives (decisions 41).
import type { Connection } from '../../database/connection.ts';
import { getPlanAsProduct } from '../catalog/plan.ts';
import type { Tenant } from '../record.ts';
import { findBuyer } from '../tax/buyer.ts';
import { findSeller } from '../tax/seller.ts';
import { listRates } from '../tax/tax-rate.ts';
import { termsOf, type TaxTerms } from '../tax/tax-terms.ts';

export interface ExpectedTax extends TaxTerms {
  /** Whether another country or a VAT number would change the tax. */
  readonly dependsOnBuyer: boolean;
  /** Whether it depends on the country, and the customer has not said it. */
  readonly isCountryMissing: boolean;
}

/** Undefined where the payment gateway computes the tax, and asks for what it needs. */
export async function findExpectedTax(
  publication: Tenant,
  connection: Connection,
  { customerId, planId }: { readonly customerId: string; readonly planId: string },
): Promise<ExpectedTax | undefined> {
  const seller = await findSeller(publication, connection);
  if (seller.hasGatewayTax) return undefined;
  const rates = await listRates(publication, connection);
  const { productKind } = await getPlanAsProduct(publication, connection, planId);
  const { country, vatNumber } = await findBuyer(publication, connection, customerId);
  const { country: sellerCountry, hasReverseCharge } = seller;
  const termsIn = (buyerCountry: string | null, vat: string | null): TaxTerms =>
    termsOf({ sellerCountry, hasReverseCharge, rates, productKind, buyerCountry, vatNumber: vat });
  const terms = termsIn(country, vatNumber);
  // An empty country stands for those that no row names.
  const possible = new Set(['', ...rates.map((rate) => rate.country)].map((known) => termsIn(known, null).rate));
  const dependsOnBuyer = hasReverseCharge || possible.size > 1;
  return { ...terms, dependsOnBuyer, isCountryMissing: dependsOnBuyer && country === null };
}
