// The state of a person is computed in one place (src/models/people/person-state.ts) and read everywhere else: nothing else
// concludes from subscriptions and billing records that somebody pays, tries or is given something.
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceStatements } from './source-statements.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const sources = globSync(['src/**/*.ts', 'templates/**/*.eta'], { cwd: PROJECT })
  .toSorted()
  .map((file) => ({ file, text: readFileSync(PROJECT + file, 'utf8') }));
const HOME = 'src/models/people/person-state.ts';
/** Made-up people are written in bulk, with their state. */
const DEMO = 'src/models/people/demo-member.ts';
const TRIAL = 'src/models/trial-period.ts';

const filesWith = (pattern: RegExp, but: readonly string[]): string[] =>
  sources.filter(({ file, text }) => !but.includes(file) && pattern.test(text)).map(({ file }) => file);

/** A state that only a person has, as the outcome of a condition. */
const CONCLUDED = /(?:\?|\bthen|\belse|\breturn|=>|[^=!<>]=|\w\) :)\s*'(?:paying|trial|complimentary|free|gone)'/;
/** Whether nothing was charged yet: the end of the trial beside that of the period. */
const TRIAL_ENDS =
  /trialEnd [!=]== (?:\w+\.)?periodEnd|periodEnd [!=]== (?:\w+\.)?trialEnd|trial_end (?:=|<>) (?:\w+\.)?period_end|period_end (?:=|<>) (?:\w+\.)?trial_end/;
const COMPUTED = /\bcomputedState\b|\brankOfSubscription\b/;

test('nothing else concludes what somebody’s state is', () => {
  expect(filesWith(CONCLUDED, [HOME, DEMO])).toEqual([]);
  expect(filesWith(COMPUTED, [HOME])).toEqual([]);
});

test('one place says whether a billing record is in its trial', () => {
  expect(filesWith(TRIAL_ENDS, [TRIAL])).toEqual([]);
});

test('one statement keeps the state, and those that read it name the column', () => {
  const writers = sourceStatements.filter(({ sqlite }) => /update customers\b[^]*?\bset\b[^]*?\bstate = /.test(sqlite));
  expect(writers.map(({ name }) => name)).toEqual(['keep_person_states']);
});

test('the readers see what they look for', () => {
  for (const text of [
    "isPaid ? 'paying' : x",
    "case when s.x then 'trial' end",
    "return 'complimentary';",
    "s = 'free'",
  ])
    expect([text, CONCLUDED.test(text)]).toEqual([text, true]);
  for (const text of ["state === 'paying'", "kind: 'trial'", "part <> 'gone'", "state: 'free' | 'gone'"])
    expect([text, CONCLUDED.test(text)]).toEqual([text, false]);
  for (const text of ['b.trial_end <> b.period_end', 'facts.trialEnd === facts.periodEnd'])
    expect([text, TRIAL_ENDS.test(text)]).toEqual([text, true]);
  expect(filesWith(COMPUTED, [])).toEqual([HOME]);
});
