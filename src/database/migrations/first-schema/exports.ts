// Exports of a publication that the dashboard makes, in pieces; files that were uploaded; how far an import of an export has
// come; and the number of people erased, by which an export notices that somebody was erased while it was made.
import type { Columns } from './columns.ts';

export function exportTables({ id, ofPublication, key, bytes, belongsTo }: Columns): string[] {
  return [
    `create table exports (
      ${key},
      state text not null,
      requested_by text not null,
      attempts integer not null,
      leased_until bigint not null,
      step integer not null,
      steps integer not null,
      records bigint not null,
      bytes bigint not null,
      chunks integer not null,
      created_at bigint not null,
      ready_at bigint,
      expires_at bigint not null,
      primary key (publication_id, id)
    )`,
    "create index exports_open on exports (leased_until) where state in ('waiting', 'running')",
    'create index exports_expires_at on exports (expires_at)',
    `create table export_chunks (
      ${ofPublication},
      export_id ${id} not null,
      number integer not null,
      content ${bytes} not null,
      primary key (publication_id, export_id, number),
      foreign key (publication_id, export_id) references exports (publication_id, id) on delete cascade
    )`,
    `create table export_imports (
      ${ofPublication},
      digest text not null,
      shift text not null,
      kind text not null,
      line bigint not null,
      started_at bigint not null,
      ended_at bigint,
      primary key (publication_id)
    )`,
    `create table uploads (
      ${key},
      bytes bigint not null,
      digest text not null,
      created_at bigint not null,
      primary key (publication_id, id)
    )`,
    'create index uploads_created_at on uploads (created_at)',
    `create table upload_blocks (
      ${ofPublication},
      upload_id ${id} not null,
      number integer not null,
      content_sealed text not null,
      primary key (publication_id, upload_id, number),
      ${belongsTo('upload_id', 'uploads')}
    )`,
    `create table restores (
      ${ofPublication},
      upload_id ${id},
      state text not null,
      requested_by text not null,
      claims integer not null,
      failures integer not null,
      leased_until bigint not null,
      records bigint not null,
      total bigint not null,
      holds text,
      faults text not null,
      programs text not null,
      created_at bigint not null,
      ended_at bigint,
      primary key (publication_id)
    )`,
    "create index restores_open on restores (leased_until) where state in ('checking', 'running')",
    `create table erasures (
      ${ofPublication},
      count bigint not null,
      primary key (publication_id)
    )`,
  ];
}
