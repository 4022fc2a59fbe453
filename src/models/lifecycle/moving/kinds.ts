// All kinds of records of an export, in an order in which each comes after those that it refers to; and the tables of a
// publication that are in no export, with the reason.
import { CATALOG_KINDS, CONNECTION_KINDS, SETTINGS_KINDS } from './catalog-kinds.ts';
import type { Kind } from './kind.ts';
import { MONEY_KINDS } from './money-kinds.ts';
import { HISTORY_KINDS, PEOPLE_KINDS } from './people-kinds.ts';

export const KINDS: readonly Kind[] = [
  ...SETTINGS_KINDS,
  ...CATALOG_KINDS,
  ...PEOPLE_KINDS,
  ...MONEY_KINDS,
  ...HISTORY_KINDS,
  ...CONNECTION_KINDS,
];

/** Those that an import writes. */
export const IMPORTED_KINDS: readonly Kind[] = KINDS.filter(({ notImported }) => notImported === undefined);

const PASSING = 'it serves for minutes or days, and only where it was made';
const SENT = 'what was sent, or is to be sent, by this deployment';
const FIGURES = 'computed from the figure_changes where the publication goes';
const STAFF = 'staff have access to a deployment; invite them where the publication goes';

/**
 * Tables of a publication that are in no export, and why. Those of a payment gateway, which begin with its name, are in
 * none either: they hold keys of an account, or simulate one.
 */
export const TABLES_LEFT_OUT: Readonly<Record<string, string>> = {
  site_hosts: 'a host is proved where it is used',
  idempotency_answers: PASSING,
  email_codes: PASSING,
  sessions: 'whoever is signed in signs in again where the publication goes',
  authorization_codes: PASSING,
  access_tokens: PASSING,
  gateway_events: PASSING,
  reconciliations: 'reports of a night about this deployment',
  event_log: 'it follows from the events',
  deliveries: SENT,
  delivery_attempts: SENT,
  mailbox_messages: SENT,
  imports: PASSING,
  import_blocks: PASSING,
  imported_people: 'what the last file said, as hashes by a secret of this deployment',
  figure_books: FIGURES,
  daily_figures: FIGURES,
  figure_mails: STAFF,
  mail_reports: SENT,
  customer_words: 'an index, which follows from names and addresses',
  sign_in_links: PASSING,
  turns: 'a queue of mails, which whoever restores a publication does not send',
  sign_in_steps: 'kept for a month, for whoever helps a reader to sign in here',
  staff_roles: STAFF,
  staff_invitations: STAFF,
  exports: 'the exports themselves',
  export_chunks: 'the exports themselves',
  export_imports: 'how far an import has come',
  uploads: PASSING,
  upload_blocks: PASSING,
  restores: 'how far an import has come',
  erasures: 'a count that guards exports',
};
