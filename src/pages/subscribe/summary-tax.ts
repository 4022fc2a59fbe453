// The tax of what a summary says is charged: today, and with the next charge. Where the reader says what it depends on.
import { findExpectedTax, type ExpectedTax } from '../../models/receipts/expected-tax.ts';
import { splitGross } from '../../models/tax/split.ts';
import type { OfferChoice } from '../../payments/checkout/terms.ts';
import type { Service } from '../../service.ts';
import { formatAmount } from '../../views/formats.ts';
import type { Language } from '../../views/language.ts';
import { rateText } from '../../views/receipt-text.ts';
import type { Visit } from '../visit.ts';

/** What is charged, in minor units. */
interface Charge {
  readonly amount: number;
  readonly currency: string;
}

export function findTax(
  service: Service,
  { publication }: Visit,
  { id: customerId }: { readonly id: string },
  { offer }: OfferChoice,
): Promise<ExpectedTax | undefined> {
  return findExpectedTax(publication, service.database, { customerId, planId: offer.plan.id });
}

/** Net and tax of what is charged today, as its receipt will name them, and the sum. */
export function sumsOf(
  expected: ExpectedTax | undefined,
  { amount, currency }: Charge,
  { t, tag }: Language,
): { readonly label: string; readonly value: string }[] {
  const money = (part: number): string => formatAmount(part, currency, tag);
  const total = { label: t('summary.today'), value: money(amount) };
  const rate = includedRate(expected);
  if (rate === 0 || amount === 0) return [total];
  const { net, tax } = splitGross(amount, rate);
  return [
    { label: t('receipt.net'), value: money(net) },
    { label: t('receipt.tax', { rate: rateText(rate, tag) }), value: money(tax) },
    total,
  ];
}

/** The tax of a later charge as a sentence; empty where there is none. */
export function includedTaxText(
  expected: ExpectedTax | undefined,
  { amount, currency }: Charge,
  { t, tag }: Language,
): string {
  const rate = includedRate(expected);
  if (rate === 0 || amount === 0) return '';
  const { tax } = splitGross(amount, rate);
  return t('summary.includes-tax', { rate: rateText(rate, tag), amount: formatAmount(tax, currency, tag) });
}

/** In hundredths of a percent; 0 where the publication has no rate for the sale, or the buyer owes the tax. */
function includedRate(expected: ExpectedTax | undefined): number {
  return expected === undefined || expected.treatment === 'reverse_charge' ? 0 : (expected.rate ?? 0);
}
