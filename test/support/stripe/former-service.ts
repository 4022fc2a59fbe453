// What another service has sold by a Stripe account, before the account was connected: products, prices, customers and
// subscriptions without any metadata of ours.
import { GOOD, later, newId, type Account, type Price, type Subscription, type Unusual } from './account.ts';

export class FormerService {
  readonly account: Account;
  readonly #now: () => number;

  constructor(account: Account, now: () => number) {
    this.account = account;
    this.#now = now;
  }

  price(name: string, amount: number, interval: 'month' | 'year' = 'month', unusual: Unusual = {}): Price {
    const known = [...this.account.products].find(([, title]) => title === name)?.[0];
    const product = known ?? newId('prod');
    this.account.products.set(product, name);
    const id = newId('price');
    const price = { id, product, amount, currency: 'eur', interval, lookupKey: undefined, metadata: {}, unusual };
    this.account.prices.set(id, price);
    return price;
  }

  /** Returns the id of a customer. */
  customer(email: string | null, name: string | null = null): string {
    return this.account.addCustomer({ email, name, metadata: {}, created: this.#now() - 300 * 86_400 }).id;
  }

  /** Sells a subscription some days ago, and lets time pass at Stripe since then. */
  sell(
    customer: string,
    price: Price,
    given: {
      readonly daysAgo?: number;
      readonly trialDays?: number;
      readonly card?: string;
      readonly coupon?: string;
      readonly metadata?: Record<string, string>;
      readonly unusual?: Unusual;
    } = {},
  ): Subscription {
    const { daysAgo = 40, trialDays, card = GOOD, coupon, metadata = {}, unusual } = given;
    const begun = { customer, price: price.id, trialDays, subscriptionMetadata: metadata, coupon };
    const subscription = this.account.begin(begun, this.#now() - daysAgo * 86_400, card);
    Object.assign(subscription, { unusual });
    this.account.proceed(this.#now());
    return subscription;
  }

  /** Plans another price from the end of the period on. */
  schedule(subscription: Subscription, to: Price): void {
    const { id, start, end, price } = subscription;
    const phases = [
      { start, end, price, metadata: {} },
      { start: end, end: later(end, to.interval, 1), price: to.id, metadata: {} },
    ];
    const schedule = { id: newId('sub_sched'), subscription: id, status: 'active', phases } as const;
    this.account.schedules.set(schedule.id, { ...schedule, phases });
    subscription.schedule = schedule.id;
  }
}
