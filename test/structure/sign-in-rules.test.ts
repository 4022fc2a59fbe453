// The title of at least one test begins with the id of each rule of docs/sign-in-rules.md, and no title names an
// unknown rule.
import { expect, test } from 'vitest';
import { idsOfTitles, readPage, titlesWithStrayIds } from './title-ids.ts';

const RULES = [...readPage('sign-in-rules.md').matchAll(/^- ([A-Z]\d{1,2}) /gm)].map(([, id = '']) => id);

test('the page has 147 rules, none of them twice', () => {
  expect([RULES.length, new Set(RULES).size]).toEqual([147, 147]);
});

test('every rule has a test that carries its id', () => {
  const covered = idsOfTitles();
  expect(RULES.filter((rule) => !covered.has(rule))).toEqual([]);
});

test('a plain id in a title is that of a rule', () => {
  const plain = [...idsOfTitles()].filter(([id]) => !id.startsWith('R-'));
  expect(plain.filter(([id]) => !RULES.includes(id))).toEqual([]);
});

test('an id stands at the front of a title', () => {
  expect(titlesWithStrayIds()).toEqual([]);
});
