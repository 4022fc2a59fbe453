// Webhooks of payment gateways are verified, stored once and answered; later the worker reads the state of the object that each names from the
// gateway itself and applies it. Nothing else in a webhook is trusted.
import { isFenced, isUnavailable } from '../database/connection.ts';
import { NotFound } from '../models/errors.ts';
import { isTakingOver } from '../models/imports/import-record.ts';
import { findBillingByRef, listBillingsByRef, type Billing } from '../models/money/billing-record.ts';
import { findCheckoutByRef, findCheckoutRef } from '../models/money/checkout.ts';
import {
  claimGatewayEvents,
  endGatewayEvent,
  hasDueGatewayEvent,
  putOffGatewayEvent,
  recordGatewayEvent,
  type StoredEvent,
} from '../models/money/gateway-event.ts';
import { findGiftByPayment } from '../models/money/gift-record.ts';
import { findBillingByPayment } from '../models/money/payment-record.ts';
import type { Tenant } from '../models/record.ts';
import { applyCheckout, applySubscription, type Applied } from './apply.ts';
import type { PaymentGateway } from './gateway.ts';
import { findGatewayNamed, isConnected, withTimeout, type PaymentParts } from './gateways.ts';

/**
 * Stores the webhook, once. Throws NotFound for a gateway that is not in use here, and BadSignature.
 * @param site the publication at whose address it arrived; undefined where that is none's
 */
export async function receiveEvent(
  parts: PaymentParts,
  gatewayName: string,
  site: Tenant | undefined,
  rawBody: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<void> {
  const gateway = findGatewayNamed(parts, gatewayName);
  if (gateway === undefined) throw new NotFound('No such gateway');
  const event = await gateway.parseEvent(site, rawBody, headers);
  if (event === undefined) return;
  await parts.database.transaction((transaction) => recordGatewayEvent(transaction, parts.clock, gatewayName, event));
}

/** Applies the webhooks that are due; returns whether there were any. @param onError called with each error that defers one */
export async function applyEvents(parts: PaymentParts, onError: (error: unknown) => void): Promise<boolean> {
  const { database, clock } = parts;
  if (!(await hasDueGatewayEvent(database, clock))) return false;
  const events = await database.transaction((transaction) => claimGatewayEvents(transaction, clock));
  // Several webhooks about one object cause one read.
  const groups = Map.groupBy(events, ({ gateway, object, ref }) => `${gateway} ${object} ${ref}`);
  for (const group of groups.values()) await applyGroup(parts, group, onError);
  return events.length > 0;
}

/** @param group webhooks about the same object */
async function applyGroup(
  parts: PaymentParts,
  group: readonly StoredEvent[],
  onError: (error: unknown) => void,
): Promise<void> {
  const { database, clock } = parts;
  const outcome = await tryToApply(parts, group, onError);
  await database.transaction(async (transaction) => {
    for (const event of group)
      await (outcome.isOver
        ? endGatewayEvent(transaction, clock, event, outcome.text)
        : putOffGatewayEvent(transaction, clock, event, outcome.text));
  });
}

async function tryToApply(
  parts: PaymentParts,
  [event]: readonly StoredEvent[],
  onError: (error: unknown) => void,
): Promise<{ isOver: boolean; text: string }> {
  const gateway = event && findGatewayNamed(parts, event.gateway);
  if (event === undefined || gateway === undefined) return { isOver: true, text: 'not ours' };
  try {
    const applied = await withTimeout(applyEvent(parts, gateway, event));
    return { isOver: applied !== 'again', text: applied };
  } catch (error) {
    // Whoever took the publication over has the webhook as well, or gets it when the move is called off.
    if (isFenced(error)) return { isOver: false, text: 'the publication is being moved' };
    if (isUnavailable(error)) throw error;
    onError(error);
    return { isOver: false, text: error instanceof Error ? error.name : 'an error' };
  }
}

async function applyEvent(
  parts: PaymentParts,
  gateway: PaymentGateway,
  { object, ref, publicationId }: StoredEvent,
): Promise<Applied> {
  if (object === 'checkout') return applyCheckout(parts, gateway, ref);
  const find = object === 'payment' ? findBillingByPayment : findBillingByRef;
  const known = await find(parts.database, gateway.name, ref);
  if (known !== undefined) return applyKnown(parts, gateway, known);
  if (object === 'payment') return applyGiftPayment(parts, gateway, ref);
  const owner = await gateway.ownerOf(publicationId === null ? undefined : { id: publicationId }, ref);
  const checkout = owner && (await findCheckoutByRef(parts.database, gateway.name, owner.checkoutRef));
  // What is being taken over may be ours in a moment.
  if (checkout === undefined) return (await isTakingOver(parts.database, gateway.name)) ? 'again' : 'not ours';
  return applySubscription(parts, gateway, { id: checkout.publicationId }, ref);
}

/**
 * Applies a subscription that has a record. Where an export was brought back beside the publication that it is from, both have
 * one: that counts which is connected to the gateway.
 */
async function applyKnown(
  parts: PaymentParts,
  gateway: PaymentGateway,
  { publicationId, ref }: Pick<Billing, 'publicationId' | 'ref'>,
): Promise<Applied> {
  const holders = await listBillingsByRef(parts.database, gateway.name, [ref]);
  if (holders.length < 2) return applySubscription(parts, gateway, { id: publicationId }, ref);
  let applied: Applied = 'not ours';
  for (const holder of holders) {
    const publication = { id: holder.publicationId };
    if (await isConnected(parts, publication, gateway.name))
      applied = await applySubscription(parts, gateway, publication, ref);
  }
  return applied;
}

/** Applies a one-off payment, such as the refund of a gift. */
async function applyGiftPayment(parts: PaymentParts, gateway: PaymentGateway, paymentRef: string): Promise<Applied> {
  const gift = await findGiftByPayment(parts.database, gateway.name, paymentRef);
  const checkoutRef = gift && (await findCheckoutRef({ id: gift.publicationId }, parts.database, gift.checkoutId));
  return checkoutRef === undefined ? 'not ours' : applyCheckout(parts, gateway, checkoutRef);
}
