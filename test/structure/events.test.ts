// Nothing changes a customer, a subscription, a payment or a session without an event: each statement that writes to one of these tables, and each
// function that writes their records, is either named here with the event that goes with it, or with the reason why it has none. A new one fails
// until it is named.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { allStatements } from '../../src/database/statement.ts';
import { EVENT_TYPES } from '../../src/models/outbox/event.ts';

const models = new URL('../../src/models/', import.meta.url);
const files = readdirSync(models, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
for (const file of files) await import(/* @vite-ignore */ fileURLToPath(new URL(file, models)));

/** What a statement of these tables, or a function that writes their records, tells of, or `none` and why. */
const EVENTS: Readonly<Record<string, string>> = {
  insert_customer: 'customer.created',
  rename_customer: 'customer.updated',
  update_customer: 'customer.updated',
  mark_email_verified: 'customer.activated',
  change_email: 'customer.updated',
  attach_email: 'customer.activated',
  subscribe_to_newsletter: 'customer.updated',
  unsubscribe_from_newsletter: 'customer.updated',
  erase_customer: 'customer.erased',
  erase_newsletters: 'customer.erased',
  merge_customer: 'customer.erased',
  take_name: 'customer.updated',
  copy_newsletters: 'customer.updated',
  remove_newsletters_of_customer: 'customer.erased',
  insert_subscription: 'subscription.created',
  insert_paid_subscription: 'subscription.created',
  move_paid_subscription: 'subscription.changed',
  move_subscriptions: 'subscription.changed',
  cancel_subscription: 'subscription.canceled',
  end_paid_subscription: 'subscription.canceled',
  cancel_subscriptions_of_customer: 'subscription.canceled',
  cancel_merged_subscription: 'subscription.canceled',
  upsert_payment: 'payment.succeeded',
  updateBilling: 'payment.failed',
  end_session: 'session.ended',
  end_other_sessions: 'session.ended',
  settle_deliveries: 'logout_notice.delivered',
  insert_session: 'none: a sign-in is no event',
  touch_session: 'none: the rolling end of a session is no event',
  erase_sessions: 'none: they have ended before',
  delete_ended_sessions: 'none: retention',
  delete_expired_sessions: 'none: retention',
  insert_demo_members: 'none: rows for load tests',
  insert_demo_subscriptions: 'none: rows for load tests',
  insert_demo_newsletter_subscriptions: 'none: rows for load tests',
  createBilling: 'none: what it tells is told once it has a subscription (updateBilling)',
  requestBillingEnd: 'none: the end itself is told of',
  end_billings_of_canceled: 'none: the cancel itself is told of',
  markBilling: 'none: mails are no events',
  markPaymentTold: 'none: mails are no events',
  markRefundTold: 'none: mails are no events',
  keep_language: 'none: it is not shown to publishers',
  correctPayments: 'none: an operator mends what was kept wrongly; nothing was paid or refunded',
};

const TABLES = ['customers', 'newsletter_subscriptions', 'subscriptions', 'payments', 'billings', 'sessions'];
const WRITES = new RegExp(`\\b(insert into|update|delete from)\\s+(${TABLES.join('|')})\\b`);
const RECORD = new RegExp(
  `class (\\w+) extends \\w+ \\{\\n  static override tableName = '(?:${TABLES.join('|')})';`,
  'g',
);
const WRITES_RECORDS = /\.(patch|insert|upsertGraph)\(|\.delete\(\)|\b\w+\.add\(\w+, transaction\b/;

const sources = files.map((file) => readFileSync(new URL(file, models), 'utf8'));
const records = sources.flatMap((source) => [...source.matchAll(RECORD)].map(([, name = '']) => name));

/** In every file that has to do with records of these tables: the functions that write records, but for those that name others alone. */
function writersOf(source: string): string[] {
  if (!records.some((name) => new RegExp(`\\b${name}\\b`).test(source))) return [];
  const functions = source.split(/^(?=(?:export )?(?:async )?function )/m).slice(1);
  return functions.flatMap((text) => {
    const named = text.match(/\b[A-Z]\w*Record\b/g);
    const isOfOthers = named !== null && !named.some((name) => records.includes(name));
    return isOfOthers || !WRITES_RECORDS.test(text) ? [] : [/function (\w+)/.exec(text)?.[1] ?? ''];
  });
}

const statements = allStatements().filter(({ name }) => !/^(test_|ledger)/.test(name));
const writers = sources.flatMap(writersOf);

test('the functions that write records are found', () => {
  expect(records).toEqual(expect.arrayContaining(['BillingRecord', 'PaymentRecord']));
  expect(writers).toEqual(expect.arrayContaining(['createBilling', 'updateBilling', 'correctPayments']));
});

test('every write to what events tell of is named with its event', () => {
  const names = [...statements.filter(({ postgres }) => WRITES.test(postgres)).map(({ name }) => name), ...writers];
  expect(names.length).toBeGreaterThan(25);
  expect([...new Set(names)].filter((name) => EVENTS[name] === undefined)).toEqual([]);
});

test('no name is one of a statement that is gone, and no event one that there is not', () => {
  const known = new Set([...statements.map(({ name }) => name), ...writers]);
  expect(Object.keys(EVENTS).filter((name) => !known.has(name))).toEqual([]);
  const types: readonly string[] = EVENT_TYPES;
  expect(Object.values(EVENTS).filter((event) => !event.startsWith('none: ') && !types.includes(event))).toEqual([]);
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
