// Days as each language writes them.
import { expect, test } from 'vitest';
import { formatDay, formatDayIn } from '../../src/views/formats.ts';

const FIRST = Date.parse('2026-12-01T12:00:00Z');
const ELEVENTH = Date.parse('2026-12-11T12:00:00Z');

test('the first of a month is an ordinal in French and Italian, and no other day is', () => {
  expect(['fr', 'fr-CA', 'it', 'es', 'nl', 'de'].map((tag) => formatDay(FIRST, tag))).toEqual([
    '1er décembre 2026',
    '1er décembre 2026',
    '1º dicembre 2026',
    '1 de diciembre de 2026',
    '1 december 2026',
    '1. Dezember 2026',
  ]);
  expect([formatDay(ELEVENTH, 'fr'), formatDayIn(ELEVENTH, 'it', 'UTC')]).toEqual([
    '11 décembre 2026',
    '11 dicembre 2026',
  ]);
});

test('a day is written out and in figures in one time zone', () => {
  expect([formatDayIn(FIRST, 'fr', 'UTC'), formatDayIn(FIRST, 'fr', 'UTC', 'short')]).toEqual([
    '1er décembre 2026',
    '01/12/2026',
  ]);
});
