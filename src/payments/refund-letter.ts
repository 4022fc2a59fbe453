// Writes to customers what was paid back to them, once for each amount, however it came about.
import { listRefundsToTell, markRefundTold, type RefundToTell } from '../models/money/refund-notice.ts';
import { findCustomer } from '../models/people/customer-summary.ts';
import { Publication } from '../models/publication/publication.ts';
import type { PaymentParts } from './gateways.ts';
import type { WriteLetter } from './letters.ts';

const AT_ONCE = 200;

/** Returns whether any was told. */
export async function tellRefunds(parts: PaymentParts, writeLetter: WriteLetter): Promise<boolean> {
  const refunds = await listRefundsToTell(parts.database, AT_ONCE);
  for (const refund of refunds) await tell(parts, refund, writeLetter);
  return refunds.length > 0;
}

async function tell({ database }: PaymentParts, refund: RefundToTell, writeLetter: WriteLetter): Promise<void> {
  const publication = await Publication.query(database.knex).findById(refund.publicationId);
  const customer = publication && (await findCustomer(publication, database, refund.customerId));
  await database.transaction(async (transaction) => {
    if (!(await markRefundTold(transaction, refund)) || publication === undefined || !customer?.email) return;
    const { paymentId, planName, currency, refundedAmount, told, endReason } = refund;
    const reason = endReason === 'held_already' ? 'held already' : 'paid back';
    const link = `${publication.siteUrl}/receipts/${paymentId}`;
    await writeLetter(publication, transaction, {
      kind: 'refund',
      customerId: customer.id,
      to: customer.email,
      planName,
      amount: refundedAmount - told,
      currency,
      reason,
      link,
    });
  });
}
