// A day of a date field begins at midnight of the publication's time zone, also when its clocks change.
import { expect, test } from 'vitest';
import { nextDayStart, parseDayStart } from '../../src/dashboard/day-field.ts';

test.each([
  ['2027-03-31', 'UTC', '2027-03-31T00:00:00Z', '2027-04-01T00:00:00Z'],
  ['2027-12-31', 'Asia/Kolkata', '2027-12-30T18:30:00Z', '2027-12-31T18:30:00Z'],
  ['2027-03-28', 'Europe/Berlin', '2027-03-27T23:00:00Z', '2027-03-28T22:00:00Z'],
  ['2027-10-31', 'Europe/Berlin', '2027-10-30T22:00:00Z', '2027-10-31T23:00:00Z'],
  ['2027-03-14', 'America/New_York', '2027-03-14T05:00:00Z', '2027-03-15T04:00:00Z'],
])('%s in %s is from %s to %s', (day, timeZone, from, to) => {
  expect(parseDayStart(day, timeZone)).toEqual(new Date(from));
  expect(nextDayStart(day, timeZone)).toEqual(new Date(to));
});

test('nothing typed is no day, and what is no day is a fault', () => {
  expect(parseDayStart('', 'UTC')).toBeNull();
  for (const text of ['2027-02-29', '2027-13-01', '27-01-01', '31.03.2027', 'today', '2027-03-31T00:00'])
    expect(parseDayStart(text, 'UTC')).toBeUndefined();
});
