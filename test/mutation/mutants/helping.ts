// Faults in what a publisher does for a reader: refunds, merges, exports, erasures.
import type { Mutant } from '../mutant.ts';

export const HELPING_MUTANTS: readonly Mutant[] = [
  {
    what: 'An editor makes a refund of any size',
    file: 'src/dashboard/helping/refund.ts',
    find: 'if (amount > LARGE_REFUND) return true;',
    replace: 'if (amount < 0) return true;',
    part: 'sqlite',
    tests: ['test/dashboard/helping/refunds.test.ts'],
  },
  {
    what: 'Any number of refunds a day is made without a proof',
    file: 'src/dashboard/helping/refund.ts',
    find: '>= REFUNDS_A_DAY;',
    replace: '> 1000 * REFUNDS_A_DAY;',
    part: 'sqlite',
    tests: ['test/dashboard/helping/refunds.test.ts'],
  },
  {
    what: 'A payment of another reader is refunded by any path',
    file: 'src/models/money/payment-record.ts',
    find: 'named(PaymentRecord.in(publication, connection, { customerId, id }))',
    replace: 'named(PaymentRecord.in(publication, connection, customerId === id ? { customerId } : { id }))',
    part: 'sqlite',
    tests: ['test/dashboard/helping/refunds.test.ts'],
  },
];
