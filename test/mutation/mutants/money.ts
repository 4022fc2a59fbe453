// Faults where money is concerned: the word of a gateway, refunds, prices, checkouts and discount codes.
import type { Mutant } from '../mutant.ts';

export const MONEY_MUTANTS: readonly Mutant[] = [
  {
    what: 'The sandbox collects in production',
    file: 'src/payments/gateways.ts',
    find: "!isTestOnly || config.environment === 'test'",
    replace: "!isTestOnly || config.environment !== ''",
    part: 'sqlite',
    tests: ['test/payments/gateways.test.ts'],
  },
  {
    what: 'The sandbox is believed whoever signed for it',
    file: 'src/payments/sandbox/signature.ts',
    find: "!macs.some((mac) => secretKeys.isMac('gateway sandbox-event', signedText(time, rawBody), mac))",
    replace: 'macs.length === 0',
    part: 'sqlite',
    tests: ['test/payments/sandbox.test.ts'],
  },
  {
    what: 'The sandbox is believed however old its notification is',
    file: 'src/payments/sandbox/signature.ts',
    find: ' || Math.abs(toUnixSeconds(clock.now()) - time) > SIGNATURE_TOLERANCE_SECONDS',
    replace: '',
    part: 'sqlite',
    tests: ['test/payments/sandbox.test.ts'],
  },
  {
    what: 'Stripe is believed whoever signed for it',
    file: 'src/payments/stripe/events.ts',
    find: `      verifier.verifyHeader(rawBody, header, secret, STRIPE_TOLERANCE_SECONDS, undefined, now.getTime());
`,
    replace: '',
    part: 'sqlite',
    tests: ['test/payments/stripe.test.ts'],
  },
  {
    what: "A customer can look at somebody else's checkout",
    file: 'src/models/money/checkout.ts',
    find: 'CheckoutRecord.find(publication, connection, { customerId, id })',
    replace: 'CheckoutRecord.find(publication, connection, { id })',
    part: 'sqlite',
    tests: ['test/pages/subscribe/checkout.test.ts'],
  },
  {
    what: 'More can be paid back than is left of a payment',
    file: 'src/payments/refund.ts',
    find: '(request.amount ?? left) > left',
    replace: '(request.amount ?? left) > 2 * left',
    part: 'sqlite',
    tests: ['test/payments/refund.test.ts'],
  },
  {
    what: 'A plan can be had for the price of another one',
    file: 'src/models/money/subscription.ts',
    find: 'found.pricePlanId !== given.planId',
    replace: "found.pricePlanId === ''",
    part: 'sqlite',
    tests: ['test/api/subscriptions.test.ts'],
  },
  {
    what: 'A disabled discount code can be used',
    file: 'src/models/catalog/discount-code.ts',
    find: 'patch({ disabledAt: clock.now().getTime() })',
    replace: 'patch({ disabledAt: null })',
    part: 'sqlite',
    tests: ['test/pages/subscribe/discount-codes.test.ts'],
  },
  {
    what: 'Nobody can try a plan that somebody has tried',
    file: 'src/models/money/trial.ts',
    find: "tried(publication, connection).where('customerId', customerId)",
    replace: "tried(publication, connection).whereNotNull('customerId')",
    part: 'sqlite',
    tests: ['test/pages/subscribe/trials.test.ts'],
  },
];
