// The log costs each change what its keys and indexes cost. An event is only ever looked for in its own publication, so that is how the log is
// keyed. Where the log ends stands in a row of its own, which whoever writes to the log holds. The statement that fills the log asks once for
// the publications of a thousand events, where a foreign key would ask for each; a trigger does the rest of a foreign key's work.
import type { Knex } from 'knex';

const columns = 'id, publication_id, type, object_id, customer_id, created_at, facts, personal';

export async function up(knex: Knex): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg';
  await knex.raw(
    `create table event_log (number integer primary key check (number = 1), last_id ${isPostgres ? 'text collate "C"' : 'text'} not null)`,
  );
  await knex.raw("insert into event_log (number, last_id) select 1, coalesce(max(id), '') from events");
  await (isPostgres ? keyOnPostgres(knex) : keyOnSqlite(knex));
}

async function keyOnPostgres(knex: Knex): Promise<void> {
  await knex.raw(
    'alter table events drop constraint events_publication_id_foreign, drop constraint events_pkey, add primary key (publication_id, id)',
  );
  await knex.raw('drop index events_publication_id_id_index');
  await knex.raw(`create function delete_events_of_publication() returns trigger language plpgsql
    as $$ begin delete from events where publication_id = old.id; return old; end $$`);
  await knex.raw(
    'create trigger publications_delete_events after delete on publications for each row execute function delete_events_of_publication()',
  );
}

/** SQLite cannot change a table's key: the rows go into a new table. */
async function keyOnSqlite(knex: Knex): Promise<void> {
  await knex.schema.renameTable('events', 'former_events');
  await knex.raw(
    `create table events (id text not null, publication_id text not null, type text not null, object_id text not null, customer_id text not null,
      created_at bigint not null, facts text not null, personal text, primary key (publication_id, id))`,
  );
  await knex.raw(`insert into events (${columns}) select ${columns} from former_events order by id`);
  await knex.schema.dropTable('former_events');
  await knex.raw('create index events_publication_id_type_id_index on events (publication_id, type, id)');
  await knex.raw('create index events_customer_id_index on events (customer_id)');
  await knex.raw(
    'create trigger publications_delete_events after delete on publications begin delete from events where publication_id = old.id; end',
  );
}

/** A released schema is never taken back; a later migration mends it. */
export async function down(): Promise<void> {
  throw new Error('this migration has no way back');
}
