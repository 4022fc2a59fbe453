// The test double's objects in Stripe's format: the fields that the adapter reads, with the names and types of the pinned version. stripe-mock.test.ts
// validates them by Stripe's own OpenAPI document.
import {
  DEBITS,
  type Account,
  type Coupon,
  type Customer,
  type Intent,
  type Invoice,
  type Line,
  type Price,
  type Schedule,
  type Session,
  type Subscription,
} from './account.ts';

/** No server answers there: tests pay by `StripeStandIn.pay`. */
const CARD_PAGES = 'https://checkout.stripe.com/c/pay';

export type Wire = Readonly<Record<string, unknown>>;
export type Expands = (path: string) => boolean;

export const list = (url: string, data: readonly Wire[], hasMore = false): Wire => ({
  object: 'list',
  url,
  has_more: hasMore,
  data,
});

export function toCustomer({ id, email, name, metadata, created }: Customer): Wire {
  return { id, object: 'customer', email, name, metadata, created, livemode: false };
}

export function toPrice({ id, product, amount, currency, interval, lookupKey, metadata, unusual }: Price): Wire {
  const recurring = { interval, interval_count: 1, usage_type: 'licensed', meter: null };
  return {
    id,
    object: 'price',
    active: true,
    type: 'recurring',
    product,
    currency,
    unit_amount: amount,
    recurring,
    lookup_key: lookupKey ?? null,
    metadata,
    livemode: false,
    ...unusual,
  };
}

export function toCoupon({ id, percentOff, amountOff, currency, duration, months }: Coupon): Wire {
  return {
    id,
    object: 'coupon',
    percent_off: percentOff,
    amount_off: amountOff,
    currency,
    duration,
    duration_in_months: months,
    valid: true,
    livemode: false,
  };
}

export function toSession(account: Account, session: Session, expands: Expands): Wire {
  const { id, mode, customer, status, created, metadata, subscription, intent, card, currency } = session;
  const found = intent === null ? undefined : account.intents.get(intent);
  return {
    id,
    object: 'checkout.session',
    mode,
    customer,
    status,
    created,
    expires_at: created + 86_400,
    currency,
    metadata,
    subscription,
    payment_intent:
      found === undefined
        ? null
        : expands('payment_intent')
          ? toIntent(found, expands('payment_intent.latest_charge'))
          : found.id,
    setup_intent:
      card === null
        ? null
        : expands('setup_intent')
          ? { id: `seti_${id}`, object: 'setup_intent', status: 'succeeded', payment_method: card, customer }
          : `seti_${id}`,
    payment_status: paymentStatusOf(account, session, found),
    automatic_tax: automaticTax(account.taxIn(session.amount) !== null),
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: account.taxIn(session.amount)?.amount ?? 0 },
    url: status === 'open' ? `${CARD_PAGES}/${id}` : null,
    livemode: false,
  };
}

function paymentStatusOf(
  account: Account,
  { status, mode, trialDays, subscription }: Session,
  intent: Intent | undefined,
): string {
  if (status !== 'complete') return 'unpaid';
  if (mode === 'subscription') {
    if (trialDays !== undefined) return 'no_payment_required';
    const first = [...account.invoices.values()].find((invoice) => invoice.subscription === subscription);
    return first?.status === 'paid' ? 'paid' : 'unpaid';
  }
  if (mode === 'setup') return 'no_payment_required';
  return mode === 'payment' && (intent === undefined || !isPaid(intent)) ? 'unpaid' : 'paid';
}

function isPaid({ error, debit }: Intent): boolean {
  return error === null && debit === null;
}

export function toIntent(intent: Intent, isExpanded: boolean): Wire {
  const { id, customer, amount, received, currency, created, refunded, metadata, error, debit, isDebit, dispute } =
    intent;
  const charge = {
    id: `ch_${id}`,
    object: 'charge',
    amount,
    amount_refunded: refunded,
    currency,
    created,
    customer,
    payment_intent: id,
    paid: isPaid(intent),
    status: debit === null ? 'succeeded' : 'pending',
    disputed: dispute !== null,
    refunded: refunded === amount,
    payment_method_details: isDebit
      ? { type: 'sepa_debit', sepa_debit: { last4: '3000', country: 'DE' } }
      : { type: 'card', card: { brand: 'visa', last4: '4242', country: 'DE' } },
    livemode: false,
  };
  return {
    id,
    object: 'payment_intent',
    amount,
    amount_received: isPaid(intent) ? received : 0,
    currency,
    created,
    customer,
    metadata,
    status: statusOf(intent),
    last_payment_error: error === null || asksPayer(intent) ? null : { type: 'card_error', ...error },
    latest_charge: error !== null ? null : isExpanded ? charge : charge.id,
    livemode: false,
  };
}

function statusOf(intent: Intent): string {
  if (asksPayer(intent)) return 'requires_action';
  if (intent.error !== null) return 'requires_payment_method';
  return intent.debit === null ? 'succeeded' : 'processing';
}

/** An intent that waits for its payer has not failed by itself. */
function asksPayer({ error }: Intent): boolean {
  return error?.code === 'invoice_payment_intent_requires_action';
}

export function toDispute({ id, amount, currency, created, dispute }: Intent): Wire {
  return {
    id: `du_${id}`,
    object: 'dispute',
    amount,
    currency,
    created,
    charge: `ch_${id}`,
    payment_intent: id,
    status: dispute,
    reason: 'fraudulent',
    metadata: {},
    livemode: false,
  };
}

export function toCharge(intent: Intent): Wire {
  return toIntent(intent, true)['latest_charge'] as Wire;
}

export function toSubscription(account: Account, subscription: Subscription, expands: Expands): Wire {
  const {
    id,
    itemId,
    customer,
    status,
    price,
    start,
    end,
    created,
    metadata,
    cancelsAtEnd,
    cancelAt,
    trialStart,
    trialEnd,
    discount,
    schedule,
    card,
    unusual,
  } = subscription;
  const item = {
    id: itemId,
    object: 'subscription_item',
    subscription: id,
    price: toPrice(account.price(price)),
    quantity: 1,
    current_period_start: start,
    current_period_end: end,
    metadata: {},
  };
  const held = schedule === null ? undefined : account.schedules.get(schedule);
  const coupon = discount === null ? undefined : account.coupons.get(discount.coupon);
  const discounts =
    discount === null || coupon === undefined
      ? []
      : [
          expands('discounts')
            ? toDiscount(discount, expands('discounts.source.coupon') ? toCoupon(coupon) : coupon.id, id)
            : discount.id,
        ];
  return {
    id,
    object: 'subscription',
    customer,
    status,
    created,
    currency: account.price(price).currency,
    metadata,
    cancel_at_period_end: cancelsAtEnd,
    cancel_at: cancelsAtEnd ? end : cancelAt,
    trial_start: trialStart,
    trial_end: trialEnd,
    default_payment_method: expands('default_payment_method') ? toPaymentMethod(card, created) : card,
    discounts,
    schedule: held === undefined ? null : expands('schedule') ? toSchedule(held) : held.id,
    items: list(`/v1/subscription_items?subscription=${id}`, [item]),
    collection_method: 'charge_automatically',
    pause_collection: null,
    application_fee_percent: null,
    livemode: false,
    ...unusual,
  };
}

function toPaymentMethod(id: string, created: number): Wire {
  if (id in DEBITS) {
    const debit = { last4: '3000', country: 'DE', bank_code: '37040044' };
    const method = { id, object: 'payment_method', type: 'sepa_debit', sepa_debit: debit };
    return { ...method, billing_details: {}, created, livemode: false, metadata: {} };
  }
  const card = { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031, country: 'DE', funding: 'credit' };
  return {
    id,
    object: 'payment_method',
    type: 'card',
    card,
    billing_details: {},
    created,
    livemode: false,
    metadata: {},
  };
}

function toDiscount(
  { id, start, end }: NonNullable<Subscription['discount']>,
  coupon: unknown,
  subscription: string,
): Wire {
  return { id, object: 'discount', start, end, subscription, source: { type: 'coupon', coupon } };
}

export function toSchedule({ id, subscription, status, phases }: Schedule): Wire {
  const [current] = phases;
  const wire = phases.map(({ start, end, price, metadata }) => ({
    start_date: start,
    end_date: end,
    items: [{ price, quantity: 1, metadata: {} }],
    metadata,
    discounts: [],
    proration_behavior: 'none',
  }));
  const currentPhase =
    status === 'active' && current !== undefined ? { start_date: current.start, end_date: current.end } : null;
  return {
    id,
    object: 'subscription_schedule',
    subscription: status === 'active' ? subscription : null,
    status,
    end_behavior: 'release',
    current_phase: currentPhase,
    phases: wire,
    livemode: false,
  };
}

export function toInvoice(
  {
    id,
    customer,
    subscription,
    metadata,
    status,
    reason,
    lines,
    discount,
    due,
    paid,
    currency,
    created,
    paidAt,
    intent,
    tax,
  }: Invoice,
  expands: Expands,
): Wire {
  const payment = {
    id: `inpay_${id}`,
    object: 'invoice_payment',
    invoice: id,
    amount_paid: paid,
    amount_requested: due,
    currency,
    created,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent },
    status,
    status_transitions: { paid_at: paidAt, canceled_at: null },
  };
  return {
    id,
    object: 'invoice',
    customer,
    status,
    billing_reason: reason,
    currency,
    created,
    amount_due: due,
    amount_paid: paid,
    amount_remaining: due - paid,
    automatic_tax: { ...automaticTax(tax !== null), disabled_reason: null },
    total_taxes: tax === null ? [] : [toTax(tax, due)],
    total_discount_amounts: discount === 0 ? [] : [{ amount: discount, discount: `di_${id}` }],
    parent: { type: 'subscription_details', quote_details: null, subscription_details: { subscription, metadata } },
    status_transitions: { finalized_at: created, paid_at: paidAt, marked_uncollectible_at: null, voided_at: null },
    lines: list(
      `/v1/invoices/${id}/lines`,
      lines.map((line) => toLine(line, currency, id)),
    ),
    ...(expands('payments') && { payments: list('/v1/invoice_payments', intent === null ? [] : [payment]) }),
    livemode: false,
  };
}

function automaticTax(enabled: boolean): Wire {
  return { enabled, liability: null, provider: null, status: enabled ? 'complete' : null };
}

function toTax({ amount, rate, reason }: NonNullable<Invoice['tax']>, due: number): Wire {
  return {
    amount,
    tax_behavior: 'inclusive',
    tax_rate_details: { tax_rate: rate },
    taxability_reason: reason,
    taxable_amount: due - amount,
    type: 'tax_rate_details',
  };
}

function toLine({ id, amount, price, product, start, end }: Line, currency: string, invoice: string): Wire {
  const pricing = { type: 'price_details', price_details: { price, product }, unit_amount_decimal: null };
  return {
    id,
    object: 'line_item',
    amount,
    currency,
    invoice,
    period: { start, end },
    pricing,
    quantity: 1,
    livemode: false,
    metadata: {},
  };
}
