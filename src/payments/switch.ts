// Switches a subscription to another price or plan (decisions 29): previewed first, with what is due now and later, then carried out as shown.
// Our choice: a switch to a larger charge happens now and costs the prorated difference; one to a smaller charge waits for the period's end, since
// nothing is refunded.
import type { Transaction } from '../database/connection.ts';
import { listPrices, type Price } from '../models/catalog/price.ts';
import { Conflict, NotFound } from '../models/errors.ts';
import { getBilling, isPauseWaiting, type Billing, type DeclineReason } from '../models/money/billing-record.ts';
import { isBeingMoved } from '../models/money/price-change-move.ts';
import {
  findPriceSwitch,
  finishPriceSwitch,
  isPriceSwitchExpired,
  keepPriceSwitch,
  newPriceSwitch,
  type PriceSwitch,
} from '../models/money/price-switch.ts';
import { findHeldSubscription } from '../models/money/subscription-record.ts';
import { recordTurn } from '../models/outbox/turn.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { applySubscription } from './apply.ts';
import { DebitUnderWay } from './debit-under-way.ts';
import type { ChargedPrice } from './gateway.ts';
import { getGateway, withTimeout, type PaymentParts } from './gateways.ts';
import { signSwitch, verifySwitch } from './shown-switch.ts';
import { getBillingOf } from './subscription.ts';
import type { SwitchPreview } from './switch-terms.ts';
import { writeAtGateway } from './write.ts';

export interface ShownSwitch {
  /** The argument of `switchPrice`: signed for this customer, and valid for half an hour. */
  readonly switchId: string;
  readonly newPrice: Price;
  /** Minor units of `currency`, as all amounts here; 0 for a switch at the period's end. */
  readonly dueNow: number;
  readonly currency: string;
  /** The start of the new price, in milliseconds. */
  readonly from: number;
  readonly nextAmount: number;
  readonly nextAt: number;
}

/** stale: the subscription changed since the preview, or the preview expired; show a new one. declined: nothing was changed. */
export type SwitchOutcome =
  | { readonly state: 'done'; readonly subscriptionId: string }
  | { readonly state: 'stale' }
  | { readonly state: 'declined'; readonly reason: DeclineReason };

/**
 * Throws NotFound for another's subscription and an unknown price, Conflict for another currency, the same price and a plan that is held already,
 * GatewayUnavailable.
 */
export async function previewSwitch(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  given: { readonly subscriptionId: string; readonly newPriceId: string },
): Promise<ShownSwitch> {
  const billing = await getBillingOf(parts, publication, customerId, given.subscriptionId);
  const newPrice = (await listPrices(publication, parts.database)).find(({ id }) => id === given.newPriceId);
  // Who pays an archived price may keep it, and nobody may change to it.
  if (newPrice === undefined || (newPrice.archivedAt !== null && newPrice.id !== billing.priceId))
    throw new NotFound(`No such price: ${given.newPriceId}`);
  await checkSwitch(parts, publication, billing, newPrice);
  const gateway = getGateway(parts, billing.gateway);
  const preview = await withTimeout(gateway.previewSwitch(publication, billing.ref, toCharged(newPrice)));
  const switchId = signSwitch(
    parts.secretKeys,
    { publication, customerId },
    newPriceSwitch(parts.clock, toRecord(billing, newPrice, preview)),
  );
  const from = preview.timing === 'now' ? preview.at.getTime() : preview.nextAt.getTime();
  return {
    switchId,
    newPrice,
    dueNow: preview.dueNow,
    currency: preview.currency,
    from,
    nextAmount: preview.nextAmount,
    nextAt: preview.nextAt.getTime(),
  };
}

/** Carries out what was shown, once, however often it is called. Throws NotFound, Conflict and OutcomeUnknown. */
export async function switchPrice(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  switchId: string,
): Promise<SwitchOutcome> {
  const { database, clock } = parts;
  const shown = await confirm(parts, publication, customerId, switchId);
  const billing = await getBilling(publication, database, shown.billingId);
  const subscriptionId = billing.subscriptionId ?? '';
  if (shown.doneAt !== null) return { state: 'done', subscriptionId };
  if (isPriceSwitchExpired(shown, clock) || billing.revision !== shown.billingRevision) return { state: 'stale' };
  const gateway = getGateway(parts, billing.gateway);
  const price = toCharged({ ...shown, id: shown.priceId });
  return writeAtGateway(parts, gateway, publication, billing.ref, async () => {
    const asked = gateway.switchPrice(publication, shown.id, billing.ref, price, toPreview(shown));
    const result = await withTimeout(asked).catch(toStale);
    if (result.state !== 'done') return result;
    await database.transaction(async (transaction) => {
      if (await finishPriceSwitch(publication, transaction, clock, shown.id))
        await recordSwitchTurn(parts, publication, transaction, { shown, billing });
    });
    await withTimeout(applySubscription(parts, gateway, publication, billing.ref));
    return { state: 'done', subscriptionId };
  });
}

/** The subscription changed at the gateway, which has not told of it yet. */
function toStale(error: unknown): { readonly state: 'stale' } {
  if (error instanceof Conflict && !(error instanceof DebitUnderWay)) return { state: 'stale' };
  throw error;
}

/** A change that costs something now is told by the mail about its payment. */
async function recordSwitchTurn(
  { clock }: PaymentParts,
  publication: PublicationRow,
  transaction: Transaction,
  { shown, billing }: { readonly shown: PriceSwitch; readonly billing: Billing },
): Promise<void> {
  if (shown.dueNow > 0) return;
  const prices = await listPrices(publication, transaction);
  const planOf = (priceId: string): string | null => prices.find(({ id }) => id === priceId)?.planId ?? null;
  const { nextAmount: amount, currency, interval } = shown;
  await recordTurn(publication, transaction, clock, {
    turn: shown.priceId === billing.priceId ? 'change_undone' : 'change_planned',
    customerId: billing.customerId,
    objectId: billing.subscriptionId,
    planId: planOf(shown.priceId),
    facts: { amount, currency, interval, at: shown.timing === 'now' ? shown.previewedAt : shown.nextAt },
  });
}

/** Stores the confirmed switch, so that it is carried out once. Throws NotFound for what was not shown to this customer. */
async function confirm(
  { database, secretKeys }: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  switchId: string,
): Promise<PriceSwitch> {
  const shown = verifySwitch(secretKeys, { publication, customerId }, switchId);
  const kept =
    shown &&
    (await database.transaction(async (transaction) => {
      await keepPriceSwitch(publication, transaction, shown);
      return findPriceSwitch(publication, transaction, customerId, shown.id);
    }));
  if (kept === undefined) throw new NotFound('No such change of price');
  return kept;
}

async function checkSwitch(
  { database }: PaymentParts,
  publication: PublicationRow,
  billing: Billing,
  newPrice: Price,
): Promise<void> {
  if (newPrice.currency !== billing.currency)
    throw new Conflict('price_id', `The price ${newPrice.id} is in another currency than the subscription`);
  if (newPrice.id === billing.priceId && billing.nextPriceId === null)
    throw new Conflict('price_id', 'The subscription has this price already');
  if (newPrice.id === billing.priceId && (await isBeingMoved(publication, database, billing.id)))
    throw new Conflict('price_id', 'This price ends with the next renewals');
  if (isPauseWaiting(billing)) throw new Conflict('price_id', 'The pause that waits has to be undone first', 'pause');
  if (billing.state !== 'active') throw new Conflict('price_id', 'What is owed has to be paid first');
  const held = await findHeldSubscription(publication, database, {
    customerId: billing.customerId,
    planId: newPrice.planId,
  });
  if (held !== undefined && held.id !== billing.subscriptionId)
    throw new Conflict('plan_id', `The customer has an active subscription to this plan already: ${held.id}`);
}

function toCharged({
  id,
  amount,
  currency,
  interval,
}: Pick<Price, 'id' | 'amount' | 'currency' | 'interval'>): ChargedPrice {
  return { priceId: id, amount, currency, interval };
}

function toRecord(billing: Billing, { id, amount, currency, interval }: Price, preview: SwitchPreview) {
  const { timing, dueNow, nextAmount } = preview;
  const times = { previewedAt: preview.at.getTime(), nextAt: preview.nextAt.getTime() };
  return {
    billingId: billing.id,
    priceId: id,
    amount,
    currency,
    interval,
    timing,
    dueNow,
    nextAmount,
    ...times,
    billingRevision: billing.revision,
  };
}

function toPreview({ timing, previewedAt, dueNow, currency, nextAmount, nextAt }: PriceSwitch): SwitchPreview {
  return { timing, at: new Date(previewedAt), dueNow, currency, nextAmount, nextAt: new Date(nextAt) };
}
