// One gateway customer for each person: made at the first checkout, under an idempotency key of the person's id, so that concurrent checkouts get
// the same one; stored, and replaced only when it was deleted at the gateway.
import { findGatewayCustomer, keepGatewayCustomer } from '../../models/money/gateway-customer.ts';
import type { Tenant } from '../../models/record.ts';
import { CustomerGone, type GatewayPerson, type PaymentGateway } from '../gateway.ts';
import { withTimeout, type PaymentParts } from '../gateways.ts';

/** Runs `work` with the person's gateway customer, and once more with a new one when that was deleted. Throws GatewayUnavailable. */
export async function withGatewayCustomer<Answer>(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  person: GatewayPerson,
  work: (customerRef: string) => Promise<Answer>,
): Promise<Answer> {
  const known = await findGatewayCustomer(publication, parts.database, {
    customerId: person.id,
    gateway: gateway.name,
  });
  const ref = known ?? (await make(parts, gateway, publication, person, undefined));
  try {
    return await work(ref);
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    return work(await make(parts, gateway, publication, person, ref));
  }
}

async function make(
  { database, clock }: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  person: GatewayPerson,
  gone: string | undefined,
): Promise<string> {
  const key = gone === undefined ? `${person.id} customer` : `${person.id} customer after ${gone}`;
  const { ref } = await withTimeout(gateway.createCustomer(publication, key, person));
  return database.transaction((transaction) =>
    keepGatewayCustomer(
      publication,
      transaction,
      clock,
      { customerId: person.id, gateway: gateway.name },
      { ref, gone },
    ),
  );
}
