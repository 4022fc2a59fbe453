// kill -9 of masthead publication move in each of its steps, from and to either kind of database.
import { expect, test } from 'vitest';
import { moveAndKill, POINTS, type PointName } from '../relocation/killed-move.ts';
import type { Dialect } from '../support/databases/database.ts';

const KINDS: readonly Dialect[] = ['sqlite', 'postgres'];
const names: readonly PointName[] = [
  'the freeze',
  'the first row of the copy',
  'the copy',
  'the switch',
  'the arrival',
  'the note of its hosts',
  'the removal',
  'the end',
];

test('all steps are tried', () => {
  expect([...names]).toEqual(Object.keys(POINTS));
});

for (const from of KINDS)
  for (const to of KINDS)
    test(`a move from ${from} to ${to} is killed in each of its steps, and one end alone answers`, async ({
      onTestFinished,
    }) => {
      expect(await moveAndKill({ from, to, points: names }, onTestFinished)).toBe(1);
    });
