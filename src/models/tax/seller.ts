// Who sells, as receipts name it, and how a publication is taxed. Changes hold for receipts that are issued afterwards:
// those that were issued keep what they said.
import type { Connection, Transaction } from '../../database/connection.ts';
import { InvalidValue } from '../errors.ts';
import { TenantRecord, type RowOf, type Tenant } from '../record.ts';
import { parsePlainText } from '../text-fields.ts';
import { isEuCountry, parseCountry } from './country.ts';

class SellerRecord extends TenantRecord {
  static override tableName = 'sellers';
  static override idColumn = ['publicationId'];
  static override booleans = ['hasReverseCharge', 'hasGatewayTax'];
  /** Null: the name of the publication. */
  declare name: string | null;
  /** Of several lines. */
  declare address: string | null;
  /** ISO 3166-1. */
  declare country: string | null;
  /** A VAT number or the number of a tax office, as the publisher writes it. */
  declare taxNumber: string | null;
  /** Whether businesses of other EU countries owe the tax themselves. */
  declare hasReverseCharge: boolean;
  /** Whether the payment gateway computes the tax, and receipts take over its figures. */
  declare hasGatewayTax: boolean;
}

export type Seller = Omit<RowOf<SellerRecord>, 'publicationId'>;

const COLUMNS = ['name', 'address', 'country', 'taxNumber', 'hasReverseCharge', 'hasGatewayTax'] as const;
const NO_SELLER: Seller = {
  name: null,
  address: null,
  country: null,
  taxNumber: null,
  hasReverseCharge: false,
  hasGatewayTax: false,
};

/** Our choice: an address of a few lines, and names of the length that gateways take. */
const ADDRESS_MAX_LENGTH = 500;
const LINE_MAX_LENGTH = 200;

export async function findSeller(publication: Tenant, connection: Connection): Promise<Seller> {
  const [found] = await SellerRecord.in(publication, connection).select(COLUMNS);
  return found ?? NO_SELLER;
}

/** A field that is not given stays as it is; an empty text empties it. */
export interface SellerChange {
  readonly name?: string | undefined;
  readonly address?: string | undefined;
  readonly country?: string | undefined;
  readonly taxNumber?: string | undefined;
  readonly hasReverseCharge?: boolean | undefined;
  readonly hasGatewayTax?: boolean | undefined;
}

/** Throws InvalidValue, also for the reverse charge of a seller outside the EU. */
export async function changeSeller(
  publication: Tenant,
  transaction: Transaction,
  change: SellerChange,
): Promise<Seller> {
  const parsed = parseSeller(change);
  if (
    !(await SellerRecord.add(publication, transaction, { ...NO_SELLER, ...parsed })) &&
    Object.keys(parsed).length > 0
  )
    await SellerRecord.in(publication, transaction).patch(parsed);
  const seller = await findSeller(publication, transaction);
  if (seller.hasReverseCharge && !isEuCountry(seller.country))
    throw new InvalidValue('reverse_charge', 'reverse_charge is for a seller in a country of the EU');
  return seller;
}

function parseSeller(change: SellerChange): Partial<Seller> {
  const { name, address, country, taxNumber, hasReverseCharge, hasGatewayTax } = change;
  return {
    ...(name !== undefined && { name: parseLine('seller_name', name) }),
    ...(address !== undefined && { address: parsePlainText('seller_address', address, ADDRESS_MAX_LENGTH) }),
    ...(country !== undefined && { country: parseCountry(country) }),
    ...(taxNumber !== undefined && { taxNumber: parseLine('tax_number', taxNumber) }),
    ...(hasReverseCharge !== undefined && { hasReverseCharge }),
    ...(hasGatewayTax !== undefined && { hasGatewayTax }),
  };
}

function parseLine(field: string, text: string): string | null {
  const line = parsePlainText(field, text, LINE_MAX_LENGTH);
  if (line?.includes('\n') === true) throw new InvalidValue(field, `${field} must be one line`);
  return line;
}
