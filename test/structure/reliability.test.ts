// The title of a test begins with the id of each row of docs/reliability.md, or the row is listed below with the reason
// why it is not met. This list only shrinks.
import { expect, test } from 'vitest';
import { idsOfTitles, readPage } from './title-ids.ts';

const NOT_YET: Readonly<Record<string, string>> = {
  'R-L1': 'npm run bench -- --parts load measures it, no test compares',
  'R-L2': 'npm run bench -- --parts load measures it, no test compares',
  'R-L3': 'npm run bench -- --parts load measures it, no test compares',
  'R-L4': 'npm run bench -- --parts load measures it, no test compares',
};

const [TARGETS = '', HELD_IN_PART = ''] = readPage('reliability.md').split('## Held in part');
const ROWS = idsOf(TARGETS);

function idsOf(text: string): string[] {
  return [...text.matchAll(/^\| (R-[A-Z]\d{1,2}) +\|/gm)].map(([, id = '']) => id);
}

test('the page has 84 rows, none of them twice', () => {
  expect([ROWS.length, new Set(ROWS).size]).toEqual([84, 84]);
});

test('every row stands in the title of a test, or is known not to be met', () => {
  const covered = idsOfTitles();
  expect(ROWS.filter((row) => !covered.has(row) && NOT_YET[row] === undefined)).toEqual([]);
});

test('a row that has a test leaves the list of those that are not met', () => {
  const covered = idsOfTitles();
  expect(Object.keys(NOT_YET).filter((row) => covered.has(row) || !ROWS.includes(row))).toEqual([]);
});

test('an id with the prefix in a title is that of a row', () => {
  const prefixed = [...idsOfTitles()].filter(([id]) => id.startsWith('R-'));
  expect(prefixed.filter(([id]) => !ROWS.includes(id))).toEqual([]);
});

test('what the page says is held in part is a row with a test, and stands there once', () => {
  const covered = idsOfTitles();
  const inPart = idsOf(HELD_IN_PART);
  expect(inPart.length).toBeGreaterThan(0);
  expect(inPart.filter((row) => !ROWS.includes(row) || !covered.has(row))).toEqual([]);
  expect(new Set(inPart).size).toBe(inPart.length);
});
