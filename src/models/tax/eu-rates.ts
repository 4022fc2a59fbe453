// The rates of the EU's member states for what publishers sell, to begin a publication's table with. They are ours to the
// best of our knowledge, of one day, and advice of nobody: the publisher checks them (docs/selling.md).
import { EU_COUNTRIES, type EuCountry } from './country.ts';
import { HUNDREDTHS } from './split.ts';
import type { Rate } from './tax-terms.ts';

/** The day of which the rates are. */
export const EU_RATES_AS_OF = '2025-09-01';

/**
 * Percent: the standard rate, that of printed newspapers and magazines, and that of their electronic editions. Our choice:
 * where a lower rate depends on what is published or on a register, as that of the French press does, the standard rate
 * stands here, so that nobody pays too little by our table.
 */
const PERCENT: Readonly<Record<EuCountry, readonly [standard: number, print: number, electronic: number]>> = {
  AT: [20, 10, 10],
  BE: [21, 6, 6],
  BG: [20, 9, 9],
  CY: [19, 3, 3],
  CZ: [21, 12, 21],
  DE: [19, 7, 7],
  DK: [25, 25, 25],
  EE: [24, 9, 9],
  ES: [21, 4, 4],
  FI: [25.5, 10, 10],
  FR: [20, 20, 20],
  GR: [24, 6, 6],
  HR: [25, 25, 25],
  HU: [27, 5, 27],
  IE: [23, 9, 9],
  IT: [22, 4, 4],
  LT: [21, 9, 9],
  LU: [17, 3, 3],
  LV: [21, 5, 5],
  MT: [18, 5, 5],
  NL: [21, 9, 9],
  PL: [23, 8, 8],
  PT: [23, 6, 6],
  RO: [21, 11, 11],
  SE: [25, 6, 6],
  SI: [22, 5, 5],
  SK: [23, 23, 23],
};

/** One row for a country, and more where a kind has a rate of its own. */
export const EU_RATES: readonly Rate[] = EU_COUNTRIES.flatMap((country): Rate[] => {
  const [standard, print, electronic] = PERCENT[country];
  const row = (productKind: Rate['productKind'], percent: number): Rate => ({
    country,
    productKind,
    rate: Math.round(percent * HUNDREDTHS),
  });
  return [
    row('', standard),
    ...(print === standard ? [] : [row('print', print)]),
    ...(electronic === standard ? [] : [row('e_publication', electronic)]),
  ];
});
