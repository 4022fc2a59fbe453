// The arithmetic of tax: net and tax are always exactly what was paid, and what is paid back is exactly what was taxed.
import { expect, test } from 'vitest';
import { splitGross, splitPart } from '../../../src/models/tax/split.ts';

test.each([
  [500, 1900, 80],
  [119, 1900, 19],
  [1000, 700, 65],
  // 107 × 7 / 107 is whole; 10.5 and 0.5 are rounded upwards.
  [107, 700, 7],
  [21, 10_000, 11],
  [1, 10_000, 1],
  [999, 2550, 203],
  [600, 0, 0],
  [0, 1900, 0],
  [99_999_999_999, 1900, 15_966_386_554],
])('%d minor units with a tax of %d hundredths of a percent hold %d of tax', (gross, rate, tax) => {
  expect(splitGross(gross, rate)).toEqual({ gross, net: gross - tax, tax });
});

test('parts that are paid back have exactly the tax of the whole, whatever they are', () => {
  for (const [gross, rate] of [
    [500, 1900],
    [999, 550],
    [7, 2100],
  ] as const) {
    const receipt = splitGross(gross, rate);
    for (const step of [1, 2, 3, 7, gross]) {
      let [before, tax, net] = [0, 0, 0];
      while (before < gross) {
        const part = splitPart(receipt, before, Math.min(step, gross - before));
        expect(part.net + part.tax).toBe(part.gross);
        expect(part.tax).toBeGreaterThanOrEqual(0);
        expect(part.net).toBeGreaterThanOrEqual(0);
        before += part.gross;
        tax += part.tax;
        net += part.net;
      }
      expect({ gross: before, net, tax }).toEqual(receipt);
    }
  }
});
