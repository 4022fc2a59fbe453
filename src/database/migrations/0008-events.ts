// Events: what the changes' own transactions write down, the log that readers follow, the endpoints that are told, and which event a delivery
// carries.
import type { Knex } from 'knex';

type Table = Knex.CreateTableBuilder;

export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg';
  const id = (table: Table, name: string) => table.specificType(name, isPostgres ? 'text collate "C"' : 'text');
  const owned = (table: Table) =>
    id(table, 'publication_id').notNullable().references('publications.id').onDelete('CASCADE');
  const content = (table: Table): void => {
    table.text('type').notNullable();
    id(table, 'object_id').notNullable();
    id(table, 'customer_id').notNullable();
    table.bigInteger('created_at').notNullable();
    table.text('facts').notNullable();
    table.text('personal');
  };
  // A queue that every change writes to and that is emptied all the time: no index but its order.
  await knex.schema.createTable('pending_events', (table) => {
    table.bigIncrements('number');
    id(table, 'publication_id').notNullable();
    content(table);
  });
  await knex.schema.createTable('events', (table) => {
    id(table, 'id').primary();
    owned(table);
    content(table);
    table.index(['publication_id', 'id']);
    table.index(['publication_id', 'type', 'id']);
    table.index(['customer_id']);
  });
  await knex.schema.createTable('event_endpoints', (table) => {
    id(table, 'id').primary();
    owned(table);
    table.text('url').notNullable();
    table.text('types').notNullable();
    table.text('secrets').notNullable();
    table.bigInteger('created_at').notNullable();
    table.bigInteger('failing_since');
    table.bigInteger('disabled_at');
    table.text('disabled_reason');
    table.index(['publication_id', 'id']);
  });
  await knex.schema.alterTable('deliveries', (table) => {
    id(table, 'event_id');
    id(table, 'object_id');
  });
  await knex.raw(
    'create index deliveries_open_by_object on deliveries (receiver, object_id, event_id) where ended_at is null and event_id is not null',
  );
  await knex.raw('create index deliveries_of_endpoint on deliveries (receiver, id) where event_id is not null');
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('this migration has no way back');
}
