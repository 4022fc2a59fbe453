// The checkouts behind the sandbox's card page. A checkout waits for a card, for the bank's authentication where the
// card requires it, and is paid exactly once: a concurrent second payment finds it over.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import type { Interval } from '../../models/catalog/price.ts';
import type { DeclineReason } from '../../models/money/billing-record.ts';
import { first, PublicationRecord, type RowOf, type Tenant } from '../../models/record.ts';
import { addDays } from '../calendar.ts';
import { discounted } from '../discount.ts';
import { CustomerGone, type CheckoutMode, type CheckoutRequest, type EventKind } from '../gateway.ts';
import { findCard } from './cards.ts';
import { hasSandboxCustomer } from './customers.ts';
import { DEBIT_DAYS, isDebit } from './debits.ts';
import { recordEvent } from './events.ts';
import { mend, subscribe } from './lifecycle.ts';
import { insertSandboxCharge } from './payments.ts';
import { discountOf, toPrice } from './records.ts';
import { sandboxNow } from './settings.ts';

/** The id is unguessable, since it is the address of the card page. */
class SandboxCheckoutRecord extends PublicationRecord {
  static override tableName = 'sandbox_checkouts';
  /** The idempotency key. */
  declare key: string;
  declare mode: CheckoutMode;
  declare description: string;
  declare priceId: string;
  declare amount: number;
  declare currency: string;
  declare interval: Interval;
  declare trialDays: number | null;
  /** The Discount as JSON. */
  declare discount: string | null;
  declare cardUpdateFor: string | null;
  declare sandboxCustomerId: string;
  declare returnUrl: string;
  declare cancelUrl: string;
  declare state: 'open' | 'authenticating' | 'pending' | 'complete' | 'failed' | 'expired';
  declare card: string | null;
  declare lastDecline: DeclineReason | null;
  declare subscriptionId: string | null;
  /** When it expires; of a pending debit, when that succeeds or fails. */
  declare expiresAt: number;
}

export type SandboxCheckout = RowOf<SandboxCheckoutRecord>;

export type PayOutcome = 'paid' | 'pending' | 'authenticating' | 'declined' | 'unknown card' | 'over';

/** Our choice: a day. */
const CHECKOUT_LIFETIME_SECONDS = 24 * 3600;

const overdue = statement<{ id: string }>(
  'overdue_sandbox_checkouts',
  "select id from sandbox_checkouts where publication_id = :publicationId and expires_at <= :now and state in ('open', 'authenticating', 'pending') order by expires_at limit 100",
);
/** Creates a checkout once per idempotency key; a repeated call returns the first one. Throws CustomerGone. */
export async function openSandboxCheckout(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  key: string,
  request: CheckoutRequest,
): Promise<SandboxCheckout> {
  const { mode, trialDays, discount, price, description, cardUpdateFor, returnUrl, cancelUrl, customerRef } = request;
  if (!(await hasSandboxCustomer(publication, transaction, customerRef)))
    throw new CustomerGone(`No such sandbox customer: ${customerRef}`);
  const expiresAt = addSeconds(await sandboxNow(publication, transaction, clock), CHECKOUT_LIFETIME_SECONDS);
  await SandboxCheckoutRecord.add(publication, transaction, {
    id: randomSecret(32),
    key,
    mode,
    trialDays,
    discount: discount === null ? null : JSON.stringify(discount),
    description,
    ...toPrice(price),
    cardUpdateFor: cardUpdateFor ?? null,
    returnUrl,
    cancelUrl,
    sandboxCustomerId: customerRef,
    state: 'open',
    expiresAt: expiresAt.getTime(),
  });
  const found = await SandboxCheckoutRecord.find(publication, transaction, { key });
  if (found === undefined) throw new Error('a sandbox checkout was neither made nor found');
  return found;
}

/** Finds a checkout with its present state: an open one is expired after a day. */
export async function findSandboxCheckout(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  id: string,
): Promise<SandboxCheckout | undefined> {
  const found = await SandboxCheckoutRecord.find(publication, connection, { id });
  return found && lapsed(found, await sandboxNow(publication, connection, clock));
}

export async function expireSandboxCheckout(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<SandboxCheckout | undefined> {
  const checkout = await lockOpen(publication, transaction, clock, id);
  if (checkout === undefined) return findSandboxCheckout(publication, transaction, clock, id);
  const expired = await keep(transaction, { ...checkout, state: 'expired' });
  await tell(publication, transaction, clock, checkout, { kind: 'checkout_expired', at: checkout.expiresAt });
  return expired;
}

/** Expires the checkouts whose lifetime has passed, and settles the debits that are due. Returns whether there were any. */
export async function expireOverdue(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  now: Date,
): Promise<boolean> {
  const found = await transaction.all(overdue, { publicationId: publication.id, now });
  for (const { id } of found) {
    const checkout = await lock(publication, transaction, id);
    if (checkout?.state === 'pending') await settleDebit(publication, transaction, clock, checkout);
    if (checkout?.state !== 'open' && checkout?.state !== 'authenticating') continue;
    await keep(transaction, { ...checkout, state: 'expired' });
    await tell(publication, transaction, clock, checkout, { kind: 'checkout_expired', at: checkout.expiresAt });
  }
  return found.length > 0;
}

/** Pays with the card that the customer typed. */
export async function payByCard(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  cardNumber: string,
): Promise<PayOutcome> {
  const checkout = await lockOpen(publication, transaction, clock, id);
  if (checkout === undefined) return 'over';
  const card = findCard(cardNumber);
  if (card === undefined) return 'unknown card';
  if (card.rule.authenticates) {
    await keep(transaction, { ...checkout, state: 'authenticating', card: card.number });
    return 'authenticating';
  }
  return finish(publication, transaction, clock, { ...checkout, card: card.number }, card.rule.decline);
}

/** Applies the result of the bank's authentication. */
export async function authenticate(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
  isConfirmed: boolean,
): Promise<PayOutcome> {
  const checkout = await lockOpen(publication, transaction, clock, id);
  if (checkout?.state !== 'authenticating') return 'over';
  const decline = isConfirmed ? findCard(checkout.card ?? '')?.rule.decline : 'authentication_refused';
  return finish(publication, transaction, clock, checkout, decline);
}

async function finish(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  checkout: SandboxCheckout,
  decline: DeclineReason | undefined,
): Promise<PayOutcome> {
  if (decline !== undefined) {
    await keep(transaction, { ...checkout, state: 'open', card: null, lastDecline: decline });
    return 'declined';
  }
  const at = (await sandboxNow(publication, transaction, clock)).getTime();
  // What is owed, and what follows a trial, is charged afterwards.
  const isChargedNow = checkout.cardUpdateFor === null && dueNowOf(checkout) > 0;
  if (isChargedNow && isDebit(checkout.card ?? '')) {
    const settlesAt = addDays(at, DEBIT_DAYS);
    await keep(transaction, { ...checkout, state: 'pending', lastDecline: null, expiresAt: settlesAt });
    await tell(publication, transaction, clock, checkout, { kind: 'checkout_done', at });
    return 'pending';
  }
  await complete(publication, transaction, clock, checkout, at);
  return 'paid';
}

/** Carries out a pending debit, or refuses it, at its time. */
async function settleDebit(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  checkout: SandboxCheckout,
): Promise<void> {
  const at = checkout.expiresAt;
  if (findCard(checkout.card ?? '')?.rule.debit !== 'fails')
    return complete(publication, transaction, clock, checkout, at);
  await keep(transaction, { ...checkout, state: 'failed' });
  await tell(publication, transaction, clock, checkout, { kind: 'checkout_expired', at });
}

async function complete(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  checkout: SandboxCheckout,
  at: number,
): Promise<void> {
  const subscriptionId = await take(publication, transaction, clock, checkout, at);
  await keep(transaction, { ...checkout, state: 'complete', lastDecline: null, subscriptionId });
  await tell(publication, transaction, clock, checkout, { kind: 'checkout_done', at });
}

function tell(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { id }: SandboxCheckout,
  event: { readonly kind: EventKind; readonly at: number },
): Promise<void> {
  return recordEvent(publication, transaction, clock, { ...event, object: 'checkout', ref: id });
}

/** Executes the purpose of a paid checkout and returns its subscription; null for a one-off payment. */
async function take(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  checkout: SandboxCheckout,
  at: number,
): Promise<string | null> {
  const { id, publicationId, amount, currency } = checkout;
  if (checkout.cardUpdateFor !== null) return mend(publication, transaction, clock, checkout);
  if (checkout.mode === 'subscription') return subscribe(publication, transaction, clock, checkout);
  await insertSandboxCharge(transaction, { publicationId, checkoutId: id, amount, currency, paidAt: at });
  return null;
}

/** Returns the charge at the end of the checkout, which is nothing where a trial begins. */
export function dueNowOf(checkout: SandboxCheckout): number {
  return checkout.trialDays === null ? discounted(checkout.amount, discountOf(checkout)) : 0;
}

/** Locks a checkout until the transaction ends; returns undefined for one that is over. */
async function lockOpen(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<SandboxCheckout | undefined> {
  const found = await lock(publication, transaction, id);
  const now = await sandboxNow(publication, transaction, clock);
  const state = found && lapsed(found, now).state;
  return state === 'open' || state === 'authenticating' ? found : undefined;
}

function lock(publication: Tenant, transaction: Transaction, id: string): Promise<SandboxCheckout | undefined> {
  return first(SandboxCheckoutRecord.in(publication, transaction, { id }).forUpdate());
}

async function keep(transaction: Transaction, checkout: SandboxCheckout): Promise<SandboxCheckout> {
  const { state, card, lastDecline, subscriptionId, expiresAt, publicationId, id } = checkout;
  const changed = { state, card, lastDecline, subscriptionId, expiresAt };
  await SandboxCheckoutRecord.in({ id: publicationId }, transaction, { id }).patch(changed);
  return checkout;
}

function lapsed(checkout: SandboxCheckout, now: Date): SandboxCheckout {
  const isOpen = checkout.state === 'open' || checkout.state === 'authenticating';
  const isOver = isOpen && checkout.expiresAt <= now.getTime();
  return isOver ? { ...checkout, state: 'expired' } : checkout;
}
