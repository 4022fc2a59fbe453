// `/dashboard/:publication/people/:customer/receipts/:payment`: the receipt of a payment or a gift and its credit notes, as
// the reader sees them.
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { findPayment } from '../../models/money/payment-record.ts';
import { findReceipt, listReceiptsOf } from '../../models/receipts/receipt-record.ts';
import type { Service } from '../../service.ts';
import { formerReceiptText, receiptText, type ReceiptText } from '../../views/receipt-text.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { getPerson, type PersonRow } from './part.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/person/receipt': DashboardData & {
      readonly person: string;
      readonly personHref: string;
      readonly receipts: readonly ReceiptText[];
    };
  }
}

export async function showReceipt(service: Service, visit: Visit): Promise<FastifyReply> {
  const person = await getPerson(service, visit);
  return showDashboard(service, visit, 'dashboard/person/receipt', {
    person: person.name ?? person.email ?? person.id,
    personHref: pathOf(visit, `/people/${person.id}`),
    receipts: await textsOf(service, visit, person),
  });
}

/** Throws NotFound. */
async function textsOf({ database }: Service, visit: Visit, person: PersonRow): Promise<ReceiptText[]> {
  const { publication } = visit.session;
  const { payment: id = '' } = visit.request.params as { payment?: string };
  const receipt = await findReceipt(publication, database, person.id, id);
  if (receipt !== undefined) {
    const all = await listReceiptsOf(publication, database, receipt.recordId);
    const byId = new Map(all.map((one) => [one.id, one]));
    return all.map((one) => receiptText(one, byId.get(one.correctsId ?? ''), visit.language));
  }
  const payment = await findPayment(publication, database, person.id, id);
  if (payment === undefined) throw new NotFound(`No such payment: ${id}`);
  const seller = `${publication.name}, ${publication.siteHost}`;
  const buyer = [person.name, person.email].filter(Boolean).join(', ');
  return [formerReceiptText(payment, { seller, buyer }, visit.language)];
}
