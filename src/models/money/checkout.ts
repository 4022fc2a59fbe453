// Checkouts: a customer on the way to paying for a plan, or to a new card for a subscription. One is open per customer, plan and purpose (the
// partial unique index is the last guard); the price and amount at its start are what is charged.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { Interval } from '../catalog/price.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { freeDiscount, redeemDiscount } from './discount-redemption.ts';
import { abandonGift } from './gift.ts';
import { beginTrial, releaseTrial } from './trial.ts';

type CheckoutState = 'open' | 'complete' | 'expired';
/** subscribe: a new subscription. mend: a new card for one that is there. gift: one for somebody else, paid at once. */
type CheckoutPurpose = 'subscribe' | 'card_update' | 'gift';
/** It was paid and paid back, since the customer had the plan by then. */
export type CheckoutFailure = 'held_already';

class CheckoutRecord extends PublicationRecord {
  static override tableName = 'checkouts';
  declare customerId: string;
  declare planId: string;
  declare purpose: CheckoutPurpose;
  /** The record that a new card is for. */
  declare billingId: string | null;
  declare subscriptionId: string | null;
  declare discountCodeId: string | null;
  declare priceId: string;
  /** Minor units. */
  declare amount: number;
  declare currency: string;
  declare interval: Interval;
  declare trialDays: number | null;
  declare gateway: string;
  /** Null until the gateway has it. */
  declare ref: string | null;
  declare redirectUrl: string | null;
  /** On the publication's allowlist when it was stored. */
  declare continueUrl: string | null;
  declare state: CheckoutState;
  declare failure: CheckoutFailure | null;
  declare createdAt: number;
  declare expiresAt: number | null;
  declare endedAt: number | null;
}

export type Checkout = RowOf<CheckoutRecord>;

export type NewCheckout = Pick<
  Checkout,
  | 'customerId'
  | 'planId'
  | 'purpose'
  | 'billingId'
  | 'priceId'
  | 'amount'
  | 'currency'
  | 'interval'
  | 'trialDays'
  | 'discountCodeId'
  | 'gateway'
  | 'continueUrl'
>;

/**
 * The one that is open now, made by this call unless another is; undefined when that one ended in between, which a second call mends.
 * @param onNew what is written with a new one
 */
export async function openCheckout(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: NewCheckout,
  onNew?: (checkoutId: string) => Promise<void>,
): Promise<Checkout | undefined> {
  const createdAt = clock.now();
  const id = newId('chk', createdAt);
  const checkout = { ...given, id, state: 'open', createdAt: createdAt.getTime() } as const;
  if (await CheckoutRecord.add(publication, transaction, checkout)) await onNew?.(id);
  const { customerId, planId, purpose } = given;
  return CheckoutRecord.find(publication, transaction, { customerId, planId, purpose, state: 'open' });
}

/** Undefined for another customer's. */
export function findCheckout(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  id: string,
): Promise<Checkout | undefined> {
  return CheckoutRecord.find(publication, connection, { customerId, id });
}

/** By what the gateway calls it, in whichever publication it is. */
export function findCheckoutByRef(connection: Connection, gateway: string, ref: string): Promise<Checkout | undefined> {
  return first(CheckoutRecord.ofAll(connection, { gateway, ref }));
}

/** What the gateway calls it; undefined for one that is not known, or not begun there. */
export async function findCheckoutRef(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<string | undefined> {
  return (await CheckoutRecord.find(publication, connection, { id }))?.ref ?? undefined;
}

/** Of every publication, the oldest first. */
export function listOpenCheckouts(connection: Connection, before: Date, limit: number): Promise<Checkout[]> {
  return CheckoutRecord.ofAll(connection, { state: 'open' })
    .where('createdAt', '<', before.getTime())
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}

/** Keeps what the gateway made of it. */
export async function keepStarted(
  transaction: Transaction,
  { publicationId, id }: Checkout,
  { ref, redirectUrl, expiresAt }: { readonly ref: string; readonly redirectUrl: string; readonly expiresAt: Date },
): Promise<void> {
  await CheckoutRecord.in({ id: publicationId }, transaction, { id, ref: null }).patch({
    ref,
    redirectUrl,
    expiresAt: expiresAt.getTime(),
  });
}

/** A complete one stays as it is. Its trial and discount count from now on, or are given back where it came to nothing. */
export async function endCheckout(
  transaction: Transaction,
  clock: Clock,
  checkout: Checkout,
  outcome: {
    readonly state: 'complete' | 'expired';
    readonly subscriptionId?: string | null;
    readonly failure?: CheckoutFailure | null;
  },
): Promise<void> {
  if (checkout.state === 'complete') return;
  const { state, subscriptionId = null, failure = null } = outcome;
  const { id, publicationId } = checkout;
  const publication = { id: publicationId };
  const ended = await CheckoutRecord.in(publication, transaction, { id })
    .where('state', '<>', 'complete')
    .patch({ state, subscriptionId, failure, endedAt: clock.now().getTime() });
  if (ended === 0) return;
  if (checkout.purpose === 'gift' && state === 'expired') await abandonGift(publication, transaction, id);
  const isTaken = state === 'complete' && failure === null;
  if (checkout.trialDays !== null)
    await (isTaken ? beginTrial(publication, transaction, clock, id) : releaseTrial(publication, transaction, id));
  if (checkout.discountCodeId !== null)
    await (isTaken ? redeemDiscount(publication, transaction, id) : freeDiscount(publication, transaction, id));
}

/** Of an erased person: where they came from, and the way to their page at the gateway. What was bought stays, for the books. */
export async function eraseFromCheckouts(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  await CheckoutRecord.in(publication, transaction, { customerId }).patch({ continueUrl: null, redirectUrl: null });
}
