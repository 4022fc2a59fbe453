// Repairs what a comparison found: the gateway's books win, since the money is there. What was canceled here stays canceled, and is ended at the
// gateway; what the gateway never heard of ends here.
import { Conflict, NotFound } from '../../models/errors.ts';
import type { Billing } from '../../models/money/billing-record.ts';
import { endBillingsOfCanceled, updateBilling } from '../../models/money/billing.ts';
import { correctPayments, type PaymentFacts } from '../../models/money/payment.ts';
import { endSubscription } from '../../models/money/subscription.ts';
import type { Tenant } from '../../models/record.ts';
import { applySubscription } from '../apply.ts';
import type { GatewaySubscription, PaymentGateway } from '../gateway.ts';
import { getGateway, inTime, type PaymentParts } from '../gateways.ts';
import type { DriftLine } from './drift.ts';
import { findDrift, readSides, type Reconciliation, type Sides } from './reconcile.ts';

/**
 * Makes both sides agree about one subscription. Returns what is left to be said about it, undefined once both agree. Throws NotFound for what
 * neither side knows, Conflict for what this service did not make, and GatewayUnavailable.
 */
export async function repair(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  ref: string,
): Promise<DriftLine | undefined> {
  const sides = await readSides(parts, gateway, publication, ref);
  if (sides.billing === undefined) await adopt(parts, gateway, publication, ref, sides);
  else if (sides.found === undefined) await endHere(parts, sides.billing);
  else await follow(parts, gateway, publication, sides.billing, { payments: sides.payments, found: sides.found });
  return findDrift(parts, gateway, publication, ref);
}

/** One of our checkouts began it: it gets its record now. */
async function adopt(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  ref: string,
  { found }: Sides,
): Promise<void> {
  if (found !== undefined) await inTime(applySubscription(parts, gateway, publication, ref));
  else if (await isThere(gateway, publication, ref))
    throw new Conflict('id', `${ref} was not made by this service: it is listed and never imported`);
  else throw new NotFound(`No such subscription on either side: ${ref}`);
}

async function isThere(gateway: PaymentGateway, publication: Tenant, ref: string): Promise<boolean> {
  try {
    await inTime(gateway.readSubscription(publication, ref));
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/** Nobody collects for it, so it gives no access any more. */
async function endHere({ database, clock }: PaymentParts, billing: Billing): Promise<void> {
  const { publicationId, subscriptionId, endReason } = billing;
  await database.transaction(async (transaction) => {
    const isEnded = await updateBilling(transaction, clock, billing, {
      state: 'ended',
      endReason: endReason ?? 'canceled',
    });
    if (isEnded && subscriptionId !== null)
      await endSubscription({ id: publicationId }, transaction, clock, subscriptionId);
  });
}

/** The record and its payments become what the gateway says; what was canceled here is ended there. */
async function follow(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  billing: Billing,
  { payments, found }: Pick<Sides, 'payments'> & { readonly found: GatewaySubscription },
): Promise<void> {
  await parts.database.transaction((transaction) =>
    correctPayments(billing, transaction, payments, found.payments.map(toFacts)),
  );
  await inTime(applySubscription(parts, gateway, publication, billing.ref));
  await parts.database.transaction((transaction) =>
    endBillingsOfCanceled(publication, transaction, billing.customerId),
  );
}

function toFacts({
  ref,
  amount,
  currency,
  periodStart,
  periodEnd,
  refundedAmount,
}: GatewaySubscription['payments'][number]): PaymentFacts {
  return { ref, amount, currency, periodStart: periodStart.getTime(), periodEnd: periodEnd.getTime(), refundedAmount };
}

/**
 * Repairs every line, and returns those that are left. Where the gateway knows not one of our records it is probably another account: nothing
 * ends here then. @param tell told of what was not carried out
 */
export async function repairAll(
  parts: PaymentParts,
  publication: Tenant,
  { compared, lines }: Reconciliation,
  tell: (text: string) => void,
): Promise<DriftLine[]> {
  const isStrange = compared > 0 && lines.filter(({ kind }) => kind === 'ours only').length === compared;
  const left: DriftLine[] = [];
  for (const line of lines) {
    if (isStrange && line.kind === 'ours only') {
      tell(
        `${line.ref} is left: the gateway knows none of our records, so this may be another account. Repair it by --repair ${line.ref} if it is not`,
      );
      left.push(line);
      continue;
    }
    const rest = await repair(parts, getGateway(parts, line.gateway), publication, line.ref);
    if (rest !== undefined) left.push(rest);
  }
  return left;
}
