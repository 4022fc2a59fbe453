// `/dashboard/:publication/people/:customer/receipts/:payment`: the receipt of a payment, as the reader sees it.
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { findPayment } from '../../models/money/payment-record.ts';
import type { Service } from '../../service.ts';
import { formatAmount, formatDay } from '../../views/formats.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { getPerson } from './part.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/person/receipt': DashboardData & {
      readonly person: string;
      readonly personHref: string;
      readonly rows: readonly { readonly label: string; readonly value: string }[];
    };
  }
}

export async function showReceipt(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { t, tag } = visit.language;
  const person = await getPerson(service, visit);
  const { payment: paymentId = '' } = visit.request.params as { payment?: string };
  const payment = await findPayment(publication, service.database, person.id, paymentId);
  if (payment === undefined) throw new NotFound(`No such payment: ${paymentId}`);
  const { id, paidAt, planName, periodStart, periodEnd, amount, discount, refundedAmount, currency } = payment;
  const period = { from: formatDay(periodStart, tag), to: formatDay(periodEnd, tag) };
  const money = (label: string, minor: number) =>
    minor === 0 ? [] : [{ label, value: formatAmount(minor, currency, tag) }];
  const rows = [
    { label: t('receipt.number'), value: id },
    { label: t('receipt.paid-on'), value: formatDay(paidAt, tag) },
    { label: t('receipt.for'), value: planName },
    { label: t('receipt.period'), value: t('receipt.period-days', period) },
    { label: t('receipt.by'), value: [person.name, person.email].filter(Boolean).join(', ') },
    { label: t('receipt.to'), value: `${publication.name}, ${publication.siteHost}` },
    ...money(t('receipt.discount'), discount),
    { label: t('dashboard.reader.amount'), value: formatAmount(amount, currency, tag) },
    ...money(t('receipt.refunded'), refundedAmount),
  ];
  return showDashboard(service, visit, 'dashboard/person/receipt', {
    person: person.name ?? person.email ?? person.id,
    personHref: pathOf(visit, `/people/${person.id}`),
    rows,
  });
}
