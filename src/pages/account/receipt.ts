// `/receipts/:id`: one payment of the signed-in customer, to be printed or kept.
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { findPayment, type Payment } from '../../models/money/payment.ts';
import type { Service } from '../../service.ts';
import { formatAmount } from '../../views/formats.ts';
import type { ReceiptOnPage } from '../../views/paid-pages.ts';
import { goTo, showPage } from '../../views/render.ts';
import { dayText } from '../subscribe/day-text.ts';
import type { Visit } from '../visit.ts';
import { findSignedIn, type SignedIn } from '../visitor.ts';

export async function showReceipt(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication } = visit;
  const { id = '' } = request.params as { id?: string };
  const signedIn = await findSignedIn(service, publication, request);
  if (signedIn === undefined) return goTo(reply, publication, '/');
  const payment = await findPayment(publication, service.database, signedIn.customer.id, id);
  if (payment === undefined) throw new NotFound('no such payment of this customer');
  return showPage(reply, publication, 'account/receipt', toReceipt(visit, signedIn, payment));
}

function toReceipt({ publication, language }: Visit, { customer, session }: SignedIn, payment: Payment): ReceiptOnPage {
  const { t, tag } = language;
  const { amount, discount, currency, refundedAmount, periodStart, periodEnd } = payment;
  const period = t('receipt.period-days', { from: dayText(periodStart, language), to: dayText(periodEnd, language) });
  const rows = [
    { label: t('receipt.number'), value: payment.id },
    { label: t('receipt.paid-on'), value: dayText(payment.paidAt, language) },
    { label: t('receipt.for'), value: payment.planName },
    { label: t('receipt.period'), value: period },
    { label: t('receipt.by'), value: customer.name === null ? session.email : `${customer.name}, ${session.email}` },
    { label: t('receipt.to'), value: `${publication.name}, ${publication.siteHost}` },
  ];
  const reduced =
    discount === 0 ? [] : [{ label: t('receipt.discount'), value: formatAmount(discount, currency, tag) }];
  const refunded =
    refundedAmount === 0 ? [] : [{ label: t('receipt.refunded'), value: formatAmount(refundedAmount, currency, tag) }];
  return { number: payment.id, rows: [...rows, ...reduced, ...refunded], amount: formatAmount(amount, currency, tag) };
}
