// The export of everything stored about one person, for that person (reliability R-P2): the rows of every table that
// refers to them or their address, without the hashes that guard them.
import type { Connection } from '../../database/connection.ts';
import { toColumn } from '../../database/rows.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { GiftRecord } from '../money/gift-record.ts';
import { listMailsToExport } from '../outbox/mail-log.ts';
import { listMailProblemsOf } from '../outbox/mail-problem.ts';
import { CustomerRecord, EXPORTED } from '../people/customer-record.ts';
import { toMemberId } from '../people/customer-summary.ts';
import { EmailCodeRecord } from '../people/email-code.ts';
import type { Tenant } from '../record.ts';
import { exportTrail } from '../sign-in/sign-in-trail.ts';
import { mailSpansOf } from './mails-of-person.ts';

export type ExportedValue =
  string | number | boolean | null | { readonly [name: string]: ExportedValue } | readonly ExportedValue[];
type ExportedRow = Readonly<Record<string, ExportedValue>>;
/** Maps each kind of record to its rows, the newest first. Names ending in `_at` are times. */
export type CustomerExport = Readonly<Record<string, readonly ExportedRow[]>>;

/** Columns that SQLite returns as 0 and 1. */
const BOOLEANS = new Set(['complimentary']);
/** Columns that hold JSON as text. */
const OBJECTS = new Set(['facts', 'personal', 'postal_address']);

const GIFT_COLUMNS: readonly (keyof GiftRecord)[] = [
  'periods',
  'interval',
  'amount',
  'currency',
  'recipientEmail',
  'senderName',
  'message',
  'deliverAt',
  'state',
  'gateway',
  'paymentRef',
  'paidAt',
  'refundedAmount',
  'dispute',
  'deliveredAt',
  'expiresAt',
  'claimedAt',
  'createdAt',
];
const CLAIMED_GIFT_COLUMNS: readonly (keyof GiftRecord)[] = [
  'periods',
  'interval',
  'senderName',
  'message',
  'claimedAt',
  'subscriptionId',
  'endsAt',
];

type Reading = (publication: Tenant, connection: Connection, customerId: string) => Promise<ExportedRow[]>;

/** Builds a reader of a customer's rows from one statement, which may join tables. */
function reading(name: string, text: string): Reading {
  const rows = statement<ExportedRow>(name, text);
  return (publication, connection, customerId) => connection.all(rows, [publication.id, customerId]);
}

const byCustomer: Readonly<Record<string, Reading>> = {
  newsletters: reading(
    'export_newsletters',
    `select n.slug, n.name, ns.created_at from newsletter_subscriptions ns join newsletters n on n.publication_id = ns.publication_id and n.id = ns.newsletter_id
      where ns.publication_id = ? and ns.customer_id = ? order by n.id desc`,
  ),
  subscriptions: reading(
    'export_subscriptions',
    `select s.id, p.slug as plan, s.price_id, r.amount, r.currency, r."interval", s.complimentary, s.status, s.billing, s.created_at, s.canceled_at, s.ends_at,
      s.end_reason, s.leaving_reason
      from subscriptions s join plans p on p.publication_id = s.publication_id and p.id = s.plan_id left join prices r on r.publication_id = s.publication_id and r.id = s.price_id
      where s.publication_id = ? and s.customer_id = ? order by s.id desc`,
  ),
  billings: reading(
    'export_billings',
    `select id, subscription_id, gateway, ref, state, price_id, amount, currency, "interval", next_price_id, next_amount, period_end as period_end_at, trial_end as trial_end_at, cancel_at,
      past_due_since as past_due_since_at, decline_reason, card_brand, card_last4, card_expires, created_at, ended_at from billings where publication_id = ? and customer_id = ? order by id desc`,
  ),
  checkouts: reading(
    'export_checkouts',
    `select k.id, p.slug as plan, k.purpose, k.price_id, k.amount, k.currency, k."interval", k.trial_days, k.gateway, k.ref, k.continue_url, k.state, k.failure, k.created_at,
      k.expires_at, k.ended_at from checkouts k join plans p on p.publication_id = k.publication_id and p.id = k.plan_id where k.publication_id = ? and k.customer_id = ? order by k.id desc`,
  ),
  payments: reading(
    'export_payments',
    `select id, billing_id, gateway, ref, reason, price_id, amount, discount, currency, period_start as period_start_at, period_end as period_end_at, paid_at,
      refunded_amount from payments where publication_id = ? and customer_id = ? order by id desc`,
  ),
  receipts: reading(
    'export_receipts',
    `select kind, number, record_id, description, issued_at, paid_at, gross, net, tax, discount, currency, treatment, rate as hundredths_of_a_percent, country,
      seller_name, seller_address, seller_tax_number, buyer_name, buyer_email, buyer_company, buyer_vat_number, buyer_address, paid_by, paid_by_last4
      from receipts where publication_id = ? and customer_id = ? order by id desc`,
  ),
  buyers: reading(
    'export_buyers',
    'select company, vat_number, country from buyers where publication_id = ? and customer_id = ? order by customer_id',
  ),
  gateway_customers: reading(
    'export_gateway_customers',
    'select gateway, ref, created_at from gateway_customers where publication_id = ? and customer_id = ? order by created_at desc',
  ),
  gifts: giftsOf('customerId', GIFT_COLUMNS),
  claimed_gifts: giftsOf('claimantId', CLAIMED_GIFT_COLUMNS),
  trials: reading(
    'export_trials',
    'select p.slug as plan, t.created_at, t.began_at from trials t join plans p on p.publication_id = t.publication_id and p.id = t.plan_id where t.publication_id = ? and t.customer_id = ? order by t.id desc',
  ),
  discount_redemptions: reading(
    'export_discount_redemptions',
    `select c.code, r.state, r.checkout_id, r.created_at from discount_redemptions r join discount_codes c on c.publication_id = r.publication_id and c.id = r.code_id
      where r.publication_id = ? and r.customer_id = ? order by r.id desc`,
  ),
  // Our choice: whoever is written about sees what was written (GDPR article 15), but not by whom.
  notes: reading(
    'export_notes',
    'select id, text, created_at, edited_at from customer_notes where publication_id = ? and customer_id = ? order by id desc',
  ),
  address_changes: reading(
    'export_address_changes',
    `select id, changed_by, former_email, email, undo_until as undo_until_at, former_mailed_at, mailed_at, created_at from address_changes
      where publication_id = ? and customer_id = ? order by id desc`,
  ),
  sign_in_links: reading(
    'export_sign_in_links',
    `select destination, created_at, expires_at, used_at from sign_in_links
      where publication_id = ? and customer_id = ? order by created_at desc`,
  ),
  sessions: reading(
    'export_sessions',
    `select id, browser, network, authenticated_at, created_at, seen_at, expires_at, ended_at, ended_by from sessions
      where publication_id = ? and customer_id = ? order by id desc`,
  ),
  sign_ins_to_applications: reading(
    'export_access_tokens',
    `select a.name as application, t.scope, t.session_id, t.created_at, t.expires_at, t.revoked_at
      from sessions s join access_tokens t on t.publication_id = s.publication_id and t.session_id = s.id join oauth_applications a on a.publication_id = t.publication_id and a.id = t.application_id
      where s.publication_id = ? and s.customer_id = ? order by t.created_at desc`,
  ),
  authorization_codes: reading(
    'export_authorization_codes',
    `select a.name as application, c.scope, c.session_id, c.redirect_uri, c.created_at, c.expires_at, c.redeemed_at
      from sessions s join authorization_codes c on c.publication_id = s.publication_id and c.session_id = s.id join oauth_applications a on a.publication_id = c.publication_id and a.id = c.application_id
      where s.publication_id = ? and s.customer_id = ? order by c.created_at desc`,
  ),
  mail_reports: reading(
    'export_mail_reports',
    'select id, delivery_id, kind, source, status, answer, created_at from mail_reports where publication_id = ? and customer_id = ? order by id desc',
  ),
  events: reading(
    'export_events',
    'select id, type, object_id, created_at, facts, personal from events where publication_id = ? and customer_id = ? order by id desc',
  ),
  pending_events: reading(
    'export_pending_events',
    'select type, object_id, created_at, facts, personal from pending_events where publication_id = ? and customer_id = ? order by number desc',
  ),
};
function giftsOf(holder: 'customerId' | 'claimantId', columns: readonly (keyof GiftRecord)[]): Reading {
  return (publication, connection, customerId) =>
    GiftRecord.in(publication, connection, { [holder]: customerId })
      .joinRelated('plan')
      .select('gifts.id', 'plan.slug as plan', ...columns.map((name) => `gifts.${name}`))
      .orderBy('gifts.id', 'desc')
      .castTo<ExportedRow[]>()
      .execute();
}

/** Returns everything stored about the person, or undefined for one who was erased or merged. */
export async function exportCustomer(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  customerId: string,
): Promise<CustomerExport | undefined> {
  const person = await CustomerRecord.find(publication, connection, { id: customerId, goneAt: null });
  if (person === undefined) return undefined;
  const { email, emailNormalized } = person;
  const shown = Object.fromEntries(EXPORTED.map((name) => [name, person[name]]));
  const found: Record<string, ExportedRow[]> = {
    customer: [{ ...shown, memberId: email === null ? null : toMemberId(customerId) }],
  };
  for (const [name, read] of Object.entries(byCustomer)) found[name] = await read(publication, connection, customerId);
  found['sign_in_steps'] = await exportTrail(publication, connection, secretKeys, { customerId, emailNormalized });
  if (email !== null && emailNormalized !== null) {
    found['email_codes'] = await EmailCodeRecord.in(publication, connection)
      .select('id', 'purpose', 'email', 'attempts', 'createdAt', 'expiresAt', 'usedAt')
      .where((either) => either.where('emailNormalized', emailNormalized).orWhere('intent', 'like', `%${customerId}%`))
      .orderBy('id', 'desc')
      .castTo<ExportedRow[]>();
    // Gifts to the address that were not claimed yet. Their content and sender stay hidden until the mail is delivered.
    found['gifts_to_address'] = await GiftRecord.in(publication, connection, {
      recipientEmailNormalized: emailNormalized,
    })
      .select('recipientEmail', 'createdAt', 'deliveredAt', 'expiresAt')
      .orderBy('id', 'desc')
      .castTo<ExportedRow[]>();
    const spans = await mailSpansOf(publication, connection, secretKeys, person);
    found['letters'] = await listMailsToExport(publication, connection, spans);
    const problems = await listMailProblemsOf(publication, connection, secretKeys, email);
    found['mail_problems'] = problems.map(({ since, ...problem }) => ({ ...problem, sinceAt: since }));
  }
  return Object.fromEntries(Object.entries(found).map(([name, rows]) => [name, rows.map(readable)]));
}

/** Writes times as ISO 8601, and booleans and objects alike for both databases. */
function readable(row: ExportedRow): ExportedRow {
  const pairs = Object.entries(row).map(([field, value]): [string, ExportedValue] => {
    const name = toColumn(field);
    if (name.endsWith('_at') && value !== null) return [name, new Date(Number(value)).toISOString()];
    if (OBJECTS.has(name) && typeof value === 'string') return [name, JSON.parse(value) as ExportedValue];
    return [name, BOOLEANS.has(name) && value !== null ? Boolean(value) : value];
  });
  return Object.fromEntries(pairs);
}
