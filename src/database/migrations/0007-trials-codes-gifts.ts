// Trials, discount codes and gift subscriptions, and what the sandbox gateway keeps of them.
import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;

export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg';
  const idType = isPostgres ? 'text collate "C"' : 'text';
  const id = (table: Table, name: string) => table.specificType(name, idType);
  const belongsTo = (table: Table, name: string, target: string) =>
    id(table, name).references(`${target}.id`).onDelete('CASCADE');
  const columns = {
    id,
    belongsTo,
    owned: (table: Table) => belongsTo(table, 'publication_id', 'publications').notNullable(),
  };
  await createTrials(knex, columns);
  await createCodes(knex, columns);
  await createGifts(knex, columns);
  for (const column of [
    'offers add column trial_days integer',
    'checkouts add column trial_days integer',
    `checkouts add column discount_code_id ${idType} references discount_codes (id) on delete cascade`,
    'billings add column trial_end bigint',
    'billings add column trial_reminded_at bigint',
    'billings add column next_amount bigint',
    'payments add column discount bigint not null default 0',
    "sandbox_checkouts add column mode text not null default 'subscription'",
    'sandbox_checkouts add column trial_days integer',
    'sandbox_checkouts add column discount text',
    'sandbox_subscriptions add column trial_end bigint',
    'sandbox_subscriptions add column discount text',
    'sandbox_subscriptions add column charged_periods integer not null default 1',
    'sandbox_payments add column discount bigint not null default 0',
  ]) {
    await knex.raw(`alter table ${column}`);
  }
  await knex.raw(
    "create index billings_in_trial on billings (trial_end) where state = 'active' and trial_end is not null and trial_reminded_at is null",
  );
  await knex.raw("create index checkouts_open on checkouts (created_at) where state = 'open'");
  await knex.raw('create index checkouts_discount_code on checkouts (discount_code_id)');
  await knex.raw(
    "create index sandbox_checkouts_open on sandbox_checkouts (publication_id, expires_at) where state in ('open', 'authenticating')",
  );
  await knex.schema.createTable('sandbox_charges', (table) => {
    table.text('id').primary();
    columns.owned(table);
    table.text('checkout_id').notNullable().unique();
    table.bigInteger('amount').notNullable();
    table.text('currency').notNullable();
    table.bigInteger('paid_at').notNullable();
    table.bigInteger('refunded_amount').notNullable();
  });
}

interface Columns {
  id(table: Table, name: string): Knex.ColumnBuilder;
  belongsTo(table: Table, name: string, target: string): Knex.ReferencingColumnBuilder;
  owned(table: Table): Knex.ReferencingColumnBuilder;
}

async function createTrials(knex: Knex, { id, belongsTo, owned }: Columns): Promise<void> {
  await knex.schema.createTable('trials', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'plan_id', 'plans').notNullable();
    belongsTo(table, 'customer_id', 'customers');
    table.text('email_mac').notNullable();
    belongsTo(table, 'checkout_id', 'checkouts');
    table.bigInteger('created_at').notNullable();
    table.bigInteger('began_at');
    table.unique(['email_mac', 'plan_id']);
    table.unique(['customer_id', 'plan_id']);
    table.index(['checkout_id']);
  });
}

async function createCodes(knex: Knex, { id, belongsTo, owned }: Columns): Promise<void> {
  await knex.schema.createTable('discount_codes', (table) => {
    id(table, 'id').primary();
    owned(table);
    table.text('code').notNullable();
    table.text('code_normalized').notNullable();
    table.integer('percent_off');
    table.bigInteger('amount_off');
    table.text('currency');
    table.integer('periods');
    table.bigInteger('valid_until');
    table.integer('max_redemptions');
    table.integer('redemptions').notNullable();
    table.bigInteger('disabled_at');
    table.bigInteger('created_at').notNullable();
    table.unique(['publication_id', 'code_normalized']);
  });
  await knex.schema.createTable('discount_code_offers', (table) => {
    belongsTo(table, 'code_id', 'discount_codes').notNullable();
    belongsTo(table, 'offer_id', 'offers').notNullable();
    owned(table);
    table.primary(['code_id', 'offer_id']);
    table.index(['offer_id']);
  });
  await knex.schema.createTable('discount_redemptions', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'code_id', 'discount_codes').notNullable();
    belongsTo(table, 'customer_id', 'customers').notNullable();
    belongsTo(table, 'checkout_id', 'checkouts').notNullable().unique();
    table.text('state').notNullable();
    table.bigInteger('created_at').notNullable();
    table.index(['customer_id', 'id']);
  });
  await knex.raw(
    "create unique index discount_redemptions_once on discount_redemptions (code_id, customer_id) where state <> 'freed'",
  );
}

async function createGifts(knex: Knex, { id, belongsTo, owned }: Columns): Promise<void> {
  await knex.schema.createTable('gifts', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'checkout_id', 'checkouts').notNullable().unique();
    belongsTo(table, 'customer_id', 'customers').notNullable();
    belongsTo(table, 'plan_id', 'plans').notNullable();
    belongsTo(table, 'price_id', 'prices').notNullable();
    table.integer('periods').notNullable();
    table.bigInteger('amount').notNullable();
    table.text('currency').notNullable();
    table.text('interval').notNullable();
    table.text('recipient_email');
    table.text('recipient_email_normalized');
    table.text('sender_name');
    table.text('message');
    table.bigInteger('deliver_at').notNullable();
    table.text('state').notNullable();
    table.text('code_hash').unique();
    table.text('gateway').notNullable();
    table.text('payment_ref');
    table.bigInteger('paid_at');
    table.bigInteger('refunded_amount').notNullable();
    table.bigInteger('delivered_at');
    table.bigInteger('expires_at');
    belongsTo(table, 'claimant_id', 'customers');
    table.bigInteger('claimed_at');
    belongsTo(table, 'subscription_id', 'subscriptions').unique();
    table.bigInteger('ends_at');
    table.bigInteger('ended_at');
    table.bigInteger('created_at').notNullable();
    table.unique(['gateway', 'payment_ref']);
    table.index(['publication_id', 'id']);
    table.index(['customer_id', 'id']);
    table.index(['claimant_id']);
    table.index(['publication_id', 'recipient_email_normalized']);
  });
  await knex.raw("create index gifts_to_deliver on gifts (deliver_at) where state = 'paid' and delivered_at is null");
  await knex.raw("create index gifts_to_end on gifts (ends_at) where state = 'claimed' and ended_at is null");
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('this migration has no way back');
}
