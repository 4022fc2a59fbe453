// `/receipts/:id`: the receipt of one payment of the signed-in customer.
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { findPayment, type Payment } from '../../models/money/payment-record.ts';
import type { Service } from '../../service.ts';
import { formatAmount } from '../../views/formats.ts';
import { showPage } from '../../views/render.ts';
import { dayText } from '../subscribe/day-text.ts';
import type { SessionVisit } from '../visit.ts';

interface ReceiptOnPage {
  readonly number: string;
  readonly rows: readonly { readonly label: string; readonly value: string }[];
  readonly amount: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'account/receipt': ReceiptOnPage;
  }
}

export async function showReceipt(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { request, reply, publication, session } = visit;
  const { id = '' } = request.params as { id?: string };
  const payment = await findPayment(publication, service.database, session.customerId, id);
  if (payment === undefined) throw new NotFound('no such payment of this customer');
  return showPage(reply, publication, 'account/receipt', toReceipt(visit, payment));
}

function toReceipt({ publication, session, language }: SessionVisit, payment: Payment): ReceiptOnPage {
  const { t, tag } = language;
  const { amount, discount, currency, refundedAmount, periodStart, periodEnd } = payment;
  const period = t('receipt.period-days', { from: dayText(periodStart, language), to: dayText(periodEnd, language) });
  const rows = [
    { label: t('receipt.number'), value: payment.id },
    { label: t('receipt.paid-on'), value: dayText(payment.paidAt, language) },
    { label: t('receipt.for'), value: payment.planName },
    { label: t('receipt.period'), value: period },
    { label: t('receipt.by'), value: session.name === null ? session.email : `${session.name}, ${session.email}` },
    { label: t('receipt.to'), value: `${publication.name}, ${publication.siteHost}` },
  ];
  const reduced =
    discount === 0 ? [] : [{ label: t('receipt.discount'), value: formatAmount(discount, currency, tag) }];
  const refunded =
    refundedAmount === 0 ? [] : [{ label: t('receipt.refunded'), value: formatAmount(refundedAmount, currency, tag) }];
  return { number: payment.id, rows: [...rows, ...reduced, ...refunded], amount: formatAmount(amount, currency, tag) };
}
