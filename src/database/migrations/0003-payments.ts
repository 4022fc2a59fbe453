// Payments: checkouts, billing records, what was paid, changes of price, what gateways told us; and the sandbox gateway's own tables, which
// stand for an outside system and refer to nothing of ours but the publication.
import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;

export async function up(knex: Knex): Promise<void> {
  const columns = columnsOf(knex);
  await createOwn(knex, columns);
  await createSandbox(knex, columns);
}

type Columns = ReturnType<typeof columnsOf>;

function columnsOf(knex: Knex) {
  const isPostgres = knex.client.config.client === 'pg';
  const id = (table: Table, name: string) => table.specificType(name, isPostgres ? 'text collate "C"' : 'text');
  return {
    id,
    owned: (table: Table) =>
      id(table, 'publication_id').notNullable().references('publications.id').onDelete('CASCADE'),
    belongsTo: (table: Table, name: string, target: string) =>
      id(table, name).references(`${target}.id`).onDelete('CASCADE'),
    time: (table: Table, name: string) => table.bigInteger(name),
    price: (table: Table) => {
      id(table, 'price_id').notNullable();
      table.bigInteger('amount').notNullable();
      table.text('currency').notNullable();
      table.text('interval').notNullable();
    },
  };
}

async function createOwn(knex: Knex, { id, owned, belongsTo, time, price }: Columns): Promise<void> {
  await knex.schema.createTable('billings', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'customer_id', 'customers').notNullable();
    belongsTo(table, 'subscription_id', 'subscriptions').unique();
    table.text('gateway').notNullable();
    table.text('ref').notNullable();
    table.text('state').notNullable();
    price(table);
    id(table, 'next_price_id');
    time(table, 'period_end').notNullable();
    time(table, 'cancel_at');
    time(table, 'past_due_since');
    table.integer('reminders').notNullable();
    table.text('end_reason');
    table.integer('revision').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'ended_at');
    table.unique(['gateway', 'ref']);
    table.index(['customer_id', 'id']);
  });
  await knex.raw("create index billings_open on billings (period_end) where state <> 'ended'");
  await knex.raw("create index billings_to_end on billings (id) where state <> 'ended' and end_reason is not null");
  await knex.raw("create index billings_past_due on billings (past_due_since) where state = 'past_due'");
  await knex.schema.createTable('checkouts', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'customer_id', 'customers').notNullable();
    belongsTo(table, 'plan_id', 'plans').notNullable();
    table.text('purpose').notNullable();
    belongsTo(table, 'billing_id', 'billings');
    price(table);
    table.text('gateway').notNullable();
    table.text('ref');
    table.text('redirect_url');
    table.text('continue_url');
    table.text('state').notNullable();
    table.text('failure');
    belongsTo(table, 'subscription_id', 'subscriptions');
    time(table, 'created_at').notNullable();
    time(table, 'expires_at');
    time(table, 'ended_at');
    table.unique(['gateway', 'ref']);
    table.index(['publication_id', 'id']);
    table.index(['customer_id', 'id']);
    // For the databases' own look at what refers to a subscription or billing record.
    table.index(['subscription_id']);
    table.index(['billing_id']);
  });
  await knex.raw(
    "create unique index checkouts_one_open on checkouts (customer_id, plan_id, purpose) where state = 'open'",
  );
  await knex.schema.createTable('payments', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'customer_id', 'customers').notNullable();
    belongsTo(table, 'billing_id', 'billings').notNullable();
    table.text('gateway').notNullable();
    table.text('ref').notNullable();
    table.text('reason').notNullable();
    id(table, 'price_id').notNullable();
    table.bigInteger('amount').notNullable();
    table.text('currency').notNullable();
    time(table, 'period_start').notNullable();
    time(table, 'period_end').notNullable();
    time(table, 'paid_at').notNullable();
    table.bigInteger('refunded_amount').notNullable();
    table.unique(['gateway', 'ref']);
    table.index(['customer_id', 'paid_at']);
    table.index(['billing_id']);
  });
  await knex.schema.createTable('price_switches', (table) => {
    id(table, 'id').primary();
    owned(table);
    belongsTo(table, 'billing_id', 'billings').notNullable();
    price(table);
    table.text('timing').notNullable();
    time(table, 'previewed_at').notNullable();
    table.bigInteger('due_now').notNullable();
    table.bigInteger('next_amount').notNullable();
    time(table, 'next_at').notNullable();
    table.integer('billing_revision').notNullable();
    time(table, 'created_at').notNullable();
    time(table, 'done_at');
    table.index(['billing_id']);
    table.index(['created_at']);
  });
  await knex.schema.createTable('gateway_events', (table) => {
    table.text('gateway').notNullable();
    table.text('event_id').notNullable();
    table.text('kind').notNullable();
    table.text('object').notNullable();
    table.text('ref').notNullable();
    time(table, 'occurred_at').notNullable();
    time(table, 'received_at').notNullable();
    time(table, 'due_at').notNullable();
    table.integer('attempts').notNullable();
    time(table, 'ended_at');
    table.text('outcome');
    table.primary(['gateway', 'event_id']);
  });
  await knex.raw('create index gateway_events_open on gateway_events (due_at) where ended_at is null');
  await knex.raw('create index gateway_events_ended on gateway_events (ended_at) where ended_at is not null');
}

async function createSandbox(knex: Knex, { owned, time, price }: Columns): Promise<void> {
  await knex.schema.createTable('sandbox_settings', (table) => {
    table.text('publication_id').primary();
    table.bigInteger('clock_offset').notNullable();
    table.boolean('sends_twice').notNullable();
    table.boolean('shuffles').notNullable();
    table.integer('delay_seconds').notNullable();
    table.text('trouble').notNullable();
  });
  await knex.schema.createTable('sandbox_checkouts', (table) => {
    table.text('id').primary();
    owned(table);
    table.text('key').notNullable();
    table.text('description').notNullable();
    price(table);
    table.text('mends_subscription_id');
    table.text('return_url').notNullable();
    table.text('cancel_url').notNullable();
    table.text('state').notNullable();
    table.text('card');
    table.text('last_decline');
    table.text('subscription_id');
    time(table, 'expires_at').notNullable();
    table.unique(['publication_id', 'key']);
  });
  await knex.schema.createTable('sandbox_subscriptions', (table) => {
    table.text('id').primary();
    owned(table);
    table.text('checkout_id').notNullable().unique();
    table.text('card').notNullable();
    table.text('state').notNullable();
    price(table);
    table.text('next_price');
    time(table, 'anchor').notNullable();
    table.integer('periods').notNullable();
    time(table, 'period_start').notNullable();
    time(table, 'period_end').notNullable();
    time(table, 'cancel_at');
    time(table, 'past_due_since');
    table.integer('retries').notNullable();
    time(table, 'due_at');
    table.index(['publication_id', 'due_at']);
  });
  await knex.schema.createTable('sandbox_payments', (table) => {
    table.text('id').primary();
    owned(table);
    table.text('subscription_id').notNullable().references('sandbox_subscriptions.id').onDelete('CASCADE');
    table.text('reason').notNullable();
    table.text('price_id').notNullable();
    table.bigInteger('amount').notNullable();
    table.text('currency').notNullable();
    time(table, 'period_start').notNullable();
    time(table, 'period_end').notNullable();
    time(table, 'paid_at').notNullable();
    table.bigInteger('refunded_amount').notNullable();
    table.index(['subscription_id']);
  });
  await knex.schema.createTable('sandbox_calls', (table) => {
    owned(table);
    table.text('key').notNullable();
    table.text('answer').notNullable();
    table.primary(['publication_id', 'key']);
  });
  await knex.schema.createTable('sandbox_events', (table) => {
    table.text('id').primary();
    owned(table);
    table.text('kind').notNullable();
    table.text('object').notNullable();
    table.text('ref').notNullable();
    time(table, 'occurred_at').notNullable();
    time(table, 'due_at').notNullable();
    table.integer('copies').notNullable();
    table.integer('attempts').notNullable();
    time(table, 'ended_at');
  });
  await knex.raw('create index sandbox_events_open on sandbox_events (due_at) where ended_at is null');
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('this migration has no way back');
}
