// Faults on the way to a subscription: what a reader may buy, where a code goes, whose mail it is.
import type { Mutant } from '../mutant.ts';

const SUMMARY = 'test/pages/subscribe/summary.test.ts';

export const SELLING_MUTANTS: readonly Mutant[] = [
  {
    what: 'Two check-outs that are paid at once end in two plans',
    file: 'src/payments/apply.ts',
    find: 'isToBegin && billing.subscriptionId === null && (await paysForAnother',
    replace: 'isToBegin && billing.subscriptionId !== null && (await paysForAnother',
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
  {
    what: 'A reader joins a newsletter that is for another plan',
    file: 'src/models/people/newsletter-subscription.ts',
    find: 'and n.archived_at is null and ${isEntitled} order by',
    replace: "and n.archived_at is null and (n.audience <> '' or ${isEntitled}) order by",
    part: 'sqlite',
    tests: ['test/pages/newsletters.test.ts'],
  },
  {
    what: 'Whoever has lost a plan goes on getting the newsletters that came with it',
    file: 'src/models/money/subscription-end.ts',
    find: 'if (!KEEPS_NEWSLETTERS.has(reason)) await leaveLost(publication, transaction, clock, canceled',
    replace: "if (reason === 'unpaid') await leaveLost(publication, transaction, clock, canceled",
    part: 'sqlite',
    tests: ['test/pages/newsletters.test.ts'],
  },
  {
    what: 'Readers set pauses where the publisher does not let them',
    file: 'src/pages/account/pause.ts',
    find: "if (publication.pausesSetBy !== 'reader') throw",
    replace: "if (publication.pausesSetBy === 'reader' && false) throw",
    part: 'sqlite',
    tests: ['test/pages/account/cancel.test.ts'],
  },
  {
    what: 'What a reader says of their reason is lost with the answer of the gateway',
    file: 'src/models/money/subscription-end.ts',
    find: '...(end?.isFallback ? {} : { leavingReason',
    replace: '...(end?.isFallback && false ? {} : { leavingReason',
    part: 'sqlite',
    tests: ['test/pages/account/cancel.test.ts'],
  },
  {
    what: 'Whoever leaves is offered a plan that costs more',
    file: 'src/pages/account/cancel.ts',
    find: 'monthlyCost(price) < monthlyCost(present)',
    replace: 'monthlyCost(price) > 0',
    part: 'sqlite',
    tests: ['test/pages/account/cancel.test.ts'],
  },
];
