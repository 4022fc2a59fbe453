// The range of days that a page of figures is about, as its address names it: this month, quarter or year, or days of
// one's own.
import { valueOf, type FormReading } from '../../http/bodies/form.ts';
import { addDaysTo, addMonthsTo, lastDayOf, monthOf } from '../../models/figures/local-day.ts';
import type { FigureInterval, FigureRange } from '../../models/figures/period.ts';
import { parseDay } from '../../payments/calendar.ts';
import type { FormError } from '../../views/page-data.ts';
import type { TextKey } from '../../views/text.ts';

export const RANGES = ['month', 'quarter', 'year', 'custom'] as const;
type RangeName = (typeof RANGES)[number];

/** Our choice: what a page of rows can show, and a query reads at once. */
const DAYS_MAX = 1830;
/** Our choice: longer ranges are shown by month. */
const DAYS_BY_DAY_MAX = 93;

export interface TypedRange {
  readonly range: RangeName;
  readonly from: string;
  readonly to: string;
}

export interface ChosenRange extends FigureRange {
  readonly typed: TypedRange;
  readonly interval: FigureInterval;
  readonly errors: readonly FormError[];
  /** The query of an address that names the range. */
  readonly query: string;
}

export function typedRange(query: FormReading): TypedRange {
  const [from, to] = [valueOf(query, 'from')?.trim() ?? '', valueOf(query, 'to')?.trim() ?? ''];
  return { range: RANGES.find((one) => one === valueOf(query, 'range')) ?? 'month', from, to };
}

/** @param today by the publication's clock, in its time zone */
export function readRange(typed: TypedRange, today: string, t: (key: TextKey) => string): ChosenRange {
  const { range: name, from, to } = typed;
  const errors = name === 'custom' ? faultsOf(typed, t) : [];
  const range = name === 'custom' && errors.length === 0 ? { from, to } : rangeOf(name, today);
  return {
    ...range,
    typed: name === 'custom' ? typed : { ...typed, ...range },
    errors,
    interval: addDaysTo(range.from, DAYS_BY_DAY_MAX) > range.to ? 'day' : 'month',
    query: `range=custom&from=${range.from}&to=${range.to}`,
  };
}

function rangeOf(name: RangeName, today: string): FigureRange {
  const month = monthOf(today);
  const first = { month, custom: month, quarter: addMonthsTo(month, -2), year: addMonthsTo(month, -11) }[name];
  return { from: `${first}-01`, to: today };
}

function faultsOf({ from, to }: TypedRange, t: (key: TextKey) => string): FormError[] {
  const [start, end] = [parseDay(from), parseDay(to)];
  const found: readonly [string, TextKey, boolean][] = [
    ['from', 'dashboard.fault.day', start === undefined],
    ['to', 'dashboard.fault.day', end === undefined],
    ['to', 'dashboard.fault.until', start !== undefined && end !== undefined && to < from],
    ['to', 'dashboard.fault.range', start !== undefined && end !== undefined && addDaysTo(from, DAYS_MAX) < to],
  ];
  return found.filter(([, , isFault]) => isFault).map(([field, key]) => ({ field, message: t(key) }));
}

/** The whole month of a day, and the one before. */
export function monthsAround(month: string): readonly [before: FigureRange, own: FigureRange] {
  const before = addMonthsTo(month, -1);
  return [
    { from: `${before}-01`, to: lastDayOf(before) },
    { from: `${month}-01`, to: lastDayOf(month) },
  ];
}
