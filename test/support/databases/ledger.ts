// The ledger check, after every fault test: each acknowledged write is there, nothing is half made, the unique rules hold, each sign-out has its
// deliveries, no code worked twice, and the database's own integrity check passes.
import type { Database } from '../../../src/database/connection.ts';
import { hashSecret } from '../../../src/database/secrets.ts';
import { statement } from '../../../src/database/statement.ts';
import { computedState } from '../../../src/models/people/person-state.ts';
import { EVENTS_BROKEN } from './event-ledger.ts';

/** Writes acknowledged with a 2xx. */
export type Acknowledged =
  | { readonly kind: 'customer'; readonly id: string; readonly email: string | null }
  | {
      readonly kind: 'subscription';
      readonly id: string;
      readonly customerId: string;
      readonly planId: string;
      readonly priceId: string | null;
    }
  | { readonly kind: 'cancel'; readonly id: string }
  | { readonly kind: 'token'; readonly accessToken: string; readonly sid: string }
  | { readonly kind: 'sign-out'; readonly sid: string; readonly receivers: number };

/** Requests without an answer: each took effect as a whole or not at all. */
export type Unanswered = Extract<Acknowledged, { kind: 'sign-out' }>;

/** Rules that hold in any state; each text selects the rows that break it. */
const BROKEN: Record<string, string> = {
  'one e-mail address, two customers': `select publication_id as id from customers where email_normalized is not null group by publication_id, email_normalized having count(*) > 1`,
  'a kept state that is not the computed one': `select c.id from customers c where c.state <> ${computedState}`,
  'one plan, two active subscriptions': `select customer_id as id from subscriptions where status = 'active' group by customer_id, plan_id having count(*) > 1`,
  'a subscription that is neither paid nor complimentary': `select id from subscriptions where (price_id is null and not complimentary) or (price_id is not null and complimentary)`,
  'a price of another plan': `select s.id from subscriptions s join prices p on p.id = s.price_id where p.plan_id <> s.plan_id`,
  'a subscription across publications': `select s.id from subscriptions s join customers c on c.id = s.customer_id join plans p on p.id = s.plan_id
    where c.publication_id <> s.publication_id or p.publication_id <> s.publication_id`,
  'canceled without a moment, or active with one': `select id from subscriptions where (status = 'canceled' and canceled_at is null) or (status = 'active' and canceled_at is not null)`,
  'an Idempotency-Key without an answer': `select key_hash as id from idempotency_answers where status is null`,
  'a redeemed authorization code without its token': `select c.hash as id from authorization_codes c left join access_tokens t on t.authorization_code_hash = c.hash
    where c.redeemed_at is not null and t.hash is null`,
  'a token of a code that was not redeemed': `select t.hash as id from access_tokens t join authorization_codes c on c.hash = t.authorization_code_hash where c.redeemed_at is null`,
  'a session of a customer of another publication': `select s.id from sessions s join customers c on c.id = s.customer_id where c.publication_id <> s.publication_id`,
  'two charges for one period': `select billing_id as id from payments where reason <> 'switch' and refunded_amount < amount group by billing_id, period_start having count(*) > 1`,
  'one person, two customers at the gateway': `select c.customer_id as id from checkouts c join sandbox_checkouts k on k.id = c.ref and c.gateway = 'sandbox' join sandbox_customers s on s.id = k.sandbox_customer_id
    where not exists (select 1 from customers m where m.publication_id = c.publication_id and m.merged_into_id = c.customer_id)
    group by c.customer_id having count(distinct k.sandbox_customer_id) > 1`,
  'a gateway customer of another publication': `select g.customer_id as id from gateway_customers g join customers c on c.id = g.customer_id where c.publication_id <> g.publication_id`,
  'refunds that are more than was paid back': `select r.payment_id as id from refunds r join payments y on y.id = r.payment_id where r.done_at is not null
    group by r.payment_id, y.refunded_amount having sum(r.amount) > y.refunded_amount`,
  'told of more than was paid back': `select id from payments where refund_mailed > refunded_amount`,
  'told of more than was paid back of a gift': `select id from gifts where refund_mailed > refunded_amount`,
  'receipts that do not add up to a payment': `select y.id from payments y join billings b on b.id = y.billing_id
    where (b.taken_over_at is null or y.paid_at >= b.taken_over_at) and y.amount - y.refunded_amount <>
      coalesce((select sum(case when r.kind = 'receipt' then r.gross else -r.gross end) from receipts r where r.record_id = y.id), -1)`,
  'receipts that do not add up to a gift': `select g.id from gifts g where g.paid_at is not null and g.amount - g.refunded_amount <>
      coalesce((select sum(case when r.kind = 'receipt' then r.gross else -r.gross end) from receipts r where r.record_id = g.id), -1)`,
  'a gap among the numbers of receipts': `select publication_id as id from receipts group by publication_id, kind having count(*) <> max(number) or min(number) <> 1`,
  'net and tax that are not gross': `select id from receipts where net + tax <> gross or tax < 0 or gross < 0`,
  'a refund of a payment of another publication': `select r.id from refunds r join payments y on y.id = r.payment_id where r.publication_id <> y.publication_id`,
  'our payments and the sandbox’s differ': `select b.id from billings b where b.gateway = 'sandbox' and b.state = 'ended'
    and (select coalesce(sum(amount), 0) from payments where billing_id = b.id) <> (select coalesce(sum(amount), 0) from sandbox_payments where subscription_id = b.ref)
    and exists (select 1 from sandbox_subscriptions s where s.id = b.ref)`,
  'more paid back than was paid': `select id from payments where refunded_amount > amount or refunded_amount < 0`,
  'a renewal that does not follow a period that was paid': `select y.id from payments y where y.reason = 'renewal'
    and not exists (select 1 from payments before where before.billing_id = y.billing_id and before.period_end = y.period_start)
    and not exists (select 1 from billings b where b.id = y.billing_id and (b.trial_end = y.period_start or b.pause_until is not null or y.period_start <= b.taken_over_at))`,
  'paid and no subscription': `select y.id from payments y join billings b on b.id = y.billing_id
    where b.subscription_id is null and y.refunded_amount < y.amount and coalesce(b.end_reason, '') <> 'held_already'`,
  'access that nobody paid for': `select b.id from billings b where b.state in ('active', 'past_due') and b.end_reason is null
    and (b.trial_end is null or b.trial_end <> b.period_end) and (b.state = 'active' or b.pause_until is null)
    and (b.taken_over_at is null or b.period_end > b.taken_over_at)
    and not exists (select 1 from payments y where y.billing_id = b.id and y.period_end = b.period_end)`,
  'a plan that one person tried twice': `select customer_id as id from checkouts where trial_days is not null and state = 'complete' and failure is null
    group by customer_id, plan_id having count(*) > 1`,
  'a trial that is not held against anybody': `select k.id from checkouts k where k.trial_days is not null and k.state = 'complete' and k.failure is null
    and not exists (select 1 from trials t where t.checkout_id = k.id and t.began_at is not null)`,
  'a trial kept for a checkout that came to nothing': `select k.id from checkouts k join trials t on t.checkout_id = k.id where k.state = 'expired' or k.failure is not null`,
  'a discount code used more often than it may be': `select c.id from discount_codes c where c.redemptions > c.max_redemptions
    or c.redemptions <> (select count(*) from discount_redemptions r where r.code_id = c.id and r.state <> 'freed')`,
  'a discount that is neither used nor given back': `select k.id from checkouts k join discount_redemptions r on r.checkout_id = k.id
    where (k.state = 'open') <> (r.state = 'reserved') or (r.state = 'redeemed' and k.failure is not null)`,
  'a gift claimed without its subscription, or the reverse': `select g.id from gifts g left join subscriptions s on s.id = g.subscription_id
    where (g.state = 'claimed') <> (s.id is not null) or (s.id is not null and (s.billing <> 'gift' or s.customer_id <> g.claimant_id or g.ends_at is null))`,
  'a subscription that was given by nobody': `select s.id from subscriptions s where s.billing = 'gift' and (select count(*) from gifts g where g.subscription_id = s.id) <> 1`,
  'a gift whose time is over and whose subscription is not': `select g.id from gifts g join subscriptions s on s.id = g.subscription_id where g.ended_at is not null and s.status = 'active'`,
  'a gift that nobody paid for': `select g.id from gifts g join checkouts k on k.id = g.checkout_id where g.state in ('paid', 'claimed', 'refunded') and (g.payment_ref is null or k.state <> 'complete')`,
  'an active subscription whose gateway collects no more': `select s.id from subscriptions s left join billings b on b.subscription_id = s.id
    where s.billing = 'gateway' and s.status = 'active' and (b.id is null or b.state = 'ended')`,
  'collected for a canceled subscription': `select b.id from billings b join subscriptions s on s.id = b.subscription_id
    where b.state <> 'ended' and s.status = 'canceled' and b.end_reason is null and b.state <> 'paused' and not (b.state = 'past_due' and b.pause_until is not null)`,
  'a new price charged before its reader was told': `select y.id from payments y join price_change_moves m on m.billing_id = y.billing_id
    join price_changes c on c.id = m.change_id where y.price_id = c.to_price_id and (m.told_at is null or y.period_start < m.first_at)`,
  'a move that was told less than 30 days ahead': `select id from price_change_moves where first_at - told_at < ${30 * 86_400_000}`,
  'a move of another publication’s subscriber': `select m.id from price_change_moves m join billings b on b.id = m.billing_id where b.publication_id <> m.publication_id`,
  'moved and not at the new price': `select m.id from price_change_moves m join price_changes c on c.id = m.change_id
    where m.state = 'moved' and not exists (select 1 from payments y where y.billing_id = m.billing_id and y.price_id = c.to_price_id)`,
  ...EVENTS_BROKEN,
  'a price that is not what is collected': `select b.id from billings b join subscriptions s on s.id = b.subscription_id where b.state <> 'ended' and b.price_id <> s.price_id`,
};

const customer = statement<{ email: string | null }>('ledger_customer', 'select email from customers where id = ?');
const subscription = statement<{ customerId: string; planId: string; priceId: string | null; status: string }>(
  'ledger_subscription',
  'select customer_id, plan_id, price_id, status from subscriptions where id = ?',
);
const token = statement<{ sid: string }>('ledger_token', 'select session_id as sid from access_tokens where hash = ?');
const session = statement<{ endedAt: number | null }>('ledger_session', 'select ended_at from sessions where id = ?');
const notices = statement<{ payload: string }>(
  'ledger_notices',
  "select payload from deliveries where kind = 'backchannel_logout'",
);

/** Every fault found, a line each; none in a sound database. */
export async function ledgerFaults(
  database: Database,
  acknowledged: readonly Acknowledged[],
  unanswered: readonly Unanswered[] = [],
): Promise<string[]> {
  const faults = await integrityFaults(database);
  for (const [name, text] of Object.entries(BROKEN)) {
    const rows = await database.all(statement<{ id: string }>(`ledger ${name}`, text), []);
    faults.push(...rows.map(({ id }) => `${name}: ${id}`));
  }
  const told = await countNotices(database);
  for (const entry of acknowledged)
    if (!(await isKept(database, entry, told))) faults.push(`acknowledged and lost: ${JSON.stringify(entry)}`);
  for (const entry of unanswered)
    if (!(await isKept(database, entry, told)) && !(await isUntouched(database, entry, told)))
      faults.push(`half made: ${JSON.stringify(entry)}`);
  return faults;
}

/** The number of applications that the deliveries notify, by sid. */
async function countNotices(database: Database): Promise<ReadonlyMap<string, number>> {
  const sids = (await database.all(notices, [])).map(({ payload }) => String(Object(JSON.parse(payload))['sid']));
  return new Map([...Map.groupBy(sids, (sid) => sid)].map(([sid, { length }]) => [sid, length]));
}

async function isKept(database: Database, entry: Acknowledged, told: ReadonlyMap<string, number>): Promise<boolean> {
  switch (entry.kind) {
    case 'customer':
      return (await database.first(customer, [entry.id]))?.email === entry.email;
    case 'subscription': {
      const found = await database.first(subscription, [entry.id]);
      return found?.customerId === entry.customerId && found.planId === entry.planId && found.priceId === entry.priceId;
    }
    case 'cancel':
      return (await database.first(subscription, [entry.id]))?.status === 'canceled';
    case 'token':
      return (await database.first(token, [hashSecret(entry.accessToken)]))?.sid === entry.sid;
    case 'sign-out': {
      const isEnded = typeof (await database.first(session, [entry.sid]))?.endedAt === 'number';
      return isEnded && told.get(entry.sid) === entry.receivers;
    }
  }
}

async function isUntouched(
  database: Database,
  { sid }: Unanswered,
  told: ReadonlyMap<string, number>,
): Promise<boolean> {
  return (await database.first(session, [sid]))?.endedAt === null && !told.has(sid);
}

async function integrityFaults(database: Database): Promise<string[]> {
  if (database.dialect === 'postgres') return [];
  const report = await database.all(
    statement<{ integrityCheck: string }>('integrity_check', 'pragma integrity_check'),
    [],
  );
  const strays = await database.all(statement<object>('foreign_key_check', 'pragma foreign_key_check'), []);
  return [
    ...report.map((row) => row.integrityCheck).filter((line) => line !== 'ok'),
    ...strays.map((row) => `foreign key: ${JSON.stringify(row)}`),
  ];
}
