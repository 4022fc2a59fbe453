// Takes over one subscription: a billing record that is tied to the gateway's, a subscription, and what was paid for the
// period that runs. Nobody is charged or written to by it.
import type { Transaction } from '../../database/connection.ts';
import { getPrice } from '../../models/catalog/price.ts';
import type { RowFaultKind } from '../../models/imports/row.ts';
import { createBilling, updateBilling } from '../../models/money/billing.ts';
import { adoptOutsideSubscription, beginPaidSubscription } from '../../models/money/paid-subscription.ts';
import { findHeldSubscription } from '../../models/money/subscription-record.ts';
import type { Tenant } from '../../models/record.ts';
import { isInTrial } from '../../models/trial-period.ts';
import { recordPayments, toFacts } from '../apply.ts';
import type { GatewaySubscription, PaymentGateway } from '../gateway.ts';
import type { PaymentParts } from '../gateways.ts';
import { isReplaceable } from './plan-row.ts';
import { sinceTakeover } from './since.ts';

/** Our choice: what is due within a week is not announced any more, as a mail would go out at the takeover itself. */
const NOTICE_MILLISECONDS = 7 * 24 * 3_600_000;

/** Rolls back what was begun of a row. */
class CannotTake extends Error {
  override readonly name = 'CannotTake';
  readonly fault: RowFaultKind;

  constructor(fault: RowFaultKind) {
    super(fault);
    this.fault = fault;
  }
}

/** Returns why it cannot be, with nothing changed. */
export async function takeOver(
  parts: PaymentParts & { readonly gateway: PaymentGateway },
  publication: Tenant,
  transaction: Transaction,
  taken: { readonly customerId: string; readonly priceId: string; readonly found: GatewaySubscription },
): Promise<RowFaultKind | undefined> {
  try {
    await transaction.savepoint(() => begin(parts, publication, transaction, taken));
    return undefined;
  } catch (error) {
    if (!(error instanceof CannotTake)) throw error;
    return error.fault;
  }
}

async function begin(
  parts: PaymentParts & { readonly gateway: PaymentGateway },
  publication: Tenant,
  transaction: Transaction,
  given: { readonly customerId: string; readonly priceId: string; readonly found: GatewaySubscription },
): Promise<void> {
  const { clock, gateway } = parts;
  const { customerId, priceId } = given;
  const takenOverAt = clock.now().getTime();
  const found = sinceTakeover({ takenOverAt }, given.found);
  const facts = toFacts(found);
  const price = await getPrice(publication, transaction, priceId);
  // It was changed at the gateway since the prices were mapped.
  const isSame = (['amount', 'currency', 'interval'] as const).every((term) => price[term] === facts[term]);
  if (!isSame || facts.priceId !== priceId) throw new CannotTake('price');
  const isSoon = facts.periodEnd - takenOverAt <= NOTICE_MILLISECONDS;
  const billing = await createBilling(publication, transaction, clock, {
    ...facts,
    customerId,
    gateway: gateway.name,
    ref: found.ref,
    takenOverAt,
    // The mail of the first day of a failed payment would go out at once.
    reminders: facts.state === 'past_due' ? 1 : 0,
    trialRemindedAt: isSoon && isInTrial(facts) ? takenOverAt : null,
    renewalMailedFor: isSoon ? facts.periodEnd : null,
  });
  // The other publication's transaction was first.
  if (billing === undefined) throw new CannotTake('of-another');
  const subscriptionId = await holdPlan(parts, publication, transaction, { customerId, priceId, planId: price.planId });
  const changed = { ...billing, subscriptionId };
  if (!(await updateBilling(transaction, clock, billing, { subscriptionId }))) throw new CannotTake('of-another');
  await recordPayments(parts, transaction, changed, found);
}

/** A subscription that is recorded as paid elsewhere goes on under its id; otherwise a new one begins. */
async function holdPlan(
  { clock }: PaymentParts,
  publication: Tenant,
  transaction: Transaction,
  { customerId, priceId, planId }: { readonly customerId: string; readonly priceId: string; readonly planId: string },
): Promise<string> {
  const held = await findHeldSubscription(publication, transaction, { customerId, planId });
  if (held === undefined) {
    const begun = await beginPaidSubscription(publication, transaction, clock, { customerId, priceId });
    if (begun !== undefined) return begun;
  } else if (isReplaceable(held)) {
    const adopted = { id: held.id, priceId };
    if (await adoptOutsideSubscription(publication, transaction, clock, adopted)) return held.id;
  }
  throw new CannotTake('plan-held');
}
