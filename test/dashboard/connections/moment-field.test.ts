// A day and a time in a time zone, on both sides of the changes of its clocks.
import { expect, test } from 'vitest';
import { parseMoment, toMomentFields } from '../../../src/dashboard/connections/moment-field.ts';

test.each([
  ['UTC', '2026-03-01', '14:05', '2026-03-01T14:05:00.000Z'],
  ['Europe/Berlin', '2026-01-15', '10:00', '2026-01-15T09:00:00.000Z'],
  ['Europe/Berlin', '2026-07-15', '10:00', '2026-07-15T08:00:00.000Z'],
  ['America/New_York', '2026-01-15', '23:30', '2026-01-16T04:30:00.000Z'],
  ['Asia/Kathmandu', '2026-01-15', '10:00', '2026-01-15T04:15:00.000Z'],
  // It occurs twice: the first of both.
  ['Europe/Berlin', '2026-10-25', '02:30', '2026-10-25T00:30:00.000Z'],
  // It is left out.
  ['Europe/Berlin', '2026-03-29', '02:30', '2026-03-29T00:30:00.000Z'],
  ['Europe/Berlin', '2026-03-29', '03:30', '2026-03-29T01:30:00.000Z'],
])('%s: %s %s', (timeZone, day, time, expected) => {
  const at = parseMoment({ day, time }, timeZone);
  expect(at.toISOString()).toBe(expected);
  if (day !== '2026-03-29' || time !== '02:30') expect(toMomentFields(at, timeZone)).toEqual({ day, time });
});
