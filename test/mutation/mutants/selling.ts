// Faults on the way to a subscription: what a reader may buy, where a code goes, whose mail it is.
import type { Mutant } from '../mutant.ts';

const SUMMARY = 'test/pages/subscribe/summary.test.ts';

export const SELLING_MUTANTS: readonly Mutant[] = [
  {
    what: 'Two check-outs that are paid at once end in two plans',
    file: 'src/payments/apply.ts',
    find: 'const isSecond = isToBegin && billing.subscriptionId === null',
    replace: 'const isSecond = isToBegin && billing.subscriptionId !== null',
    part: 'sqlite',
    tests: [SUMMARY],
  },
  {
    what: 'A check-out in another tab stays open beside the first',
    file: 'src/payments/checkout/other-checkouts.ts',
    find: "purpose !== 'subscribe' || ",
    replace: "purpose === 'subscribe' || ",
    part: 'sqlite',
    tests: [SUMMARY],
  },
  {
    what: 'The code that erases an account is sent to any address',
    file: 'src/pages/email-code.ts',
    find: "emailCode.state === 'used' || purpose.isAddressTyped !== true",
    replace: "emailCode.state === 'used'",
    part: 'sqlite',
    tests: [SUMMARY],
  },
  {
    what: 'A reader leaves the complimentary subscription of another',
    file: 'src/models/money/subscription.ts',
    find: "const fields = { id, customerId, status: 'active', billing: 'none' } as const;",
    replace: "const fields = { id, status: 'active', billing: 'none' } as const;\n  void customerId;",
    part: 'sqlite',
    tests: ['test/models/leave.test.ts'],
  },
  {
    what: 'Mails come from a domain that the operator no longer allows',
    file: 'src/outbound/mail-transport.ts',
    find: 'mail.from !== undefined && isAllowedSender(mail.from, ownDomains)',
    replace: 'mail.from !== undefined && ownDomains.length > 0',
    part: 'sqlite',
    tests: ['test/pages/publication-details.test.ts'],
  },
];
