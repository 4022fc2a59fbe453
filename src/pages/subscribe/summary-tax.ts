// The tax that is included in the price of a summary, and where the reader says what it depends on.
import { findExpectedTax, type ExpectedTax } from '../../models/receipts/expected-tax.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';
import type { Service } from '../../service.ts';
import { formatAmount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { rateText } from '../../views/receipt-text.ts';
import type { Visit } from '../visit.ts';

export interface SummaryTax {
  /** Empty where the publication has no rate for the sale. */
  readonly tax: string;
  /** Where country and VAT number are changed; empty where nothing depends on them. */
  readonly changeTax: string;
}

declare module '../../views/templates.ts' {
  interface Parts {
    'summary-tax': SummaryTax;
  }
}

export function findTax(
  service: Service,
  { publication }: Visit,
  { id: customerId }: { readonly id: string },
  { offer, price }: OfferChoice,
): Promise<ExpectedTax | undefined> {
  const sale = { customerId, planId: offer.plan.id, gross: price.amount };
  return findExpectedTax(publication, service.database, sale);
}

/** @param changePath the page of the tax details, which leads back to the summary */
export function summaryTaxOf(
  expected: ExpectedTax | undefined,
  currency: string,
  changePath: string,
  { t, tag }: Language,
): SummaryTax {
  if (expected === undefined) return { tax: '', changeTax: '' };
  const { treatment, rate, tax, dependsOnBuyer } = expected;
  const included = (percent: number): string =>
    t('summary.includes-tax', { rate: rateText(percent, tag), amount: formatAmount(tax, currency, tag) });
  return {
    tax:
      treatment === 'reverse_charge' ? t('receipt.reverse-charge') : rate === null || rate === 0 ? '' : included(rate),
    changeTax: dependsOnBuyer ? changePath : '',
  };
}
