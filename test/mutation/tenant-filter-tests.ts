// Which tests detect that a tenant filter is missing. By default these are the tenancy tests, in which an outsider
// names an id, an address or a code of another publication. No outsider can reach two kinds of filter: a join's
// comparison of two publications, which a foreign key keeps equal, and a filter behind an id that was already looked up
// within the publication. test/structure/tenancy.test.ts finds these by reading the statement.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';

type Noticed = Pick<Mutant, 'part' | 'tests'>;

/** By the file of the sources, the names of what its filters stand in; where that holds several, the one that is meant, after a colon. */
export type Filters = Readonly<Record<string, readonly string[]>>;

/** Without those of the second wall, which only PostgreSQL has. */
const BY_DEFAULT: Noticed = {
  part: 'sqlite',
  tests: globSync('test/tenancy/!(wall*).test.ts', {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  }).toSorted(),
};
const BY_READING: Noticed = { part: 'unit', tests: ['test/structure/tenancy.test.ts'] };

/** The comparison of a join. */
const JOINED = /= (?:\w+|\$\{\w+\})\.(?:publication_id|"publicationId")$/;

/** By the test file that is enough to notice. */
export const SEEN_BY: Readonly<Record<string, Filters>> = {
  'test/api/idempotency.test.ts': {
    'src/models/publication/api-key.ts': ['api_key_by_hash'],
    'src/models/publication/idempotency-answer.ts': ['stored_idempotency_answer', 'store_idempotency_answer'],
  },
  'test/dashboard/settings/payments.test.ts': { 'src/payments/stripe/connection.ts': ['stripe_collecting'] },
  'test/pages/sign-in/sign-in-link.test.ts': { 'src/models/sign-in/sign-in-link.ts': ['redeem_sign_in_link'] },
  'test/relocation/move.test.ts': {
    'src/backup/tables.ts': ['OWNED'],
    'src/models/money/gateway-event.ts': ['refs'],
    'src/models/staff/staff-move.ts': ['staff_of_publication'],
    'src/models/outbox/delivery-claim.ts': ['delivery_under_way'],
  },
  'test/dashboard/overview.test.ts': { 'src/models/lifecycle/setup.ts': ['publication_setup'] },
  'test/dashboard/hosting/address.test.ts': {
    'src/models/publication/site-host.ts': ['site_url_after_move'],
  },
  'test/dashboard/getting-in/audit.test.ts': { 'src/models/staff/audit-choices.ts': ['different', 'newest'] },
  'test/mails/renewal.test.ts': { 'src/payments/sandbox/settings.ts': ['sandboxClockOffset'] },
  'test/payments/reconcile.test.ts': {
    'src/models/money/reconciliation.ts': ['publications_to_reconcile'],
  },
  'test/payments/sandbox.test.ts': { 'src/payments/sandbox/settings.ts': ['sandbox_settings'] },
  'test/payments/stripe-door.test.ts': {
    'src/payments/stripe/connection.ts': ['remove_stripe_account: b.publication_id = stripe_accounts.publication_id'],
  },
};

/** By why nobody outside can try them. */
export const SECOND_LOCKS: Readonly<Record<string, Filters>> = {
  'the code that a client redeems was found in the publication': {
    'src/models/sign-in/authorization-code.ts': ['redeem_authorization_code'],
  },
  'a code is of an application, and that was found in the publication': {
    'src/models/sign-in/authorization-code.ts': ['grantText'],
  },
  'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says':
    {
      'src/models/money/billing.ts': ['end_billings_of_canceled', 'isBilled'],
      'src/models/money/discount-redemption.ts': ['free_discount'],
      'src/models/money/paid-subscription.ts': ['insert_paid_subscription', 'move_paid_subscription'],
    },
  'an export is imported into the publication that the command names': {
    'src/models/lifecycle/moving/import-state.ts': ['raise_end_of_event_log'],
  },
  'the customer was found in the publication, by the session or by the API': {
    'src/models/lifecycle/erasure.ts': ['erase_sessions', 'erase_letters'],
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
    ],
    'src/models/publication/idempotency-answer.ts': ['erase_idempotency_answers', 'move_idempotency_answers'],
    'src/models/people/customer-list.ts': [
      'pagesOf: s.publication_id = c.publication_id',
      'pagesOf: c.publication_id = h.publication_id',
    ],
    'src/models/people/customer-person.ts': ['columns: p.publication_id = c.publication_id'],
    'src/models/people/customer.ts': ['record_customer_event', 'lock_customer'],
    'src/models/people/newsletter-subscription.ts': [
      'newsletters_of_customer',
      'subscribe_to_newsletter',
      'copy_newsletters',
    ],
    'src/models/lifecycle/merge-subscriptions.ts': ['move_subscriptions'],
    'src/models/sign-in/session.ts': ['touch_session', 'end_session', 'end_other_sessions'],
  },
  'the plan was found in the publication': {
    'src/models/people/customer-list.ts': ['pagesOf: h.publication_id = :publicationId'],
  },
  'the code that was mailed is found by the cookie of the browser': {
    'src/models/people/email-code.ts': ['try_email_code'],
  },
  'the record was found in the publication': {
    'src/payments/stripe/connection.ts': ['reseal_stripe_keys'],
  },
  'the price, its change and the billing record were found in the publication': {
    'src/models/money/price-change-move.ts': [
      'billings_to_move',
      'look_at_moves_of_billing',
      'open_moves_of_price_change',
    ],
    'src/models/money/price-holders.ts': [
      'end_of_slice_of_holders',
      'holders_of_price',
      'count_holders_of_price',
      'examples_of_holders',
      'end_of_slice_of_moves',
      'states_of_moves',
    ],
  },
  'the worker has the publication and the id from one row': {
    'src/models/outbox/event-destination.ts': ['looking', 'destinations_of_events'],
    'src/models/sign-in/logout-receiver.ts': ['lookingIn'],
    'src/models/lifecycle/retention.ts': ['delete_old_events'],
    'src/mails/gifts/gift.ts': ['GIFT'],
    'src/mails/gifts/gift-ending.ts': ['GIFT_ENDING'],
    'src/mails/gifts/gift-refund.ts': ['GIFT_REFUND'],
    'src/mails/paid.ts': ['PAID'],
    'src/mails/price-change-undone.ts': ['PRICE_CHANGE_UNDONE'],
    'src/mails/price-change.ts': ['PRICE_CHANGE'],
    'src/mails/refund.ts': ['REFUND'],
    'src/payments/price-change/round.ts': ['dueMoves'],
    'src/mails/renewal.ts': ['RENEWAL'],
    'src/mails/trial.ts': ['TRIAL', 'trialDays'],
  },
  'what is due in the sandbox is looked for by its id in the publication then': {
    'src/payments/sandbox/checkout.ts': ['overdue_sandbox_checkouts'],
  },
  'the sandbox is asked with ids that it gave for the publication': {
    'src/payments/sandbox/payments.ts': ['refund_sandbox_payment'],
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
