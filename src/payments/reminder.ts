// Letters about a failed payment, on days 0, 3, 5 and 7: one letter for all days that have come, once, however many workers look.
import type { Billing } from '../models/money/billing-record.ts';
import { countReminder } from '../models/money/billing.ts';
import { findCustomer } from '../models/people/customer-summary.ts';
import { Publication } from '../models/publication/publication.ts';
import type { PaymentParts } from './gateways.ts';
import { GRACE_SECONDS, remindersDue } from './grace.ts';
import type { WriteLetter } from './letters.ts';

/** Returns whether a letter was queued. @param now by the gateway's clock */
export async function remind(
  { database }: PaymentParts,
  billing: Billing,
  now: Date,
  writeLetter: WriteLetter,
): Promise<boolean> {
  const since = billing.pastDueSince ?? now.getTime();
  const due = remindersDue(since, now.getTime());
  if (due <= billing.reminders) return false;
  const publication = await Publication.query(database.knex).findById(billing.publicationId);
  const customer = publication && (await findCustomer(publication, database, billing.customerId));
  return database.transaction(async (transaction) => {
    if (!(await countReminder(transaction, billing, due))) return false;
    if (publication === undefined || !customer?.email) return true;
    const { amount, currency } = billing;
    const link = `${publication.siteUrl}/subscriptions/${billing.subscriptionId ?? ''}/card`;
    await writeLetter(publication, transaction, {
      kind: 'payment-failed',
      customerId: customer.id,
      to: customer.email,
      amount,
      currency,
      accessUntil: since + GRACE_SECONDS * 1000,
      link,
    });
    return true;
  });
}
