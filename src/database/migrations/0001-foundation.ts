// The first schema. Every table but the deployment's own (signing keys, limits) carries its publication; times are milliseconds since 1970.
import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;

export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg';
  // Ids are compared as positions, so their order must be that of their bytes on both databases.
  const id = (table: Table, name: string) => table.specificType(name, isPostgres ? 'text collate "C"' : 'text');
  const owned = (table: Table) =>
    id(table, 'publication_id').notNullable().references('publications.id').onDelete('CASCADE');
  const belongsTo = (table: Table, name: string, target: string) =>
    id(table, name).notNullable().references(`${target}.id`).onDelete('CASCADE');
  const time = (table: Table, name: string) => table.bigInteger(name);

  await knex.schema.createTable('publications', (table) => {
    id(table, 'id').primary();
    table.text('name').notNullable();
    table.text('site_url').notNullable();
    table.text('site_host').notNullable().unique();
    table.text('brand_color').notNullable();
    table.text('locale').notNullable();
    time(table, 'created_at').notNullable();
  });
  await knex.schema.createTable('api_keys', (table) => {
    id(table, 'id').primary();
    owned(table);
    table.text('hash').notNullable().unique();
    table.text('hint').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'revoked_at');
    table.index(['publication_id', 'id']);
  });
  await knex.schema.createTable('newsletters', (table) => {
    id(table, 'id').primary();
    owned(table);
    table.text('slug').notNullable();
    table.text('name').notNullable();
    table.text('description');
    time(table, 'created_at').notNullable();
    table.unique(['publication_id', 'slug']);
  });
  await knex.schema.createTable('plans', (table) => {
    id(table, 'id').primary();
    owned(table);
    table.text('slug').notNullable();
    table.text('name').notNullable();
    time(table, 'created_at').notNullable();
    table.unique(['publication_id', 'slug']);
  });
  await knex.schema.createTable('prices', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'plan_id', 'plans');
    table.bigInteger('amount').notNullable();
    table.text('currency').notNullable();
    table.text('interval').notNullable();
    time(table, 'created_at').notNullable();
    table.index(['publication_id', 'plan_id']);
  });
  await knex.schema.createTable('offers', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'plan_id', 'plans');
    table.text('slug').notNullable();
    table.text('name').notNullable();
    table.text('description');
    time(table, 'created_at').notNullable();
    time(table, 'archived_at');
    table.unique(['publication_id', 'slug']);
  });
  await knex.schema.createTable('offer_prices', (table) => {
    belongsTo(table, 'offer_id', 'offers');
    belongsTo(table, 'price_id', 'prices');
    owned(table);
    table.primary(['offer_id', 'price_id']);
  });
  await knex.schema.createTable('free_offerings', (table) => {
    id(table, 'publication_id').primary().references('publications.id').onDelete('CASCADE');
    table.text('name').notNullable();
    table.text('description');
    time(table, 'created_at').notNullable();
  });
  await knex.schema.createTable('free_offering_newsletters', (table) => {
    owned(table);
    belongsTo(table, 'newsletter_id', 'newsletters');
    table.primary(['publication_id', 'newsletter_id']);
  });
  await knex.schema.createTable('continue_hosts', (table) => {
    owned(table);
    table.text('host').notNullable();
    time(table, 'created_at').notNullable();
    table.primary(['publication_id', 'host']);
  });

  await knex.schema.createTable('customers', (table) => {
    id(table, 'id').primary();
    owned(table);
    table.text('email');
    table.text('email_normalized');
    table.text('name');
    table.text('activation_code_mac');
    time(table, 'email_verified_at');
    time(table, 'created_at').notNullable();
    table.unique(['publication_id', 'email_normalized']);
    table.unique(['publication_id', 'activation_code_mac']);
    table.index(['publication_id', 'id']);
  });
  await knex.raw('create index customers_members_index on customers (publication_id, id) where email is not null');
  await knex.schema.createTable('newsletter_subscriptions', (table) => {
    belongsTo(table, 'customer_id', 'customers');
    belongsTo(table, 'newsletter_id', 'newsletters');
    owned(table);
    time(table, 'created_at').notNullable();
    table.primary(['customer_id', 'newsletter_id']);
  });
  await knex.schema.createTable('subscriptions', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'customer_id', 'customers');
    belongsTo(table, 'plan_id', 'plans');
    id(table, 'price_id').references('prices.id');
    table.boolean('complimentary').notNullable();
    table.text('status').notNullable();
    table.text('billing').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'canceled_at');
    table.index(['publication_id', 'id']);
    table.index(['customer_id', 'id']);
  });
  await knex.raw(
    "create unique index subscriptions_one_active_per_plan on subscriptions (customer_id, plan_id) where status = 'active'",
  );

  await knex.schema.createTable('sessions', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'customer_id', 'customers');
    table.text('hash').notNullable().unique();
    table.text('browser');
    time(table, 'authenticated_at').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'seen_at').notNullable();
    time(table, 'expires_at').notNullable();
    time(table, 'ended_at');
    table.index(['customer_id', 'id']);
    table.index(['expires_at']);
  });
  await knex.raw('create index sessions_ended on sessions (ended_at) where ended_at is not null');
  await knex.schema.createTable('email_codes', (table) => {
    id(table, 'id').primary();
    owned(table);
    table.text('browser_hash').notNullable();
    table.text('purpose').notNullable();
    table.text('email').notNullable();
    table.text('code_mac').notNullable();
    table.text('intent').notNullable();
    table.integer('attempts').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'expires_at').notNullable();
    time(table, 'used_at');
    table.index(['publication_id', 'browser_hash']);
    table.index(['expires_at']);
  });
  await knex.schema.createTable('limits', (table) => {
    table.text('bucket').primary();
    table.integer('count').notNullable();
    time(table, 'resets_at').notNullable();
    table.index(['resets_at']);
  });

  await knex.schema.createTable('oauth_applications', (table) => {
    id(table, 'id').primary();
    owned(table);
    table.text('client_id').notNullable().unique();
    table.text('client_secret_hash').notNullable();
    table.text('name').notNullable();
    table.text('redirect_uri').notNullable();
    table.text('post_logout_redirect_uri');
    table.text('backchannel_logout_uri');
    table.boolean('redirect_uri_exact').notNullable();
    table.boolean('client_secret_post').notNullable();
    table.boolean('backchannel_logout_on_end_session').notNullable();
    table.boolean('iss_parameter').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'disabled_at');
    table.index(['publication_id', 'id']);
  });
  await knex.schema.createTable('authorization_codes', (table) => {
    table.text('hash').primary();
    owned(table);
    belongsTo(table, 'application_id', 'oauth_applications');
    belongsTo(table, 'session_id', 'sessions');
    table.text('redirect_uri').notNullable();
    table.text('scope').notNullable();
    table.text('nonce');
    table.text('code_challenge');
    time(table, 'created_at').notNullable();
    time(table, 'expires_at').notNullable();
    time(table, 'redeemed_at');
    table.index(['session_id']);
    table.index(['expires_at']);
  });
  await knex.schema.createTable('access_tokens', (table) => {
    table.text('hash').primary();
    owned(table);
    belongsTo(table, 'application_id', 'oauth_applications');
    belongsTo(table, 'session_id', 'sessions');
    table.text('authorization_code_hash').notNullable().unique();
    table.text('scope').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'expires_at').notNullable();
    time(table, 'revoked_at');
    table.index(['session_id', 'application_id']);
    table.index(['expires_at']);
  });
  await knex.schema.createTable('signing_keys', (table) => {
    id(table, 'id').primary();
    table.text('public_jwk').notNullable();
    table.text('private_key_encrypted');
    time(table, 'created_at').notNullable();
    time(table, 'active_from').notNullable();
    time(table, 'retired_at');
  });

  await knex.schema.createTable('deliveries', (table) => {
    id(table, 'id').primary();
    owned(table);
    table.text('kind').notNullable();
    table.text('receiver').notNullable();
    table.text('payload').notNullable();
    table.text('state').notNullable();
    table.integer('attempts').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'due_at').notNullable();
    time(table, 'useless_after');
    time(table, 'ended_at');
    table.text('outcome');
    table.index(['publication_id', 'id']);
  });
  await knex.raw('create index deliveries_open_by_receiver on deliveries (receiver, due_at) where ended_at is null');
  await knex.raw('create index deliveries_ended on deliveries (ended_at) where ended_at is not null');
  await knex.schema.createTable('delivery_attempts', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'delivery_id', 'deliveries');
    table.integer('number').notNullable();
    time(table, 'started_at').notNullable();
    time(table, 'ended_at').notNullable();
    table.text('outcome').notNullable();
    table.index(['delivery_id', 'id']);
  });
  await knex.schema.createTable('mailbox_messages', (table) => {
    id(table, 'id').primary();
    table.text('recipient').notNullable();
    table.text('subject').notNullable();
    table.text('text').notNullable();
    table.text('html').notNullable();
    time(table, 'created_at').notNullable();
    table.index(['recipient', 'id']);
    table.index(['created_at']);
  });
  await knex.schema.createTable('idempotency_answers', (table) => {
    owned(table);
    table.text('key_hash').notNullable();
    table.text('request_hash').notNullable();
    table.integer('status');
    table.text('body');
    time(table, 'created_at').notNullable();
    table.primary(['publication_id', 'key_hash']);
    table.index(['created_at']);
  });
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('the first migration has no way back');
}
