// Repairs drift: the gateway's state wins, since the money is there. What was canceled here stays canceled, and is ended at the gateway;
// what the gateway does not know ends here.
import { Conflict, NotFound } from '../../models/errors.ts';
import type { Billing } from '../../models/money/billing-record.ts';
import { endBillingsOfCanceled, updateBilling } from '../../models/money/billing.ts';
import { correctPayments, type PaymentFacts } from '../../models/money/payment.ts';
import { endPausedSubscription, endSubscription } from '../../models/money/subscription-end.ts';
import { lockPersonOf } from '../../models/people/customer-person.ts';
import type { Tenant } from '../../models/record.ts';
import { applySubscription } from '../apply.ts';
import type { GatewaySubscription, PaymentGateway } from '../gateway.ts';
import { getGateway, withTimeout, type PaymentParts } from '../gateways.ts';
import type { DriftLine } from './drift.ts';
import { findDrift, readSides, type Reconciliation, type Sides } from './reconcile.ts';

/**
 * Makes both sides agree about one subscription. Returns the remaining drift, undefined once both agree. Throws NotFound for one that neither
 * side knows, Conflict for one that this service did not make, and GatewayUnavailable.
 */
export async function repair(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  ref: string,
): Promise<DriftLine | undefined> {
  const sides = await readSides(parts, gateway, publication, ref);
  if (sides.billing === undefined) await createMissing(parts, gateway, publication, ref, sides);
  else if (sides.found === undefined) await endHere(parts, sides.billing);
  else await overwrite(parts, gateway, publication, sides.billing, { payments: sides.payments, found: sides.found });
  return findDrift(parts, gateway, publication, ref);
}

/** Creates the missing record of a subscription that one of our checkouts started. */
async function createMissing(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  ref: string,
  { found }: Sides,
): Promise<void> {
  if (found !== undefined) await withTimeout(applySubscription(parts, gateway, publication, ref));
  else if (await isAtGateway(gateway, publication, ref))
    throw new Conflict('id', `${ref} was not made by this service: it is listed and never imported`);
  else throw new NotFound(`No such subscription on either side: ${ref}`);
}

async function isAtGateway(gateway: PaymentGateway, publication: Tenant, ref: string): Promise<boolean> {
  try {
    await withTimeout(gateway.readSubscription(publication, ref));
    return true;
  } catch (error) {
    if (error instanceof NotFound) return false;
    throw error;
  }
}

/** Ends a subscription here, since nobody collects for it. */
async function endHere({ database, clock }: PaymentParts, billing: Billing): Promise<void> {
  const { publicationId, subscriptionId, endReason } = billing;
  await database.transaction(async (transaction) => {
    await lockPersonOf({ id: publicationId }, transaction, billing.customerId);
    const isEnded = await updateBilling(transaction, clock, billing, {
      state: 'ended',
      endReason: endReason ?? 'canceled',
    });
    if (!isEnded || subscriptionId === null) return;
    const end = { reason: 'gateway', isFallback: true } as const;
    await endSubscription({ id: publicationId }, transaction, clock, subscriptionId, end);
    await endPausedSubscription({ id: publicationId }, transaction, clock, subscriptionId, end);
  });
}

/**
 * Overwrites the record and its payments with the gateway's state, and ends at the gateway what was canceled here. Each step locks the person first,
 * as `apply.ts` does, so that two repairs wait for one another in the same order.
 */
async function overwrite(
  parts: PaymentParts,
  gateway: PaymentGateway,
  publication: Tenant,
  billing: Billing,
  { payments, found }: Pick<Sides, 'payments'> & { readonly found: GatewaySubscription },
): Promise<void> {
  const { customerId } = billing;
  await parts.database.transaction(async (transaction) => {
    await lockPersonOf(publication, transaction, customerId);
    await correctPayments(billing, transaction, parts.clock, { known: payments, theirs: found.payments.map(toFacts) });
  });
  await withTimeout(applySubscription(parts, gateway, publication, billing.ref));
  await parts.database.transaction(async (transaction) => {
    await lockPersonOf(publication, transaction, customerId);
    await endBillingsOfCanceled(publication, transaction, { customerId, isLeaving: false });
  });
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
 * Repairs every line, and returns those that are left. Where the gateway knows none of our records, it is probably another account: then nothing
 * is ended here. @param onSkipped called with a message for each line that is not repaired
 */
export async function repairAll(
  parts: PaymentParts,
  publication: Tenant,
  { compared, lines }: Reconciliation,
  onSkipped: (text: string) => void,
): Promise<DriftLine[]> {
  const isOtherAccount = compared > 0 && lines.filter(({ kind }) => kind === 'ours only').length === compared;
  const left: DriftLine[] = [];
  for (const line of lines) {
    if (isOtherAccount && line.kind === 'ours only') {
      onSkipped(
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
