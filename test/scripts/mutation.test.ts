// What `npm run test:long` makes of a run of tests with a fault in the sources.
import { expect, test } from 'vitest';
import { judge } from '../../scripts/test/mutation/observed.ts';

const FILES = ['test/api/catalog.test.ts'];

function report(
  tests: readonly { status: string; failureMessages?: readonly string[] }[],
  { status = 'passed', message = '' } = {},
) {
  return {
    testResults: [
      {
        name: `/copy/${FILES[0]}`,
        status,
        message,
        assertionResults: tests.map((one) => ({ fullName: 'a rule', failureMessages: [], ...one })),
      },
    ],
  };
}

test('a fault is noticed when a test fails, by an assertion or in time', () => {
  expect(
    judge(
      report([{ status: 'failed', failureMessages: ['AssertionError: expected 1 to be 2'] }], { status: 'failed' }),
      FILES,
    ),
  ).toEqual({ result: 'killed', because: 'a rule' });
  expect(
    judge(
      report([{ status: 'passed' }, { status: 'failed', failureMessages: ['Error: Test timed out in 20000ms.'] }]),
      FILES,
    ).result,
  ).toBe('killed');
});

test('a fault that every test passes with has survived', () => {
  expect(judge(report([{ status: 'passed' }]), FILES)).toEqual({ result: 'survived', because: '' });
});

test.each([
  [
    'a file that cannot be loaded',
    report([], { status: 'failed', message: 'SyntaxError: Unexpected token\n  at …' }),
    'SyntaxError: Unexpected token',
  ],
  [
    'tests that were not reached, as what comes before them failed',
    report([{ status: 'skipped' }], { status: 'failed', message: 'no server' }),
    'no server',
  ],
  [
    'a name that the mutant took away',
    report([{ status: 'failed', failureMessages: ['ReferenceError: limit is not defined\n  at …'] }]),
    'ReferenceError: limit is not defined',
  ],
  ['a file without tests', report([]), 'test/api/catalog.test.ts ran no test'],
  ['a file that is not there', { testResults: [] }, 'test/api/catalog.test.ts ran no test'],
  ['a run that ends without a report', undefined, 'no report: No test files found'],
])('%s says that the mutant is written wrongly', (_what, found, because) => {
  expect(judge(found, FILES, 'RUN\nNo test files found\n')).toEqual({ result: 'broken', because });
});
