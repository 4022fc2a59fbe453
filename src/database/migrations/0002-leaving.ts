// What is needed to merge two people and to erase one: a row that stays for the records that name it, and a way from a person to the
// e-mailed codes and letters that are theirs.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg';
  await knex.schema.alterTable('customers', (table) => {
    table.bigInteger('gone_at');
    table.specificType('merged_into_id', isPostgres ? 'text collate "C"' : 'text');
  });
  await knex.schema.alterTable('email_codes', (table) => {
    table.text('email_normalized');
    table.index(['publication_id', 'email_normalized']);
  });
  await knex.schema.alterTable('deliveries', (table) => {
    table.text('recipient_mac');
  });
  await knex.raw(
    'create index deliveries_by_recipient on deliveries (publication_id, recipient_mac) where recipient_mac is not null',
  );
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('this migration has no way back');
}
