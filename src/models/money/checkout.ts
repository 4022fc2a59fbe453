// Checkouts: the purchase of a plan or of a gift, or a new card for a subscription. At most one is open per customer,
// plan and purpose, which a partial unique index enforces. The price and amount at its start are what is charged.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { Interval } from '../catalog/price.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { freeDiscount, redeemDiscount } from './discount-redemption.ts';
import { abandonGift } from './gift.ts';
import { beginTrial, releaseTrial } from './trial.ts';

type CheckoutState = 'open' | 'complete' | 'expired';
/**
 * `subscribe`: a new subscription. `card_update`: a new card for an existing subscription. `gift`: a subscription for
 * somebody else, paid at once.
 */
type CheckoutPurpose = 'subscribe' | 'card_update' | 'gift';
/**
 * `held_already`: the customer held the plan by the time of the payment, or paid for another one where the publication
 * sells one at a time; the payment is refunded. `debit_failed`: the bank did
 * not carry out a debit that was pending, so nothing was paid.
 */
export type CheckoutFailure = 'held_already' | 'debit_failed';

class CheckoutRecord extends PublicationRecord {
  static override tableName = 'checkouts';
  declare customerId: string;
  declare planId: string;
  declare purpose: CheckoutPurpose;
  /** The billing record that a new card is for. */
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
  /** The gateway's id; null until the checkout exists at the gateway. */
  declare ref: string | null;
  declare redirectUrl: string | null;
  /** The URL was on the publication's allowlist when it was stored. */
  declare continueUrl: string | null;
  declare state: CheckoutState;
  declare failure: CheckoutFailure | null;
  declare createdAt: number;
  declare expiresAt: number | null;
  /** When the worker reads it again that was neither paid nor over; null until it has once. */
  declare readAgainAt: number | null;
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
 * Returns the open checkout, which this call creates unless there is one. Returns undefined when that one ended
 * concurrently; the caller then calls again.
 * @param onNew writes what belongs to a new checkout
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

/** Returns undefined for a checkout of another customer. */
export function findCheckout(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  id: string,
): Promise<Checkout | undefined> {
  return CheckoutRecord.find(publication, connection, { customerId, id });
}

/** Finds a checkout of any publication by the gateway's id. */
export function findCheckoutByRef(connection: Connection, gateway: string, ref: string): Promise<Checkout | undefined> {
  return first(CheckoutRecord.ofAll(connection, { gateway, ref }));
}

/** Returns the gateway's id; undefined for an unknown checkout, and for one that the gateway has not created. */
export async function findCheckoutRef(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<string | undefined> {
  return (await CheckoutRecord.find(publication, connection, { id }))?.ref ?? undefined;
}

/** Lists the open checkouts of one customer, newest first. */
export function listOpenCheckoutsOf(
  publication: Tenant,
  connection: Connection,
  { customerId, purpose }: Pick<Checkout, 'customerId' | 'purpose'>,
): Promise<Checkout[]> {
  return CheckoutRecord.in(publication, connection, { customerId, purpose, state: 'open' })
    .orderBy('id', 'desc')
    .execute();
}

/** Lists the open checkouts of every publication that were made before then and are to be read now, oldest first. */
export function listOpenCheckouts(
  connection: Connection,
  { before, now }: { readonly before: Date; readonly now: Date },
  limit: number,
): Promise<Checkout[]> {
  return CheckoutRecord.ofAll(connection, { state: 'open' })
    .where('createdAt', '<', before.getTime())
    .where((isDue) => isDue.whereNull('readAgainAt').orWhere('readAgainAt', '<=', now.getTime()))
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}

export async function putOffCheckout(
  transaction: Transaction,
  { publicationId, id }: Checkout,
  readAgainAt: Date,
): Promise<void> {
  await CheckoutRecord.in({ id: publicationId }, transaction, { id }).patch({ readAgainAt: readAgainAt.getTime() });
}

/** Stores the gateway's id, page and expiry of the checkout. Only the first call writes. */
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

/**
 * Ends a checkout; a complete one stays as it is. Its trial and discount take effect, or are released where no
 * subscription resulted.
 */
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

/** Erases a person's URLs from their checkouts. The purchases are kept for the accounts. */
export async function eraseFromCheckouts(
  publication: Tenant,
  transaction: Transaction,
  customerId: string,
): Promise<void> {
  await CheckoutRecord.in(publication, transaction, { customerId }).patch({ continueUrl: null, redirectUrl: null });
}
