// Nothing changes a customer, a subscription, a payment or a session without an event. Each statement and function that
// writes to one of these tables is listed here with its event, or with the reason why it has none; a new one fails
// until it is listed.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EVENT_TYPES } from '../../src/models/outbox/event.ts';
import { sourceStatements } from './source-statements.ts';

const models = new URL('../../src/models/', import.meta.url);

/** What a statement of these tables tells of, or `none` and why. */
const EVENTS: Readonly<Record<string, string>> = {
  insert_customer: 'customer.created',
  act_of_insert_customer: 'customer.created',
  subscribe_to_newsletter: 'customer.updated',
  copy_newsletters: 'customer.updated',
  insert_customers: 'customer.created',
  subscribe_new_customers: 'customer.created',
  insert_subscriptions: 'subscription.created',
  insert_subscription: 'subscription.created',
  act_of_insert_subscription: 'subscription.created',
  insert_paid_subscription: 'subscription.created',
  move_paid_subscription: 'subscription.changed',
  adopt_outside_subscription: 'subscription.changed',
  move_subscriptions: 'subscription.changed',
  cancel_subscription: 'subscription.canceled',
  cancel_dated_subscription: 'subscription.canceled',
  move_billings: 'none: their subscriptions are told of',
  move_payments: 'none: they were told of when they were made',
  upsert_payment: 'payment.succeeded',
  end_session: 'session.ended',
  end_other_sessions: 'session.ended',
  settle_deliveries: 'logout_notice.delivered',
  insert_session: 'none: a sign-in is no event',
  touch_session: 'none: the rolling end of a session is no event',
  erase_sessions: 'none: they have ended before',
  delete_ended_sessions: 'none: retention',
  delete_expired_sessions: 'none: retention',
  count_person_states: 'none: it is counted from what events tell of',
  insert_customer_figure: 'none: its event stands beside it',
  mark_indexed_people: 'none: what people are found by is kept from what events tell of',
  note_last_seen: 'none: that a session began is told by the sign-in',
  keep_person_states: 'none: it is kept from what events tell of',
  insert_demo_members: 'none: rows for load tests',
  insert_demo_subscriptions: 'none: rows for load tests',
  insert_demo_newsletter_subscriptions: 'none: rows for load tests',
  insert_moved_customers: 'none: the events of an export come with it',
  insert_moved_newsletter_subscriptions: 'none: the events of an export come with it',
  insert_moved_subscriptions: 'none: the events of an export come with it',
  insert_moved_billings: 'none: the events of an export come with it',
  insert_moved_payments: 'none: the events of an export come with it',
  end_paused_subscription: 'none: it was told of when the pause began',
  end_billings_of_canceled: 'none: the cancel itself is told of',
};

/** The same of the functions that write records of these tables. */
const EVENTS_OF_RECORDS: Readonly<Record<string, string>> = {
  'money/billing.ts createBilling BillingRecord':
    'none: what it tells is told once it has a subscription (updateBilling)',
  'money/billing.ts markBilling BillingRecord': 'none: mails are no events',
  'money/billing.ts requestBillingEnd BillingRecord': 'none: the end itself is told of',
  'money/billing.ts updateBilling BillingRecord': 'payment.failed',
  'money/subscription-end.ts keepEndReason SubscriptionRecord': 'none: a scheduled end is told by its billing record',
  'money/subscription-end.ts keepLeavingReason SubscriptionRecord': 'none: kept for the figures',
  'money/subscription-end.ts setSubscriptionEnd SubscriptionRecord': 'subscription.changed',
  'money/subscription.ts switchUncollected SubscriptionRecord': 'subscription.changed',
  'money/payment.ts correctPayments PaymentRecord':
    'none: an operator mends what was kept wrongly; nothing was paid or refunded',
  'money/payment.ts countPayment PaymentRecord': 'none: what is counted among the figures is told of',
  'money/payment.ts markPaymentMailed PaymentRecord': 'none: mails are no events',
  'money/payment.ts mailPaymentAgain PaymentRecord': 'none: mails are no events',
  'money/payment.ts markRefundMailed PaymentRecord': 'none: mails are no events',
  'lifecycle/erasure.ts eraseCustomer CustomerRecord': 'customer.erased',
  'lifecycle/merge.ts mergeCustomer CustomerRecord': 'customer.erased',
  'lifecycle/merge.ts moveEverything CustomerRecord': 'customer.erased',
  'lifecycle/merge.ts takeOver CustomerRecord': 'customer.updated',
  'lifecycle/customer-email.ts write CustomerRecord': 'customer.updated',
  'lifecycle/merge-people.ts mergePeople CustomerRecord': 'customer.erased',
  'lifecycle/merge-people.ts joinAddresses CustomerRecord': 'customer.updated',
  'people/customer-language.ts keepLanguage CustomerRecord': 'none: it is not shown to publishers',
  'people/customer-mail-choice.ts allowMails CustomerRecord': 'none: the data API does not have it',
  'people/customer-mail-choice.ts chooseSignInMails CustomerRecord': 'none: the data API does not have it',
  'people/customer-mail-choice.ts refuseMails CustomerRecord': 'none: the data API does not have it',
  'lifecycle/customer-update.ts write CustomerRecord': 'customer.updated',
  'people/customer.ts findOrCreateVerifiedCustomer CustomerRecord': 'customer.activated',
  'people/customer.ts renameCustomer CustomerRecord': 'customer.updated',
  'people/customer.ts setPostalAddress CustomerRecord': 'customer.updated',
  'people/newsletter-subscription.ts chooseNewsletters NewsletterSubscriptionRecord': 'customer.updated',
  'people/newsletter-subscription.ts leaveLost NewsletterSubscriptionRecord': 'customer.updated',
  'people/newsletter-subscription.ts removeNewsletters NewsletterSubscriptionRecord': 'customer.erased',
  'people/newsletter-subscription.ts unsubscribeFromNewsletter NewsletterSubscriptionRecord': 'customer.updated',
};

const TABLES = ['customers', 'newsletter_subscriptions', 'subscriptions', 'payments', 'billings', 'sessions'];
const WRITES = new RegExp(`\\b(insert into|update|delete from)\\s+(${TABLES.join('|')})\\b`);

test('every write to what events tell of is named with its event', () => {
  const names = sourceStatements.filter(({ postgres }) => WRITES.test(postgres)).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(15);
  expect([...new Set(names)].filter((name) => EVENTS[name] === undefined)).toEqual([]);
});

test('one statement cancels subscriptions', () => {
  const sources = readdirSync(new URL('../../src/', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8'));
  const cancels = sources.flatMap((text) => text.match(/set status = 'canceled'|status: 'canceled'/g) ?? []);
  expect(cancels).toHaveLength(1);
});

test('every function that writes records of what events tell of is named with its event', () => {
  const sources = readdirSync(models, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => [file, readFileSync(new URL(file, models), 'utf8')] as const);
  const records = sources.flatMap(([, source]) =>
    [...source.matchAll(/^(?:export )?class (\w+)[^}]*?tableName = '(\w+)'/gm)].filter(([, , table = '']) =>
      TABLES.includes(table),
    ),
  );
  const writers = sources.flatMap(([file, source]) => writersIn(source, records).map((writer) => `${file} ${writer}`));
  expect(writers.toSorted()).toEqual(Object.keys(EVENTS_OF_RECORDS).toSorted());
});

/** A record that a function names, where it writes: be the query built in one expression or in two. */
function writersIn(source: string, records: readonly RegExpMatchArray[]): string[] {
  return source.split(/^(?=(?:export )?(?:async )?function )/m).flatMap((text) => {
    const name = /^(?:export )?(?:async )?function (\w+)/.exec(text)?.[1];
    const isWriting = /\.(?:patch|insert|delete|add|update)\(/.test(text);
    return name === undefined || !isWriting
      ? []
      : records.flatMap(([, record = '']) =>
          new RegExp(`\\b${record}\\.(?:in|ofAll|add)\\(`).test(text) ? [`${name} ${record}`] : [],
        );
  });
}

test('no name is one of a statement that is gone, and no event one that there is not', () => {
  const known = new Set(sourceStatements.map(({ name }) => name));
  expect(Object.keys(EVENTS).filter((name) => !known.has(name))).toEqual([]);
  const types: readonly string[] = EVENT_TYPES;
  expect(
    [...Object.values(EVENTS), ...Object.values(EVENTS_OF_RECORDS)].filter(
      (event) => !event.startsWith('none: ') && !types.includes(event),
    ),
  ).toEqual([]);
});

test('the guide of events names every type, and no other', () => {
  const rows = readFileSync(new URL('../../docs/guides/events.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^\| `[a-z_]+\./.test(line));
  const named = rows.flatMap((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([a-z_.]+)`/g)].map(([, type]) => type),
  );
  expect(named).toEqual([...EVENT_TYPES]);
});
