// A slow recount of figures, from the base records and by none of the code that keeps the figures. It follows each
// person's state from one look to the next, as whoever writes a tally does.
import { statement } from '../../src/database/statement.ts';
import { computedState } from '../../src/models/people/person-state.ts';
import type { PayingSite } from '../support/publications/paying.ts';

interface Money {
  readonly amount: number;
  readonly refundedAmount: number;
  readonly currency: string;
  readonly paidAt: number | null;
}

interface Billed {
  readonly id: string;
  readonly state: string;
  readonly planId: string;
  readonly priceId: string;
  readonly priceAmount: number;
  readonly subscriptionId: string | null;
  readonly currency: string;
  readonly interval: 'month' | 'year';
  readonly nextPriceId: string | null;
  readonly nextAmount: number | null;
  readonly periodEnd: number;
  readonly trialEnd: number | null;
}

interface Ended {
  readonly id: string;
  readonly customerId: string;
  readonly planId: string;
  readonly status: string;
  readonly endReason: string | null;
  readonly leavingReason: string | null;
}

export interface Counted {
  readonly states: Record<string, number>;
  /** Twelfths of a minor unit by currency and plan. */
  readonly revenue: Record<string, number>;
  joined: number;
  began: number;
  lost: number;
  trialsConverted: number;
  trialsLost: number;
}

const SUBSCRIBED = new Set(['paying', 'past_due', 'paused']);
const people = statement<{ id: string; state: string; mergedIntoId: string | null }>(
  'recounted_people',
  `select c.id, c.merged_into_id, ${computedState} as state from customers c where c.publication_id = :publicationId`,
);
const billed = statement<Billed>(
  'recounted_billings',
  `select b.id, b.state, p.plan_id, b.price_id, p.amount as price_amount, b.subscription_id, b.currency, b.interval, b.next_price_id,
    b.next_amount, b.period_end, b.trial_end from billings b join prices p on p.id = b.price_id
    where b.publication_id = :publicationId and b.state in ('active', 'past_due')`,
);

export class Recount {
  readonly #site: PayingSite;
  readonly #known = new Map<string, string>();
  /** The last charge that was to come, by billing record and price. */
  readonly #renewals = new Map<string, number>();
  /** By day. */
  readonly days = new Map<string, Counted>();
  /** The month of each person's first payment. */
  readonly firstPaid = new Map<string, string>();
  /** Subscribers by cohort, at the end of each month. */
  readonly cohorts = new Map<string, number>();

  constructor(site: PayingSite) {
    this.#site = site;
  }

  /** Looks at everything, and adds what changed since the last look to the day. */
  async look(day: string): Promise<void> {
    const { database } = this.#site.service;
    const values = { publicationId: this.#site.publication.id };
    const now = await database.all(people, values);
    const former = this.days.get(day);
    const counted: Counted = {
      joined: former?.joined ?? 0,
      began: former?.began ?? 0,
      lost: former?.lost ?? 0,
      trialsConverted: former?.trialsConverted ?? 0,
      trialsLost: former?.trialsLost ?? 0,
      states: countBy(now.filter(({ state }) => state !== 'gone').map(({ state }) => state)),
      revenue: await this.#revenue(),
    };
    const merged = new Set(now.flatMap(({ id, mergedIntoId }) => (mergedIntoId === null ? [] : [id, mergedIntoId])));
    for (const { id, state } of now) this.#step(id, state, { day, counted, isMerge: merged.has(id) });
    for (const { id, mergedIntoId } of now) {
      const month = this.firstPaid.get(id);
      if (mergedIntoId !== null && month !== undefined && !this.firstPaid.has(mergedIntoId))
        this.firstPaid.set(mergedIntoId, month);
    }
    this.days.set(day, counted);
    const month = day.slice(0, 7);
    for (const cohort of new Set(this.firstPaid.values())) {
      const left = now.filter(({ id, state }) => this.firstPaid.get(id) === cohort && SUBSCRIBED.has(state));
      this.cohorts.set(`${cohort} ${month}`, left.length);
    }
  }

  #step(
    id: string,
    state: string,
    { day, counted, isMerge }: { readonly day: string; readonly counted: Counted; readonly isMerge: boolean },
  ): void {
    const former = this.#known.get(id);
    this.#known.set(id, state);
    if (former === state) return;
    if (state === 'paying' && !this.firstPaid.has(id) && !isMerge) this.firstPaid.set(id, day.slice(0, 7));
    if (former === undefined) counted.joined += 1;
    if (isMerge) return;
    const [was, is] = [SUBSCRIBED.has(former ?? ''), SUBSCRIBED.has(state)];
    if (!was && is) counted.began += 1;
    if (was && !is) counted.lost += 1;
    if (former === 'trial') counted[state === 'paying' ? 'trialsConverted' : 'trialsLost'] += 1;
  }

  /** What each renewal will charge; one that ends, or whose price is about to change, counts what it would have. */
  async #revenue(): Promise<Record<string, number>> {
    const revenue: Record<string, number> = {};
    for (const one of await this.#site.service.database.all(billed, { publicationId: this.#site.publication.id })) {
      if (one.subscriptionId === null || one.trialEnd === one.periodEnd) continue;
      const isToRenew = one.nextPriceId === null && one.nextAmount !== null;
      const name = `${one.id} ${one.priceId}`;
      const amount = isToRenew ? (one.nextAmount ?? 0) : (this.#renewals.get(name) ?? one.priceAmount);
      this.#renewals.set(name, amount);
      const key = `${one.currency} ${one.planId}`;
      revenue[key] = (revenue[key] ?? 0) + amount * (one.interval === 'month' ? 12 : 1);
    }
    return revenue;
  }

  /**
   * The ends of subscriptions by their reasons. What a pause ended has ended only once the billing record that still
   * names it is over, and where the person has no other subscription to the plan.
   */
  async ends(): Promise<Record<string, number>> {
    const ended = await this.#site.rows<Ended>('subscriptions');
    const billings = await this.#site.rows<Pick<Billed, 'state' | 'subscriptionId'>>('billings');
    const isOver = (id: string): boolean =>
      billings.some(({ state, subscriptionId }) => state === 'ended' && subscriptionId === id);
    const isHeld = ({ customerId, planId }: Ended): boolean =>
      ended.some((one) => one.status === 'active' && one.customerId === customerId && one.planId === planId);
    const counted = ended.filter(
      (one) =>
        one.status === 'canceled' &&
        one.endReason !== 'merged' &&
        (one.endReason !== 'paused' || (isOver(one.id) && !isHeld(one))),
    );
    return countBy(counted.map(({ endReason, leavingReason }) => `${endReason ?? ''}/${leavingReason ?? ''}`));
  }

  /** Money in by the day of the payment, of all payments and gifts; and money out as a whole. */
  async money(dayOf: (at: number) => string): Promise<{ in: Record<string, number>; out: Record<string, number> }> {
    const rows = [...(await this.#site.rows<Money>('payments')), ...(await this.#site.rows<Money>('gifts'))];
    const money: { in: Record<string, number>; out: Record<string, number> } = { in: {}, out: {} };
    for (const { amount, refundedAmount, currency, paidAt } of rows) {
      if (paidAt === null) continue;
      const key = `${dayOf(paidAt)} ${currency}`;
      money.in[key] = (money.in[key] ?? 0) + amount;
      money.out[currency] = (money.out[currency] ?? 0) + refundedAmount;
    }
    return money;
  }
}

function countBy(texts: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const text of texts) counts[text] = (counts[text] ?? 0) + 1;
  return counts;
}
