// The check that every answer of the tests goes through finds what it is there for.
import { describe, expect, test } from 'vitest';
import { expectDocumented, undocumented } from '../support/service/contract.ts';
import { expectFailure } from '../support/service/failures.ts';

const ERROR = { error: { code: 'not_found', message: 'There is nothing at this address.' } };
const DOCUMENTED = {
  'Request-Id': '01hv3k8m2q4r6s8t0v2w4x6y8z',
  'RateLimit-Limit': '1200',
  'content-type': 'application/json',
};

test.each([
  ['a documented answer', 404, DOCUMENTED, ERROR, []],
  ['a status that is not documented', 418, DOCUMENTED, ERROR, ['status 418 is not documented']],
  [
    'an answer without a header that is always there',
    404,
    { 'content-type': 'application/json' },
    ERROR,
    ['header Request-Id is missing'],
  ],
  [
    'a header whose value does not fit',
    404,
    { ...DOCUMENTED, 'RateLimit-Limit': 'many' },
    ERROR,
    ['header RateLimit-Limit/value must be integer'],
  ],
  [
    'a media type that is not documented',
    404,
    { ...DOCUMENTED, 'content-type': 'text/html' },
    '<p>',
    ['media type text/html where application/json is documented'],
  ],
])('%s', (_, status, headers, body, faults) => {
  expect(undocumented('getCustomer', status, headers, body)).toEqual(faults);
});

test('a body that does not fit its schema', () => {
  expect(undocumented('getCustomer', 404, DOCUMENTED, { error: 'not found' })).not.toEqual([]);
});

describe('an answer of 500 or above', () => {
  const error = { error: { code: 'internal_error', message: 'Something went wrong.' } };

  test('fails the test that gets it, although it is documented', () => {
    expect(undocumented('getCustomer', 500, DOCUMENTED, error)).toEqual([]);
    expect(() => expectDocumented('getCustomer', 500, DOCUMENTED, error)).toThrow(
      'getCustomer answered 500, and the test did not make it fail',
    );
  });

  test('is what a test may ask for, and only there', async () => {
    await expectFailure(async () => expectDocumented('getCustomer', 500, DOCUMENTED, error));
    expect(() => expectDocumented('getCustomer', 500, DOCUMENTED, error)).toThrow('the test did not make it fail');
    await expect(expectFailure(async () => expectDocumented('getCustomer', 404, DOCUMENTED, ERROR))).rejects.toThrow(
      'no answer was 500 or above',
    );
  });
});
