// Faults of the mails that fall due by themselves.
import type { Mutant } from '../mutant.ts';

export const MAILS_MUTANTS: readonly Mutant[] = [
  {
    what: "In production mails are due by a sandbox's clock",
    file: 'src/payments/due.ts',
    find: 'statement<Row>(name, textBy(productionOffset))',
    replace: 'statement<Row>(name, textBy(testOffset))',
    part: 'sqlite',
    tests: ['test/mails/due-mails.test.ts'],
  },
  {
    what: 'Two workers that look at once both write a mail about a subscription',
    file: 'src/models/money/billing.ts',
    find: '    .where({ [mark]: from })\n',
    replace: '',
    part: 'sqlite',
    tests: ['test/mails/due-mails.test.ts'],
  },
  {
    what: 'A mail that cannot be written keeps the others from their turn',
    file: 'src/mails/due-mail.ts',
    find: '      onError(error);',
    replace: '      throw error;',
    part: 'sqlite',
    tests: ['test/mails/due-mails.test.ts'],
  },
  {
    what: "A due mail is in the publication's language, whatever the customer reads",
    file: 'src/mails/due-mail.ts',
    find: "{ 'accept-language': tag }",
    replace: '{}',
    part: 'sqlite',
    tests: ['test/mails/paid.test.ts'],
  },
  {
    what: 'The mail about the refund of a gift is sent again and again',
    file: 'src/models/money/gift.ts',
    find: 'patch({ refundMailed: to })',
    replace: 'patch({ refundMailed: from })',
    part: 'sqlite',
    tests: ['test/mails/refund.test.ts'],
  },
];
