// Faults in receipts and credit notes: their numbers, their sums, and what they keep.
import type { Mutant } from '../mutant.ts';

const TESTS = ['test/receipts/receipts.test.ts'];

export const RECEIPT_MUTANTS: readonly Mutant[] = [
  {
    what: 'A number of a receipt is given twice',
    file: 'src/models/receipts/receipt.ts',
    find: 'do update set receipts = receipt_numbers.receipts + excluded.receipts,',
    replace: 'do update set receipts = receipt_numbers.receipts,',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'The tax of each part that is paid back is rounded by itself',
    file: 'src/models/tax/split.ts',
    find: 'const tax = taxOf(before + part) - taxOf(before);',
    replace: 'const tax = taxOf(part);',
    part: 'unit',
    tests: ['test/models/tax/split.test.ts'],
  },
  {
    what: 'The name and the address of an erased reader stay on their receipts',
    file: 'src/models/receipts/receipt.ts',
    find: 'patch({ buyerName: null, buyerEmail: null, paidByLast4: null })',
    replace: 'patch({ paidByLast4: null })',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'What an erased reader said for tax stays',
    file: 'src/models/lifecycle/erasure.ts',
    find: '  await removeBuyer(publication, transaction, customerId);\n',
    replace: '',
    part: 'sqlite',
    tests: TESTS,
  },
  {
    what: 'A reader pays without being asked where they live, where the tax depends on it',
    file: 'src/models/receipts/expected-tax.ts',
    find: 'dependsOnBuyer && country === null',
    replace: 'dependsOnBuyer && country === undefined',
    part: 'sqlite',
    tests: ['test/pages/subscribe/summary.test.ts'],
  },
  {
    what: 'The summary names the tax of the whole price for a first charge that is discounted',
    file: 'src/pages/subscribe/summary.ts',
    find: 'amount: dueToday(choice, terms), currency',
    replace: 'amount: price.amount, currency',
    part: 'sqlite',
    tests: ['test/pages/subscribe/summary.test.ts'],
  },
  {
    what: 'The summary of a trial names the full price for the first charge, though it is discounted',
    file: 'src/pages/subscribe/summary.ts',
    find: 'trialDays === null ? 2 : 1',
    replace: '2',
    part: 'sqlite',
    tests: ['test/pages/subscribe/summary.test.ts'],
  },
  {
    what: 'The page of the tax details leads to any address of another site',
    file: 'src/pages/tax.ts',
    find: 'return toOwnPath(text, SUMMARY);',
    replace: 'return text;',
    part: 'sqlite',
    tests: ['test/pages/subscribe/summary.test.ts'],
  },
  {
    what: 'A business of the seller’s own country owes no tax',
    file: 'src/models/tax/tax-terms.ts',
    find: ' && buyer.country !== sellerCountry',
    replace: '',
    part: 'unit',
    tests: ['test/models/tax/tax-terms.test.ts'],
  },
  {
    what: 'A receipt of another reader is shown',
    file: 'src/models/receipts/receipt-record.ts',
    find: 'const own = ReceiptRecord.in(publication, connection, { customerId });',
    replace:
      'const own = ReceiptRecord.in(publication, connection, customerId === idOrRecordId ? { customerId } : {});',
    part: 'sqlite',
    tests: ['test/dashboard/tax/tax.test.ts'],
  },
  {
    what: 'The figures of Stripe Tax are taken over for the first payment alone',
    file: 'src/payments/stripe/payments.ts',
    find: 'tax: await taxOf(stripe, invoice),',
    replace: "tax: reason === 'subscription_create' ? await taxOf(stripe, invoice) : null,",
    part: 'sqlite',
    tests: ['test/payments/both-gateways.test.ts'],
  },
];
