// What a receipt or credit note says, in the reader's language: on the reader's page and on the publisher's.
import type { Payment } from '../models/money/payment-record.ts';
import { numberText, type Receipt } from '../models/receipts/receipt-record.ts';
import { HUNDREDTHS } from '../models/tax/split.ts';
import { countryName } from './country-text.ts';
import { formatAmount, formatDay } from './formats.ts';
import type { Language } from './language.ts';
import { nameIn, planNameIn } from './own-words.ts';

interface Row {
  readonly label: string;
  readonly value: string;
}

export interface ReceiptText {
  readonly heading: string;
  /** Empty for a payment that was taken by a former service. */
  readonly number: string;
  /** The sum, with its currency. */
  readonly amount: string;
  /** The lines of name, address and tax number. */
  readonly seller: readonly string[];
  readonly buyer: readonly string[];
  readonly rows: readonly Row[];
  /** Net, tax and gross; empty where the publication has no rate. */
  readonly sums: readonly Row[];
  /** Empty, or that the buyer owes the tax. */
  readonly note: string;
}

/** Names of brands, which are the same in every language. */
const BRANDS: ReadonlyMap<string, string> = new Map([
  ['visa', 'Visa'],
  ['mastercard', 'Mastercard'],
  ['amex', 'American Express'],
  ['discover', 'Discover'],
  ['diners', 'Diners Club'],
  ['paypal', 'PayPal'],
]);

/** @param rate in hundredths of a percent @param tag BCP 47 */
export function rateText(rate: number, tag: string): string {
  const format = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 });
  return format.format(rate / (100 * HUNDREDTHS));
}

/** @param corrects of a credit note, the receipt that it takes back */
export function receiptText(receipt: Receipt, corrects: Receipt | undefined, language: Language): ReceiptText {
  const { t, tag } = language;
  const { kind, gross, currency, paidAt, issuedAt, treatment } = receipt;
  const number = numberText(receipt);
  const rows = [
    { label: t('receipt.number'), value: number },
    ...(corrects === undefined ? [] : [{ label: t('receipt.corrects'), value: numberText(corrects) }]),
    { label: t('receipt.issued-on'), value: formatDay(issuedAt, tag) },
    { label: t(kind === 'receipt' ? 'receipt.paid-on' : 'receipt.first-paid-on'), value: formatDay(paidAt, tag) },
    { label: t('receipt.for'), value: nameOf(receipt, tag) },
    ...periodRow(receipt, language),
    ...meansRow(receipt, language),
    ...(receipt.discount === 0
      ? []
      : [{ label: t('receipt.discount'), value: formatAmount(receipt.discount, currency, tag) }]),
  ];
  return {
    heading: t(kind === 'receipt' ? 'receipt.heading' : 'receipt.credit-note'),
    number,
    amount: formatAmount(kind === 'receipt' ? gross : -gross, currency, tag),
    seller: sellerLines(receipt, language),
    buyer: buyerLines(receipt),
    rows,
    sums: sumRows(receipt, language),
    note: treatment === 'reverse_charge' ? t('receipt.reverse-charge') : '',
  };
}

/** What was sold, as it was called in the reader's language. */
function nameOf({ description, descriptionTexts }: Receipt, tag: string): string {
  return nameIn({ name: description, texts: descriptionTexts }, { tag, own: '' }).text;
}

/** A payment that a former service took, and wrote the receipt of. */
export function formerReceiptText(
  payment: Payment,
  { seller, buyer }: { readonly seller: string; readonly buyer: string },
  language: Language,
): ReceiptText {
  const { t, tag } = language;
  const { amount, discount, currency, refundedAmount, paidAt, periodStart, periodEnd } = payment;
  const money = (label: string, minor: number): Row[] =>
    minor === 0 ? [] : [{ label, value: formatAmount(minor, currency, tag) }];
  return {
    heading: t('receipt.heading'),
    number: '',
    amount: formatAmount(amount, currency, tag),
    seller: [seller],
    buyer: [buyer],
    rows: [
      { label: t('receipt.paid-on'), value: formatDay(paidAt, tag) },
      { label: t('receipt.for'), value: planNameIn(payment, language).text },
      ...periodRow({ periodStart, periodEnd }, language),
      ...money(t('receipt.discount'), discount),
      ...money(t('receipt.refunded'), refundedAmount),
    ],
    sums: [],
    note: '',
  };
}

function periodRow(
  { periodStart, periodEnd }: Pick<Receipt, 'periodStart' | 'periodEnd'>,
  { t, tag }: Language,
): Row[] {
  if (periodStart === null || periodEnd === null) return [];
  const days = { from: formatDay(periodStart, tag), to: formatDay(periodEnd, tag) };
  return [{ label: t('receipt.period'), value: t('receipt.period-days', days) }];
}

/** Such as "Visa, ending in 4242". A brand that we do not know is written as the gateway calls it. */
function meansRow({ kind, paidBy, paidByLast4 }: Receipt, { t }: Language): Row[] {
  if (paidBy === null) return [];
  const brand = paidBy === 'sepa_debit' ? t('receipt.sepa-debit') : (BRANDS.get(paidBy) ?? paidBy.replaceAll('_', ' '));
  const value = paidByLast4 === null ? brand : t('receipt.ending-in', { brand, digits: paidByLast4 });
  return [{ label: t(kind === 'receipt' ? 'receipt.paid-with' : 'receipt.first-paid-with'), value }];
}

function sellerLines({ sellerName, sellerAddress, sellerTaxNumber }: Receipt, { t }: Language): string[] {
  const number = sellerTaxNumber === null ? [] : [t('receipt.tax-number', { number: sellerTaxNumber })];
  return [sellerName, ...(sellerAddress?.split('\n') ?? []), ...number];
}

function buyerLines({ buyerCompany, buyerName, buyerAddress, buyerEmail, buyerVatNumber }: Receipt): string[] {
  const lines = [buyerCompany, buyerName, ...(buyerAddress?.split('\n') ?? []), buyerEmail, buyerVatNumber];
  return lines.filter((line) => line !== null);
}

function sumRows({ treatment, rate, country, gross, net, tax, currency }: Receipt, { t, tag }: Language): Row[] {
  if (treatment === 'none') return [];
  const money = (minor: number): string => formatAmount(minor, currency, tag);
  const place = country === null ? '' : countryName(country, tag);
  const label =
    rate === null
      ? t('receipt.tax-computed')
      : place === ''
        ? t('receipt.tax', { rate: rateText(rate, tag) })
        : t('receipt.tax-in', { rate: rateText(rate, tag), country: place });
  return [
    { label: t('receipt.net'), value: money(net) },
    { label, value: money(tax) },
    { label: t('receipt.gross'), value: money(gross) },
  ];
}
