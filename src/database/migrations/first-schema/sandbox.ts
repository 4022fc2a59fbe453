// The sandbox gateway's own tables. They simulate an external system, and refer to nothing of ours but the publication.
import type { Columns } from './columns.ts';

export function sandboxTables({ id, ofPublication, key, belongsTo }: Columns): string[] {
  return [
    `create table sandbox_settings (
      ${ofPublication},
      clock_offset bigint not null,
      sends_twice boolean not null,
      shuffles boolean not null,
      delay_seconds integer not null,
      trouble text not null,
      primary key (publication_id)
    )`,
    `create table sandbox_calls (
      ${ofPublication},
      key text not null,
      answer text not null,
      primary key (publication_id, key)
    )`,
    `create table sandbox_customers (
      ${key},
      key text not null,
      primary key (publication_id, id),
      unique (publication_id, key)
    )`,
    `create table sandbox_checkouts (
      ${key},
      key text not null,
      mode text not null default 'subscription',
      description text not null,
      price_id ${id} not null,
      amount bigint not null,
      currency text not null,
      interval text not null,
      trial_days integer,
      discount text,
      sandbox_customer_id ${id},
      card_update_for ${id},
      return_url text not null,
      cancel_url text not null,
      state text not null,
      card text,
      last_decline text,
      subscription_id ${id},
      expires_at bigint not null,
      primary key (publication_id, id),
      unique (publication_id, key)
    )`,
    "create index sandbox_checkouts_open on sandbox_checkouts (publication_id, expires_at) where state in ('open', 'authenticating', 'pending')",
    `create table sandbox_charges (
      ${key},
      checkout_id ${id} not null,
      amount bigint not null,
      currency text not null,
      paid_at bigint not null,
      refunded_amount bigint not null,
      primary key (publication_id, id),
      unique (publication_id, checkout_id)
    )`,
    `create table sandbox_subscriptions (
      ${key},
      checkout_id ${id} not null,
      card text not null,
      state text not null,
      price_id ${id} not null,
      amount bigint not null,
      currency text not null,
      interval text not null,
      next_price text,
      discount text,
      anchor bigint not null,
      periods integer not null,
      charged_periods integer not null default 1,
      period_start bigint not null,
      period_end bigint not null,
      trial_end bigint,
      cancel_at bigint,
      pause_from bigint,
      pause_until bigint,
      past_due_since bigint,
      retries integer not null,
      debit text,
      due_at bigint,
      primary key (publication_id, id),
      unique (publication_id, checkout_id)
    )`,
    'create index sandbox_subscriptions_due on sandbox_subscriptions (publication_id, due_at)',
    `create table sandbox_payments (
      ${key},
      subscription_id ${id} not null,
      reason text not null,
      price_id ${id} not null,
      amount bigint not null,
      discount bigint not null default 0,
      currency text not null,
      period_start bigint not null,
      period_end bigint not null,
      paid_at bigint not null,
      refunded_amount bigint not null,
      primary key (publication_id, id),
      ${belongsTo('subscription_id', 'sandbox_subscriptions')}
    )`,
    'create index sandbox_payments_of_subscription on sandbox_payments (publication_id, subscription_id)',
    `create table sandbox_events (
      ${key},
      kind text not null,
      object text not null,
      ref text not null,
      occurred_at bigint not null,
      due_at bigint not null,
      copies integer not null,
      attempts integer not null,
      ended_at bigint,
      primary key (publication_id, id)
    )`,
    'create index sandbox_events_open on sandbox_events (due_at) where ended_at is null',
  ];
}
