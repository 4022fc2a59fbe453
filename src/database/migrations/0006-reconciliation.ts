// One gateway customer for each person, what is told of a renewal and of a refund, refunds that operators asked for, and what the nightly
// comparison with the gateway found.
import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;

export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg';
  const id = (table: Table, name: string) => table.specificType(name, isPostgres ? 'text collate "C"' : 'text');
  const owned = (table: Table) =>
    id(table, 'publication_id').notNullable().references('publications.id').onDelete('CASCADE');
  await knex.schema.createTable('gateway_customers', (table) => {
    owned(table);
    id(table, 'customer_id').notNullable().references('customers.id').onDelete('CASCADE');
    table.text('gateway').notNullable();
    table.text('ref').notNullable();
    table.bigInteger('created_at').notNullable();
    table.primary(['customer_id', 'gateway']);
    table.unique(['gateway', 'ref']);
  });
  await knex.schema.createTable('refunds', (table) => {
    id(table, 'id').primary();
    owned(table);
    id(table, 'payment_id').notNullable().references('payments.id').onDelete('CASCADE');
    table.text('key').notNullable();
    table.bigInteger('amount').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('done_at');
    table.unique(['payment_id', 'key']);
  });
  await knex.schema.createTable('reconciliations', (table) => {
    id(table, 'id').primary();
    owned(table);
    table.text('night').notNullable();
    table.bigInteger('claimed_at').notNullable();
    table.bigInteger('ended_at');
    table.integer('compared');
    table.text('found');
    table.unique(['publication_id', 'night']);
    table.index(['claimed_at']);
  });
  await extend(knex);
}

async function extend(knex: Knex): Promise<void> {
  await knex.schema.alterTable('payments', (table) => {
    table.bigInteger('refund_told').notNullable().defaultTo(0);
    table.index(['publication_id', 'id']);
  });
  // Of what was paid back before letters told of it, none is written afterwards.
  await knex.raw('update payments set refund_told = refunded_amount');
  await knex.raw('create index payments_refund_to_tell on payments (id) where refunded_amount > refund_told');
  await knex.schema.alterTable('billings', (table) => {
    table.bigInteger('renewal_told_for');
    table.index(['publication_id', 'id']);
  });
  await knex.raw(`create index billings_renewal_to_tell on billings (period_end) where state = 'active' and cancel_at is null and end_reason is null
    and (interval = 'year' or next_price_id is not null) and (renewal_told_for is null or renewal_told_for <> period_end)`);
  await knex.schema.createTable('sandbox_customers', (table) => {
    table.text('id').primary();
    table.text('publication_id').notNullable().references('publications.id').onDelete('CASCADE');
    table.text('key').notNullable();
    table.unique(['publication_id', 'key']);
  });
  await knex.schema.alterTable('sandbox_checkouts', (table) => table.text('sandbox_customer_id'));
  await knex.schema.alterTable('sandbox_subscriptions', (table) => table.index(['publication_id', 'id']));
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('this migration has no way back');
}
