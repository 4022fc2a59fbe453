// What the wider data API needs: indexes for each filter of its lists, in the order of the pages, and when a person was activated, which stays
// known when their publisher gives them another e-mail address that nobody has proved yet.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('customers', (table) => {
    table.bigInteger('activated_at');
  });
  for (const table of ['plans', 'prices', 'offers', 'newsletters']) {
    await knex.schema.alterTable(table, (altered) => {
      altered.index(['publication_id', 'id']);
    });
  }
  await knex.schema.alterTable('prices', (table) => {
    table.index(['publication_id', 'plan_id', 'id']);
  });
  await knex.schema.alterTable('subscriptions', (table) => {
    table.index(['publication_id', 'status', 'id']);
    table.index(['publication_id', 'plan_id', 'id']);
    table.index(['publication_id', 'plan_id', 'status', 'id']);
  });
  // Whoever holds a plan now, in the order of the lists of people.
  await knex.raw(
    "create index subscriptions_holders on subscriptions (publication_id, plan_id, customer_id) where status = 'active'",
  );
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('this migration has no way back');
}
