// Which tests notice that a tenant filter is gone. What is not named here is expected to be noticed by the tests of tenancy: somebody from outside
// who names an id, an address or a code of another publication. A filter behind an id that was looked up in the own publication before is a second
// lock, which nobody outside can try: that it is there is read from the statement (test/structure/tenancy.test.ts).
import type { Mutant } from './mutant.ts';

type Noticed = Pick<Mutant, 'part' | 'tests'>;

/** By the file of the sources; for some of its filters, by the names of what they stand in, or for all. */
interface Row {
  readonly file: string;
  readonly names?: readonly string[];
}

const BY_DEFAULT: Noticed = { part: 'sqlite', tests: ['test/tenancy/data-api.test.ts', 'test/tenancy/payments.test.ts', 'test/tenancy/sign-in.test.ts'] };
const BY_READING: Noticed = { part: 'unit', tests: ['test/structure/tenancy.test.ts'] };

export const SEEN_BY: readonly (Row & { readonly tests: readonly string[] })[] = [
  { file: 'src/models/api-key.ts', names: ['api_key_by_hash'], tests: ['test/api/idempotency.test.ts'] },
  { file: 'src/models/continue-host.ts', names: ['continue_host'], tests: ['test/site/destinations.test.ts'] },
  { file: 'src/models/customer-email.ts', names: ['customer_id_by_email', 'end_email_codes'], tests: ['test/tenancy/same-address.test.ts'] },
  { file: 'src/models/customer-erasure.ts', names: ['erase_email_codes'], tests: ['test/tenancy/same-address.test.ts'] },
  { file: 'src/models/gift.ts', names: ['forget_recipient_of_gifts'], tests: ['test/tenancy/same-address.test.ts'] },
  { file: 'src/models/idempotency-answer.ts', names: ['stored_idempotency_answer', 'store_idempotency_answer'], tests: ['test/api/idempotency.test.ts'] },
  { file: 'src/models/idempotency-answer.ts', names: ['remove_idempotency_answer'], tests: ['test/tenancy/same-address.test.ts'] },
];

export const SECOND_LOCKS: readonly (Row & { readonly why: string })[] = [
  { why: 'the code that a client redeems was found in the publication', file: 'src/models/access-token.ts', names: ['revoke_access_token_of_code'] },
  { why: 'the code that a client redeems was found in the publication', file: 'src/models/authorization-code.ts', names: ['redeem_authorization_code'] },
  { why: 'a code is of an application, and that was found in the publication', file: 'src/models/authorization-code.ts', names: ['grantText'] },
  { why: 'the transaction that then finds no such key in the publication undoes it', file: 'src/models/api-key.ts', names: ['revoke_api_key'] },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/billing-event.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/billing.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/checkout.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/discount-redemption.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/gateway-customer.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/gift.ts', names: ['gifts_of_buyer', 'gifts_of_claimant', 'gift_of_checkout', 'pay_gift', 'abandon_gift', 'pay_gift_back', 'take_gift_back', 'readdress_gift', 'deliver_gift', 'claim_gift', 'end_gift', 'forget_buyer_of_gifts', 'move_gifts_bought', 'move_gifts_claimed', 'forget_claimant_of_gifts'] },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/paid-subscription.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/payment-correction.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/payment-notice.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/payment.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/price-switch.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/refund-notice.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/refund.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/trial.ts', names: ['begin_trial', 'release_trial', 'trials_of_customer', 'move_trials'] },
  { why: 'an address is kept under a key of the publication', file: 'src/models/trial.ts', names: ['trials_of_address'] },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/trial-notice.ts' },
  { why: 'what is billed, its checkout, payments and gifts were found before, by the customer who is signed in or by what the gateway says', file: 'src/models/renewal-notice.ts' },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/customer-email.ts', names: ['email_of_customer', 'change_email', 'attach_email'] },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/customer-erasure.ts', names: ['email_of_customer_to_erase', 'erase_customer', 'cancel_subscriptions_of_customer', 'erase_newsletters', 'erase_sessions', 'erase_email_codes_of_customer', 'erase_letters'] },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/customer-export.ts', names: ['export_customer', 'export_newsletters', 'export_subscriptions', 'export_billings', 'export_checkouts', 'export_payments', 'export_gateway_customers', 'export_gifts', 'export_claimed_gifts', 'export_trials', 'export_discount_redemptions', 'export_sessions', 'export_access_tokens', 'export_authorization_codes', 'export_events', 'export_pending_events', 'export_letters'] },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/customer-language.ts' },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/customer-list.ts', names: ['pagesOf: s.publication_id = c.publication_id', 'pagesOf: c.publication_id = h.publication_id'] },
  { why: 'the plan was found in the publication', file: 'src/models/customer-list.ts', names: ['pagesOf: h.publication_id = ?'] },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/customer-merge.ts' },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/customer-person.ts', names: ['columns: p.publication_id = c.publication_id'] },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/customer-update.ts', names: ['customer_to_update', 'update_customer'] },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/customer.ts', names: ['record_customer_event', 'rename_customer', 'lock_customer', 'mark_email_verified'] },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/event-person.ts' },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/newsletter.ts', names: ['newsletters_of_customer', 'subscribe_to_newsletter: c.publication_id = ?', 'unsubscribe_from_newsletter'] },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/subscription.ts', names: ['active_subscription_by_plan'] },
  { why: 'the customer was found in the publication, by the session or by the API', file: 'src/models/session.ts', names: ['touch_session', 'end_session', 'end_own_session', 'end_other_sessions'] },
  { why: 'the code that was mailed is found by the cookie of the browser', file: 'src/models/email-code.ts' },
  { why: 'the record was found in the publication', file: 'src/models/discount-code.ts', names: ['discount_code_by_id', 'offers_of_discount_code'] },
  { why: 'the record was found in the publication', file: 'src/models/event-endpoint.ts' },
  { why: 'the record was found in the publication', file: 'src/models/encrypted-record.ts' },
  { why: 'the record was found in the publication', file: 'src/models/delivery.ts', names: ['make_delivery_due'] },
  { why: 'what is kept is looked through for the id of a customer', file: 'src/models/idempotency-answer.ts', names: ['page_of_idempotency_answers'] },
  { why: 'the record was found in the publication', file: 'src/models/event-delivery.ts', names: ['make_event_delivery_due', 'page_of_event_deliveries: e.publication_id = d.publication_id'] },
  { why: 'the worker has the publication and the id from one row', file: 'src/models/event-destination.ts' },
  { why: 'the worker has the publication and the id from one row', file: 'src/models/logout-receiver.ts' },
  { why: 'the worker has the publication and the id from one row', file: 'src/models/retention.ts' },
  { why: 'the sandbox is asked with ids that it gave for the publication', file: 'src/payments/sandbox/checkout.ts', names: ['sandbox_checkout_by_key', 'locked_sandbox_checkout', 'update_sandbox_checkout'] },
  { why: 'the sandbox is asked with ids that it gave for the publication', file: 'src/payments/sandbox/customers.ts' },
  { why: 'the sandbox is asked with ids that it gave for the publication', file: 'src/payments/sandbox/gateway.ts' },
  { why: 'the sandbox is asked with ids that it gave for the publication', file: 'src/payments/sandbox/records.ts' },
  { why: 'the sandbox is asked with ids that it gave for the publication', file: 'src/payments/sandbox/renewals.ts', names: ['publications_with_due_sandbox_subscriptions'] },
];

export function noticedBy(file: string, name: string, text: string): Noticed {
  const isMeant = (row: Row): boolean => row.file === file && (row.names?.some((one) => one === name || one === `${name}: ${text}`) ?? true);
  const seen = SEEN_BY.find(isMeant);
  if (seen !== undefined) return { part: 'sqlite', tests: seen.tests };
  return SECOND_LOCKS.some(isMeant) ? BY_READING : BY_DEFAULT;
}
