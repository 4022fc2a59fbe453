// Takes one subscriber of a price change to what their move asks for at the gateway: the new price from the told renewal on, or the old one again once
// the change is taken back. It reads what is and asks for what is missing, so a step that was cut off is simply taken again.
import { addSeconds } from '../../database/clock.ts';
import { getPrice } from '../../models/catalog/price.ts';
import { getBilling, type Billing } from '../../models/money/billing-record.ts';
import {
  leaseMove,
  settleLeasedMove,
  type PriceChangeMove,
  type SettledMove,
} from '../../models/money/price-change-move.ts';
import { applySubscription } from '../apply.ts';
import { getGateway, withTimeout, type PaymentParts } from '../gateways.ts';
import { writeAtGateway } from '../write.ts';
import { nextLook, reasonToSkip } from './renewal.ts';

/** Our choice: longer than the calls of a step take; another worker goes on after it. */
const LEASE_SECONDS = 300;
/** Our choice: how long to wait for news of a renewal that is due; the news itself wakes the worker. */
const PATIENCE_SECONDS = 3600;

export interface MoveToStep extends Pick<
  PriceChangeMove,
  'publicationId' | 'id' | 'billingId' | 'state' | 'dueAt' | 'firstAt'
> {
  readonly fromPriceId: string;
  readonly toPriceId: string;
}

/** What is to be asked of the gateway: the id of a price from the next period on. */
interface Ask {
  readonly ask: string;
}

/**
 * Returns false where another worker is at it. Throws GatewayUnavailable: the lease then lapses.
 * @param now the gateway's clock
 */
export async function stepMove(parts: PaymentParts, move: MoveToStep, now: Date): Promise<boolean> {
  const { database } = parts;
  const publication = { id: move.publicationId };
  const leasedUntil = addSeconds(now, LEASE_SECONDS).getTime();
  const isOurs = await database.transaction((transaction) => leaseMove(publication, transaction, move, leasedUntil));
  if (!isOurs) return false;
  const billing = await getBilling(publication, database, move.billingId);
  const next = toNext(move, billing, now);
  if ('ask' in next)
    await ask(parts, billing, { key: `${move.id} ${next.ask} ${billing.revision}`, priceId: next.ask });
  await database.transaction(async (transaction) => {
    const after = toNext(move, await getBilling(publication, transaction, move.billingId), now);
    const later = { state: move.state, dueAt: addSeconds(now, PATIENCE_SECONDS).getTime() };
    await settleLeasedMove(publication, transaction, { ...move, leasedUntil }, 'ask' in after ? later : after);
  });
  return true;
}

async function ask(
  parts: PaymentParts,
  billing: Billing,
  { key, priceId }: { readonly key: string; readonly priceId: string },
): Promise<void> {
  const publication = { id: billing.publicationId };
  const gateway = getGateway(parts, billing.gateway);
  const { amount, currency, interval } = await getPrice(publication, parts.database, priceId);
  const price = { priceId, amount, currency, interval };
  const { nextPriceId, periodEnd } = billing;
  const expected = { priceId: billing.priceId, nextPriceId, periodEnd: new Date(periodEnd) };
  await writeAtGateway(parts, gateway, publication, billing.ref, async () => {
    await withTimeout(gateway.setRenewalPrice(publication, key, billing.ref, price, expected));
    // Also where it refused: it knows of a change that we have not read yet.
    await withTimeout(applySubscription(parts, gateway, publication, billing.ref));
  });
}

function toNext(move: MoveToStep, billing: Billing, now: Date): SettledMove | Ask {
  if (billing.state === 'ended') return { state: move.state === 'returning' ? 'returned' : 'left', dueAt: null };
  return move.state === 'returning' ? toReturn(move, billing, now) : toMove(move, billing, now);
}

function toMove(move: MoveToStep, billing: Billing, now: Date): SettledMove | Ask {
  const { fromPriceId, toPriceId, firstAt } = move;
  if (billing.priceId === toPriceId) return { state: 'moved', dueAt: null };
  if (billing.priceId !== fromPriceId) return { state: 'left', dueAt: null };
  const reason = reasonToSkip(billing, toPriceId);
  if (reason !== undefined) return { state: 'skipped', reason, dueAt: nextLook(now.getTime()) };
  const isLastPeriod = billing.periodEnd >= (firstAt ?? Number.POSITIVE_INFINITY);
  if (isLastPeriod && billing.nextPriceId !== toPriceId && billing.periodEnd > now.getTime()) return { ask: toPriceId };
  return { state: 'told', dueAt: afterRenewal(billing, now) };
}

function toReturn({ fromPriceId, toPriceId }: MoveToStep, billing: Billing, now: Date): SettledMove | Ask {
  const { priceId, nextPriceId } = billing;
  if (nextPriceId === toPriceId) return { ask: fromPriceId };
  // Renewed before the change was taken back: the old price again from the next period on.
  if (priceId !== toPriceId || nextPriceId === fromPriceId) return { state: 'returned', dueAt: 0 };
  if (reasonToSkip(billing, fromPriceId) === undefined) return { ask: fromPriceId };
  return { state: 'returning', dueAt: nextLook(now.getTime()) };
}

function afterRenewal({ periodEnd }: Billing, now: Date): number {
  return Math.max(periodEnd, addSeconds(now, PATIENCE_SECONDS).getTime());
}
