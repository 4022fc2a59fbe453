// Figures as a reader of a page sees them: numbers, money, shares and days in the language's form, with their lists.
import { decimalsOf } from '../../models/amount.ts';
import type { ListedFigure } from '../../models/figures/changes-behind.ts';
import { addDaysTo } from '../../models/figures/local-day.ts';
import type { FigureRange, LivingState, PeopleCount, Period } from '../../models/figures/period.ts';
import { pathWith } from '../../site/destinations.ts';
import { formatAmount, formatCount, formatDay, formatMonth, formatShare, formatShortDay } from '../../views/formats.ts';
import { pathOfState } from '../month-answers.ts';
import { pathOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import type { Cell } from './subject.ts';

const TWELFTHS = 12;

/** Turns figures into cells for one visitor. */
export class Words {
  readonly #visit: Visit;

  constructor(visit: Visit) {
    this.#visit = visit;
  }

  get tag(): string {
    return this.#visit.language.tag;
  }

  text(text: string, value: string | number = text): Cell {
    return { text, value, href: '' };
  }

  count(count: number, href = ''): Cell {
    return { text: formatCount(count, this.tag), value: count, href };
  }

  /** The people whom a change of state was counted for. */
  behind(name: PeopleCount, period: Period): Cell {
    const href = this.href(`/figures/behind?count=${name}&from=${period.from}&to=${period.to}`);
    return this.count(period[name], period[name] === 0 ? '' : href);
  }

  /**
   * The people in a state at the end of a period, or all of them.
   * @param today on which the list of people is that of the figure
   */
  inState(state: LivingState | 'members', period: Period, today: string): Cell {
    const count = state === 'members' ? period.members : period.states[state];
    return this.count(count, count === 0 ? '' : this.href(pathOfState(state, period, today)));
  }

  /** The subscribers when a period began. */
  atStart({ from, subscribersAtStart: count }: Period): Cell {
    const before = addDaysTo(from, -1);
    return this.count(
      count,
      count === 0 ? '' : this.href(pathOfState('subscribers', { from: before, to: before }, from)),
    );
  }

  /** The revenue at the end of a period, of one plan or all, with those who pay it. @param twelfths of a minor unit */
  revenueAt(twelfths: number, currency: string, day: string, planId = ''): Cell {
    const href = twelfths === 0 ? '' : this.href(pathWith('/figures/people-at', { currency, plan: planId, day }));
    return this.money(twelfths / TWELFTHS, currency, href);
  }

  /** Money that moved in a period, with the list of it. @param minor in minor units */
  moved(kind: 'in' | 'out' | 'net', minor: number, currency: string, { from, to }: FigureRange): Cell {
    const query = `kind=${kind}&currency=${currency}&since=${from}&until=${to}`;
    return this.money(minor, currency, this.href(`/money?${query}`));
  }

  /** The address of the changes that a figure of the days is the sum of. */
  changes(
    figure: ListedFigure,
    { from, to }: FigureRange,
    of: { readonly part?: string; readonly currency?: string } = {},
  ): string {
    return this.href(pathWith('/figures/changes', { figure, ...of, from, to }));
  }

  /** A share of the people whom a change of state was counted for. */
  shareOf(name: PeopleCount, period: Period, whole: number): Cell {
    return { ...this.share(period[name], whole), href: this.behind(name, period).href };
  }

  /** @param minor in minor units, which may be a fraction */
  money(minor: number, currency: string, href = ''): Cell {
    const digits = decimalsOf(currency);
    const text = (Math.round(minor) / 10 ** digits).toFixed(digits);
    // A text that begins with a minus would be taken for a formula.
    const value = minor < 0 ? Number(text) : text;
    return { text: formatAmount(Math.round(minor), currency, this.tag), value, href };
  }

  /** A part of a whole; a dash where there is no whole. */
  share(part: number, whole: number): Cell {
    if (whole === 0) return this.text('–', '');
    return { text: formatShare(part / whole, this.tag), value: (part / whole).toFixed(4), href: '' };
  }

  /** The first cell of a row: a day, or a month. */
  when({ from, to }: FigureRange): Cell {
    const at = Date.parse(from);
    const text = from === to ? formatDay(at, this.tag) : formatMonth(at, this.tag);
    return this.text(text, from === to ? from : from.slice(0, 7));
  }

  tick({ from, to }: FigureRange): string {
    const at = Date.parse(from);
    return from === to ? formatShortDay(at, this.tag) : formatMonth(at, this.tag);
  }

  href(path: string): string {
    return pathOf(this.#visit, path);
  }
}

/** Every currency that the periods have, in the order of the alphabet. */
export function currenciesOf(periods: readonly Period[]): string[] {
  const found = periods.flatMap(({ money, revenue }) => [...money.keys(), ...revenue.keys()]);
  return [...new Set(found)].toSorted();
}
