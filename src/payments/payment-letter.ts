// Writes to customers what they have paid and what comes next: when a subscription begins, when it is renewed, and when it becomes another one.
// Once for each payment, in the transaction that marks it as told.
import { listPaymentsToTell, markPaymentTold, type PaymentToTell } from '../models/money/payment-notice.ts';
import { findCustomer } from '../models/people/customer-summary.ts';
import { Publication, type PublicationRow } from '../models/publication/publication.ts';
import type { PaymentParts } from './gateways.ts';
import type { Paid, WriteLetter } from './letters.ts';

const AT_ONCE = 200;

/** Returns whether any was told. */
export async function tellPayments(parts: PaymentParts, writeLetter: WriteLetter): Promise<boolean> {
  const payments = await listPaymentsToTell(parts.database, AT_ONCE);
  for (const payment of payments) await tell(parts, payment, writeLetter);
  return payments.length > 0;
}

async function tell(
  { database, clock }: PaymentParts,
  payment: PaymentToTell,
  writeLetter: WriteLetter,
): Promise<void> {
  const publication = await Publication.query(database.knex).findById(payment.publicationId);
  const customer = publication && (await findCustomer(publication, database, payment.customerId));
  await database.transaction(async (transaction) => {
    if (!(await markPaymentTold(transaction, clock, payment)) || publication === undefined || !customer?.email) return;
    // It is paid back, and the letter about that says why.
    if (payment.endReason === 'held_already') return;
    const { amount, currency } = payment;
    await writeLetter(publication, transaction, {
      customerId: customer.id,
      to: customer.email,
      amount,
      currency,
      ...toLetter(publication, payment),
    });
  });
}

function toLetter({ siteUrl }: PublicationRow, payment: PaymentToTell): Paid {
  const {
    paymentId,
    reason,
    planName,
    paidAt,
    periodStart,
    periodEnd,
    state,
    cancelAt,
    endReason,
    nextAt,
    nextAmount,
    nextCurrency,
    nextInterval,
  } = payment;
  const goesOn = state === 'active' && cancelAt === null && endReason === null;
  return {
    kind: 'paid',
    reason,
    planName,
    number: paymentId,
    paidAt,
    periodStart,
    periodEnd,
    next: goesOn ? { at: nextAt, amount: nextAmount, currency: nextCurrency, interval: nextInterval } : null,
    account: `${siteUrl}/`,
    receipt: `${siteUrl}/receipts/${paymentId}`,
  };
}
