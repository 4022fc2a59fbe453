// Which rate applies, by the publication's table, the customer's country and the kind of product.
import { describe, expect, test } from 'vitest';
import { EU_COUNTRIES } from '../../../src/models/tax/country.ts';
import { EU_RATES } from '../../../src/models/tax/eu-rates.ts';
import { termsOf, type TaxedSale } from '../../../src/models/tax/tax-terms.ts';
import { parseVatNumber } from '../../../src/models/tax/vat-number.ts';

const SALE: TaxedSale = {
  sellerCountry: 'DE',
  hasReverseCharge: false,
  rates: [
    { country: '', productKind: '', rate: 100 },
    { country: '', productKind: 'print', rate: 200 },
    { country: 'AT', productKind: '', rate: 300 },
    { country: 'AT', productKind: 'e_publication', rate: 400 },
    { country: 'DE', productKind: '', rate: 500 },
  ],
  buyerCountry: null,
  vatNumber: null,
  productKind: 'e_publication',
};

test.each<[string, Partial<TaxedSale>, string, number | null, string | null]>([
  ['a country and a kind win', { buyerCountry: 'AT' }, 'rate', 400, 'AT'],
  ['a country counts for more than a kind', { buyerCountry: 'AT', productKind: 'print' }, 'rate', 300, 'AT'],
  [
    'a kind counts for more than the rate of everything',
    { buyerCountry: 'FR', productKind: 'print' },
    'rate',
    200,
    'FR',
  ],
  ['one rate stands for everything', { buyerCountry: 'FR' }, 'rate', 100, 'FR'],
  ['who says nothing is taxed where the seller is', {}, 'rate', 500, 'DE'],
  [
    'what no row names has no tax',
    { buyerCountry: 'US', rates: [{ country: 'DE', productKind: '', rate: 500 }] },
    'none',
    null,
    'US',
  ],
  ['a zero rate is a rate', { rates: [{ country: '', productKind: '', rate: 0 }] }, 'rate', 0, 'DE'],
  [
    'a VAT number changes nothing until the seller says so',
    { buyerCountry: 'AT', vatNumber: 'ATU12345678' },
    'rate',
    400,
    'AT',
  ],
  [
    'a business of another EU country owes the tax itself',
    { hasReverseCharge: true, buyerCountry: 'AT', vatNumber: 'ATU12345678' },
    'reverse_charge',
    0,
    'AT',
  ],
  [
    'a business of the same country pays it',
    { hasReverseCharge: true, buyerCountry: 'DE', vatNumber: 'DE123456789' },
    'rate',
    500,
    'DE',
  ],
  [
    'a seller outside the EU has no reverse charge',
    { hasReverseCharge: true, sellerCountry: 'CH', buyerCountry: 'AT', vatNumber: 'ATU12345678' },
    'rate',
    400,
    'AT',
  ],
])('%s', (_title, given, treatment, rate, country) => {
  expect(termsOf({ ...SALE, ...given })).toEqual({ treatment, rate, country });
});

describe('VAT numbers', () => {
  test.each([
    ['de 123 456 789', 'DE123456789', 'DE'],
    ['ATU12345678', 'ATU12345678', 'AT'],
    ['EL123456789', 'EL123456789', 'GR'],
    ['NL123456789B01', 'NL123456789B01', 'NL'],
    ['FR-XX.999999999', 'FRXX999999999', 'FR'],
    ['IE1234567FA', 'IE1234567FA', 'IE'],
    ['SE123456789001', 'SE123456789001', 'SE'],
    ['ESX1234567X', 'ESX1234567X', 'ES'],
  ])('%s is taken', (typed, number, country) => {
    expect(parseVatNumber(typed)).toEqual({ number, country });
  });

  test.each(['DE12345678', 'GR123456789', 'US123456789', 'GB123456789', '123456789', 'AT12345678', 'SE123456789002'])(
    '%s is refused',
    (typed) => {
      expect(() => parseVatNumber(typed)).toThrow('vat_number');
    },
  );

  test('nothing typed is none', () => {
    expect(parseVatNumber('  ')).toBeNull();
  });
});

test('the presets have a standard rate for each member state, and no kind above it', () => {
  expect(EU_COUNTRIES).toHaveLength(27);
  for (const country of EU_COUNTRIES) {
    const rows = EU_RATES.filter((row) => row.country === country);
    const standard = rows.find(({ productKind }) => productKind === '')?.rate ?? 0;
    expect(standard).toBeGreaterThanOrEqual(1700);
    expect(standard).toBeLessThanOrEqual(2700);
    expect(rows.every(({ rate }) => rate <= standard)).toBe(true);
  }
});
