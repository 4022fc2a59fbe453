// The queue of events is numbered by the row alone on SQLite: a counter of its own is one more page that every change writes. Numbers begin again
// where the queue was empty, which keeps the order of what is in it.
import type { Knex } from 'knex';

const columns = 'number, publication_id, type, object_id, customer_id, created_at, facts, personal';

export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client === 'pg') return;
  await knex.schema.renameTable('pending_events', 'former_pending_events');
  await knex.raw(
    `create table pending_events (number integer primary key, publication_id text not null, type text not null, object_id text not null,
      customer_id text not null, created_at bigint not null, facts text not null, personal text)`,
  );
  await knex.raw(`insert into pending_events (${columns}) select ${columns} from former_pending_events`);
  await knex.schema.dropTable('former_pending_events');
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('this migration has no way back');
}
