// Receipts and credit notes, and their queries. What one says is frozen when it is issued: seller, buyer, rate and sums.
// Their changes are in src/models/receipts/receipt.ts.
import type { Connection } from '../../database/connection.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import type { TaxTerms } from '../tax/tax-terms.ts';

export type ReceiptKind = 'receipt' | 'credit_note';

/** Amounts are in minor units, times in milliseconds. */
export class ReceiptRecord extends PublicationRecord {
  static override tableName = 'receipts';
  static override booleans = ['isGatewayTax'];
  declare kind: ReceiptKind;
  /** Without gaps for each kind of a publication. */
  declare number: number;
  declare customerId: string;
  /** The payment or the gift. */
  declare recordId: string;
  /** Its place among those of the record, from 1. */
  declare place: number;
  /** The receipt that a credit note refers to; null for a receipt. */
  declare correctsId: string | null;
  declare issuedAt: number;
  declare paidAt: number;
  /** The plan, as it was called. */
  declare description: string;
  /** What it was called in other languages: models/publication/texts.ts. */
  declare descriptionTexts: string | null;
  declare periodStart: number | null;
  declare periodEnd: number | null;
  declare gross: number;
  declare net: number;
  declare tax: number;
  /** What a discount had taken off. */
  declare discount: number;
  declare currency: string;
  declare treatment: TaxTerms['treatment'];
  /** In hundredths of a percent; null where no rate is known. */
  declare rate: number | null;
  /** Where the sale is taxed. */
  declare country: string | null;
  /** Whether the figures are the payment gateway's. */
  declare isGatewayTax: boolean;
  declare sellerName: string;
  declare sellerAddress: string | null;
  declare sellerTaxNumber: string | null;
  declare buyerName: string | null;
  declare buyerEmail: string | null;
  declare buyerCompany: string | null;
  declare buyerVatNumber: string | null;
  /** Of several lines. */
  declare buyerAddress: string | null;
  /** The brand of the card, or what else was paid with, as the gateway calls it. */
  declare paidBy: string | null;
  declare paidByLast4: string | null;
}

export type Receipt = RowOf<ReceiptRecord>;

/** Our choice: R and C for receipt and credit note, whatever the language, and six digits, so that lists are in order. */
const SERIES: Readonly<Record<ReceiptKind, string>> = { receipt: 'R', credit_note: 'C' };

/** The number as it stands on the receipt: R-000042. */
export function numberText({ kind, number }: Pick<Receipt, 'kind' | 'number'>): string {
  return `${SERIES[kind]}-${String(number).padStart(6, '0')}`;
}

/** Lists a customer's receipts and credit notes, newest first. */
export function listReceipts(publication: Tenant, connection: Connection, customerId: string): Promise<Receipt[]> {
  return ReceiptRecord.in(publication, connection, { customerId })
    .orderBy([
      { column: 'issuedAt', order: 'desc' },
      { column: 'place', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .execute();
}

/** Lists the receipts and credit notes of a payment or a gift, in the order of their issue. */
export function listReceiptsOf(publication: Tenant, connection: Connection, recordId: string): Promise<Receipt[]> {
  return ReceiptRecord.in(publication, connection, { recordId }).orderBy('place').execute();
}

/** Lists those of several payments and gifts. */
export function listReceiptsOfAll(
  publication: Tenant,
  connection: Connection,
  recordIds: readonly string[],
): Promise<Receipt[]> {
  const found = ReceiptRecord.in(publication, connection).whereIn('recordId', [...recordIds]);
  return found.orderBy(['recordId', 'place']).execute();
}

/**
 * Finds a customer's receipt by its id, or the first one by the id of the payment or the gift. Returns undefined for one of
 * another customer.
 */
export function findReceipt(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  idOrRecordId: string,
): Promise<Receipt | undefined> {
  const own = ReceiptRecord.in(publication, connection, { customerId });
  return first(
    own.where((either) => either.where('id', idOrRecordId).orWhere('recordId', idOrRecordId)).orderBy('place'),
  );
}
