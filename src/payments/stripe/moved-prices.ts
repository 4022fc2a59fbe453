// Prices of a publication that an export was brought back into. Where the export's ids were taken they have others here, and
// Stripe still names the former ones.
import type { Connection } from '../../database/connection.ts';
import { listPrices } from '../../models/catalog/price.ts';
import { NO_SHIFT, shiftIds } from '../../models/lifecycle/moving/ids.ts';
import { findImport } from '../../models/lifecycle/moving/import-state.ts';
import type { Tenant } from '../../models/record.ts';
import type { GatewaySubscription } from '../gateway.ts';

/** Returns the subscription with the ids that its prices have here. */
export async function withPricesHere(
  publication: Tenant,
  database: Connection,
  found: GatewaySubscription,
): Promise<GatewaySubscription> {
  const shift = BigInt((await findImport(publication, database))?.shift ?? NO_SHIFT);
  if (shift === NO_SHIFT) return found;
  const ours = new Set((await listPrices(publication, database)).map(({ id }) => id));
  const idHere = (id: string): string => {
    const moved = shiftIds(id, shift);
    return !ours.has(id) && ours.has(moved) ? moved : id;
  };
  return {
    ...found,
    price: { ...found.price, priceId: idHere(found.price.priceId) },
    nextPriceId: found.nextPriceId === null ? null : idHere(found.nextPriceId),
    payments: found.payments.map((payment) => ({ ...payment, priceId: idHere(payment.priceId) })),
  };
}
