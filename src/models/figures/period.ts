// Figures of periods: what there was at the end of each, and what happened within it. They are read from the sums of
// each day; pages, downloads, the data API and mails show these and nothing else.
import type { Connection } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { SUBSCRIBERS, type PersonState } from '../people/person-state.ts';
import { findFigureBook } from './fold.ts';
import { addDaysTo, addMonthsTo, lastDayOf, monthOf } from './local-day.ts';

export type FigureInterval = 'day' | 'month';

/** Days of the publication's time zone, both included. */
export interface FigureRange {
  readonly from: string;
  readonly to: string;
}

/** The states that a person has who is there, in the order in which they are shown. */
export const LIVING_STATES = [
  'paying',
  'past_due',
  'trial',
  'gift',
  'paused',
  'complimentary',
  'ended',
  'free',
] as const satisfies readonly PersonState[];
export type LivingState = (typeof LIVING_STATES)[number];

/** Amounts of one currency, in minor units. */
interface Money {
  in: number;
  out: number;
}

/** Monthly recurring revenue of one currency, in twelfths of a minor unit. */
export interface Revenue {
  atStart: number;
  atEnd: number;
  new: number;
  up: number;
  /** Negative, as is `lost`. */
  down: number;
  lost: number;
  /** At the end, by the id of the plan. */
  readonly byPlan: Map<string, number>;
}

export interface Period extends FigureRange {
  /** Persons at the end. */
  readonly states: Readonly<Record<LivingState, number>>;
  readonly members: number;
  /** Persons whose billing had begun and not ended, when the period began: `SUBSCRIBERS`. */
  readonly subscribersAtStart: number;
  /** New persons. */
  readonly joined: number;
  /** Persons who became subscribers. */
  readonly began: number;
  /** Subscribers who are none any more. */
  readonly lost: number;
  /** Persons whose last subscription of any kind ended, those included who were erased. */
  readonly ended: number;
  readonly trialsBegun: number;
  /** Trials that a payment followed, and those that ended otherwise, be it by a first charge that failed. */
  readonly trialsConverted: number;
  readonly trialsLost: number;
  /** Subscriptions that ended, by their reasons: REASON/LEAVING_REASON. */
  readonly ends: ReadonlyMap<string, number>;
  /** By currency. */
  readonly revenue: ReadonlyMap<string, Revenue>;
  readonly money: ReadonlyMap<string, Money>;
}

interface Sum {
  readonly figure: string;
  readonly part: string;
  readonly currency: string;
  readonly amount: number;
}

type DaySum = Sum & { readonly day: string };

const READ = "figure in ('people', 'end', 'mrr', 'mrr_new', 'mrr_up', 'mrr_down', 'mrr_lost', 'in', 'out')";
const before = statement<Sum>(
  'figures_before',
  `select figure, part, currency, cast(sum(amount) as bigint) as amount from daily_figures where publication_id = :publicationId
    and generation = :generation and figure in ('people', 'mrr') and day < :from group by figure, part, currency`,
);
const within = statement<DaySum>(
  'figures_within',
  `select day, figure, part, currency, amount from daily_figures where publication_id = :publicationId
    and generation = :generation and ${READ} and day >= :from and day <= :to`,
);
const monthsWithin = statement<DaySum>(
  'figures_of_months_within',
  `select substr(day, 1, 7) as day, figure, part, currency, cast(sum(amount) as bigint) as amount from daily_figures
    where publication_id = :publicationId and generation = :generation and ${READ} and day >= :from and day <= :to
    group by substr(day, 1, 7), figure, part, currency`,
);
const firstDay = statement<{ day: string | null }>(
  'first_day_of_figures',
  `select min(day) as day from daily_figures where publication_id = :publicationId and generation = :generation and figure = 'people'`,
);

/** Returns the first day that has figures; undefined where nothing was counted yet. */
export async function findFirstDay(
  publication: { readonly id: string },
  connection: Connection,
): Promise<string | undefined> {
  const book = await findFigureBook(publication, connection);
  if (book === undefined) return undefined;
  const found = await connection.first(firstDay, { publicationId: publication.id, generation: book.generation });
  return found?.day ?? undefined;
}

/** Returns the periods of a range, the first first; months are cut at the ends of the range. */
export async function readPeriods(
  publication: { readonly id: string },
  connection: Connection,
  { from, to }: FigureRange,
  interval: FigureInterval,
): Promise<Period[]> {
  const generation = (await findFigureBook(publication, connection))?.generation ?? 0;
  const values = { publicationId: publication.id, generation, from };
  const base = await connection.all(before, values);
  const changes = await connection.all(interval === 'day' ? within : monthsWithin, { ...values, to });
  const byPeriod = Map.groupBy(changes, ({ day }) => day);
  const running = new Running();
  for (const sum of base) running.add(sum);
  return periodsOf({ from, to }, interval).map(({ key, ...range }) => running.period(range, byPeriod.get(key) ?? []));
}

function periodsOf({ from, to }: FigureRange, interval: FigureInterval): (FigureRange & { readonly key: string })[] {
  const periods: (FigureRange & { readonly key: string })[] = [];
  if (interval === 'day') {
    for (let day = from; day <= to; day = addDaysTo(day, 1)) periods.push({ key: day, from: day, to: day });
    return periods;
  }
  for (let month = monthOf(from); month <= monthOf(to); month = addMonthsTo(month, 1)) {
    const [first, last] = [`${month}-01`, lastDayOf(month)];
    periods.push({ key: month, from: first < from ? from : first, to: last > to ? to : last });
  }
  return periods;
}

const isSubscriber = (state: string): boolean => SUBSCRIBERS.some((one) => one === state);
const HAS_NOTHING: ReadonlySet<string> = new Set(['', 'free', 'ended', 'gone', 'merged']);

/**
 * Which changes from a state to another each count of a period consists of. Our choice: whoever is merged into another
 * record is neither lost nor ended.
 */
const COUNTS = {
  joined: (from: string) => from === '',
  began: (from: string, to: string) => !isSubscriber(from) && isSubscriber(to),
  lost: (from: string, to: string) => isSubscriber(from) && !isSubscriber(to) && to !== 'merged',
  ended: (from: string, to: string) => !HAS_NOTHING.has(from) && HAS_NOTHING.has(to) && to !== 'merged',
  trialsBegun: (from: string, to: string) => from !== 'trial' && to === 'trial',
  trialsConverted: (from: string, to: string) => from === 'trial' && to === 'paying',
  trialsLost: (from: string, to: string) => from === 'trial' && !['trial', 'paying', 'merged'].includes(to),
};

export type PeopleCount = keyof typeof COUNTS;
export const PEOPLE_COUNTS = Object.keys(COUNTS) as PeopleCount[];

/** Whether a person who went from a state to another is counted; `from` is empty for a new person. */
export function countsChange(count: PeopleCount, from: string, to: string): boolean {
  return COUNTS[count](from, to);
}

/** The running sums from one period to the next. */
class Running {
  readonly #states = new Map<string, number>();
  /** Twelfths by currency and plan. */
  readonly #plans = new Map<string, Map<string, number>>();

  add({ figure, part, currency, amount }: Sum): void {
    if (figure === 'people') {
      const [from = '', to = ''] = part.split('>');
      this.#states.set(from, (this.#states.get(from) ?? 0) - amount);
      this.#states.set(to, (this.#states.get(to) ?? 0) + amount);
    }
    if (figure !== 'mrr') return;
    const plans = this.#plans.get(currency) ?? new Map<string, number>();
    this.#plans.set(currency, plans.set(part, (plans.get(part) ?? 0) + amount));
  }

  period(range: FigureRange, sums: readonly Sum[]): Period {
    const subscribersAtStart = this.#count(isSubscriber);
    const atStart = new Map([...this.#plans].map(([currency, plans]) => [currency, total(plans)]));
    for (const sum of sums) this.add(sum);
    const states = Object.fromEntries(LIVING_STATES.map((state) => [state, this.#states.get(state) ?? 0]));
    return {
      ...range,
      // Each of LIVING_STATES is a key.
      states: states as Record<LivingState, number>,
      members: this.#count((state) => LIVING_STATES.some((one) => one === state)),
      subscribersAtStart,
      ...countsOf(sums),
      ends: endsOf(sums),
      revenue: this.#revenue(atStart, sums),
      money: moneyOf(sums),
    };
  }

  #count(isMeant: (state: string) => boolean): number {
    return [...this.#states].reduce((sum, [state, count]) => (isMeant(state) ? sum + count : sum), 0);
  }

  #revenue(atStart: ReadonlyMap<string, number>, sums: readonly Sum[]): Map<string, Revenue> {
    const of = (figure: string, currency: string): number =>
      sums.reduce((sum, one) => (one.figure === figure && one.currency === currency ? sum + one.amount : sum), 0);
    return new Map(
      [...this.#plans].map(([currency, plans]) => [
        currency,
        {
          atStart: atStart.get(currency) ?? 0,
          atEnd: total(plans),
          new: of('mrr_new', currency),
          up: of('mrr_up', currency),
          down: of('mrr_down', currency),
          lost: of('mrr_lost', currency),
          byPlan: new Map([...plans].filter(([, twelfths]) => twelfths !== 0)),
        },
      ]),
    );
  }
}

type Counts = Record<PeopleCount, number>;

function countsOf(sums: readonly Sum[]): Counts {
  const people = sums.filter(({ figure }) => figure === 'people');
  const counts = PEOPLE_COUNTS.map((name) => {
    const counted = people.filter(({ part }) => {
      const [from = '', to = ''] = part.split('>');
      return countsChange(name, from, to);
    });
    return [name, counted.reduce((sum, { amount }) => sum + amount, 0)];
  });
  // PEOPLE_COUNTS has each name.
  return Object.fromEntries(counts) as Counts;
}

function endsOf(sums: readonly Sum[]): Map<string, number> {
  const ends = new Map<string, number>();
  for (const { figure, part, amount } of sums) if (figure === 'end') ends.set(part, (ends.get(part) ?? 0) + amount);
  return ends;
}

function moneyOf(sums: readonly Sum[]): Map<string, Money> {
  const money = new Map<string, Money>();
  for (const { figure, currency, amount } of sums) {
    if (figure !== 'in' && figure !== 'out') continue;
    const own = money.get(currency) ?? { in: 0, out: 0 };
    own[figure] += amount;
    money.set(currency, own);
  }
  return money;
}

function total(plans: ReadonlyMap<string, number>): number {
  return [...plans.values()].reduce((sum, amount) => sum + amount, 0);
}
