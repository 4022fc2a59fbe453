// Publications, their look, and the credentials of their programs: API keys and OAuth applications. These are looked up
// by a secret or a client id before the publication is known, and so are unique in the deployment.
import type { Columns } from './columns.ts';

export function publicationTables({ id, ofPublication, key, bytes }: Columns): string[] {
  return [
    `create table publications (
      id ${id} primary key,
      name text not null,
      site_url text not null,
      site_host text not null unique,
      brand_color text not null,
      locale text not null,
      time_zone text not null default 'UTC',
      font text not null default 'editorial',
      radius integer not null default 10,
      logo text,
      dark_logo text,
      home_url text,
      contact_email text,
      description text,
      imprint_url text,
      terms_url text,
      privacy_url text,
      withdrawal_url text,
      sender_name text,
      reply_to text,
      mail_from text,
      cover text,
      plans_per_reader text not null default 'one',
      pauses_set_by text not null default 'publisher',
      languages text not null default '',
      texts text,
      created_at bigint not null
    )`,
    // The hosts that are a publication's, also those that it left, and those that it asked for without proof so far.
    `create table site_hosts (
      ${ofPublication},
      host text not null,
      token text not null,
      is_held boolean not null,
      primary key (publication_id, host)
    )`,
    'create unique index site_hosts_held on site_hosts (host) where is_held',
    `create table publication_logos (
      ${ofPublication},
      file text not null,
      content ${bytes} not null,
      primary key (publication_id, file)
    )`,
    `create table continue_hosts (
      ${ofPublication},
      host text not null,
      created_at bigint not null,
      primary key (publication_id, host)
    )`,
    // What the publication adds to its mails.
    `create table mail_words (
      ${ofPublication},
      mail text not null,
      language text not null,
      opening text not null,
      closing text not null,
      primary key (publication_id, mail, language)
    )`,
    `create table api_keys (
      ${key},
      hash text not null unique,
      hint text not null,
      name text,
      scope text not null,
      created_by_kind text,
      created_by_name text,
      created_at bigint not null,
      last_used_at bigint,
      revoked_at bigint,
      primary key (publication_id, id)
    )`,
    `create table oauth_applications (
      ${key},
      client_id text not null unique,
      client_secret_hash text not null,
      client_secret_hint text not null,
      client_secret_created_at bigint not null,
      client_secret_used_at bigint,
      second_secret_hash text,
      second_secret_hint text,
      second_secret_created_at bigint,
      second_secret_used_at bigint,
      name text not null,
      redirect_uri text not null,
      more_redirect_uris text not null,
      post_logout_redirect_uri text,
      backchannel_logout_uri text,
      redirect_uri_exact boolean not null,
      require_pkce boolean not null,
      client_secret_post boolean not null,
      backchannel_logout_on_end_session boolean not null,
      iss_parameter boolean not null,
      created_at bigint not null,
      disabled_at bigint,
      primary key (publication_id, id)
    )`,
    `create table idempotency_answers (
      ${ofPublication},
      key_hash text not null,
      request_hash text not null,
      status integer,
      body text,
      customer_id ${id},
      created_at bigint not null,
      primary key (publication_id, key_hash)
    )`,
    `create index idempotency_answers_customer on idempotency_answers (publication_id, customer_id)
      where customer_id is not null`,
    'create index idempotency_answers_created_at on idempotency_answers (created_at)',
  ];
}
