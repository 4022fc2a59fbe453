// The list of the sign-in provider's rules: each id stands at the front of the title of at least one test, except those of NOT_YET, a list that
// only shrinks.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const COUNTS = { D: 10, A: 43, S: 5, T: 29, I: 10, U: 11, E: 16, B: 12, X: 5 };
const RULES = Object.entries(COUNTS).flatMap(([letter, count]) => Array.from({ length: count }, (_, index) => `${letter}${index + 1}`));
const NOT_YET: readonly string[] = [];

/** The ids at the front of a title, whether it is the test's own, that of a group or that of a row. */
const TITLE = /(?:\(|\[|^\s*)['"`]((?:[DASTIUEBX]\d{1,2}(?:,? and |, ?|: | ))+)/gm;

function coveredRules(): Set<string> {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync('**/*.test.ts', { cwd: root });
  const titles = files.flatMap((file) => [...readFileSync(`${root}/${file}`, 'utf8').matchAll(TITLE)].map(([, ids = '']) => ids));
  return new Set(titles.flatMap((ids) => ids.match(/[A-Z]\d{1,2}/g) ?? []));
}

test('every rule has a test that carries its id', () => {
  const covered = coveredRules();
  expect(RULES.filter((rule) => !covered.has(rule) && !NOT_YET.includes(rule))).toEqual([]);
});

test('a rule that has a test leaves the list of those without', () => {
  const covered = coveredRules();
  expect(NOT_YET.filter((rule) => covered.has(rule) || !RULES.includes(rule))).toEqual([]);
});
