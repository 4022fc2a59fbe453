-- 0001-first-schema
create table deployment (
      id integer primary key check (id = 1),
      environment text not null check (environment in ('production', 'test')),
      backed_up_at bigint
    );
create table instances (
      id text collate "C" primary key,
      host text not null,
      version text not null,
      started_at bigint not null,
      seen_at bigint not null
    );
create table signing_keys (
      id text collate "C" primary key,
      public_jwk text not null,
      private_key_encrypted text,
      created_at bigint not null,
      active_from bigint not null,
      retired_at bigint
    );
create table limits (
      bucket text primary key,
      count integer not null,
      resets_at bigint not null
    );
create index limits_resets_at on limits (resets_at);
create table gateway_events (
      gateway text not null,
      event_id text not null,
      publication_id text collate "C",
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
    );
create index gateway_events_open on gateway_events (due_at) where ended_at is null;
create index gateway_events_ended on gateway_events (ended_at) where ended_at is not null;
create table publications (
      id text collate "C" primary key,
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
    );
create table site_hosts (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      host text not null,
      token text not null,
      is_held boolean not null,
      primary key (publication_id, host)
    );
create unique index site_hosts_held on site_hosts (host) where is_held;
create table publication_logos (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      file text not null,
      content bytea not null,
      primary key (publication_id, file)
    );
create table continue_hosts (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      host text not null,
      created_at bigint not null,
      primary key (publication_id, host)
    );
create table mail_words (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      mail text not null,
      language text not null,
      opening text not null,
      closing text not null,
      primary key (publication_id, mail, language)
    );
create table api_keys (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
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
    );
create table oauth_applications (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
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
    );
create table idempotency_answers (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      key_hash text not null,
      request_hash text not null,
      status integer,
      body text,
      customer_id text collate "C",
      created_at bigint not null,
      primary key (publication_id, key_hash)
    );
create index idempotency_answers_customer on idempotency_answers (publication_id, customer_id)
      where customer_id is not null;
create index idempotency_answers_created_at on idempotency_answers (created_at);
create table newsletters (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      slug text not null,
      name text not null,
      description text,
      audience text not null default 'all',
      texts text,
      position bigint not null,
      created_at bigint not null,
      archived_at bigint,
      primary key (publication_id, id),
      unique (publication_id, slug)
    );
create table plans (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      slug text not null,
      name text not null,
      product_kind text not null default 'electronic_service',
      sent_by_post boolean not null default false,
      texts text,
      position bigint not null,
      created_at bigint not null,
      archived_at bigint,
      primary key (publication_id, id),
      unique (publication_id, slug)
    );
create table newsletter_plans (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      newsletter_id text collate "C" not null,
      plan_id text collate "C" not null,
      primary key (publication_id, newsletter_id, plan_id),
      foreign key (publication_id, newsletter_id) references newsletters (publication_id, id) on delete cascade,
      foreign key (publication_id, plan_id) references plans (publication_id, id) on delete cascade
    );
create table prices (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      plan_id text collate "C" not null,
      amount bigint not null,
      currency text not null,
      interval text not null,
      created_at bigint not null,
      archived_at bigint,
      primary key (publication_id, id),
      foreign key (publication_id, plan_id) references plans (publication_id, id) on delete cascade
    );
create index prices_of_plan on prices (publication_id, plan_id, id);
create table offers (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      plan_id text collate "C" not null,
      slug text not null,
      name text not null,
      description text,
      trial_days integer,
      giftable boolean not null,
      benefits text,
      recommended boolean not null default false,
      texts text,
      position bigint not null,
      created_at bigint not null,
      archived_at bigint,
      primary key (publication_id, id),
      unique (publication_id, slug),
      foreign key (publication_id, plan_id) references plans (publication_id, id) on delete cascade
    );
create unique index offers_recommended on offers (publication_id) where recommended;
create table offer_prices (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      offer_id text collate "C" not null,
      price_id text collate "C" not null,
      primary key (publication_id, offer_id, price_id),
      foreign key (publication_id, offer_id) references offers (publication_id, id) on delete cascade,
      foreign key (publication_id, price_id) references prices (publication_id, id) on delete cascade
    );
create table free_offerings (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      name text not null,
      description text,
      texts text,
      created_at bigint not null,
      withdrawn_at bigint,
      primary key (publication_id)
    );
create table free_offering_newsletters (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      newsletter_id text collate "C" not null,
      primary key (publication_id, newsletter_id),
      foreign key (publication_id, newsletter_id) references newsletters (publication_id, id) on delete cascade
    );
create table discount_codes (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      code text not null,
      code_normalized text not null,
      name text,
      percent_off integer,
      amount_off bigint,
      currency text,
      periods integer,
      valid_until bigint,
      max_redemptions integer,
      redemptions integer not null,
      created_at bigint not null,
      archived_at bigint,
      primary key (publication_id, id),
      unique (publication_id, code_normalized)
    );
create table discount_code_offers (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      code_id text collate "C" not null,
      offer_id text collate "C" not null,
      primary key (publication_id, code_id, offer_id),
      foreign key (publication_id, code_id) references discount_codes (publication_id, id) on delete cascade,
      foreign key (publication_id, offer_id) references offers (publication_id, id) on delete cascade
    );
create index discount_code_offers_of_offer on discount_code_offers (publication_id, offer_id);
create table customers (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      email text,
      email_normalized text collate "C",
      name text,
      postal_address text,
      language text,
      activation_code_mac text,
      activation_code_expires_at bigint,
      activated_at bigint,
      email_verified_at bigint,
      created_at bigint not null,
      gone_at bigint,
      merged_into_id text collate "C",
      state text not null default 'free',
      last_seen_at bigint,
      searched_as text,
      paying_since bigint,
      invitations_refused_at bigint,
      gift_mails_refused_at bigint,
      sign_in_mails_refused_at bigint,
      primary key (publication_id, id),
      unique (publication_id, email_normalized),
      unique (publication_id, activation_code_mac)
    );
create index customers_members on customers (publication_id, id) where email is not null;
create index customers_by_last_seen on customers (publication_id, last_seen_at, id) where last_seen_at is not null;
create index customers_to_index on customers (publication_id, id) where gone_at is null
      and (searched_as is null or searched_as <> coalesce(name, '') || ' / ' || coalesce(email, ''));
create table customer_words (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      word text collate "C" not null,
      customer_id text collate "C" not null,
      primary key (publication_id, word, customer_id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create index customers_merged_into on customers (publication_id, merged_into_id) where merged_into_id is not null;
create index customers_by_state on customers (publication_id, state, id);
create table address_changes (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      customer_id text collate "C" not null,
      changed_by text not null,
      former_email text not null,
      former_email_normalized text not null,
      email text not null,
      undo_until bigint,
      former_mailed_at bigint,
      mailed_at bigint,
      created_at bigint not null,
      primary key (publication_id, id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create index address_changes_of_customer on address_changes (publication_id, customer_id, id);
create index address_changes_by_former_email on address_changes (publication_id, former_email_normalized, id);
create index address_changes_created_at on address_changes (created_at);
create index address_changes_to_mail_former on address_changes (id) where former_mailed_at is null;
create index address_changes_to_mail on address_changes (id) where mailed_at is null;
create table turns (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      customer_id text collate "C" not null,
      turn text not null,
      object_id text collate "C",
      plan_id text collate "C",
      facts text not null,
      created_at bigint not null,
      primary key (publication_id, id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create index turns_of_customer on turns (publication_id, customer_id);
create table customer_notes (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      customer_id text collate "C" not null,
      author_id text collate "C",
      author_name text not null,
      text text not null,
      created_at bigint not null,
      edited_at bigint,
      primary key (publication_id, id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create index customer_notes_of_customer on customer_notes (publication_id, customer_id, id);
create table newsletter_subscriptions (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      customer_id text collate "C" not null,
      newsletter_id text collate "C" not null,
      created_at bigint not null,
      primary key (publication_id, customer_id, newsletter_id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade,
      foreign key (publication_id, newsletter_id) references newsletters (publication_id, id) on delete cascade
    );
create table saved_filters (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      name text not null,
      query text not null,
      created_at bigint not null,
      primary key (publication_id, id),
      unique (publication_id, name)
    );
create index newsletter_subscriptions_receivers on newsletter_subscriptions (publication_id, newsletter_id, customer_id);
create table subscriptions (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      customer_id text collate "C" not null,
      plan_id text collate "C" not null,
      price_id text collate "C",
      complimentary boolean not null,
      status text not null,
      billing text not null,
      created_at bigint not null,
      canceled_at bigint,
      ends_at bigint,
      end_reason text,
      leaving_reason text,
      primary key (publication_id, id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade,
      foreign key (publication_id, plan_id) references plans (publication_id, id) on delete cascade,
      foreign key (publication_id, price_id) references prices (publication_id, id)
    );
create index subscriptions_of_customer on subscriptions (publication_id, customer_id, id);
create index subscriptions_of_plan on subscriptions (publication_id, plan_id, id);
create index subscriptions_by_status on subscriptions (publication_id, status, id);
create index subscriptions_of_plan_by_status on subscriptions (publication_id, plan_id, status, id);
create unique index subscriptions_one_active_per_plan on subscriptions (publication_id, customer_id, plan_id) where status = 'active';
create index subscriptions_to_end on subscriptions (ends_at) where status = 'active' and ends_at is not null;
create index subscriptions_holders on subscriptions (publication_id, plan_id, customer_id) where status = 'active';
create table email_codes (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
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
    );
create index email_codes_of_browser on email_codes (publication_id, browser_hash);
create index email_codes_by_email on email_codes (publication_id, email_normalized);
create index email_codes_expires_at on email_codes (expires_at);
create table sessions (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      customer_id text collate "C" not null,
      hash text not null,
      browser text,
      network text,
      authenticated_at bigint not null,
      created_at bigint not null,
      seen_at bigint not null,
      expires_at bigint not null,
      ended_at bigint,
      ended_by text,
      ended_by_application text collate "C",
      primary key (publication_id, id),
      unique (publication_id, hash),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create index sessions_of_customer on sessions (publication_id, customer_id, id);
create index sessions_expires_at on sessions (expires_at);
create index sessions_ended on sessions (ended_at) where ended_at is not null;
create table sign_in_steps (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      customer_id text collate "C",
      address_mac text,
      kind text not null,
      browser text,
      network text,
      facts text not null,
      times integer not null,
      created_at bigint not null,
      last_at bigint not null,
      primary key (publication_id, id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create index sign_in_steps_of_customer on sign_in_steps (publication_id, customer_id, last_at) where customer_id is not null;
create index sign_in_steps_of_address on sign_in_steps (publication_id, address_mac, last_at) where address_mac is not null;
create index sign_in_steps_refused on sign_in_steps (publication_id, last_at) where kind in ('request_refused', 'silent_refused');
create index sign_in_steps_last_at on sign_in_steps (last_at);
create table sign_in_links (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      hash text not null,
      customer_id text collate "C" not null,
      destination text,
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint,
      primary key (publication_id, hash),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create index sign_in_links_of_customer on sign_in_links (publication_id, customer_id);
create index sign_in_links_expires_at on sign_in_links (expires_at);
create table authorization_codes (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      hash text not null,
      application_id text collate "C" not null,
      session_id text collate "C" not null,
      redirect_uri text not null,
      scope text not null,
      nonce text,
      code_challenge text,
      acr text,
      created_at bigint not null,
      expires_at bigint not null,
      redeemed_at bigint,
      primary key (publication_id, hash),
      foreign key (publication_id, application_id) references oauth_applications (publication_id, id) on delete cascade,
      foreign key (publication_id, session_id) references sessions (publication_id, id) on delete cascade
    );
create index authorization_codes_of_session on authorization_codes (publication_id, session_id);
create index authorization_codes_expires_at on authorization_codes (expires_at);
create table access_tokens (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      hash text not null,
      authorization_code_hash text not null,
      application_id text collate "C" not null,
      session_id text collate "C" not null,
      scope text not null,
      created_at bigint not null,
      expires_at bigint not null,
      revoked_at bigint,
      primary key (publication_id, hash),
      unique (publication_id, authorization_code_hash),
      foreign key (publication_id, application_id) references oauth_applications (publication_id, id) on delete cascade,
      foreign key (publication_id, session_id) references sessions (publication_id, id) on delete cascade
    );
create index access_tokens_of_session on access_tokens (publication_id, session_id, application_id);
create index access_tokens_expires_at on access_tokens (expires_at);
create table stripe_accounts (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      account_id text,
      keys_encrypted text,
      connected_at bigint not null,
      primary key (publication_id)
    );
create table gateway_customers (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      customer_id text collate "C" not null,
      gateway text not null,
      ref text not null,
      created_at bigint not null,
      primary key (publication_id, customer_id, gateway),
      unique (gateway, ref, publication_id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create table billings (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      customer_id text collate "C" not null,
      subscription_id text collate "C",
      gateway text not null,
      ref text not null,
      state text not null,
      price_id text collate "C" not null,
      amount bigint not null,
      currency text not null,
      interval text not null,
      next_price_id text collate "C",
      next_amount bigint,
      period_end bigint not null,
      trial_end bigint,
      trial_reminded_at bigint,
      cancel_at bigint,
      pause_from bigint,
      pause_until bigint,
      past_due_since bigint,
      decline_reason text,
      card_brand text,
      card_last4 text,
      card_expires text,
      reminders integer not null,
      renewal_mailed_for bigint,
      end_reason text,
      revision integer not null,
      created_at bigint not null,
      ended_at bigint,
      mrr_twelfths bigint not null default 0,
      taken_over_at bigint,
      primary key (publication_id, id),
      unique (publication_id, subscription_id),
      unique (gateway, ref, publication_id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade,
      foreign key (publication_id, subscription_id) references subscriptions (publication_id, id) on delete cascade
    );
create unique index billings_taken_over on billings (gateway, ref) where taken_over_at is not null;
create index billings_of_customer on billings (publication_id, customer_id, id);
create index billings_at_price on billings (publication_id, price_id, id) where state <> 'ended';
create index billings_open_at_gateway on billings (publication_id, gateway) where state <> 'ended';
create index billings_open on billings (period_end) where state <> 'ended';
create index billings_to_end on billings (id) where state <> 'ended' and end_reason is not null;
create index billings_pause_to_begin on billings (pause_from) where state = 'active' and pause_from = period_end;
create index billings_past_due on billings (past_due_since) where state = 'past_due';
create index billings_in_trial on billings (trial_end) where state = 'active' and trial_end is not null and trial_reminded_at is null;
create index billings_pause_to_mail on billings (pause_until) where state = 'paused' and end_reason is null
      and (renewal_mailed_for is null or renewal_mailed_for <> pause_until);
create index billings_renewal_to_mail on billings (period_end) where state = 'active' and cancel_at is null and end_reason is null
      and (pause_from is null or pause_from <> period_end) and (interval = 'year' or next_price_id is not null) and (renewal_mailed_for is null or renewal_mailed_for <> period_end);
create table checkouts (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      customer_id text collate "C" not null,
      plan_id text collate "C" not null,
      purpose text not null,
      billing_id text collate "C",
      subscription_id text collate "C",
      discount_code_id text collate "C",
      price_id text collate "C" not null,
      amount bigint not null,
      currency text not null,
      interval text not null,
      trial_days integer,
      gateway text not null,
      ref text,
      redirect_url text,
      continue_url text,
      state text not null,
      failure text,
      created_at bigint not null,
      expires_at bigint,
      read_again_at bigint,
      ended_at bigint,
      primary key (publication_id, id),
      unique (gateway, ref, publication_id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade,
      foreign key (publication_id, plan_id) references plans (publication_id, id) on delete cascade,
      foreign key (publication_id, billing_id) references billings (publication_id, id) on delete cascade,
      foreign key (publication_id, subscription_id) references subscriptions (publication_id, id) on delete cascade,
      foreign key (publication_id, discount_code_id) references discount_codes (publication_id, id) on delete cascade
    );
create index checkouts_of_customer on checkouts (publication_id, customer_id, id);
create index checkouts_of_billing on checkouts (publication_id, billing_id);
create index checkouts_of_subscription on checkouts (publication_id, subscription_id);
create index checkouts_with_discount_code on checkouts (publication_id, discount_code_id);
create unique index checkouts_one_open on checkouts (publication_id, customer_id, plan_id, purpose) where state = 'open';
create index checkouts_open on checkouts (created_at) where state = 'open';
create table payments (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      customer_id text collate "C" not null,
      billing_id text collate "C" not null,
      gateway text not null,
      ref text not null,
      reason text not null,
      price_id text collate "C" not null,
      amount bigint not null,
      discount bigint not null default 0,
      currency text not null,
      period_start bigint not null,
      period_end bigint not null,
      paid_at bigint not null,
      mailed_at bigint,
      refunded_amount bigint not null,
      refund_mailed bigint not null default 0,
      counted_amount bigint not null default 0,
      counted_refund bigint not null default 0,
      primary key (publication_id, id),
      unique (gateway, ref, publication_id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade,
      foreign key (publication_id, billing_id) references billings (publication_id, id) on delete cascade
    );
create index payments_of_customer on payments (publication_id, customer_id, paid_at);
create index payments_of_billing on payments (publication_id, billing_id);
create index payments_to_mail on payments (id) where mailed_at is null;
create index payments_refund_to_mail on payments (id) where refunded_amount > refund_mailed;
create table refunds (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      payment_id text collate "C" not null,
      key text not null,
      amount bigint not null,
      created_at bigint not null,
      done_at bigint,
      primary key (publication_id, id),
      unique (publication_id, payment_id, key),
      foreign key (publication_id, payment_id) references payments (publication_id, id) on delete cascade
    );
create table price_switches (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      billing_id text collate "C" not null,
      billing_revision integer not null,
      price_id text collate "C" not null,
      amount bigint not null,
      currency text not null,
      interval text not null,
      timing text not null,
      previewed_at bigint not null,
      due_now bigint not null,
      next_amount bigint not null,
      next_at bigint not null,
      created_at bigint not null,
      done_at bigint,
      primary key (publication_id, id),
      foreign key (publication_id, billing_id) references billings (publication_id, id) on delete cascade
    );
create index price_switches_of_billing on price_switches (publication_id, billing_id);
create index price_switches_created_at on price_switches (created_at);
create table price_changes (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      from_price_id text collate "C" not null,
      to_price_id text collate "C" not null,
      mode text not null,
      state text not null,
      starts_at bigint,
      cursor text not null,
      look_at bigint,
      created_at bigint not null,
      ended_at bigint,
      primary key (publication_id, id),
      foreign key (publication_id, from_price_id) references prices (publication_id, id) on delete cascade,
      foreign key (publication_id, to_price_id) references prices (publication_id, id) on delete cascade
    );
create unique index price_changes_one_running on price_changes (publication_id, from_price_id) where state = 'running';
create index price_changes_to_price on price_changes (publication_id, to_price_id);
create index price_changes_to_look_at on price_changes (look_at) where look_at is not null;
create table price_change_moves (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      change_id text collate "C" not null,
      billing_id text collate "C" not null,
      state text not null,
      reason text,
      due_at bigint,
      leased_until bigint,
      told_at bigint,
      first_at bigint,
      primary key (publication_id, id),
      unique (publication_id, change_id, billing_id),
      foreign key (publication_id, change_id) references price_changes (publication_id, id) on delete cascade,
      foreign key (publication_id, billing_id) references billings (publication_id, id) on delete cascade
    );
create index price_change_moves_in_order on price_change_moves (publication_id, change_id, id);
create index price_change_moves_of_billing on price_change_moves (publication_id, billing_id);
create index price_change_moves_open on price_change_moves (publication_id, change_id) where due_at is not null;
create index price_change_moves_due on price_change_moves (due_at) where due_at is not null;
create table reconciliations (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      night text not null,
      claimed_at bigint not null,
      ended_at bigint,
      compared integer,
      found text,
      primary key (publication_id, id),
      unique (publication_id, night)
    );
create index reconciliations_claimed_at on reconciliations (claimed_at);
create table trials (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      plan_id text collate "C" not null,
      customer_id text collate "C",
      email_mac text not null,
      checkout_id text collate "C",
      created_at bigint not null,
      began_at bigint,
      primary key (publication_id, id),
      unique (publication_id, email_mac, plan_id),
      unique (publication_id, customer_id, plan_id),
      foreign key (publication_id, plan_id) references plans (publication_id, id) on delete cascade,
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade,
      foreign key (publication_id, checkout_id) references checkouts (publication_id, id) on delete cascade
    );
create index trials_of_checkout on trials (publication_id, checkout_id);
create table discount_redemptions (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      code_id text collate "C" not null,
      customer_id text collate "C" not null,
      checkout_id text collate "C" not null,
      state text not null,
      created_at bigint not null,
      primary key (publication_id, id),
      unique (publication_id, checkout_id),
      foreign key (publication_id, code_id) references discount_codes (publication_id, id) on delete cascade,
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade,
      foreign key (publication_id, checkout_id) references checkouts (publication_id, id) on delete cascade
    );
create index discount_redemptions_of_customer on discount_redemptions (publication_id, customer_id, id);
create unique index discount_redemptions_once on discount_redemptions (publication_id, code_id, customer_id) where state <> 'freed';
create table gifts (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      checkout_id text collate "C" not null,
      customer_id text collate "C" not null,
      plan_id text collate "C" not null,
      price_id text collate "C" not null,
      periods integer not null,
      amount bigint not null,
      currency text not null,
      interval text not null,
      recipient_email text,
      recipient_email_normalized text,
      sender_name text,
      message text,
      deliver_at bigint not null,
      state text not null,
      code_hash text,
      gateway text not null,
      payment_ref text,
      paid_at bigint,
      refunded_amount bigint not null,
      refund_mailed bigint not null default 0,
      counted_amount bigint not null default 0,
      counted_refund bigint not null default 0,
      dispute text not null default 'none',
      delivered_at bigint,
      expires_at bigint,
      claimant_id text collate "C",
      claimed_at bigint,
      subscription_id text collate "C",
      ends_at bigint,
      ended_at bigint,
      end_mailed_at bigint,
      created_at bigint not null,
      primary key (publication_id, id),
      unique (publication_id, checkout_id),
      unique (publication_id, code_hash),
      unique (publication_id, subscription_id),
      unique (gateway, payment_ref, publication_id),
      foreign key (publication_id, checkout_id) references checkouts (publication_id, id) on delete cascade,
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade,
      foreign key (publication_id, plan_id) references plans (publication_id, id) on delete cascade,
      foreign key (publication_id, price_id) references prices (publication_id, id) on delete cascade,
      foreign key (publication_id, claimant_id) references customers (publication_id, id) on delete cascade,
      foreign key (publication_id, subscription_id) references subscriptions (publication_id, id) on delete cascade
    );
create index gifts_of_buyer on gifts (publication_id, customer_id, id);
create index gifts_of_claimant on gifts (publication_id, claimant_id);
create index gifts_by_recipient on gifts (publication_id, recipient_email_normalized);
create index gifts_refund_to_mail on gifts (id) where refunded_amount > refund_mailed;
create index gifts_to_deliver on gifts (deliver_at) where state = 'paid' and delivered_at is null;
create index gifts_to_end on gifts (ends_at) where state = 'claimed' and ended_at is null;
create table sellers (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      name text,
      address text,
      country text,
      tax_number text,
      has_reverse_charge boolean not null,
      has_gateway_tax boolean not null,
      primary key (publication_id)
    );
create table tax_rates (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      country text not null,
      product_kind text not null,
      rate integer not null,
      primary key (publication_id, country, product_kind)
    );
create table buyers (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      customer_id text collate "C" not null,
      company text,
      vat_number text,
      country text,
      primary key (publication_id, customer_id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create table receipt_numbers (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      receipts bigint not null,
      credit_notes bigint not null,
      primary key (publication_id)
    );
create table receipts (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      kind text not null,
      number bigint not null,
      customer_id text collate "C" not null,
      record_id text collate "C" not null,
      place integer not null,
      corrects_id text collate "C",
      issued_at bigint not null,
      paid_at bigint not null,
      description text not null,
      description_texts text,
      period_start bigint,
      period_end bigint,
      gross bigint not null,
      net bigint not null,
      tax bigint not null,
      discount bigint not null,
      currency text not null,
      treatment text not null,
      rate integer,
      country text,
      is_gateway_tax boolean not null,
      seller_name text not null,
      seller_address text,
      seller_tax_number text,
      buyer_name text,
      buyer_email text,
      buyer_company text,
      buyer_vat_number text,
      buyer_address text,
      paid_by text,
      paid_by_last4 text,
      primary key (publication_id, id),
      unique (publication_id, kind, number),
      unique (publication_id, record_id, place),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create index receipts_of_customer on receipts (publication_id, customer_id, id);
create table pending_events (
      number bigserial,
      publication_id text collate "C" not null,
      type text not null,
      object_id text collate "C" not null,
      customer_id text collate "C" not null,
      created_at bigint not null,
      facts text not null,
      personal text, primary key (publication_id, number)
    );
create table event_log (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      last_id text collate "C" not null,
      primary key (publication_id)
    );
create table events (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      type text not null,
      object_id text collate "C" not null,
      customer_id text collate "C" not null,
      created_at bigint not null,
      facts text not null,
      personal text,
      primary key (publication_id, id)
    );
create index events_by_type on events (publication_id, type, id);
create index events_of_customer on events (publication_id, customer_id, id);
create table event_endpoints (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      url text not null,
      types text not null,
      secrets text not null,
      secret_created_at bigint not null,
      created_at bigint not null,
      failing_since bigint,
      disabled_at bigint,
      disabled_reason text,
      replay_after text collate "C",
      replay_until text collate "C",
      replay_since bigint,
      primary key (publication_id, id)
    );
create index event_endpoints_replaying on event_endpoints (publication_id, id) where replay_after is not null;
create table deliveries (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      kind text not null,
      receiver text not null,
      payload text not null,
      recipient_mac text,
      customer_id text collate "C",
      purpose text,
      event_id text collate "C",
      object_id text collate "C",
      application_id text collate "C",
      object_queue text collate "C",
      state text not null,
      attempts integer not null,
      created_at bigint not null,
      due_at bigint not null,
      useless_after bigint,
      ended_at bigint,
      outcome text,
      primary key (publication_id, id)
    );
create index deliveries_by_recipient on deliveries (publication_id, recipient_mac, id) where recipient_mac is not null;
create index deliveries_open_by_receiver on deliveries (publication_id, receiver, due_at) where ended_at is null;
create index deliveries_ended on deliveries (ended_at) where ended_at is not null;
create index deliveries_of_endpoint on deliveries (publication_id, receiver, id) where event_id is not null;
create index deliveries_of_application on deliveries (publication_id, application_id, id) where application_id is not null;
create index deliveries_open_of_target on deliveries (publication_id, (coalesce(application_id, receiver)), id) where ended_at is null and kind <> 'mail';
create index deliveries_dead on deliveries (publication_id, (coalesce(application_id, receiver)), id) where state = 'dead';
create index deliveries_mails_by_id on deliveries (id) where kind = 'mail';
create index deliveries_of_object_queue on deliveries (publication_id, object_queue, event_id, id) where object_queue is not null;
create table delivery_attempts (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      delivery_id text collate "C" not null,
      number integer not null,
      started_at bigint not null,
      ended_at bigint not null,
      outcome text not null,
      reason text,
      request text,
      status integer,
      answer text,
      customer_id text collate "C",
      primary key (publication_id, id),
      foreign key (publication_id, delivery_id) references deliveries (publication_id, id) on delete cascade
    );
create index delivery_attempts_of_delivery on delivery_attempts (publication_id, delivery_id, id);
create index delivery_attempts_with_answers on delivery_attempts (publication_id, customer_id) where answer is not null;
create table mail_problems (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      recipient_mac text not null,
      customer_id text collate "C",
      kind text not null,
      soft_days integer not null,
      since bigint not null,
      last_at bigint not null,
      dead_at bigint,
      status text,
      answer text,
      delivery_id text collate "C" not null,
      primary key (publication_id, id),
      unique (publication_id, recipient_mac, kind)
    );
create index mail_problems_of_customer on mail_problems (publication_id, customer_id) where customer_id is not null;
create index mail_problems_last_at on mail_problems (last_at);
create table mail_reports (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      delivery_id text collate "C" not null,
      recipient_mac text,
      customer_id text collate "C",
      kind text not null,
      source text not null,
      status text,
      answer text,
      created_at bigint not null,
      primary key (publication_id, id),
      unique (publication_id, delivery_id, kind)
    );
create index mail_reports_by_time on mail_reports (publication_id, created_at);
create index mail_reports_of_customer on mail_reports (publication_id, customer_id) where customer_id is not null;
create index mail_reports_by_recipient on mail_reports (publication_id, recipient_mac) where recipient_mac is not null;
create index mail_reports_created_at on mail_reports (created_at);
create table mailbox_messages (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      recipient text not null,
      subject text not null,
      text text not null,
      html text not null,
      is_for_owners boolean not null,
      created_at bigint not null,
      primary key (publication_id, id)
    );
create index mailbox_messages_by_recipient on mailbox_messages (publication_id, recipient, id);
create index mailbox_messages_created_at on mailbox_messages (created_at);
create table sandbox_settings (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      clock_offset bigint not null,
      sends_twice boolean not null,
      shuffles boolean not null,
      delay_seconds integer not null,
      trouble text not null,
      primary key (publication_id)
    );
create table sandbox_calls (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      key text not null,
      answer text not null,
      primary key (publication_id, key)
    );
create table sandbox_customers (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      key text not null,
      primary key (publication_id, id),
      unique (publication_id, key)
    );
create table sandbox_checkouts (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      key text not null,
      mode text not null default 'subscription',
      description text not null,
      price_id text collate "C" not null,
      amount bigint not null,
      currency text not null,
      interval text not null,
      trial_days integer,
      discount text,
      sandbox_customer_id text collate "C",
      card_update_for text collate "C",
      return_url text not null,
      cancel_url text not null,
      state text not null,
      card text,
      last_decline text,
      subscription_id text collate "C",
      expires_at bigint not null,
      primary key (publication_id, id),
      unique (publication_id, key)
    );
create index sandbox_checkouts_open on sandbox_checkouts (publication_id, expires_at) where state in ('open', 'authenticating', 'pending');
create table sandbox_charges (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      checkout_id text collate "C" not null,
      amount bigint not null,
      currency text not null,
      paid_at bigint not null,
      refunded_amount bigint not null,
      primary key (publication_id, id),
      unique (publication_id, checkout_id)
    );
create table sandbox_subscriptions (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      checkout_id text collate "C" not null,
      card text not null,
      state text not null,
      price_id text collate "C" not null,
      amount bigint not null,
      currency text not null,
      interval text not null,
      next_price text,
      discount text,
      anchor bigint not null,
      periods integer not null,
      charged_periods integer not null default 1,
      period_start bigint not null,
      period_end bigint not null,
      trial_end bigint,
      cancel_at bigint,
      pause_from bigint,
      pause_until bigint,
      past_due_since bigint,
      retries integer not null,
      debit text,
      due_at bigint,
      primary key (publication_id, id),
      unique (publication_id, checkout_id)
    );
create index sandbox_subscriptions_due on sandbox_subscriptions (publication_id, due_at);
create table sandbox_payments (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      subscription_id text collate "C" not null,
      reason text not null,
      price_id text collate "C" not null,
      amount bigint not null,
      discount bigint not null default 0,
      currency text not null,
      period_start bigint not null,
      period_end bigint not null,
      paid_at bigint not null,
      refunded_amount bigint not null,
      primary key (publication_id, id),
      foreign key (publication_id, subscription_id) references sandbox_subscriptions (publication_id, id) on delete cascade
    );
create index sandbox_payments_of_subscription on sandbox_payments (publication_id, subscription_id);
create table sandbox_events (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      kind text not null,
      object text not null,
      ref text not null,
      occurred_at bigint not null,
      due_at bigint not null,
      copies integer not null,
      attempts integer not null,
      ended_at bigint,
      primary key (publication_id, id)
    );
create index sandbox_events_open on sandbox_events (due_at) where ended_at is null;
insert into publications (id, name, site_url, site_host, brand_color, locale, created_at)
      values ('pub_00000000000000000000000000', 'Masthead', '', '(none)', '#1f4e79', 'en', 0);
create table staff_members (
      id text collate "C" primary key,
      email text not null,
      email_normalized text not null unique,
      name text,
      created_at bigint not null,
      code_disabled_at bigint
    );
create table staff_roles (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      staff_id text collate "C" not null references staff_members (id),
      role text not null,
      created_at bigint not null,
      primary key (publication_id, staff_id)
    );
create index staff_roles_of_member on staff_roles (staff_id, publication_id);
create table staff_invitations (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      email text not null,
      email_normalized text not null,
      role text not null,
      hash text not null unique,
      invited_by text collate "C",
      created_at bigint not null,
      expires_at bigint not null,
      accepted_at bigint,
      revoked_at bigint,
      primary key (publication_id, id)
    );
create index staff_invitations_by_email on staff_invitations (publication_id, email_normalized);
create index staff_invitations_expires_at on staff_invitations (expires_at);
create table staff_links (
      hash text primary key,
      staff_id text collate "C" not null references staff_members (id) on delete cascade,
      created_at bigint not null,
      expires_at bigint not null,
      used_at bigint
    );
create index staff_links_expires_at on staff_links (expires_at);
create table staff_passkeys (
      id text collate "C" primary key,
      staff_id text collate "C" not null references staff_members (id) on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      transports text not null,
      name text not null,
      created_at bigint not null,
      last_used_at bigint
    );
create index staff_passkeys_of_member on staff_passkeys (staff_id, id);
create table staff_used_challenges (
      hash text primary key,
      expires_at bigint not null
    );
create index staff_used_challenges_expires_at on staff_used_challenges (expires_at);
create table staff_recovery_codes (
      hash text primary key,
      staff_id text collate "C" not null references staff_members (id) on delete cascade,
      created_at bigint not null,
      used_at bigint
    );
create index staff_recovery_codes_of_member on staff_recovery_codes (staff_id);
create table staff_sessions (
      id text collate "C" primary key,
      staff_id text collate "C" not null references staff_members (id) on delete cascade,
      hash text not null unique,
      browser text,
      network text not null,
      created_at bigint not null,
      seen_at bigint not null,
      proved_at bigint not null,
      expires_at bigint not null,
      ended_at bigint
    );
create index staff_sessions_of_member on staff_sessions (staff_id, id);
create index staff_sessions_expires_at on staff_sessions (expires_at);
create index staff_sessions_ended on staff_sessions (ended_at) where ended_at is not null;
create table audit_entries (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      actor_kind text not null,
      actor_id text collate "C",
      actor_name text not null,
      act text not null,
      record_id text collate "C",
      record_name text,
      network text,
      request_id text,
      created_at bigint not null,
      primary key (publication_id, id)
    );
create index audit_entries_by_act on audit_entries (publication_id, act, id);
create index audit_entries_of_record on audit_entries (publication_id, record_id, id);
create index audit_entries_of_actor on audit_entries (publication_id, actor_id, id);
create index audit_entries_by_record_name on audit_entries (publication_id, record_name, id) where record_name is not null;
create index audit_entries_created_at on audit_entries (created_at);
create table figure_changes (
      number bigserial,
      publication_id text collate "C" not null references publications (id) on delete cascade,
      customer_id text collate "C",
      at bigint not null,
      figure text not null,
      part text collate "C" not null,
      currency text not null,
      amount bigint not null,
      since bigint,
      record_id text collate "C",
      plan_id text collate "C",
      folded_as integer not null default 0, primary key (publication_id, number)
    );
create index figure_changes_by_time on figure_changes (publication_id, figure, at);
create index figure_changes_to_fold on figure_changes (publication_id, number) where folded_as = 0;
create index figure_changes_of_people on figure_changes (publication_id, part, customer_id, at) where figure = 'people';
create index figure_changes_of_cohort on figure_changes (publication_id, part, customer_id, at) where figure = 'cohort';
create index figure_changes_of_mrr on figure_changes (publication_id, part, customer_id, at) where figure = 'mrr';
create index figure_changes_of_first_payment on figure_changes (publication_id, since, customer_id) where figure = 'cohort';
create index figure_changes_of_money on figure_changes (publication_id, at, number) where figure in ('in', 'out', 'failed');
create index figure_changes_of_plan on figure_changes (publication_id, plan_id, at, number) where figure in ('in', 'out', 'failed');
create index figure_changes_of_gifts on figure_changes (publication_id, at, number) where figure in ('in', 'out', 'failed') and part = 'gift';
create index figure_changes_of_payer on figure_changes (publication_id, customer_id, at, number) where figure in ('in', 'out', 'failed');
create table figure_books (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      time_zone text not null,
      generation integer not null,
      revision integer not null,
      refolded_to bigint,
      primary key (publication_id)
    );
create table daily_figures (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      generation integer not null,
      day text not null,
      figure text not null,
      part text collate "C" not null,
      currency text not null,
      amount bigint not null,
      primary key (publication_id, generation, figure, day, part, currency)
    );
create table figure_mails (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      staff_id text collate "C" not null references staff_members (id) on delete cascade,
      gateway text not null,
      due_at bigint not null,
      primary key (publication_id, staff_id)
    );
create index figure_mails_due on figure_mails (due_at);
create table imports (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
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
    );
create unique index imports_one_running on imports (publication_id) where state = 'running';
create index imports_to_advance on imports (id) where state in ('reading', 'checking', 'running');
create index imports_created_at on imports (created_at);
create table import_blocks (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      import_id text collate "C" not null,
      number integer not null,
      rows_sealed text not null,
      keys text not null,
      outcomes text not null,
      faulty_count integer not null,
      primary key (publication_id, import_id, number),
      foreign key (publication_id, import_id) references imports (publication_id, id) on delete cascade
    );
create table imported_people (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      customer_id text collate "C" not null,
      import_id text collate "C" not null,
      said text not null,
      invite_at bigint,
      primary key (publication_id, customer_id),
      foreign key (publication_id, customer_id) references customers (publication_id, id) on delete cascade
    );
create index imported_people_to_invite on imported_people (invite_at) where invite_at is not null;
create table exports (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
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
    );
create index exports_open on exports (leased_until) where state in ('waiting', 'running');
create index exports_expires_at on exports (expires_at);
create table export_chunks (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      export_id text collate "C" not null,
      number integer not null,
      content bytea not null,
      primary key (publication_id, export_id, number),
      foreign key (publication_id, export_id) references exports (publication_id, id) on delete cascade
    );
create table export_imports (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      digest text not null,
      shift text not null,
      kind text not null,
      line bigint not null,
      started_at bigint not null,
      ended_at bigint,
      primary key (publication_id)
    );
create table uploads (
      publication_id text collate "C" not null references publications (id) on delete cascade, id text collate "C" not null,
      bytes bigint not null,
      digest text not null,
      created_at bigint not null,
      primary key (publication_id, id)
    );
create index uploads_created_at on uploads (created_at);
create table upload_blocks (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      upload_id text collate "C" not null,
      number integer not null,
      content_sealed text not null,
      primary key (publication_id, upload_id, number),
      foreign key (publication_id, upload_id) references uploads (publication_id, id) on delete cascade
    );
create table restores (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      upload_id text collate "C",
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
    );
create index restores_open on restores (leased_until) where state in ('checking', 'running');
create table erasures (
      publication_id text collate "C" not null references publications (id) on delete cascade,
      count bigint not null,
      primary key (publication_id)
    );
insert into deployment (id, environment) values (1, 'test');
