// The country that a form proposes for somebody's postal address.
import type { Connection } from '../../database/connection.ts';
import type { Tenant } from '../record.ts';
import { findBuyer } from './buyer.ts';
import { findSeller } from './seller.ts';

/** The country of their receipts, else where the seller is; empty where neither is known. */
export async function findLikelyCountry(
  publication: Tenant,
  connection: Connection,
  customerId: string,
): Promise<string> {
  const { country } = await findBuyer(publication, connection, customerId);
  return country ?? (await findSeller(publication, connection)).country ?? '';
}
