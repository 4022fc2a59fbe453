// The calendar of what is paid: ends of months, leap years, durations as the command line takes them, and proration.
import { describe, expect, test } from 'vitest';
import { addDays, addDuration, addIntervals, parseDay, prorate, startOfDay } from '../../src/payments/calendar.ts';

const at = (text: string): number => Date.parse(text.length === 10 ? `${text}T00:00:00.000Z` : text);
const shown = (milliseconds: number | undefined): string | undefined =>
  milliseconds === undefined ? undefined : new Date(milliseconds).toISOString().replace('T00:00:00.000Z', '');

describe('a number of intervals after a day', () => {
  test.each([
    ['2026-01-15', 'month', 1, '2026-02-15'],
    ['2026-01-31', 'month', 1, '2026-02-28'],
    ['2026-01-31', 'month', 2, '2026-03-31'],
    ['2026-01-31', 'month', 3, '2026-04-30'],
    ['2028-01-31', 'month', 1, '2028-02-29'],
    ['2028-01-30', 'month', 1, '2028-02-29'],
    ['2026-02-28', 'month', 1, '2026-03-28'],
    ['2026-12-31', 'month', 1, '2027-01-31'],
    ['2026-11-30', 'month', 3, '2027-02-28'],
    ['2026-08-31', 'month', 18, '2028-02-29'],
    ['2026-05-31', 'month', 0, '2026-05-31'],
    ['2026-03-31', 'month', -1, '2026-02-28'],
    ['2026-01-31', 'month', -2, '2025-11-30'],
    ['2026-06-01', 'year', 1, '2027-06-01'],
    ['2028-02-29', 'year', 1, '2029-02-28'],
    ['2028-02-29', 'year', 4, '2032-02-29'],
    ['2096-02-29', 'year', 4, '2100-02-28'],
    ['2026-01-31T13:14:15.678Z', 'month', 1, '2026-02-28T13:14:15.678Z'],
    ['2026-10-25T00:30:00.000Z', 'month', 1, '2026-11-25T00:30:00.000Z'],
  ] as const)('%s and %s times %i is %s', (from, interval, count, until) => {
    expect(shown(addIntervals(at(from), interval, count))).toBe(until);
  });
});

describe('a duration after 31 January 2026', () => {
  test.each([
    ['1 month', '2026-02-28'],
    ['13 months', '2027-02-28'],
    ['2 years', '2028-01-31'],
    ['10 days', '2026-02-10'],
    ['1week', '2026-02-07'],
    [' 24 Hours ', '2026-02-01'],
    ['3 hours', '2026-01-31T03:00:00.000Z'],
    ['0 days', undefined],
    ['-1 day', undefined],
    ['1.5 days', undefined],
    ['12345 days', undefined],
    ['1 fortnight', undefined],
    ['a while', undefined],
    ['', undefined],
  ])('of "%s" is %s', (text, until) => {
    expect(shown(addDuration(at('2026-01-31'), text))).toBe(until);
  });
});

describe('days', () => {
  test.each([
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2026-12-31', 366, '2028-01-01'],
    ['2026-03-01', -1, '2026-02-28'],
  ])('%s and %i is %s', (from, count, until) => {
    expect(shown(addDays(at(from), count))).toBe(until);
  });

  test.each([
    ['2028-02-29', '2028-02-29'],
    ['2027-02-29', undefined],
    ['2027-02-30', undefined],
    ['2027-13-01', undefined],
    ['2027-3-1', undefined],
    ['2027-03-31T00:00', undefined],
    ['tomorrow', undefined],
  ])('of "%s" are read as %s', (text, day) => {
    expect(shown(parseDay(text))).toBe(day);
  });

  test('begin at midnight in UTC', () => {
    expect(shown(startOfDay(at('2026-10-25T23:59:59.999Z')))).toBe('2026-10-25');
    expect(shown(startOfDay(at('2026-10-25')))).toBe('2026-10-25');
  });
});

describe('of an amount for April', () => {
  const april = { periodStart: at('2026-04-01'), periodEnd: at('2026-05-01') };
  test.each([
    [3000, '2026-04-01', 3000],
    [3000, '2026-04-16', 1500],
    [3000, '2026-04-30', 100],
    [3000, '2026-05-01', 0],
    [3000, '2026-06-01', 0],
    [1000, '2026-04-11', 667],
    [1, '2026-04-16', 1],
    [1, '2026-04-17', 0],
    [0, '2026-04-16', 0],
  ])('%i, what is left on %s is %i', (amount, day, left) => {
    expect(prorate(amount, april, at(day))).toBe(left);
  });
});
