// Faults where money is concerned: the word of a gateway, refunds, prices, checkouts and discount codes.
import type { Mutant } from '../mutant.ts';
import { sqliteMutant } from '../sqlite-mutant.ts';

const SANDBOX_SIGNATURE = 'payments/sandbox/signature';

export const MONEY_MUTANTS: readonly Mutant[] = [
  sqliteMutant(
    'The sandbox is believed whoever signed for it',
    SANDBOX_SIGNATURE,
    ["!macs.some((mac) => secretKeys.isMac('sandbox-event', signedText(time, rawBody), mac))", 'macs.length === 0'],
    'payments/sandbox',
  ),
  sqliteMutant(
    'The sandbox is believed however old its notification is',
    SANDBOX_SIGNATURE,
    [' || Math.abs(toUnixSeconds(clock.now()) - time) > SIGNATURE_TOLERANCE_SECONDS', ''],
    'payments/sandbox',
  ),
  sqliteMutant(
    'Stripe is believed whoever signed for it',
    'payments/stripe/events',
    ['      verifier.verifyHeader(rawBody, header, secret, STRIPE_TOLERANCE_SECONDS, undefined, now.getTime());\n', ''],
    'payments/stripe',
  ),
  sqliteMutant(
    "A customer can look at somebody else's checkout",
    'models/checkout',
    [
      'where publication_id = ? and customer_id = ? and id = ?',
      'where publication_id = ? and (customer_id = ? or true) and id = ?',
    ],
    'pages/checkout',
  ),
  sqliteMutant(
    'More can be paid back than is left of a payment',
    'payments/refund',
    ['(wish.amount ?? left) > left', '(wish.amount ?? left) > 2 * left'],
    'payments/refund',
  ),
  sqliteMutant(
    'A plan can be had for the price of another one',
    'models/subscription',
    ['found.pricePlanId !== given.planId', "found.pricePlanId === ''"],
    'api/subscriptions',
  ),
  sqliteMutant(
    'A disabled discount code can be used',
    'models/discount-code',
    [
      'set disabled_at = coalesce(disabled_at, ?) where',
      'set disabled_at = case when ? is null then disabled_at end where',
    ],
    'pages/discount-codes',
  ),
  sqliteMutant(
    'Nobody can try a plan that somebody has tried',
    'models/trial',
    [
      'from trials where publication_id = ? and customer_id = ? and began_at',
      'from trials where publication_id = ? and (customer_id = ? or true) and began_at',
    ],
    'pages/trials',
  ),
];
