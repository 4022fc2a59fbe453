// Staff: people who run publications, their roles and invitations, how they sign in to the dashboard, and the audit log
// of what they, programs and the command line did (decisions 37).
import type { Columns } from './columns.ts';

export function staffTables({ id, ofPublication, key }: Columns): string[] {
  const ofMember = `staff_id ${id} not null references staff_members (id) on delete cascade`;
  return [
    // The deployment as a tenant: its mails and audit entries belong to no publication. No Host header has this form.
    `insert into publications (id, name, site_url, site_host, brand_color, locale, created_at)
      values ('pub_00000000000000000000000000', 'Masthead', '', '(none)', '#1f4e79', 'en', 0)`,
    `create table staff_members (
      id ${id} primary key,
      email text not null,
      email_normalized text not null unique,
      name text,
      created_at bigint not null,
      code_disabled_at bigint
    )`,
    // Without a cascade: a person who gets a role just now is not deleted (models/lifecycle/retention.ts).
    `create table staff_roles (
      ${ofPublication},
      staff_id ${id} not null references staff_members (id),
      role text not null,
      created_at bigint not null,
      primary key (publication_id, staff_id)
    )`,
    'create index staff_roles_of_member on staff_roles (staff_id, publication_id)',
    `create table staff_invitations (
      ${key},
      email text not null,
      email_normalized text not null,
      role text not null,
      hash text not null unique,
      invited_by ${id},
      created_at bigint not null,
      expires_at bigint not null,
      accepted_at bigint,
      revoked_at bigint,
      primary key (publication_id, id)
    )`,
    'create index staff_invitations_by_email on staff_invitations (publication_id, email_normalized)',
    'create index staff_invitations_expires_at on staff_invitations (expires_at)',
    `create table staff_links (
      hash text primary key,
      ${ofMember},
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint
    )`,
    'create index staff_links_expires_at on staff_links (expires_at)',
    `create table staff_passkeys (
      id ${id} primary key,
      ${ofMember},
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      name text not null,
      created_at bigint not null,
      last_used_at bigint
    )`,
    'create index staff_passkeys_of_member on staff_passkeys (staff_id, id)',
    `create table staff_used_challenges (
      hash text primary key,
      expires_at bigint not null
    )`,
    'create index staff_used_challenges_expires_at on staff_used_challenges (expires_at)',
    `create table staff_recovery_codes (
      hash text primary key,
      ${ofMember},
      created_at bigint not null,
      used_at bigint
    )`,
    'create index staff_recovery_codes_of_member on staff_recovery_codes (staff_id)',
    `create table staff_sessions (
      id ${id} primary key,
      ${ofMember},
      hash text not null unique,
      browser text,
      network text not null,
      created_at bigint not null,
      seen_at bigint not null,
      proved_at bigint not null,
      expires_at bigint not null,
      ended_at bigint
    )`,
    'create index staff_sessions_of_member on staff_sessions (staff_id, id)',
    'create index staff_sessions_expires_at on staff_sessions (expires_at)',
    'create index staff_sessions_ended on staff_sessions (ended_at) where ended_at is not null',
    `create table audit_entries (
      ${key},
      actor_kind text not null,
      actor_id ${id},
      actor_name text not null,
      act text not null,
      record_id ${id},
      record_name text,
      network text,
      request_id text,
      created_at bigint not null,
      primary key (publication_id, id)
    )`,
    'create index audit_entries_by_act on audit_entries (publication_id, act, id)',
    'create index audit_entries_of_record on audit_entries (publication_id, record_id, id)',
    'create index audit_entries_of_actor on audit_entries (publication_id, actor_id, id)',
    'create index audit_entries_by_record_name on audit_entries (publication_id, record_name, id) where record_name is not null',
    'create index audit_entries_created_at on audit_entries (created_at)',
  ];
}
