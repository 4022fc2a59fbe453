// What belongs to the deployment and to no publication: its environment, its instances, signing keys, rate limits by bucket, and
// payment gateways' notices, whose publication is found only when they are handled.
import type { Columns } from './columns.ts';

export function deploymentTables({ id }: Columns): string[] {
  return [
    // One row, which says whose database this is.
    `create table deployment (
      id integer primary key check (id = 1),
      environment text not null check (environment in ('production', 'test')),
      backed_up_at bigint
    )`,
    `create table instances (
      id ${id} primary key,
      host text not null,
      version text not null,
      started_at bigint not null,
      seen_at bigint not null
    )`,
    `create table signing_keys (
      id ${id} primary key,
      public_jwk text not null,
      private_key_encrypted text,
      created_at bigint not null,
      active_from bigint not null,
      retired_at bigint
    )`,
    `create table limits (
      bucket text primary key,
      count integer not null,
      resets_at bigint not null
    )`,
    'create index limits_resets_at on limits (resets_at)',
    `create table gateway_events (
      gateway text not null,
      event_id text not null,
      publication_id ${id},
      kind text not null,
      object text not null,
      ref text not null,
      occurred_at bigint not null,
      received_at bigint not null,
      due_at bigint not null,
      attempts integer not null,
      ended_at bigint,
      outcome text,
      primary key (gateway, event_id)
    )`,
    'create index gateway_events_open on gateway_events (due_at) where ended_at is null',
    'create index gateway_events_ended on gateway_events (ended_at) where ended_at is not null',
  ];
}
