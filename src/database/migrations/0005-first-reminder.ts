// When the first mail about a failed payment was sent: a refused debit is known days after the payment was due, and the mails that
// follow are spread over what remains of the grace period (mails/payment-failed.ts).
import type { Migration } from '../migrating/migration.ts';

export const firstReminder: Migration = {
  name: '0005-first-reminder',
  release: '0.2.0',
  step: 'expand',
  statements: () => ['alter table billings add column first_reminder_at bigint'],
};
