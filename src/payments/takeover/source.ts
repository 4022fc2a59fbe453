// Which gateway's account a publication can take over.
import type { Transaction } from '../../database/connection.ts';
import { Conflict } from '../../models/errors.ts';
import { beginReading } from '../../models/imports/reading.ts';
import type { Tenant } from '../../models/record.ts';
import type { GatewayDefinition } from '../gateway-definition.ts';
import { listGateways, type PaymentParts } from '../gateways.ts';

/** The gateway that the publication is connected to, where its account may hold what others have sold. */
export async function findTakeoverSource(
  parts: Pick<PaymentParts, 'config' | 'database'>,
  publication: Tenant,
): Promise<GatewayDefinition | undefined> {
  for (const definition of listGateways(parts)) {
    const { takeover, isConnected } = definition;
    if (takeover !== undefined && (await isConnected(publication, parts.database))) return definition;
  }
  return undefined;
}

/** Has the worker read the account. Returns the id of the import. Throws Conflict without a connection. */
export async function beginTakeover(
  parts: PaymentParts,
  publication: Tenant,
  transaction: Transaction,
  { gateway, name }: { readonly gateway: string; readonly name: string },
): Promise<string> {
  const source = await findTakeoverSource({ ...parts, database: parts.database }, publication);
  if (source?.name !== gateway) throw new Conflict('gateway', `The publication is not connected to ${gateway}`);
  return beginReading(publication, transaction, parts.clock, { source: gateway, name });
}
