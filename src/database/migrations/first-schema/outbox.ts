// The outbox: committed events that wait for the log, the log of each publication and its last id, the endpoints,
// deliveries with their attempts, and the mailbox of a test environment.
import type { Columns } from './columns.ts';

export function outboxTables({ dialect, id, ofPublication, key, belongsTo }: Columns): string[] {
  const content = `type text not null,
      object_id ${id} not null,
      customer_id ${id} not null,
      created_at bigint not null,
      facts text not null,
      personal text`;
  return [
    // A queue that every change writes to and that is emptied continually: no index but its order, and no foreign key.
    // SQLite's key is the row number alone; a counter or a separate key is one more page that every change writes.
    `create table pending_events (
      number ${dialect === 'postgres' ? 'bigserial' : 'integer primary key'},
      publication_id ${id} not null,
      ${content}${dialect === 'postgres' ? ', primary key (publication_id, number)' : ''}
    )`,
    `create table event_log (
      ${ofPublication},
      last_id ${id} not null,
      primary key (publication_id)
    )`,
    `create table events (
      ${key},
      ${content},
      primary key (publication_id, id)
    )`,
    'create index events_by_type on events (publication_id, type, id)',
    'create index events_of_customer on events (publication_id, customer_id, id)',
    `create table event_endpoints (
      ${key},
      url text not null,
      types text not null,
      secrets text not null,
      secret_created_at bigint not null,
      created_at bigint not null,
      failing_since bigint,
      disabled_at bigint,
      disabled_reason text,
      replay_after ${id},
      replay_until ${id},
      replay_since bigint,
      primary key (publication_id, id)
    )`,
    'create index event_endpoints_replaying on event_endpoints (publication_id, id) where replay_after is not null',
    `create table deliveries (
      ${key},
      kind text not null,
      receiver text not null,
      payload text not null,
      recipient_mac text,
      customer_id ${id},
      purpose text,
      event_id ${id},
      object_id ${id},
      application_id ${id},
      object_queue ${id},
      state text not null,
      attempts integer not null,
      created_at bigint not null,
      due_at bigint not null,
      useless_after bigint,
      ended_at bigint,
      outcome text,
      primary key (publication_id, id)
    )`,
    'create index deliveries_by_recipient on deliveries (publication_id, recipient_mac, id) where recipient_mac is not null',
    'create index deliveries_open_by_receiver on deliveries (publication_id, receiver, due_at) where ended_at is null',
    'create index deliveries_ended on deliveries (ended_at) where ended_at is not null',
    'create index deliveries_of_endpoint on deliveries (publication_id, receiver, id) where event_id is not null',
    'create index deliveries_of_application on deliveries (publication_id, application_id, id) where application_id is not null',
    // Those of an endpoint or an application that are open or dead, which are few among many.
    "create index deliveries_open_of_target on deliveries (publication_id, (coalesce(application_id, receiver)), id) where ended_at is null and kind <> 'mail'",
    "create index deliveries_dead on deliveries (publication_id, (coalesce(application_id, receiver)), id) where state = 'dead'",
    // The token of a bounce names its mail, and the mail its publication.
    "create index deliveries_mails_by_id on deliveries (id) where kind = 'mail'",
    // An open event delivery names its object's queue in a column of its own, so that no other index can serve a look
    // into a queue, however old the tables' statistics are.
    'create index deliveries_of_object_queue on deliveries (publication_id, object_queue, event_id, id) where object_queue is not null',
    `create table delivery_attempts (
      ${key},
      delivery_id ${id} not null,
      number integer not null,
      started_at bigint not null,
      ended_at bigint not null,
      outcome text not null,
      reason text,
      request text,
      status integer,
      answer text,
      customer_id ${id},
      primary key (publication_id, id),
      ${belongsTo('delivery_id', 'deliveries')}
    )`,
    'create index delivery_attempts_of_delivery on delivery_attempts (publication_id, delivery_id, id)',
    'create index delivery_attempts_with_answers on delivery_attempts (publication_id, customer_id) where answer is not null',
    // The suppression list.
    `create table mail_problems (
      ${key},
      recipient_mac text not null,
      customer_id ${id},
      kind text not null,
      soft_days integer not null,
      since bigint not null,
      last_at bigint not null,
      dead_at bigint,
      status text,
      answer text,
      delivery_id ${id} not null,
      primary key (publication_id, id),
      unique (publication_id, recipient_mac, kind)
    )`,
    'create index mail_problems_of_customer on mail_problems (publication_id, customer_id) where customer_id is not null',
    'create index mail_problems_last_at on mail_problems (last_at)',
    `create table mail_reports (
      ${key},
      delivery_id ${id} not null,
      recipient_mac text,
      customer_id ${id},
      kind text not null,
      source text not null,
      status text,
      answer text,
      created_at bigint not null,
      primary key (publication_id, id),
      unique (publication_id, delivery_id, kind)
    )`,
    'create index mail_reports_by_time on mail_reports (publication_id, created_at)',
    'create index mail_reports_of_customer on mail_reports (publication_id, customer_id) where customer_id is not null',
    'create index mail_reports_by_recipient on mail_reports (publication_id, recipient_mac) where recipient_mac is not null',
    'create index mail_reports_created_at on mail_reports (created_at)',
    `create table mailbox_messages (
      ${key},
      recipient text not null,
      subject text not null,
      text text not null,
      html text not null,
      is_for_owners boolean not null,
      created_at bigint not null,
      primary key (publication_id, id)
    )`,
    'create index mailbox_messages_by_recipient on mailbox_messages (publication_id, recipient, id)',
    'create index mailbox_messages_created_at on mailbox_messages (created_at)',
  ];
}
