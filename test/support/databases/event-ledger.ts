// The ledger check of events: each change has its event, each event its change, and the log is in order.

/** The log, and the events that are not moved into it yet. */
const ALL =
  '(select type, object_id, publication_id from events union all select type, object_id, publication_id from pending_events)';
const of = (type: string, id: string): string =>
  `(select count(*) from ${ALL} e where e.type = '${type}' and e.object_id = ${id})`;

/** Each text selects the rows that break the rule. */
export const EVENTS_BROKEN: Record<string, string> = {
  'a customer who was not told of once': `select c.id from customers c where ${of('customer.created', 'c.id')} <> 1`,
  'a proved address without customer.activated': `select c.id from customers c where c.email_verified_at is not null and ${of('customer.activated', 'c.id')} = 0`,
  'a person who is gone and was not told of once': `select c.id from customers c where c.gone_at is not null and ${of('customer.erased', 'c.id')} <> 1`,
  'customer.erased of somebody who is here': `select c.id from customers c where c.gone_at is null and ${of('customer.erased', 'c.id')} <> 0`,
  'a subscription that was not told of once': `select s.id from subscriptions s where ${of('subscription.created', 's.id')} <> 1`,
  'a cancel that was not told of once': `select s.id from subscriptions s where s.status = 'canceled' and ${of('subscription.canceled', 's.id')} <> 1`,
  'subscription.canceled of an active one': `select s.id from subscriptions s where s.status = 'active' and ${of('subscription.canceled', 's.id')} <> 0`,
  'a scheduled cancel that was not told of': `select b.id from billings b join subscriptions s on s.id = b.subscription_id
    where b.cancel_at is not null and b.state <> 'ended' and ${of('subscription.cancel_scheduled', 's.id')} <= ${of('subscription.cancel_undone', 's.id')}`,
  'a payment that was not told of once': `select y.id from payments y where ${of('payment.succeeded', 'y.id')} <> 1`,
  'a refund that was not told of': `select y.id from payments y where y.refunded_amount > 0 and ${of('payment.refunded', 'y.id')} = 0`,
  'an overdue payment that was not told of': `select b.id from billings b where b.state = 'past_due' and b.subscription_id is not null and ${of('payment.failed', 'b.subscription_id')} = 0`,
  'an ended session that was not told of once': `select s.id from sessions s where s.ended_at is not null and ${of('session.ended', 's.id')} <> 1`,
  'session.ended of one that goes on': `select s.id from sessions s where s.ended_at is null and ${of('session.ended', 's.id')} <> 0`,
  'an ended notice that was not told of once': `select d.id from deliveries d where d.kind = 'backchannel_logout' and d.ended_at is not null
    and ${of('logout_notice.delivered', 'd.id')} + ${of('logout_notice.dead', 'd.id')} <> 1`,
  'an event of nothing': `select e.object_id as id from ${ALL} e where (e.type like 'customer.%' and not exists (select 1 from customers c where c.id = e.object_id and c.publication_id = e.publication_id))
    or (e.type like 'subscription.%' and not exists (select 1 from subscriptions s where s.id = e.object_id and s.publication_id = e.publication_id))`,
  'an object told of in another order than its changes': `select e.object_id as id from events e join events before on before.object_id = e.object_id and before.id < e.id
    where e.type in ('customer.created', 'subscription.created') and before.type not like 'payment.%'`,
  'an event under way before an earlier one of its object': `select d.id from deliveries d join deliveries earlier on earlier.receiver = d.receiver and earlier.object_id = d.object_id
    where earlier.event_id < d.event_id and earlier.ended_at is null and d.state in ('waiting', 'sending')`,
  'an event that waits for nothing': `select d.id from deliveries d where d.state = 'queued' and not exists (select 1 from deliveries earlier
    where earlier.receiver = d.receiver and earlier.object_id = d.object_id and earlier.id <> d.id and earlier.ended_at is null and earlier.event_id is not null)`,
};
