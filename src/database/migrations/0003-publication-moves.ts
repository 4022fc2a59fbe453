// Publications that move to another database of the operator (models/move-state.ts): how far one has come, the hosts of those
// that went, and on PostgreSQL what refuses the writes into one that is being moved (backup/fence.ts).
import type { Migration } from '../migrating/migration.ts';

const TABLES = [
  // Null for one that answers here; leaving, left or arriving.
  'alter table publications add column move_state text',
  // The copy that a move makes.
  'alter table publications add column move_copy text',
  `create table moved_hosts (
    host text primary key,
    moved_at bigint not null
  )`,
];

/** Its SQLSTATE is known to database/connection.ts. What a publication leaves behind is deleted once it is live elsewhere. */
const REFUSAL = `create function refuse_write_of_moving_publication() returns trigger language plpgsql as $$
  begin
    if tg_op = 'DELETE' then
      if exists (select from publications where id = old.publication_id and move_state = 'left') then
        return old;
      end if;
    end if;
    raise exception 'the publication is being moved' using errcode = 'MH001';
  end $$`;

export const publicationMoves: Migration = {
  name: '0003-publication-moves',
  release: '0.2.0',
  step: 'expand',
  statements: ({ dialect }) => (dialect === 'postgres' ? [...TABLES, REFUSAL] : TABLES),
};
