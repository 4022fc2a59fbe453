// Which tests notice that a tenant filter is gone. What is not named here is expected to be noticed by the tests of tenancy: somebody from outside
// who names an id, an address or a code of another publication. A join compares two rows' publications, which the foreign key between them keeps
// equal: that it is there is read from the statement (test/structure/tenancy.test.ts), as it is for a filter behind an id that was looked up in
// the own publication before. That one is a second lock, which nobody outside can try.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';

type Noticed = Pick<Mutant, 'part' | 'tests'>;

/** By the file of the sources, the names of what its filters stand in; where that holds several, the one that is meant, after a colon. */
export type Filters = Readonly<Record<string, readonly string[]>>;

const BY_DEFAULT: Noticed = {
  part: 'sqlite',
  tests: globSync('test/tenancy/*.test.ts', { cwd: fileURLToPath(new URL('../..', import.meta.url)) }).toSorted(),
};
const BY_READING: Noticed = { part: 'unit', tests: ['test/structure/tenancy.test.ts'] };

/** The comparison of a join. */
const JOINED = /= (?:\w+|\$\{\w+\})\.(?:publication_id|"publicationId")$/;

/** By the test file that is enough to notice. */
export const SEEN_BY: Readonly<Record<string, Filters>> = {
  'test/api/idempotency.test.ts': {
    'src/models/publication/api-key.ts': ['api_key_by_hash'],
    'src/models/publication/idempotency-answer.ts': [
      'stored_idempotency_answer',
      'store_idempotency_answer',
      'remove_idempotency_answer',
    ],
  },
  'test/mails/renewal.test.ts': { 'src/payments/sandbox/settings.ts': ['sandboxClockOffset'] },
  'test/payments/reconcile.test.ts': {
    'src/models/money/reconciliation.ts': ['publications_to_reconcile', 'billing_refs'],
  },
  'test/payments/sandbox.test.ts': { 'src/payments/sandbox/settings.ts': ['sandbox_settings'] },
  'test/payments/stripe-door.test.ts': {
    'src/models/money/reconciliation.ts': ['gateways_of_billings'],
    'src/payments/stripe/connection.ts': ['remove_stripe_account: b.publication_id = stripe_accounts.publication_id'],
  },
  'test/site/destinations.test.ts': { 'src/models/publication/continue-host.ts': ['continue_host'] },
  'test/views/logo.test.ts': { 'src/models/publication/logo.ts': ['findLogo'] },
};

/** By why nobody outside can try them. */
export const SECOND_LOCKS: Readonly<Record<string, Filters>> = {
  'the code that a client redeems was found in the publication': {
    'src/models/sign-in/access-token.ts': ['revoke_access_token_of_code'],
    'src/models/sign-in/authorization-code.ts': ['redeem_authorization_code'],
  },
  'a code is of an application, and that was found in the publication': {
    'src/models/sign-in/authorization-code.ts': ['grantText'],
  },
  'the transaction that then finds no such key in the publication undoes it': {
    'src/models/publication/api-key.ts': ['revoke_api_key'],
  },
  'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says':
    {
      'src/models/money/billing-event.ts': ['subscription_of_event'],
      'src/models/money/billing.ts': [
        'update_billing',
        'billing_by_id',
        'billing_by_subscription',
        'billings_of_customer',
        'want_billing_ended',
        'end_billings_of_canceled',
        'mark',
        'isBilled',
      ],
      'src/models/money/checkout.ts': [
        'open_checkout',
        'checkout_by_id',
        'checkout_ref',
        'start_checkout',
        'end_checkout',
      ],
      'src/models/money/discount-redemption.ts': [
        'count_discount_redemption',
        'uncount_discount_redemption',
        'redeem_discount',
        'free_discount',
        'discount_used_by_customer',
      ],
      'src/models/money/gateway-customer.ts': [
        'gateway_customer',
        'replace_gateway_customer',
        'move_gateway_customers',
        'erase_gateway_customers',
      ],
      'src/models/money/paid-subscription.ts': [
        'insert_paid_subscription',
        'move_paid_subscription',
        'end_paid_subscription',
        'active_subscription_by_id',
        'active_subscriptions_newest_first',
      ],
      'src/models/money/payment-correction.ts': ['payments_of_billing', 'correct_payment', 'remove_payment'],
      'src/models/money/payment.ts': [
        'payments_of_customer',
        'payment_of_customer',
        'mark_payment_told',
        'mark_refund_told',
        'subscription_id_of_billing',
      ],
      'src/models/money/price-switch.ts': ['price_switch_of_customer', 'finish_price_switch'],
      'src/models/money/refund.ts': ['refund_by_key', 'finish_refund', 'drop_refund'],
      'src/models/money/trial.ts': ['begin_trial', 'release_trial', 'trials_of_customer', 'move_trials'],
    },
  'an address is kept under a key of the publication': {
    'src/models/money/trial.ts': ['trials_of_address'],
  },
  'the customer was found in the publication, by the session or by the API': {
    'src/models/money/checkout.ts': ['erase_from_checkouts'],
    'src/models/lifecycle/erasure.ts': ['cancel_subscriptions_of_customer', 'erase_sessions', 'erase_letters'],
    'src/models/lifecycle/export.ts': [
      'export_newsletters',
      'export_subscriptions',
      'export_billings',
      'export_checkouts',
      'export_payments',
      'export_gateway_customers',
      'export_trials',
      'export_discount_redemptions',
      'export_sessions',
      'export_access_tokens',
      'export_authorization_codes',
      'export_events',
      'export_pending_events',
      'export_letters',
    ],
    'src/models/people/customer-list.ts': [
      'pagesOf: s.publication_id = c.publication_id',
      'pagesOf: c.publication_id = h.publication_id',
    ],
    'src/models/lifecycle/merge.ts': [
      'active_subscriptions_of_customer',
      'cancel_merged_subscription',
      'move_subscriptions',
    ],
    'src/models/people/customer-person.ts': ['columns: p.publication_id = c.publication_id'],
    'src/models/people/customer.ts': ['record_customer_event', 'lock_customer'],
    'src/models/outbox/event-person.ts': ['erase', 'move'],
    'src/models/people/newsletter-subscription.ts': [
      'newsletters_of_customer',
      'subscribe_to_newsletter',
      'copy_newsletters',
    ],
    'src/models/money/subscription.ts': ['active_subscription_by_plan'],
    'src/models/sign-in/session.ts': ['touch_session', 'end_session', 'end_other_sessions'],
  },
  'the plan was found in the publication': {
    'src/models/catalog/price.ts': ['page_of_prices_of_plan'],
    'src/models/people/customer-list.ts': ['pagesOf: h.publication_id = :publicationId'],
  },
  'the code that was mailed is found by the cookie of the browser': {
    'src/models/people/email-code.ts': ['try_email_code'],
  },
  'the record was found in the publication': {
    'src/payments/stripe/connection.ts': ['reseal_stripe_keys'],
    'src/models/catalog/discount-code.ts': ['discount_code_by_id', 'offers_of_discount_code'],
    'src/models/outbox/event-endpoint.ts': ['mark_endpoint_failing', 'mark_endpoint_answering', 'disable_endpoint'],
    'src/models/outbox/delivery.ts': ['make_delivery_due', 'attempts_of_delivery'],
    'src/models/outbox/event-delivery.ts': ['make_event_delivery_due', 'active_endpoint', 'page_of_event_deliveries'],
  },
  'what is kept is looked through for the id of a customer': {
    'src/models/publication/idempotency-answer.ts': ['page_of_idempotency_answers'],
  },
  'the worker has the publication and the id from one row': {
    'src/models/outbox/event-destination.ts': ['looking', 'destinations_of_events'],
    'src/models/sign-in/logout-receiver.ts': ['signedIn', 'logout_destination'],
    'src/models/lifecycle/retention.ts': ['delete_old_events'],
    'src/mails/gift.ts': ['GIFT'],
    'src/mails/paid.ts': ['PAID'],
    'src/mails/refund.ts': ['REFUND'],
    'src/mails/renewal.ts': ['RENEWAL'],
    'src/mails/trial.ts': ['TRIAL', 'trialDays'],
  },
  'what is due in the sandbox is looked for by its id in the publication then': {
    'src/payments/sandbox/checkout.ts': ['overdue_sandbox_checkouts'],
    'src/payments/sandbox/renewals.ts': ['next_due_sandbox_subscription'],
  },
  'the sandbox is asked with ids that it gave for the publication': {
    'src/payments/sandbox/checkout.ts': [
      'sandbox_checkout_by_key',
      'locked_sandbox_checkout',
      'update_sandbox_checkout',
    ],
    'src/payments/sandbox/customers.ts': ['sandbox_customer_by_key', 'sandbox_customer'],
    'src/payments/sandbox/gateway.ts': ['sandbox_call', 'answer_sandbox_call'],
    'src/payments/sandbox/records.ts': [
      'update_sandbox_subscription',
      'sandbox_subscription',
      'lock',
      'list_sandbox_subscriptions',
    ],
    'src/payments/sandbox/payments.ts': [
      'sandbox_payments',
      'refund_sandbox_payment',
      'sandbox_charge_of_checkout',
      'refund_sandbox_charge',
    ],
    'src/payments/sandbox/renewals.ts': ['publications_with_due_sandbox_subscriptions'],
  },
};

export function noticedBy(file: string, name: string, text: string): Noticed {
  const isMeant = (filters: Filters): boolean =>
    filters[file]?.some((one) => one === name || one === `${name}: ${text}`) ?? false;
  const seen = Object.entries(SEEN_BY).find(([, filters]) => isMeant(filters));
  if (seen !== undefined) return { part: 'sqlite', tests: [seen[0]] };
  return JOINED.test(text) || Object.values(SECOND_LOCKS).some(isMeant) ? BY_READING : BY_DEFAULT;
}
