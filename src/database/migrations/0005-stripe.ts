// Stripe: how each publication is paid, by its connected account or by a key of its own; and whose a notification says it is.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('stripe_accounts', (table) => {
    table.text('publication_id').primary().references('publications.id').onDelete('CASCADE');
    table.text('account_id');
    table.text('keys_encrypted');
    table.bigInteger('connected_at').notNullable();
  });
  await knex.schema.alterTable('gateway_events', (table) => table.text('publication_id'));
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('this migration has no way back');
}
