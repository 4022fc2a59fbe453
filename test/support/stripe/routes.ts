// The calls of Stripe's API that the adapter makes, answered by an account of the test double.
import {
  DEBIT_SECONDS,
  DEBITS,
  FAILING_LATER,
  GOOD,
  later,
  newId,
  type Account,
  type Phase,
  type Session,
  type Subscription,
} from './account.ts';
import {
  list,
  toCharge,
  toCoupon,
  toCustomer,
  toDispute,
  toIntent,
  toInvoice,
  toPrice,
  toSchedule,
  toSession,
  toSubscription,
  type Expands,
  type Wire,
} from './objects.ts';
import { cardFault, entriesOf, invalid, missing, textOf, textsOf, under, type Fields } from './wire.ts';

export interface Call {
  readonly account: Account;
  /** The parameters of the query or the form. */
  readonly fields: Fields;
  readonly id: string;
  /** Seconds since 1970. */
  readonly now: number;
  readonly expands: Expands;
  readonly tell: (type: string, object: string, id: string) => void;
}

type Route = readonly [method: string, path: RegExp, answer: (call: Call) => Wire];

export const ROUTES: readonly Route[] = [
  [
    'GET',
    /^\/v1\/account$/,
    ({ account }) => ({ id: account.id, object: 'account', country: 'DE', charges_enabled: account.canCharge }),
  ],
  ['GET', /^\/v1\/customers$/, listCustomers],
  ['POST', /^\/v1\/customers$/, createCustomer],
  ['POST', /^\/v1\/products$/, createProduct],
  ['GET', /^\/v1\/prices$/, listPrices],
  ['POST', /^\/v1\/prices$/, createPrice],
  ['GET', /^\/v1\/prices\/(\w+)$/, getPrice],
  ['POST', /^\/v1\/coupons$/, createCoupon],
  ['POST', /^\/v1\/checkout\/sessions$/, createSession],
  ['GET', /^\/v1\/checkout\/sessions$/, listSessions],
  [
    'GET',
    /^\/v1\/checkout\/sessions\/(\w+)$/,
    ({ account, id, expands }) => toSession(account, got(account.sessions, 'session', id), expands),
  ],
  ['POST', /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, expireSession],
  ['GET', /^\/v1\/subscriptions$/, listSubscriptions],
  [
    'GET',
    /^\/v1\/subscriptions\/(\w+)$/,
    ({ account, id, expands }) => toSubscription(account, got(account.subscriptions, 'subscription', id), expands),
  ],
  ['POST', /^\/v1\/subscriptions\/(\w+)$/, updateSubscription],
  ['DELETE', /^\/v1\/subscriptions\/(\w+)$/, cancelSubscription],
  ['GET', /^\/v1\/invoices$/, listInvoices],
  ['POST', /^\/v1\/invoices\/create_preview$/, previewInvoice],
  ['POST', /^\/v1\/invoices\/(\w+)\/pay$/, payInvoice],
  [
    'GET',
    /^\/v1\/charges$/,
    ({ account, fields }) =>
      list(
        '/v1/charges',
        [...account.intents.values()]
          .filter(({ customer, error }) => customer === textOf(fields, 'customer') && error === null)
          .map(toCharge),
      ),
  ],
  [
    'GET',
    /^\/v1\/payment_intents\/(\w+)$/,
    ({ account, id, expands }) => toIntent(got(account.intents, 'payment_intent', id), expands('latest_charge')),
  ],
  ['GET', /^\/v1\/tax_rates\/(\w+)$/, getTaxRate],
  ['POST', /^\/v1\/refunds$/, createRefund],
  [
    'GET',
    /^\/v1\/disputes$/,
    ({ account, fields }) =>
      list(
        '/v1/disputes',
        [...account.intents.values()]
          .filter(({ id, dispute }) => id === textOf(fields, 'payment_intent') && dispute !== null)
          .map(toDispute),
      ),
  ],
  ['POST', /^\/v1\/subscription_schedules$/, createSchedule],
  ['POST', /^\/v1\/subscription_schedules\/(\w+)$/, updateSchedule],
  ['POST', /^\/v1\/subscription_schedules\/(\w+)\/release$/, releaseSchedule],
  [
    'GET',
    /^\/v1\/billing_portal\/configurations$/,
    ({ account }) => list('/v1/billing_portal/configurations', [...account.configurations].map(toConfiguration)),
  ],
  ['POST', /^\/v1\/billing_portal\/configurations$/, createConfiguration],
  ['POST', /^\/v1\/billing_portal\/sessions$/, createPortal],
];

function got<Kind>(all: ReadonlyMap<string, Kind>, param: string, id: string): Kind {
  const found = all.get(id);
  if (found === undefined) throw missing(param, id);
  return found;
}

function need(fields: Fields | undefined, name: string): string {
  const value = textOf(fields, name);
  if (value === undefined) throw invalid(name, `Missing required param: ${name}.`, 'parameter_missing');
  return value;
}

function checkCustomer({ account }: Call, id: string): string {
  if (!account.customers.has(id)) throw missing('customer', id);
  return id;
}

function createCustomer({ account, fields, now }: Call): Wire {
  const [email, name] = [textOf(fields, 'email') ?? null, textOf(fields, 'name') ?? null];
  return toCustomer(account.addCustomer({ email, name, metadata: textsOf(under(fields, 'metadata')), created: now }));
}

/** The newest first; two on a page, so that nobody relies on one. */
function listCustomers({ account, fields, expands }: Call): Wire {
  const all = [...account.customers.values()].toReversed();
  const after = textOf(fields, 'starting_after');
  const rest = after === undefined ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
  const limit = Math.min(Number(textOf(fields, 'limit') ?? 10), 2);
  const toEntry = (customer: (typeof all)[number]): Wire => {
    if (!expands('data.subscriptions')) return toCustomer(customer);
    const held = [...account.subscriptions.values()].filter(
      (one) => one.customer === customer.id && one.status !== 'canceled',
    );
    const shown = held.toReversed().map((one) => toSubscription(account, one, () => false));
    return {
      ...toCustomer(customer),
      subscriptions: list(`/v1/customers/${customer.id}/subscriptions`, shown.slice(0, 10), shown.length > 10),
    };
  };
  return list('/v1/customers', rest.slice(0, limit).map(toEntry), rest.length > limit);
}

function getPrice({ account, id, expands }: Call): Wire {
  const price = got(account.prices, 'price', id);
  if (!expands('product')) return toPrice(price);
  const name = account.products.get(price.product);
  const product = { id: price.product, object: 'product', name, active: true, metadata: {}, livemode: false };
  return { ...toPrice(price), product };
}

function createProduct({ account, fields }: Call): Wire {
  const [id, name] = [textOf(fields, 'id') ?? newId('prod'), need(fields, 'name')];
  if (account.products.has(id)) throw invalid('id', `Product already exists: ${id}.`, 'resource_already_exists');
  account.products.set(id, name);
  return { id, object: 'product', name, active: true, metadata: textsOf(under(fields, 'metadata')), livemode: false };
}

function listPrices({ account, fields }: Call): Wire {
  const keys = entriesOf(fields, 'lookup_keys');
  return list(
    '/v1/prices',
    [...account.prices.values()]
      .filter(({ lookupKey }) => lookupKey !== undefined && keys.includes(lookupKey))
      .map(toPrice),
  );
}

function createPrice({ account, fields }: Call): Wire {
  const product = need(fields, 'product');
  if (!account.products.has(product)) throw missing('product', product);
  const interval = need(under(fields, 'recurring'), 'interval') === 'year' ? 'year' : 'month';
  const price = {
    id: newId('price'),
    product,
    amount: Number(need(fields, 'unit_amount')),
    currency: need(fields, 'currency'),
    interval,
    lookupKey: textOf(fields, 'lookup_key'),
    metadata: textsOf(under(fields, 'metadata')),
  } as const;
  account.prices.set(price.id, price);
  return toPrice(price);
}

function createCoupon({ account, fields }: Call): Wire {
  const id = need(fields, 'id');
  if (account.coupons.has(id)) throw invalid('id', 'Coupon already exists.', 'resource_already_exists');
  const numberOf = (name: string): number | null =>
    textOf(fields, name) === undefined ? null : Number(textOf(fields, name));
  const coupon = {
    id,
    percentOff: numberOf('percent_off'),
    amountOff: numberOf('amount_off'),
    currency: textOf(fields, 'currency') ?? null,
    duration: need(fields, 'duration'),
    months: numberOf('duration_in_months'),
  };
  account.coupons.set(id, coupon);
  return toCoupon(coupon);
}

function createSession(call: Call): Wire {
  const { account, fields, now, expands } = call;
  const mode = need(fields, 'mode') as Session['mode'];
  const item = entriesOf(fields, 'line_items')[0];
  const line = typeof item === 'object' ? item : undefined;
  const priceData = under(line, 'price_data');
  const price = mode === 'subscription' ? got(account.prices, 'price', need(line, 'price')) : undefined;
  const subscriptionData = under(fields, 'subscription_data');
  const [discount] = entriesOf(fields, 'discounts');
  const trialDays = textOf(subscriptionData, 'trial_period_days');
  for (const name of ['success_url', ...(mode === 'setup' ? ['currency'] : [])]) need(fields, name);
  const session: Session = {
    id: newId('cs_test'),
    mode,
    customer: checkCustomer(call, need(fields, 'customer')),
    status: 'open',
    created: now,
    metadata: textsOf(under(fields, 'metadata')),
    intentMetadata: textsOf(under(under(fields, 'payment_intent_data'), 'metadata')),
    subscriptionMetadata: textsOf(under(subscriptionData, 'metadata')),
    price: price?.id,
    amount: price?.amount ?? Number(textOf(priceData, 'unit_amount') ?? 0),
    currency: price?.currency ?? textOf(priceData, 'currency') ?? textOf(fields, 'currency') ?? 'eur',
    trialDays: trialDays === undefined ? undefined : Number(trialDays),
    coupon: typeof discount === 'object' ? got(account.coupons, 'coupon', need(discount, 'coupon')).id : undefined,
    subscription: null,
    intent: null,
    card: null,
  };
  if (textOf(under(fields, 'automatic_tax'), 'enabled') === 'true') account.isTaxAsked = true;
  account.sessions.set(session.id, session);
  return toSession(account, session, expands);
}

function listSessions({ account, fields, expands }: Call): Wire {
  const found = [...account.sessions.values()].filter(
    ({ subscription, mode }) => mode === 'subscription' && subscription === textOf(fields, 'subscription'),
  );
  return list(
    '/v1/checkout/sessions',
    found.map((session) => toSession(account, session, expands)),
  );
}

function expireSession({ account, id, expands }: Call): Wire {
  const session = got(account.sessions, 'session', id);
  if (session.status !== 'open')
    throw invalid('session', 'Only Checkout Sessions with a status in ["open"] can be expired.');
  account.expire(session);
  return toSession(account, session, expands);
}

function listSubscriptions({ account, fields, expands }: Call): Wire {
  const customer = textOf(fields, 'customer');
  const all = [...account.subscriptions.values()]
    .filter((one) => customer === undefined || one.customer === customer)
    .filter((one) => textOf(fields, 'status') === 'all' || one.status !== 'canceled')
    .toReversed();
  const after = textOf(fields, 'starting_after');
  const rest = after === undefined ? all : all.slice(all.findIndex(({ id }) => id === after) + 1);
  const limit = Math.min(Number(textOf(fields, 'limit') ?? 10), 2);
  return list(
    '/v1/subscriptions',
    rest.slice(0, limit).map((subscription) => toSubscription(account, subscription, expands)),
    rest.length > limit,
  );
}

function getLiving({ account, id }: Call): Subscription {
  const subscription = got(account.subscriptions, 'id', id);
  if (subscription.status === 'canceled') throw missing('id', id);
  return subscription;
}

function updateSubscription(call: Call): Wire {
  const { account, fields, now, expands } = call;
  // Of one that is canceled, Stripe lets only the metadata change.
  const isNote = Object.keys(fields).every((name) => name === 'metadata');
  const subscription = isNote ? got(account.subscriptions, 'id', call.id) : getLiving(call);
  const [item] = entriesOf(fields, 'items');
  const [cancels, card] = [textOf(fields, 'cancel_at_period_end'), textOf(fields, 'default_payment_method')];
  if (subscription.schedule !== null && (cancels !== undefined || item !== undefined)) {
    throw invalid(
      'schedule',
      'The subscription is managed by the subscription schedule, and updating any cancelation behavior directly is not allowed.',
    );
  }
  if (typeof item === 'object') {
    if (need(item, 'id') !== subscription.itemId) throw missing('subscription_item', need(item, 'id'));
    account.change(
      subscription,
      got(account.prices, 'price', need(item, 'price')),
      Number(textOf(fields, 'proration_date') ?? now),
    );
  }
  if (cancels !== undefined) subscription.cancelsAtEnd = cancels === 'true';
  const cancelsAt = textOf(fields, 'cancel_at');
  if (cancelsAt !== undefined) subscription.cancelAt = cancelsAt === '' ? null : Number(cancelsAt);
  if (card !== undefined) subscription.card = card;
  subscription.metadata = { ...subscription.metadata, ...textsOf(under(fields, 'metadata')) };
  const trialEnd = textOf(fields, 'trial_end');
  if (trialEnd !== undefined) account.setTrial(subscription, now, trialEnd === 'now' ? now : Number(trialEnd));
  account.updated(subscription);
  return toSubscription(account, subscription, expands);
}

function cancelSubscription(call: Call): Wire {
  const subscription = getLiving(call);
  call.account.end(subscription);
  return toSubscription(call.account, subscription, call.expands);
}

function listInvoices({ account, fields, expands }: Call): Wire {
  const [subscription, status] = [textOf(fields, 'subscription'), textOf(fields, 'status')];
  const found = [...account.invoices.values()].filter(
    (invoice) => invoice.subscription === subscription && (status === undefined || invoice.status === status),
  );
  return list(
    '/v1/invoices',
    found.toReversed().map((invoice) => toInvoice(invoice, (path) => expands(`data.${path}`))),
  );
}

function previewInvoice({ account, fields, now, expands }: Call): Wire {
  const subscription = got(account.subscriptions, 'subscription', need(fields, 'subscription'));
  const details = under(fields, 'subscription_details');
  const [item] = entriesOf(details, 'items');
  const price = got(account.prices, 'price', need(typeof item === 'object' ? item : undefined, 'price'));
  const at = Number(textOf(details, 'proration_date') ?? now);
  const lines = account.changeLines(subscription, price, at);
  const { discount, due } = account.total(subscription, at, lines);
  const { customer, metadata } = subscription;
  const invoice = {
    id: newId('upcoming_in'),
    customer,
    subscription: subscription.id,
    metadata,
    status: 'open',
    reason: 'subscription_update',
    lines,
    discount,
    due,
    paid: 0,
    currency: price.currency,
    created: at,
    paidAt: null,
    intent: null,
    tax: account.taxIn(due),
  } as const;
  return { ...toInvoice({ ...invoice, lines }, expands), status: 'draft' };
}

function payInvoice({ account, fields, id, now, expands }: Call): Wire {
  const invoice = got(account.invoices, 'invoice', id);
  if (invoice.status === 'paid') throw invalid('invoice', 'Invoice is already paid', 'invoice_already_paid');
  const method = need(fields, 'payment_method');
  const error = FAILING_LATER[method];
  if (error !== undefined) throw cardFault(error.code, error.decline_code);
  if (method in DEBITS) account.debit(invoice, method, now);
  else account.settle(invoice, now);
  return toInvoice(invoice, expands);
}

function getTaxRate({ account, id }: Call): Wire {
  if (account.taxRate?.id !== id) throw missing('tax rate', id);
  const { percent } = account.taxRate;
  return {
    id,
    object: 'tax_rate',
    active: true,
    display_name: 'VAT',
    inclusive: true,
    percentage: percent,
    effective_percentage: percent,
    livemode: false,
  };
}

function createRefund({ account, fields, tell }: Call): Wire {
  const intent = got(account.intents, 'payment_intent', need(fields, 'payment_intent'));
  const amount = Number(need(fields, 'amount'));
  if (intent.refunded === intent.amount)
    throw invalid('payment_intent', 'Charge has already been refunded.', 'charge_already_refunded');
  if (amount > intent.amount - intent.refunded)
    throw invalid('amount', 'Refund amount is greater than unrefunded amount on charge.', 'amount_too_large');
  intent.refunded += amount;
  tell('charge.refunded', 'charge', intent.id);
  return {
    id: newId('re'),
    object: 'refund',
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    status: 'succeeded',
  };
}

function createSchedule({ account, fields }: Call): Wire {
  const subscription = got(account.subscriptions, 'from_subscription', need(fields, 'from_subscription'));
  if (subscription.schedule !== null)
    throw invalid('from_subscription', 'You cannot migrate a subscription that is already attached to a schedule.');
  const { start, end, price, metadata } = subscription;
  const schedule = {
    id: newId('sub_sched'),
    subscription: subscription.id,
    status: 'active' as const,
    phases: [{ start, end, price, metadata }],
  };
  account.schedules.set(schedule.id, schedule);
  subscription.schedule = schedule.id;
  return toSchedule(schedule);
}

function updateSchedule({ account, fields, id }: Call): Wire {
  const schedule = got(account.schedules, 'schedule', id);
  if (schedule.status !== 'active')
    throw invalid('schedule', 'You cannot update a subscription schedule that is currently in the `released` status.');
  const phases: Phase[] = [];
  for (const given of entriesOf(fields, 'phases')) {
    const phase = typeof given === 'object' ? given : {};
    const [item] = entriesOf(phase, 'items');
    const price = got(account.prices, 'price', need(typeof item === 'object' ? item : undefined, 'price'));
    const start = Number(textOf(phase, 'start_date') ?? phases.at(-1)?.end);
    const interval = textOf(under(phase, 'duration'), 'interval') === 'year' ? 'year' : 'month';
    const end = Number(textOf(phase, 'end_date') ?? later(start, interval, 1));
    phases.push({ start, end, price: price.id, metadata: textsOf(under(phase, 'metadata')) });
  }
  const [first] = entriesOf(fields, 'phases');
  const isTrial = typeof first === 'object' && textOf(first, 'trial') === 'true';
  // At Stripe a phase without it would end the trial and charge at once.
  if ((account.subscriptions.get(schedule.subscription)?.status === 'trialing') !== isTrial)
    throw invalid('phases[0][trial]', 'The present phase has to keep the trial, and no other one has any.');
  if (phases[0]?.start !== schedule.phases[0]?.start)
    throw invalid('phases[0][start_date]', 'You can not modify the start date of the current phase.');
  schedule.phases = phases;
  return toSchedule(schedule);
}

function releaseSchedule({ account, id }: Call): Wire {
  const schedule = got(account.schedules, 'schedule', id);
  if (schedule.status !== 'active')
    throw invalid('schedule', 'You cannot release a subscription schedule that is currently in the `released` status.');
  account.release(schedule);
  return toSchedule(schedule);
}

const toConfiguration = ([id, metadata]: readonly [string, Record<string, string>]): Wire => ({
  id,
  object: 'billing_portal.configuration',
  active: true,
  metadata,
  livemode: false,
});

function createConfiguration({ account, fields }: Call): Wire {
  if (under(fields, 'features') === undefined)
    throw invalid('features', 'Missing required param: features.', 'parameter_missing');
  const id = newId('bpc');
  account.configurations.set(id, textsOf(under(fields, 'metadata')));
  return toConfiguration([id, account.configurations.get(id) ?? {}]);
}

function createPortal(call: Call): Wire {
  const { account, fields } = call;
  const [customer, configuration] = [checkCustomer(call, need(fields, 'customer')), need(fields, 'configuration')];
  if (!account.configurations.has(configuration)) throw missing('configuration', configuration);
  const id = newId('bps');
  return {
    id,
    object: 'billing_portal.session',
    customer,
    configuration,
    return_url: need(fields, 'return_url'),
    url: `https://billing.stripe.com/p/session/${id}`,
    livemode: false,
  };
}

/** Acts as the customer on the card page. */
export function payOnPage(
  account: Account,
  session: Session,
  now: number,
  card: {
    readonly fault?: { code: string; decline_code?: string };
    /** One of FAILING_LATER. */
    readonly failsLater?: string;
    /** One of DEBITS. */
    readonly debit?: string;
  },
  tell: Call['tell'],
): void {
  if (session.status !== 'open' || session.created + 86_400 <= now) return;
  if (card.fault !== undefined) {
    // At Stripe a subscription is not visible before its first payment succeeds.
    if (session.mode === 'payment') {
      const intent = account.newIntent(session.customer, session.amount, session.currency, now, session.intentMetadata);
      intent.error = card.fault;
      session.intent = intent.id;
    }
    return;
  }
  const method = card.failsLater ?? card.debit ?? GOOD;
  if (session.mode === 'payment') {
    const intent = account.newIntent(session.customer, session.amount, session.currency, now, session.intentMetadata);
    const debit = DEBITS[method];
    if (debit !== undefined)
      Object.assign(intent, { debit: { succeeds: debit.first, at: now + DEBIT_SECONDS }, isDebit: true });
    session.intent = intent.id;
  } else if (session.mode === 'setup') session.card = method;
  else session.subscription = account.begin(session, now, method).id;
  session.status = 'complete';
  tell('checkout.session.completed', 'checkout.session', session.id);
}
