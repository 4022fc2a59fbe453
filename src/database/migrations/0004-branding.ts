// What a publication's pages and letters look like beside its colour: font, corners, and a logo for light and for dark pages. And what letters
// about payments need: which payments were written about, and the language that a person reads.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg';
  await knex.schema.alterTable('publications', (table) => {
    table.text('font').notNullable().defaultTo('editorial');
    table.integer('radius').notNullable().defaultTo(10);
    table.text('logo');
    table.text('dark_logo');
  });
  await knex.schema.createTable('publication_logos', (table) => {
    const publicationId = table.specificType('publication_id', isPostgres ? 'text collate "C"' : 'text');
    publicationId.notNullable().references('publications.id').onDelete('CASCADE');
    table.text('file').notNullable();
    table.binary('content').notNullable();
    table.primary(['publication_id', 'file']);
  });
  await knex.schema.alterTable('customers', (table) => {
    table.text('language');
  });
  await knex.schema.alterTable('payments', (table) => {
    table.bigInteger('told_at');
  });
  await knex.raw('update payments set told_at = paid_at');
  await knex.raw('create index payments_untold on payments (id) where told_at is null');
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('this migration has no way back');
}
