// What a customer says of themselves for tax: a business and its VAT number, and the country where they live.
import type { Connection, Transaction } from '../../database/connection.ts';
import { TenantRecord, type RowOf, type Tenant } from '../record.ts';
import { parsePlainText } from '../text-fields.ts';
import { parseCountry } from './country.ts';
import { parseVatNumber } from './vat-number.ts';

class BuyerRecord extends TenantRecord {
  static override tableName = 'buyers';
  static override idColumn = ['publicationId', 'customerId'];
  declare customerId: string;
  declare company: string | null;
  declare vatNumber: string | null;
  declare country: string | null;
}

export type Buyer = Pick<RowOf<BuyerRecord>, 'company' | 'vatNumber' | 'country'>;

const NO_BUYER: Buyer = { company: null, vatNumber: null, country: null };
const COMPANY_MAX_LENGTH = 200;

export async function findBuyer(publication: Tenant, connection: Connection, customerId: string): Promise<Buyer> {
  const [found] = await BuyerRecord.in(publication, connection, { customerId }).select(
    'company',
    'vatNumber',
    'country',
  );
  return found ?? NO_BUYER;
}

/** Throws InvalidValue. Our choice: the country of a VAT number is the buyer's, whatever else is typed. */
export async function setBuyer(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
  typed: { readonly company: string; readonly vatNumber: string; readonly country: string },
): Promise<Buyer> {
  const vat = parseVatNumber(typed.vatNumber);
  const buyer = {
    company: parsePlainText('company', typed.company.replaceAll(/\s+/g, ' '), COMPANY_MAX_LENGTH),
    vatNumber: vat?.number ?? null,
    country: vat?.country ?? parseCountry(typed.country),
  };
  if (!(await BuyerRecord.add(publication, transaction, { customerId, ...buyer })))
    await BuyerRecord.in(publication, transaction, { customerId }).patch(buyer);
  return buyer;
}

/** Merges two customers: the remaining one keeps what they said, and otherwise takes over what the other did. */
export async function moveBuyer(
  publication: Tenant,
  transaction: Transaction,
  { fromId, intoId }: { readonly fromId: string; readonly intoId: string },
): Promise<void> {
  const leaving = await findBuyer(publication, transaction, fromId);
  await removeBuyer(publication, transaction, fromId);
  if (Object.values(leaving).some((value) => value !== null))
    await BuyerRecord.add(publication, transaction, { customerId: intoId, ...leaving });
}

export async function removeBuyer(publication: Tenant, transaction: Transaction, customerId: string): Promise<void> {
  await BuyerRecord.in(publication, transaction, { customerId }).delete();
}
