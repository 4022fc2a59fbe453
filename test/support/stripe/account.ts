// The objects of one account in the test double of Stripe, and the life of subscriptions as time passes. Times are seconds since 1970. It implements
// what Stripe's documentation says of the calls that the adapter makes, and no more.
import { addIntervals } from '../../../src/payments/calendar.ts';
import { cardFault } from './wire.ts';

/** Fields in Stripe's own names, in place of the usual ones. */
export type Unusual = Readonly<Record<string, unknown>>;

export interface Customer {
  id: string;
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
  created: number;
}

export interface Price {
  id: string;
  product: string;
  amount: number;
  currency: string;
  interval: 'month' | 'year';
  lookupKey: string | undefined;
  metadata: Record<string, string>;
  unusual?: Unusual;
}

export interface Coupon {
  id: string;
  percentOff: number | null;
  amountOff: number | null;
  currency: string | null;
  duration: string;
  months: number | null;
}

export interface Session {
  id: string;
  mode: 'subscription' | 'payment' | 'setup';
  customer: string;
  status: 'open' | 'complete' | 'expired';
  created: number;
  metadata: Record<string, string>;
  intentMetadata: Record<string, string>;
  subscriptionMetadata: Record<string, string>;
  price: string | undefined;
  amount: number;
  currency: string;
  trialDays: number | undefined;
  coupon: string | undefined;
  subscription: string | null;
  intent: string | null;
  card: string | null;
}

interface CardError {
  readonly code: string;
  readonly decline_code?: string;
}

export interface Intent {
  id: string;
  customer: string;
  amount: number;
  received: number;
  currency: string;
  created: number;
  refunded: number;
  metadata: Record<string, string>;
  error: CardError | null;
  /** Of a debit: whether it succeeds, and when. Null once that is known. */
  debit: { readonly succeeds: boolean; readonly at: number } | null;
  isDebit: boolean;
  dispute: 'needs_response' | 'under_review' | 'won' | 'lost' | 'warning_needs_response' | null;
}

export interface Line {
  id: string;
  amount: number;
  price: string;
  product: string;
  start: number;
  end: number;
}

export interface Invoice {
  id: string;
  customer: string;
  subscription: string;
  metadata: Record<string, string>;
  status: 'open' | 'paid' | 'void';
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  lines: Line[];
  discount: number;
  due: number;
  paid: number;
  currency: string;
  created: number;
  paidAt: number | null;
  intent: string | null;
  /** By Stripe Tax; null where it is not used. */
  tax: { readonly amount: number; readonly rate: string; readonly reason: string } | null;
}

export interface Phase {
  start: number;
  end: number;
  price: string;
  metadata: Record<string, string>;
}

export interface Schedule {
  id: string;
  subscription: string;
  status: 'active' | 'released';
  phases: Phase[];
}

export interface Subscription {
  id: string;
  itemId: string;
  customer: string;
  status: 'trialing' | 'active' | 'past_due' | 'canceled';
  price: string;
  anchor: number;
  periods: number;
  start: number;
  end: number;
  created: number;
  metadata: Record<string, string>;
  cancelsAtEnd: boolean;
  cancelAt: number | null;
  trialStart: number | null;
  trialEnd: number | null;
  discount: { id: string; coupon: string; start: number; end: number | null } | null;
  schedule: string | null;
  card: string;
  unusual?: Unusual;
}

export type Tell = (type: string, object: string, id: string) => void;

export const GOOD = 'pm_good';
/** The cards that pay at the start and fail from then on, by the error of each. */
export const FAILING_LATER: Readonly<Record<string, CardError>> = {
  pm_fails_later: { code: 'card_declined', decline_code: 'generic_decline' },
  pm_fails_later_insufficient_funds: { code: 'card_declined', decline_code: 'insufficient_funds' },
  pm_fails_later_authentication_refused: { code: 'invoice_payment_intent_requires_action' },
  pm_fails_later_expired_card: { code: 'expired_card', decline_code: 'expired_card' },
  pm_fails_later_lost_card: { code: 'card_declined', decline_code: 'lost_card' },
  pm_fails_later_unknown: { code: 'card_declined', decline_code: 'made_up_tomorrow' },
};

/** The accounts that are debited, by whether a charge that comes first or later is carried out. */
export const DEBITS: Readonly<Record<string, { readonly first: boolean; readonly later: boolean }>> = {
  pm_debit: { first: true, later: true },
  pm_debit_fails: { first: false, later: false },
  pm_debit_fails_later: { first: true, later: false },
};
export const DEBIT_SECONDS = 3 * 86_400;

let count = 0;
/** Later ones sort after earlier ones. */
export function newId(prefix: string): string {
  count += 1;
  return `${prefix}_standin${String(count).padStart(8, '0')}`;
}

export class Account {
  readonly customers = new Map<string, Customer>();
  readonly products = new Map<string, string>();
  readonly prices = new Map<string, Price>();
  readonly coupons = new Map<string, Coupon>();
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly invoices = new Map<string, Invoice>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly schedules = new Map<string, Schedule>();
  readonly configurations = new Map<string, Record<string, string>>();
  /** What Stripe says of the account itself. */
  id = 'acct_standin';
  canCharge = true;
  /** Whether a checkout asked for Stripe Tax. */
  isTaxAsked = false;
  /** The rate by which Stripe Tax computes what an invoice includes; null while it is off. */
  taxRate: { readonly id: string; readonly percent: number; readonly reason: string } | null = null;
  readonly #tell: Tell;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  price(id: string): Price {
    const found = this.prices.get(id);
    if (found === undefined) throw new Error(`the stand-in has no price ${id}`);
    return found;
  }

  /** Does everything that falls due until then, in order. */
  proceed(until: number): void {
    for (const subscription of this.subscriptions.values()) {
      if ((subscription.cancelAt ?? Infinity) <= until && subscription.status !== 'canceled') this.end(subscription);
      while (subscription.end <= until && (subscription.status === 'active' || subscription.status === 'trialing'))
        this.#nextPeriod(subscription);
    }
    for (const session of this.sessions.values())
      if (session.status === 'open' && session.created + 86_400 <= until) this.expire(session);
    for (const session of this.sessions.values()) this.#settleDebit(session, until);
    for (const invoice of this.invoices.values()) this.#settleInvoice(invoice, until);
  }

  #settleInvoice(invoice: Invoice, until: number): void {
    const intent = this.intents.get(invoice.intent ?? '');
    const subscription = this.subscriptions.get(invoice.subscription);
    if (intent === undefined || intent.debit === null || intent.debit.at > until) return;
    const { succeeds, at } = intent.debit;
    intent.debit = null;
    if (!succeeds) intent.error = { code: 'payment_method_debit_failed' };
    const isFirst = invoice.reason === 'subscription_create';
    if (succeeds) Object.assign(invoice, { status: 'paid', paid: invoice.due, paidAt: at });
    // At Stripe a subscription whose first debit failed stays active, and its invoice is void.
    else if (isFirst) invoice.status = 'void';
    if (subscription !== undefined && subscription.status !== 'canceled' && !isFirst)
      subscription.status = succeeds ? 'active' : 'past_due';
    this.#tell(succeeds ? 'invoice.paid' : 'invoice.payment_failed', 'invoice', invoice.id);
    if (subscription !== undefined && subscription.status !== 'canceled') this.updated(subscription);
    const session = [...this.sessions.values()].find((one) => one.subscription === invoice.subscription);
    if (!isFirst || session === undefined) return;
    const type = succeeds ? 'async_payment_succeeded' : 'async_payment_failed';
    this.#tell(`checkout.session.${type}`, 'checkout.session', session.id);
  }

  /** Begins the debit that is to pay the invoice. */
  debit(invoice: Invoice, account: string, at: number): void {
    const intent = this.newIntent(invoice.customer, invoice.due, invoice.currency, at, {});
    const debited = DEBITS[account];
    const succeeds = (invoice.reason === 'subscription_create' ? debited?.first : debited?.later) ?? false;
    Object.assign(intent, { debit: { succeeds, at: at + DEBIT_SECONDS }, isDebit: true });
    invoice.intent = intent.id;
  }

  #settleDebit(session: Session, until: number): void {
    const intent = this.intents.get(session.intent ?? '');
    if (intent === undefined || intent.debit === null || intent.debit.at > until) return;
    const { succeeds } = intent.debit;
    intent.debit = null;
    if (!succeeds) intent.error = { code: 'payment_method_debit_failed' };
    const type = succeeds ? 'async_payment_succeeded' : 'async_payment_failed';
    this.#tell(`checkout.session.${type}`, 'checkout.session', session.id);
  }

  expire(session: Session): void {
    session.status = 'expired';
    this.#tell('checkout.session.expired', 'checkout.session', session.id);
  }

  addCustomer(given: Pick<Customer, 'email' | 'name' | 'metadata' | 'created'>): Customer {
    const customer = { id: newId('cus'), ...given };
    this.customers.set(customer.id, customer);
    return customer;
  }

  begin(
    session: Pick<Session, 'customer' | 'price' | 'trialDays' | 'subscriptionMetadata' | 'coupon'>,
    at: number,
    card: string,
  ): Subscription {
    const price = this.price(session.price ?? '');
    const trialEnd = session.trialDays === undefined ? null : at + session.trialDays * 86_400;
    const subscription: Subscription = {
      id: newId('sub'),
      itemId: newId('si'),
      customer: session.customer,
      status: trialEnd === null ? 'active' : 'trialing',
      price: price.id,
      anchor: trialEnd ?? at,
      periods: trialEnd === null ? 1 : 0,
      start: at,
      end: trialEnd ?? later(at, price.interval, 1),
      created: at,
      metadata: session.subscriptionMetadata,
      cancelsAtEnd: false,
      cancelAt: null,
      trialStart: trialEnd === null ? null : at,
      trialEnd,
      discount: this.#discountOf(session.coupon, at),
      schedule: null,
      card,
    };
    this.subscriptions.set(subscription.id, subscription);
    this.#tell('customer.subscription.created', 'subscription', subscription.id);
    this.charge(subscription, at, 'subscription_create', [
      this.#line(price, trialEnd === null ? price.amount : 0, subscription.start, subscription.end),
    ]);
    return subscription;
  }

  /** Throws a card's decline where `isStrict`, and changes nothing then. */
  charge(subscription: Subscription, at: number, reason: Invoice['reason'], lines: Line[], isStrict = false): Invoice {
    const { discount, due } = this.total(subscription, at, lines);
    const { id, customer, metadata, card } = subscription;
    const { currency } = this.price(subscription.price);
    const error = due > 0 && reason !== 'subscription_create' ? FAILING_LATER[card] : undefined;
    if (error !== undefined && isStrict) throw cardFault(error.code, error.decline_code);
    const invoice: Invoice = {
      id: newId('in'),
      customer,
      subscription: id,
      metadata: { ...metadata },
      status: 'open',
      reason,
      lines,
      discount,
      due,
      paid: 0,
      currency,
      created: at,
      paidAt: null,
      intent: null,
      tax: this.taxIn(due),
    };
    this.invoices.set(invoice.id, invoice);
    if (error !== undefined) {
      const intent = this.newIntent(customer, due, currency, at, {});
      intent.error = error;
      invoice.intent = intent.id;
      subscription.status = 'past_due';
      this.#tell('invoice.payment_failed', 'invoice', invoice.id);
      this.#tell('customer.subscription.updated', 'subscription', id);
    } else if (due > 0 && card in DEBITS) this.debit(invoice, card, at);
    else this.settle(invoice, at);
    return invoice;
  }

  taxIn(due: number): Invoice['tax'] {
    if (this.taxRate === null || !this.isTaxAsked) return null;
    const { id: rate, percent, reason } = this.taxRate;
    return { amount: Math.round((due * percent) / (100 + percent)), rate, reason };
  }

  settle(invoice: Invoice, at: number): void {
    invoice.intent =
      invoice.due > 0 ? this.newIntent(invoice.customer, invoice.due, invoice.currency, at, {}).id : null;
    Object.assign(invoice, { status: 'paid', paid: invoice.due, paidAt: at });
    const subscription = this.subscriptions.get(invoice.subscription);
    if (subscription?.status === 'past_due') subscription.status = 'active';
    this.#tell('invoice.paid', 'invoice', invoice.id);
  }

  newIntent(customer: string, amount: number, currency: string, at: number, metadata: Record<string, string>): Intent {
    const intent: Intent = {
      id: newId('pi'),
      customer,
      amount,
      received: amount,
      currency,
      created: at,
      refunded: 0,
      metadata,
      error: null,
      debit: null,
      isDebit: false,
      dispute: null,
    };
    this.intents.set(intent.id, intent);
    return intent;
  }

  total({ discount }: Subscription, at: number, lines: readonly Line[]): { discount: number; due: number } {
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    const coupon =
      discount !== null && (discount.end === null || at < discount.end) ? this.coupons.get(discount.coupon) : undefined;
    // A percentage is taken off each line, credits included; a fixed amount never makes the total negative.
    const off =
      coupon === undefined
        ? 0
        : coupon.amountOff === null
          ? Math.round((total * (coupon.percentOff ?? 0)) / 100)
          : Math.min(Math.max(0, total), coupon.amountOff);
    return { discount: off, due: Math.max(0, total - off) };
  }

  /** The invoice lines of a switch to that price at that time. */
  changeLines(subscription: Subscription, to: Price, at: number): Line[] {
    if (subscription.status === 'trialing') return [this.#line(to, 0, at, subscription.end)];
    const from = this.price(subscription.price);
    const left = (subscription.end - at) / (subscription.end - subscription.start);
    const credit = this.#line(from, -Math.round(from.amount * left), at, subscription.end);
    if (from.interval !== to.interval) return [credit, this.#line(to, to.amount, at, later(at, to.interval, 1))];
    return [credit, this.#line(to, Math.round(to.amount * left), at, subscription.end)];
  }

  change(subscription: Subscription, to: Price, at: number): void {
    const isNewPeriod = this.price(subscription.price).interval !== to.interval && subscription.status !== 'trialing';
    this.charge(subscription, at, 'subscription_update', this.changeLines(subscription, to, at), true);
    subscription.price = to.id;
    if (isNewPeriod) Object.assign(subscription, { anchor: at, periods: 1, start: at, end: later(at, to.interval, 1) });
    this.updated(subscription);
  }

  /** A trial from now on, without proration: a new period that is free, and after it one that is charged. */
  setTrial(subscription: Subscription, at: number, until: number): void {
    const price = this.price(subscription.price);
    Object.assign(subscription, { status: 'trialing', trialStart: at, trialEnd: until, anchor: until, periods: 0 });
    Object.assign(subscription, { start: at, end: until });
    if (until <= at) return this.#nextPeriod(subscription);
    this.charge(subscription, at, 'subscription_update', [this.#line(price, 0, at, until)]);
  }

  updated({ id }: Subscription): void {
    this.#tell('customer.subscription.updated', 'subscription', id);
  }

  end(subscription: Subscription): void {
    subscription.status = 'canceled';
    this.#tell('customer.subscription.deleted', 'subscription', subscription.id);
  }

  release(schedule: Schedule): void {
    schedule.status = 'released';
    const subscription = this.subscriptions.get(schedule.subscription);
    if (subscription !== undefined) subscription.schedule = null;
  }

  #nextPeriod(subscription: Subscription): void {
    if (subscription.cancelsAtEnd) return this.end(subscription);
    const at = subscription.end;
    this.#followSchedule(subscription, at);
    const price = this.price(subscription.price);
    Object.assign(subscription, {
      status: 'active',
      periods: subscription.periods + 1,
      start: at,
      end: later(subscription.anchor, price.interval, subscription.periods + 1),
    });
    this.charge(subscription, at, 'subscription_cycle', [this.#line(price, price.amount, at, subscription.end)]);
    this.updated(subscription);
  }

  #followSchedule(subscription: Subscription, at: number): void {
    const schedule = subscription.schedule === null ? undefined : this.schedules.get(subscription.schedule);
    const last = schedule?.phases.at(-1);
    if (schedule === undefined || last === undefined) return;
    if (last.end <= at) return this.release(schedule);
    const phase = schedule.phases.find(({ start, end }) => start <= at && at < end);
    if (phase === undefined || phase.price === subscription.price) return;
    if (this.price(phase.price).interval !== this.price(subscription.price).interval)
      Object.assign(subscription, { anchor: at, periods: 0 });
    Object.assign(subscription, { price: phase.price, metadata: { ...subscription.metadata, ...phase.metadata } });
  }

  #discountOf(coupon: string | undefined, at: number): Subscription['discount'] {
    const found = coupon === undefined ? undefined : this.coupons.get(coupon);
    return found === undefined
      ? null
      : {
          id: newId('di'),
          coupon: found.id,
          start: at,
          end: found.months === null ? null : later(at, 'month', found.months),
        };
  }

  #line(price: Price, amount: number, start: number, end: number): Line {
    return { id: newId('il'), amount, price: price.id, product: price.product, start, end };
  }
}

export function later(at: number, interval: 'month' | 'year', periods: number): number {
  return addIntervals(at * 1000, interval, periods) / 1000;
}
