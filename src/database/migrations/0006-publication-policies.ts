// Whoever is bound by policies reaches the rows of one publication, which its transaction names (postgres/wall.ts); nobody's where it names none. The owner of
// the tables is not bound, and with it nothing of what ran before.
import type { Migration } from '../migrating/migration.ts';

const TABLES = [
  'access_tokens address_changes api_keys audit_entries authorization_codes billings buyers checkouts continue_hosts',
  'customer_notes customer_words customers daily_figures deliveries delivery_attempts discount_code_offers discount_codes',
  'discount_redemptions email_codes erasures event_endpoints event_log events export_chunks export_imports exports',
  'figure_books figure_changes figure_mails free_offering_newsletters free_offerings gateway_customers gifts',
  'idempotency_answers import_blocks imported_people imports mail_problems mail_reports mail_words mailbox_messages',
  'newsletter_plans newsletter_subscriptions newsletters oauth_applications offer_prices offers payments pending_events',
  'plans price_change_moves price_changes price_switches prices publication_logos receipt_numbers receipts reconciliations',
  'refunds restores sandbox_calls sandbox_charges sandbox_checkouts sandbox_customers sandbox_events sandbox_payments',
  'sandbox_settings sandbox_subscriptions saved_filters sellers sessions sign_in_links sign_in_steps site_hosts',
  'staff_invitations staff_roles stripe_accounts subscriptions tax_rates trials turns upload_blocks uploads',
].flatMap((line) => line.split(' '));

function policy(table: string, owner: string): string[] {
  return [
    `alter table ${table} enable row level security`,
    `create policy own_publication on ${table} using (${owner} = current_setting('masthead.publication', true))`,
  ];
}

export const publicationPolicies: Migration = {
  name: '0006-publication-policies',
  release: '0.2.0',
  step: 'expand',
  statements: ({ dialect }) =>
    dialect === 'postgres'
      ? [...policy('publications', 'id'), ...TABLES.flatMap((table) => policy(table, 'publication_id'))]
      : [],
};
