// Checkouts: a customer on the way to paying for a plan, or to a new card for a subscription. One is open per customer, plan and purpose (the
// partial unique index is the last guard); the price and amount at its start are what is charged.
import type { Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import type { Interval } from '../catalog/price.ts';
import type { Tenant } from '../record.ts';
import { freeDiscount, redeemDiscount } from './discount-redemption.ts';
import { abandonGift } from './gift.ts';
import { beginTrial, releaseTrial } from './trial.ts';

type CheckoutState = 'open' | 'complete' | 'expired';
/** subscribe: a new subscription. mend: a new card for one that is there. gift: one for somebody else, paid at once. */
type CheckoutPurpose = 'subscribe' | 'mend' | 'gift';
/** It was paid and paid back, since the customer had the plan by then. */
export type CheckoutFailure = 'held_already';

export interface NewCheckout {
  customerId: string;
  planId: string;
  purpose: CheckoutPurpose;
  /** The record that a new card is for. */
  billingId: string | null;
  priceId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  interval: Interval;
  trialDays: number | null;
  discountCodeId: string | null;
  gateway: string;
  /** On the publication's allowlist when it was stored. */
  continueUrl: string | null;
}

export interface Checkout extends NewCheckout {
  id: string;
  publicationId: string;
  /** Null until the gateway has it. */
  ref: string | null;
  redirectUrl: string | null;
  state: CheckoutState;
  failure: CheckoutFailure | null;
  subscriptionId: string | null;
  expiresAt: number | null;
}

const columns = `id, publication_id, customer_id, plan_id, purpose, billing_id,
  price_id, amount, currency, interval, trial_days, discount_code_id, gateway, ref, redirect_url, continue_url, state, failure,
  subscription_id, expires_at`;
const insert = statement(
  'insert_checkout',
  `insert into checkouts (id, publication_id, customer_id, plan_id, purpose, billing_id, price_id, amount, currency, interval, trial_days,
    discount_code_id, gateway, continue_url, state, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open', ?) on conflict do nothing`,
);
const open = statement<Checkout>(
  'open_checkout',
  `select ${columns} from checkouts where publication_id = ? and customer_id = ? and plan_id = ? and purpose = ? and state = 'open'`,
);
const byId = statement<Checkout>(
  'checkout_by_id',
  `select ${columns} from checkouts where publication_id = ? and customer_id = ? and id = ?`,
);
const byRef = statement<Checkout>('checkout_by_ref', `select ${columns} from checkouts where gateway = ? and ref = ?`);
const refById = statement<{ ref: string | null }>(
  'checkout_ref',
  'select ref from checkouts where publication_id = ? and id = ?',
);
const openBefore = statement<Checkout>(
  'open_checkouts_before',
  `select ${columns} from checkouts where state = 'open' and created_at < ? order by created_at limit ?`,
);
const setStarted = statement(
  'start_checkout',
  'update checkouts set ref = ?, redirect_url = ?, expires_at = ? where publication_id = ? and id = ? and ref is null',
);
const end = statement(
  'end_checkout',
  "update checkouts set state = ?, subscription_id = ?, failure = ?, ended_at = ? where publication_id = ? and id = ? and state <> 'complete'",
);
const forget = statement(
  'erase_from_checkouts',
  'update checkouts set continue_url = null, redirect_url = null where publication_id = ? and customer_id = ?',
);

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
  const now = clock.now();
  const id = newId('chk', now);
  const {
    customerId,
    planId,
    purpose,
    billingId,
    priceId,
    amount,
    currency,
    interval,
    trialDays,
    discountCodeId,
    gateway,
    continueUrl,
  } = given;
  const values = [
    customerId,
    planId,
    purpose,
    billingId,
    priceId,
    amount,
    currency,
    interval,
    trialDays,
    discountCodeId,
    gateway,
    continueUrl,
  ];
  if ((await transaction.run(insert, [id, publication.id, ...values, now])) === 1) await onNew?.(id);
  return transaction.first(open, [publication.id, customerId, planId, purpose]);
}

/** Undefined for another customer's. */
export function findCheckout(
  publication: Tenant,
  connection: Connection,
  customerId: string,
  id: string,
): Promise<Checkout | undefined> {
  return connection.first(byId, [publication.id, customerId, id]);
}

/** By what the gateway calls it, in whichever publication it is. */
export function findCheckoutByRef(connection: Connection, gateway: string, ref: string): Promise<Checkout | undefined> {
  return connection.first(byRef, [gateway, ref]);
}

/** What the gateway calls it; undefined for one that is not known, or not begun there. */
export async function findCheckoutRef(
  publication: Tenant,
  connection: Connection,
  id: string,
): Promise<string | undefined> {
  return (await connection.first(refById, [publication.id, id]))?.ref ?? undefined;
}

/** Of every publication, the oldest first. */
export function listOpenCheckouts(connection: Connection, before: Date, limit: number): Promise<Checkout[]> {
  return connection.all(openBefore, [before, limit]);
}

/** Keeps what the gateway made of it. */
export async function keepStarted(
  transaction: Transaction,
  checkout: Checkout,
  started: { readonly ref: string; readonly redirectUrl: string; readonly expiresAt: Date },
): Promise<void> {
  await transaction.run(setStarted, [
    started.ref,
    started.redirectUrl,
    started.expiresAt,
    checkout.publicationId,
    checkout.id,
  ]);
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
  const { state, subscriptionId = null, failure = null } = outcome;
  const { id, publicationId } = checkout;
  if ((await transaction.run(end, [state, subscriptionId, failure, clock.now(), publicationId, id])) === 0) return;
  const publication = { id: publicationId };
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
  await transaction.run(forget, [publication.id, customerId]);
}
