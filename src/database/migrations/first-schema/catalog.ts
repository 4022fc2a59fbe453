// What a publication sells and sends: plans, prices, offers, the free offering, newsletters, discount codes.
import type { Columns } from './columns.ts';

export function catalogTables({ id, ofPublication, key, belongsTo }: Columns): string[] {
  return [
    `create table newsletters (
      ${key},
      slug text not null,
      name text not null,
      description text,
      audience text not null default 'all',
      texts text,
      position bigint not null,
      created_at bigint not null,
      archived_at bigint,
      primary key (publication_id, id),
      unique (publication_id, slug)
    )`,
    `create table plans (
      ${key},
      slug text not null,
      name text not null,
      product_kind text not null default 'electronic_service',
      sent_by_post boolean not null default false,
      texts text,
      position bigint not null,
      created_at bigint not null,
      archived_at bigint,
      primary key (publication_id, id),
      unique (publication_id, slug)
    )`,
    // The plans that a newsletter comes with.
    `create table newsletter_plans (
      ${ofPublication},
      newsletter_id ${id} not null,
      plan_id ${id} not null,
      primary key (publication_id, newsletter_id, plan_id),
      ${belongsTo('newsletter_id', 'newsletters')},
      ${belongsTo('plan_id', 'plans')}
    )`,
    `create table prices (
      ${key},
      plan_id ${id} not null,
      amount bigint not null,
      currency text not null,
      interval text not null,
      created_at bigint not null,
      archived_at bigint,
      primary key (publication_id, id),
      ${belongsTo('plan_id', 'plans')}
    )`,
    'create index prices_of_plan on prices (publication_id, plan_id, id)',
    `create table offers (
      ${key},
      plan_id ${id} not null,
      slug text not null,
      name text not null,
      description text,
      trial_days integer,
      giftable boolean not null,
      benefits text,
      recommended boolean not null default false,
      texts text,
      position bigint not null,
      created_at bigint not null,
      archived_at bigint,
      primary key (publication_id, id),
      unique (publication_id, slug),
      ${belongsTo('plan_id', 'plans')}
    )`,
    'create unique index offers_recommended on offers (publication_id) where recommended',
    `create table offer_prices (
      ${ofPublication},
      offer_id ${id} not null,
      price_id ${id} not null,
      primary key (publication_id, offer_id, price_id),
      ${belongsTo('offer_id', 'offers')},
      ${belongsTo('price_id', 'prices')}
    )`,
    `create table free_offerings (
      ${ofPublication},
      name text not null,
      description text,
      texts text,
      created_at bigint not null,
      withdrawn_at bigint,
      primary key (publication_id)
    )`,
    `create table free_offering_newsletters (
      ${ofPublication},
      newsletter_id ${id} not null,
      primary key (publication_id, newsletter_id),
      ${belongsTo('newsletter_id', 'newsletters')}
    )`,
    `create table discount_codes (
      ${key},
      code text not null,
      code_normalized text not null,
      name text,
      percent_off integer,
      amount_off bigint,
      currency text,
      periods integer,
      valid_until bigint,
      max_redemptions integer,
      redemptions integer not null,
      created_at bigint not null,
      archived_at bigint,
      primary key (publication_id, id),
      unique (publication_id, code_normalized)
    )`,
    `create table discount_code_offers (
      ${ofPublication},
      code_id ${id} not null,
      offer_id ${id} not null,
      primary key (publication_id, code_id, offer_id),
      ${belongsTo('code_id', 'discount_codes')},
      ${belongsTo('offer_id', 'offers')}
    )`,
    'create index discount_code_offers_of_offer on discount_code_offers (publication_id, offer_id)',
  ];
}
