// Another price or plan for a subscription (decisions 29): shown first with what it costs now and from when on what, then carried out as shown.
// Our choice: a change whose charge is larger happens now and costs the difference for the rest of the period; a smaller one waits for the
// period's end, since nothing is paid back.
import { listPrices, type Price } from '../models/catalog/price.ts';
import { Conflict, NotFound } from '../models/errors.ts';
import { getBilling, type Billing } from '../models/money/billing-record.ts';
import {
  findPriceSwitch,
  finishPriceSwitch,
  isPriceSwitchExpired,
  keepPriceSwitch,
  newPriceSwitch,
  type PriceSwitch,
} from '../models/money/price-switch.ts';
import { findHeldSubscription } from '../models/money/subscription-record.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import { applySubscription } from './apply.ts';
import type { ChargedPrice, DeclineReason, SwitchPreview } from './gateway.ts';
import { getGateway, inTime, type PaymentParts } from './gateways.ts';
import { openSwitch, sealSwitch } from './shown-switch.ts';
import { getBillingOf } from './subscription.ts';

export interface ShownSwitch {
  /** For `switchPrice`: signed, for this customer, and good for half an hour. */
  readonly switchId: string;
  readonly newPrice: Price;
  /** Minor units of `currency`, as all amounts here; 0 for a change at the period's end. */
  readonly dueNow: number;
  readonly currency: string;
  /** From when on the new price holds. Milliseconds. */
  readonly from: number;
  readonly nextAmount: number;
  readonly nextAt: number;
}

/** stale: something changed since it was shown, or that was too long ago: show it anew. declined: nothing was changed. */
export type SwitchOutcome =
  | { readonly state: 'done'; readonly subscriptionId: string }
  | { readonly state: 'stale' }
  | { readonly state: 'declined'; readonly reason: DeclineReason };

/** Throws NotFound for another's subscription and an unknown price, Conflict for another currency, the same price and a plan that is held already, GatewayUnavailable. */
export async function previewSwitch(
  parts: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  given: { readonly subscriptionId: string; readonly newPriceId: string },
): Promise<ShownSwitch> {
  const billing = await getBillingOf(parts, publication, customerId, given.subscriptionId);
  const newPrice = (await listPrices(publication, parts.database)).find(({ id }) => id === given.newPriceId);
  if (newPrice === undefined) throw new NotFound(`No such price: ${given.newPriceId}`);
  await checkSwitch(parts, publication, billing, newPrice);
  const gateway = getGateway(parts, billing.gateway);
  const preview = await inTime(gateway.previewSwitch(publication, billing.ref, toCharged(newPrice)));
  const switchId = sealSwitch(
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

/** Carries out what was shown, once, however often it is called. Throws NotFound, Conflict and GatewayUnavailable. */
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
  const result = await inTime(
    gateway.switchPrice(
      publication,
      shown.id,
      billing.ref,
      toCharged({ ...shown, id: shown.priceId }),
      toPreview(shown),
    ),
  );
  if (result.state === 'declined') return result;
  await database.transaction((transaction) => finishPriceSwitch(publication, transaction, clock, shown.id));
  await inTime(applySubscription(parts, gateway, publication, billing.ref));
  return { state: 'done', subscriptionId };
}

/** Stored from now on, so that it is carried out once. Throws NotFound for what was not shown to this customer. */
async function confirm(
  { database, secretKeys }: PaymentParts,
  publication: PublicationRow,
  customerId: string,
  switchId: string,
): Promise<PriceSwitch> {
  const shown = openSwitch(secretKeys, { publication, customerId }, switchId);
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
