// Pauses (decisions 43): billing rests from the end of the paid period until a day on which the next period is charged.
// While a pause waits, the subscription is active as ever; when it begins, the subscription is canceled, since nothing is
// granted; when it is over, another one begins.
import { Conflict, InvalidValue } from '../models/errors.ts';
import type { Billing } from '../models/money/billing-record.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { isInTrial } from '../models/trial-period.ts';
import { applySubscription } from './apply.ts';
import { addDays, addIntervals } from './calendar.ts';
import { dueStatement, listDue, type Clocks } from './due.ts';
import { getGateway, withTimeout, type PaymentParts } from './gateways.ts';
import { getBillingOf, isPauseWaiting } from './subscription.ts';
import { writeAtGateway } from './write.ts';

/** Our choice: the shortest pause, in days. */
const SHORTEST_DAYS = 7;

const toBegin = dueStatement<Pick<Billing, 'publicationId' | 'gateway' | 'ref'>>(
  'pauses_to_begin',
  (offset) => `select b.publication_id, b.gateway, b.ref from billings b
    where b.state = 'active' and b.pause_from = b.period_end and b.pause_from <= :latest and b.pause_from - ${offset('b')} <= :now order by b.pause_from`,
);

/**
 * Pauses a subscription from the end of its paid period, or moves the end of a pause. Our choice: until a week after that
 * end at the earliest, and a year after it at the latest. Throws InvalidValue (`until`), NotFound for another customer's
 * and for one that no gateway collects for, Conflict for one in a trial, past due or about to end, and OutcomeUnknown.
 */
export async function pauseSubscription(
  parts: PaymentParts,
  publication: PublicationRow,
  { customerId, subscriptionId, until }: { readonly customerId: string; readonly subscriptionId: string; until: Date },
): Promise<void> {
  const billing = await getBillingOf(parts, publication, customerId, subscriptionId);
  checkCanPause(billing);
  const from = billing.state === 'paused' ? (billing.pauseFrom ?? billing.periodEnd) : billing.periodEnd;
  const [earliest, latest] = [addDays(from, SHORTEST_DAYS), addIntervals(from, 'year', 1)];
  if (until.getTime() < earliest || until.getTime() > latest)
    throw new InvalidValue('until', 'until must be between a week and a year after the end of the paid period');
  const gateway = getGateway(parts, billing.gateway);
  const key = `${billing.id} pause ${billing.revision} ${until.getTime()}`;
  await writeAtGateway(parts, gateway, publication, billing.ref, async () => {
    await withTimeout(gateway.pause(publication, key, billing.ref, until));
    await withTimeout(applySubscription(parts, gateway, publication, billing.ref));
  });
}

/**
 * Undoes a pause that waits, or ends one that runs: the next period is charged and begins at once. Idempotent. Throws as
 * pauseSubscription does.
 */
export async function endPause(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  subscriptionId: string,
): Promise<void> {
  const billing = await getBillingOf(parts, publication, customerId, subscriptionId);
  if (billing.state !== 'paused' && !isPauseWaiting(billing)) return;
  const gateway = getGateway(parts, billing.gateway);
  await writeAtGateway(parts, gateway, publication, billing.ref, async () => {
    await withTimeout(gateway.endPause(publication, `${billing.id} end pause ${billing.revision}`, billing.ref));
    await withTimeout(applySubscription(parts, gateway, publication, billing.ref));
  });
}

/** The reasons are those of the texts of pages. */
function checkCanPause(billing: Billing): void {
  const { state, cancelAt, endReason } = billing;
  if (endReason !== null || cancelAt !== null)
    throw new Conflict('until', 'The subscription is about to end', 'ending');
  if (state === 'past_due') throw new Conflict('until', 'The last payment failed', 'past_due');
  if (isInTrial(billing)) throw new Conflict('until', 'Nothing is charged in a trial', 'trial');
}

/**
 * Reads subscriptions whose pause begins, as not every gateway tells of that moment. They are read again in the next
 * round until the gateway agrees.
 */
export async function beginPauses(
  parts: PaymentParts,
  { now, latest }: Clocks,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const { publicationId, gateway, ref } of await listDue(parts, toBegin, { now, latest }))
    try {
      await applySubscription(parts, getGateway(parts, gateway), { id: publicationId }, ref);
    } catch (error) {
      onError(error);
    }
}
