// What is on its way to an endpoint stands in the queue of its object, by a column of its own: no other index than that of the queues can serve who
// looks into one, however the tables' statistics have aged.
// The queue of events is numbered by the row alone on SQLite: a counter of its own is one more page that every change writes. Numbers begin again
// where the queue was empty, which keeps the order of what is in it.
import type { Knex } from 'knex';

const columns = 'number, publication_id, type, object_id, customer_id, created_at, facts, personal';

export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg';
  await knex.raw(`alter table deliveries add column object_queue ${isPostgres ? 'text collate "C"' : 'text'}`);
  await knex.raw(
    "update deliveries set object_queue = receiver || ' ' || object_id where event_id is not null and ended_at is null",
  );
  await knex.raw('drop index deliveries_open_by_object');
  await knex.raw(
    'create index deliveries_of_object_queue on deliveries (object_queue, event_id, id) where object_queue is not null',
  );
  if (!isPostgres) await numberByRow(knex);
}

async function numberByRow(knex: Knex): Promise<void> {
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
