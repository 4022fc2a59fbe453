// A publication's people, their newsletters and their subscriptions.
import type { Columns } from './columns.ts';

export function peopleTables({ id, ofPublication, key, belongsTo }: Columns): string[] {
  return [
    `create table customers (
      ${key},
      email text,
      email_normalized ${id},
      name text,
      postal_address text,
      language text,
      activation_code_mac text,
      activation_code_expires_at bigint,
      activated_at bigint,
      email_verified_at bigint,
      created_at bigint not null,
      gone_at bigint,
      merged_into_id ${id},
      state text not null default 'free',
      last_seen_at bigint,
      searched_as text,
      paying_since bigint,
      invitations_refused_at bigint,
      gift_mails_refused_at bigint,
      sign_in_mails_refused_at bigint,
      primary key (publication_id, id),
      unique (publication_id, email_normalized),
      unique (publication_id, activation_code_mac)
    )`,
    'create index customers_members on customers (publication_id, id) where email is not null',
    'create index customers_by_last_seen on customers (publication_id, last_seen_at, id) where last_seen_at is not null',
    `create index customers_to_index on customers (publication_id, id) where gone_at is null
      and (searched_as is null or searched_as <> coalesce(name, '') || ' / ' || coalesce(email, ''))`,
    `create table customer_words (
      ${ofPublication},
      word ${id} not null,
      customer_id ${id} not null,
      primary key (publication_id, word, customer_id),
      ${belongsTo('customer_id', 'customers')}
    )`,
    'create index customers_merged_into on customers (publication_id, merged_into_id) where merged_into_id is not null',
    'create index customers_by_state on customers (publication_id, state, id)',
    `create table address_changes (
      ${key},
      customer_id ${id} not null,
      changed_by text not null,
      former_email text not null,
      former_email_normalized text not null,
      email text not null,
      undo_until bigint,
      former_mailed_at bigint,
      mailed_at bigint,
      created_at bigint not null,
      primary key (publication_id, id),
      ${belongsTo('customer_id', 'customers')}
    )`,
    'create index address_changes_of_customer on address_changes (publication_id, customer_id, id)',
    'create index address_changes_by_former_email on address_changes (publication_id, former_email_normalized, id)',
    'create index address_changes_created_at on address_changes (created_at)',
    'create index address_changes_to_mail_former on address_changes (id) where former_mailed_at is null',
    'create index address_changes_to_mail on address_changes (id) where mailed_at is null',
    // A queue: turns in a reader's life whose mail is not written yet.
    `create table turns (
      ${key},
      customer_id ${id} not null,
      turn text not null,
      object_id ${id},
      plan_id ${id},
      facts text not null,
      created_at bigint not null,
      primary key (publication_id, id),
      ${belongsTo('customer_id', 'customers')}
    )`,
    'create index turns_of_customer on turns (publication_id, customer_id)',
    // What staff wrote down about a person.
    `create table customer_notes (
      ${key},
      customer_id ${id} not null,
      author_id ${id},
      author_name text not null,
      text text not null,
      created_at bigint not null,
      edited_at bigint,
      primary key (publication_id, id),
      ${belongsTo('customer_id', 'customers')}
    )`,
    'create index customer_notes_of_customer on customer_notes (publication_id, customer_id, id)',
    `create table newsletter_subscriptions (
      ${ofPublication},
      customer_id ${id} not null,
      newsletter_id ${id} not null,
      created_at bigint not null,
      primary key (publication_id, customer_id, newsletter_id),
      ${belongsTo('customer_id', 'customers')},
      ${belongsTo('newsletter_id', 'newsletters')}
    )`,
    `create table saved_filters (
      ${key},
      name text not null,
      query text not null,
      created_at bigint not null,
      primary key (publication_id, id),
      unique (publication_id, name)
    )`,
    'create index newsletter_subscriptions_receivers on newsletter_subscriptions (publication_id, newsletter_id, customer_id)',
    `create table subscriptions (
      ${key},
      customer_id ${id} not null,
      plan_id ${id} not null,
      price_id ${id},
      complimentary boolean not null,
      status text not null,
      billing text not null,
      created_at bigint not null,
      canceled_at bigint,
      ends_at bigint,
      end_reason text,
      leaving_reason text,
      primary key (publication_id, id),
      ${belongsTo('customer_id', 'customers')},
      ${belongsTo('plan_id', 'plans')},
      foreign key (publication_id, price_id) references prices (publication_id, id)
    )`,
    'create index subscriptions_of_customer on subscriptions (publication_id, customer_id, id)',
    'create index subscriptions_of_plan on subscriptions (publication_id, plan_id, id)',
    'create index subscriptions_by_status on subscriptions (publication_id, status, id)',
    'create index subscriptions_of_plan_by_status on subscriptions (publication_id, plan_id, status, id)',
    "create unique index subscriptions_one_active_per_plan on subscriptions (publication_id, customer_id, plan_id) where status = 'active'",
    "create index subscriptions_to_end on subscriptions (ends_at) where status = 'active' and ends_at is not null",
    // Customers who hold a plan now, in the order of the lists of people.
    "create index subscriptions_holders on subscriptions (publication_id, plan_id, customer_id) where status = 'active'",
  ];
}
