// Imports of people: what was uploaded, how far it has come, and what a file said of a person the last time.
import type { Columns } from './columns.ts';

export function importTables({ id, ofPublication, key, belongsTo }: Columns): string[] {
  return [
    `create table imports (
      ${key},
      state text not null,
      revision integer not null,
      source text,
      cursor text,
      file_name text not null,
      header text not null,
      preset text,
      settings text not null,
      blocks integer not null,
      row_count integer not null,
      next_block integer not null,
      done_count integer not null,
      created_count integer not null,
      changed_count integer not null,
      unchanged_count integer not null,
      faulty_count integer not null,
      unknown_words text not null,
      account_prices text not null default '[]',
      fault text,
      failures integer not null,
      invitation text,
      next_invitation_at bigint,
      created_at bigint not null,
      ended_at bigint,
      primary key (publication_id, id)
    )`,
    // Our choice: the imports of a publication run one after another, so that two never write the same people at once.
    "create unique index imports_one_running on imports (publication_id) where state = 'running'",
    "create index imports_to_advance on imports (id) where state in ('reading', 'checking', 'running')",
    'create index imports_created_at on imports (created_at)',
    `create table import_blocks (
      ${ofPublication},
      import_id ${id} not null,
      number integer not null,
      rows_sealed text not null,
      keys text not null,
      outcomes text not null,
      faulty_count integer not null,
      primary key (publication_id, import_id, number),
      ${belongsTo('import_id', 'imports')}
    )`,
    `create table imported_people (
      ${ofPublication},
      customer_id ${id} not null,
      import_id ${id} not null,
      said text not null,
      invite_at bigint,
      primary key (publication_id, customer_id),
      ${belongsTo('customer_id', 'customers')}
    )`,
    'create index imported_people_to_invite on imported_people (invite_at) where invite_at is not null',
  ];
}
