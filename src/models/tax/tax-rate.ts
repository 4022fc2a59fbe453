// The rates of a publication: a table by country and kind of product, of which one row may stand for everything.
import type { Connection, Transaction } from '../../database/connection.ts';
import { InvalidValue, NotFound } from '../errors.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import { parseCountry } from './country.ts';
import { EU_RATES } from './eu-rates.ts';
import { parseProductKind } from './product-kind.ts';
import { HUNDREDTHS, RATE_MAX } from './split.ts';
import type { Rate } from './tax-terms.ts';

class TaxRateRecord extends TenantRecord {
  static override tableName = 'tax_rates';
  static override idColumn = ['publicationId', 'country', 'productKind'];
  declare country: string;
  declare productKind: Rate['productKind'];
  declare rate: number;
}

/** A row as it is typed; the two that say for what may be empty. */
export interface TypedRate {
  readonly country?: string | undefined;
  readonly productKind?: string | undefined;
  /** In percent, with a point or a comma: 19, 5.5. */
  readonly percent: string;
}

export function listRates(publication: Tenant, connection: Connection): Promise<Rate[]> {
  return TaxRateRecord.in(publication, connection)
    .select('country', 'productKind', 'rate')
    .orderBy(['country', 'productKind'])
    .execute();
}

/** Sets the rate of a country and kind, in place of the one that they had. Throws InvalidValue. */
export async function setRate(publication: Tenant, transaction: Transaction, typed: TypedRate): Promise<Rate> {
  const row = { ...parseKey(typed), rate: parsePercent(typed.percent) };
  await put(publication, transaction, row);
  return row;
}

/** Throws NotFound, and InvalidValue for what no row can be of. */
export async function removeRate(
  publication: Tenant,
  transaction: Transaction,
  typed: Omit<TypedRate, 'percent'>,
): Promise<void> {
  const key = parseKey(typed);
  if ((await TaxRateRecord.in(publication, transaction, key).delete()) === 0)
    throw new NotFound('The publication has no such rate');
}

/** Sets the EU's rates, in place of those that the publication has for the same countries and kinds; others stay. */
export async function setEuRates(publication: Tenant, transaction: Transaction): Promise<void> {
  for (const row of EU_RATES) await put(publication, transaction, row);
}

async function put(publication: Tenant, transaction: Transaction, { rate, ...key }: Rate): Promise<void> {
  if (await TaxRateRecord.add(publication, transaction, { ...key, rate })) return;
  await TaxRateRecord.in(publication, transaction, key).patch({ rate });
}

function parseKey({ country, productKind = '' }: Omit<TypedRate, 'percent'>): Omit<Rate, 'rate'> {
  return {
    country: parseCountry(country) ?? '',
    productKind: productKind === '' ? '' : parseProductKind(productKind),
  };
}

function parsePercent(text: string): number {
  const [, whole, fraction = ''] = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/.exec(text.trim()) ?? [];
  const rate = Number(whole) * HUNDREDTHS + Number(fraction.padEnd(2, '0'));
  if (whole === undefined || rate > RATE_MAX)
    throw new InvalidValue('rate', 'rate must be a number of percent with at most two decimals, such as 19 or 5.5');
  return rate;
}
