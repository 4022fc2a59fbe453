// Sign-in: e-mailed codes, sessions, and what applications are issued for a session.
import type { Columns } from './columns.ts';

export function signInTables({ id, ofPublication, key, belongsTo }: Columns): string[] {
  return [
    `create table email_codes (
      ${key},
      browser_hash text not null,
      purpose text not null,
      email text not null,
      email_normalized text,
      code_mac text not null,
      intent text not null,
      counted text not null,
      attempts integer not null,
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint,
      primary key (publication_id, id)
    )`,
    'create index email_codes_of_browser on email_codes (publication_id, browser_hash)',
    'create index email_codes_by_email on email_codes (publication_id, email_normalized)',
    'create index email_codes_expires_at on email_codes (expires_at)',
    `create table sessions (
      ${key},
      customer_id ${id} not null,
      hash text not null,
      browser text,
      network text,
      authenticated_at bigint not null,
      created_at bigint not null,
      seen_at bigint not null,
      expires_at bigint not null,
      ended_at bigint,
      primary key (publication_id, id),
      unique (publication_id, hash),
      ${belongsTo('customer_id', 'customers')}
    )`,
    'create index sessions_of_customer on sessions (publication_id, customer_id, id)',
    'create index sessions_expires_at on sessions (expires_at)',
    'create index sessions_ended on sessions (ended_at) where ended_at is not null',
    `create table authorization_codes (
      ${ofPublication},
      hash text not null,
      application_id ${id} not null,
      session_id ${id} not null,
      redirect_uri text not null,
      scope text not null,
      nonce text,
      code_challenge text,
      acr text,
      created_at bigint not null,
      expires_at bigint not null,
      redeemed_at bigint,
      primary key (publication_id, hash),
      ${belongsTo('application_id', 'oauth_applications')},
      ${belongsTo('session_id', 'sessions')}
    )`,
    'create index authorization_codes_of_session on authorization_codes (publication_id, session_id)',
    'create index authorization_codes_expires_at on authorization_codes (expires_at)',
    `create table access_tokens (
      ${ofPublication},
      hash text not null,
      authorization_code_hash text not null,
      application_id ${id} not null,
      session_id ${id} not null,
      scope text not null,
      created_at bigint not null,
      expires_at bigint not null,
      revoked_at bigint,
      primary key (publication_id, hash),
      unique (publication_id, authorization_code_hash),
      ${belongsTo('application_id', 'oauth_applications')},
      ${belongsTo('session_id', 'sessions')}
    )`,
    'create index access_tokens_of_session on access_tokens (publication_id, session_id, application_id)',
    'create index access_tokens_expires_at on access_tokens (expires_at)',
  ];
}
