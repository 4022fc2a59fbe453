// Issues receipts and credit notes (decisions 41). Those of a payment or a gift always add up to what was paid and not paid
// back: each change of its amounts issues what is missing, in the same transaction. Numbers are given out by one
// conditional write that holds until the end of the transaction, so that none is missing or given twice.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { getPlanAsProduct } from '../catalog/plan.ts';
import { publicationNow } from '../figure-change.ts';
import { CustomerRecord } from '../people/customer-record.ts';
import { addressLines, fromPostalText } from '../postal/postal-address.ts';
import { getPublication } from '../publication/publication.ts';
import { freezeTexts } from '../publication/texts.ts';
import type { Tenant } from '../record.ts';
import { findBuyer } from '../tax/buyer.ts';
import { findSeller } from '../tax/seller.ts';
import { splitGross, splitPart, type Split } from '../tax/split.ts';
import { listRates } from '../tax/tax-rate.ts';
import { termsOf, type TaxTerms } from '../tax/tax-terms.ts';
import { listReceiptsOf, ReceiptRecord, type Receipt, type ReceiptKind } from './receipt-record.ts';

/** The tax that a gateway has computed. */
export interface GatewayTax {
  /** Minor units of what was paid. */
  readonly tax: number;
  /** In hundredths of a percent; null where there is none, or several. */
  readonly rate: number | null;
  readonly isReverseCharge: boolean;
}

/** What was paid with, as the gateway says. */
export interface MeansOfPayment {
  /** Such as visa, sepa_debit. */
  readonly brand: string;
  readonly last4: string | null;
  /** Where the card was issued, ISO 3166-1. */
  readonly country: string | null;
}

/** A payment or a gift as it is now. Amounts are in minor units, times in milliseconds. */
export interface PaidRecord {
  readonly id: string;
  readonly customerId: string;
  readonly planId: string;
  readonly amount: number;
  readonly refundedAmount: number;
  readonly discount: number;
  readonly currency: string;
  readonly paidAt: number;
  readonly period: { readonly start: number; readonly end: number } | null;
  readonly tax: GatewayTax | null;
  readonly paidBy: MeansOfPayment | null;
}

const takeNumber = statement<{ receipts: number; creditNotes: number }>(
  'take_receipt_number',
  `insert into receipt_numbers (publication_id, receipts, credit_notes) values (:publicationId, :receipts, :creditNotes)
    on conflict (publication_id) do update set receipts = receipt_numbers.receipts + excluded.receipts,
      credit_notes = receipt_numbers.credit_notes + excluded.credit_notes
    returning receipts, credit_notes`,
);

/**
 * Issues what is missing of a payment's or gift's receipts. Call it in the transaction that changed its amounts, which has
 * locked its row.
 */
export async function issueReceipts(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  paid: PaidRecord,
): Promise<void> {
  const issued = await listReceiptsOf(publication, transaction, paid.id);
  // A payment of nothing, by a discount, has a receipt as well.
  const more = issued.length === 0 ? paid.amount : keptOf(paid) - standing(issued);
  if (issued.length === 0 || more > 0)
    issued.push(await issueReceipt(publication, transaction, clock, paid, { gross: more, place: issued.length + 1 }));
  await issueCreditNotes(publication, transaction, clock, { issued, less: standing(issued) - keptOf(paid) });
}

/** Does the same for one whose amounts are corrected, where it has receipts. */
export async function correctReceipts(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  paid: PaidRecord,
): Promise<void> {
  const issued = await listReceiptsOf(publication, transaction, paid.id);
  if (issued.length > 0) await issueReceipts(publication, transaction, clock, paid);
}

function keptOf({ amount, refundedAmount }: PaidRecord): number {
  return amount - refundedAmount;
}

/** What the receipts say less what their credit notes take back. */
function standing(issued: readonly Receipt[]): number {
  return issued.reduce((sum, { kind, gross }) => sum + (kind === 'receipt' ? gross : -gross), 0);
}

async function issueReceipt(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  paid: PaidRecord,
  { gross, place }: { readonly gross: number; readonly place: number },
): Promise<Receipt> {
  const { discount, currency, paidAt, period, paidBy, customerId, id: recordId } = paid;
  const { split, terms, isGatewayTax, seller, buyer, plan } = await frozenFacts(publication, transaction, paid, gross);
  const given = {
    customerId,
    recordId,
    place,
    correctsId: null,
    paidAt,
    description: plan.name,
    descriptionTexts: plan.texts,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    ...split,
    // A later receipt is for what was missing of the first.
    discount: place === 1 ? discount : 0,
    currency,
    ...terms,
    isGatewayTax,
    ...seller,
    ...buyer,
    paidBy: paidBy?.brand ?? null,
    paidByLast4: paidBy?.last4 ?? null,
  };
  return issue(publication, transaction, clock, 'receipt', given);
}

/** Who sold and bought by which rate, at this moment. */
async function frozenFacts(publication: Tenant, transaction: Transaction, paid: PaidRecord, gross: number) {
  const { customerId, tax, paidBy, planId } = paid;
  const { name: publicationName, siteHost, locale } = await getPublication(transaction, publication.id);
  const seller = await findSeller(publication, transaction);
  const rates = await listRates(publication, transaction);
  const plan = await getPlanAsProduct(publication, transaction, planId);
  const customer = await CustomerRecord.find(publication, transaction, { id: customerId });
  const { company, vatNumber, country } = await findBuyer(publication, transaction, customerId);
  const ours = termsOf({
    sellerCountry: seller.country,
    hasReverseCharge: seller.hasReverseCharge,
    rates,
    buyerCountry: country ?? paidBy?.country ?? null,
    vatNumber,
    productKind: plan.productKind,
  });
  // The gateway computed the tax of what was paid at first.
  const isGatewayTax = tax !== null && seller.hasGatewayTax && gross === paid.amount;
  const terms: TaxTerms = isGatewayTax ? gatewayTerms(tax, ours) : ours;
  return {
    plan: { name: plan.name, texts: freezeTexts(plan.texts, 'name', locale) },
    terms,
    isGatewayTax,
    split: isGatewayTax ? { gross, net: gross - tax.tax, tax: tax.tax } : splitGross(gross, terms.rate ?? 0),
    seller: {
      sellerName: seller.name ?? publicationName,
      // Who has said nothing of themselves is found by their pages.
      sellerAddress: seller.address ?? (seller.name === null ? siteHost : null),
      sellerTaxNumber: seller.taxNumber,
    },
    buyer: {
      buyerName: customer?.name ?? null,
      buyerEmail: customer?.email ?? null,
      buyerCompany: company,
      buyerVatNumber: vatNumber,
      buyerAddress: buyerAddress(customer?.postalAddress ?? null, seller.country, locale),
    },
  };
}

/** The country is named where it is another than the seller's. Our choice: in the language of the publication, as it is frozen. */
function buyerAddress(kept: string | null, sellerCountry: string | null, locale: string): string | null {
  const address = fromPostalText(kept);
  if (address === null) return null;
  const { country } = address;
  const countryName = new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country;
  const abroad = country === sellerCountry ? [] : [countryName];
  return [...addressLines(address, ['name', 'organization']), ...abroad].join('\n');
}

function gatewayTerms({ rate, isReverseCharge, tax }: GatewayTax, { country }: TaxTerms): TaxTerms {
  if (isReverseCharge && tax === 0) return { treatment: 'reverse_charge', rate: 0, country };
  return { treatment: 'rate', rate, country };
}

/** Credits the last receipt first, each up to its sum. @param less minor units; nothing is issued for 0 or below */
async function issueCreditNotes(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { issued, less }: { readonly issued: readonly Receipt[]; readonly less: number },
): Promise<void> {
  let [left, place] = [less, issued.length];
  for (const receipt of issued.filter(({ kind }) => kind === 'receipt').toReversed()) {
    const before = issued.reduce((sum, { correctsId, gross }) => sum + (correctsId === receipt.id ? gross : 0), 0);
    const part = Math.min(left, receipt.gross - before);
    if (part <= 0) continue;
    const split: Split = splitPart(receipt, before, part);
    const { id: correctsId, kind: _kind, number: _number, issuedAt: _issuedAt, publicationId: _of, ...same } = receipt;
    place += 1;
    await issue(publication, transaction, clock, 'credit_note', { ...same, ...split, discount: 0, place, correctsId });
    left -= part;
  }
}

async function issue(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  kind: ReceiptKind,
  given: Omit<Receipt, 'publicationId' | 'id' | 'kind' | 'number' | 'issuedAt'>,
): Promise<Receipt> {
  const number = await nextNumber(publication, transaction, kind);
  const issuedAt = await publicationNow(publication, transaction, clock);
  const receipt = { ...given, publicationId: publication.id, id: newId('rcpt', clock.now()), kind, number, issuedAt };
  await ReceiptRecord.in(publication, transaction).insert(receipt);
  return receipt;
}

async function nextNumber(publication: Tenant, transaction: Transaction, kind: ReceiptKind): Promise<number> {
  const [receipts, creditNotes] = kind === 'receipt' ? [1, 0] : [0, 1];
  const taken = await transaction.first(takeNumber, { publicationId: publication.id, receipts, creditNotes });
  if (taken === undefined) throw new Error('no number for a receipt');
  return kind === 'receipt' ? taken.receipts : taken.creditNotes;
}

/** Merges two customers. */
export async function moveReceipts(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  await ReceiptRecord.in(publication, transaction, { customerId: fromId }).patch({ customerId: intoId });
}

/**
 * Erases a person from their receipts. Our choice: numbers, sums, rate and country stay, which the law has the seller keep and
 * which name nobody. So does what identifies a business that gave its VAT number, since the tax office compares it with the
 * seller's statements; the rest goes.
 */
export async function eraseFromReceipts(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  const own = () => ReceiptRecord.in(publication, transaction, { customerId });
  await own().patch({ buyerName: null, buyerEmail: null, paidByLast4: null });
  await own().whereNull('buyerVatNumber').patch({ buyerCompany: null, buyerAddress: null });
}
