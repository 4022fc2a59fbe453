// The arithmetic of tax, in whole minor units and without fractions: net and tax of an amount that includes the tax, and
// the part of them that is paid back.

/** Rates are in hundredths of a percent: 1900 is 19%, 2550 is 25.5%. */
export const HUNDREDTHS = 100;
/** Our choice: higher than any rate that we know of. */
export const RATE_MAX = 100 * HUNDREDTHS;

/** All in minor units; net and tax always add up to gross. */
export interface Split {
  readonly gross: number;
  readonly net: number;
  readonly tax: number;
}

/**
 * Divides an amount that includes its tax. Our choice: the tax of each receipt is rounded to the nearest minor unit, half a
 * unit upwards, and net is the rest, so that the two are always exactly what was paid.
 * @param gross minor units, 0 or more
 * @param rate in hundredths of a percent
 */
export function splitGross(gross: number, rate: number): Split {
  const tax = divideRounded(BigInt(gross) * BigInt(rate), BigInt(RATE_MAX + rate));
  return { gross, net: gross - tax, tax };
}

/**
 * The part of a receipt that is paid back, after others were. Our choice: the tax of all parts so far is rounded, not that of
 * each, so that the credit notes of a receipt that is paid back whole have exactly its tax.
 * @param before minor units of the receipt that were paid back before
 * @param part minor units that are paid back now; never more than is left
 */
export function splitPart(receipt: Split, before: number, part: number): Split {
  const taxOf = (gross: number): number =>
    receipt.gross === 0 ? 0 : divideRounded(BigInt(receipt.tax) * BigInt(gross), BigInt(receipt.gross));
  const tax = taxOf(before + part) - taxOf(before);
  return { gross: part, net: part - tax, tax };
}

/** Half a unit is rounded upwards. @param above 0 or more @param below above 0 */
function divideRounded(above: bigint, below: bigint): number {
  return Number((above * 2n + below) / (below * 2n));
}
