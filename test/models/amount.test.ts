// Amounts of commands and messages: as many decimals as the currency has, and never a guess at what was meant.
import { describe, expect, test } from 'vitest';
import { amountText, parseAmount } from '../../src/models/amount.ts';
import { InvalidValue } from '../../src/models/errors.ts';

test.each([
  ['EUR', 250, '2.50'],
  ['EUR', 1, '0.01'],
  ['USD', 99_999_999, '999999.99'],
  ['JPY', 500, '500'],
  ['KWD', 1230, '1.230'],
])('%s %i is written %s, and read back', (currency, minor, text) => {
  expect(amountText(minor, currency)).toBe(`${text} ${currency}`);
  expect(parseAmount(text, currency)).toBe(minor);
  expect(parseAmount(` ${text} `, currency)).toBe(minor);
});

describe('an amount is refused', () => {
  test.each([
    ['EUR', '250', '250 could mean 2.50 EUR or 250.00 EUR: write all 2 decimals'],
    ['EUR', '2.5', 'amount must have a point and 2 decimals in EUR, such as 5.00'],
    ['EUR', '2.500', 'amount must have a point and 2 decimals in EUR, such as 5.00'],
    ['EUR', '2,50', 'amount must have a point and 2 decimals in EUR, such as 5.00'],
    ['EUR', '1,000.00', 'amount must have a point and 2 decimals in EUR, such as 5.00'],
    ['EUR', '-2.50', 'amount must have a point and 2 decimals in EUR, such as 5.00'],
    ['EUR', '', 'amount must have a point and 2 decimals in EUR, such as 5.00'],
    ['JPY', '5.00', 'amount must be a whole number, such as 500: JPY has no decimals'],
    ['KWD', '1.23', 'amount must have a point and 3 decimals in KWD, such as 5.000'],
  ])('in %s: %j', (currency, text, message) => {
    expect(() => parseAmount(text, currency)).toThrow(new InvalidValue('amount', message));
  });
});
