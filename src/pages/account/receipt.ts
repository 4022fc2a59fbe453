// `/receipts`: all receipts and credit notes of the signed-in customer. `/receipts/:id`: one of them, by its own id or that of
// the payment or the gift.
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { findPayment } from '../../models/money/payment-record.ts';
import { findReceipt, listReceipts, listReceiptsOf, numberText } from '../../models/receipts/receipt-record.ts';
import type { Service } from '../../service.ts';
import { formatAmount, formatDay } from '../../views/formats.ts';
import { formerReceiptText, receiptText, type ReceiptText } from '../../views/receipt-text.ts';
import { showPage } from '../../views/render.ts';
import type { SessionVisit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'account/receipt': ReceiptText & {
      /** The others of the same payment or gift: its credit notes, or its receipt. */
      readonly others: readonly { readonly href: string; readonly text: string }[];
    };
    'account/receipts': {
      readonly receipts: readonly {
        readonly href: string;
        readonly number: string;
        readonly day: string;
        readonly description: string;
        readonly amount: string;
        readonly isCreditNote: boolean;
      }[];
    };
  }
}

export async function showReceipts(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { reply, publication, session, language } = visit;
  const found = await listReceipts(publication, service.database, session.customerId);
  const receipts = found.map((receipt) => {
    const { id, kind, issuedAt, description, gross, currency } = receipt;
    const isCreditNote = kind === 'credit_note';
    const amount = formatAmount(isCreditNote ? -gross : gross, currency, language.tag);
    const day = formatDay(issuedAt, language.tag);
    return { href: `/receipts/${id}`, number: numberText(receipt), day, description, amount, isCreditNote };
  });
  return showPage(reply, publication, 'account/receipts', { receipts });
}

export async function showReceipt(service: Service, visit: SessionVisit): Promise<FastifyReply> {
  const { request, reply, publication, session, language } = visit;
  const { id = '' } = request.params as { id?: string };
  const receipt = await findReceipt(publication, service.database, session.customerId, id);
  if (receipt === undefined) return showFormerReceipt(service, visit, id);
  const all = await listReceiptsOf(publication, service.database, receipt.recordId);
  const others = all
    .filter((other) => other.id !== receipt.id)
    .map((other) => ({
      href: `/receipts/${other.id}`,
      text: language.t(other.kind === 'receipt' ? 'receipt.see-receipt' : 'receipt.see-credit-note', {
        number: numberText(other),
        amount: formatAmount(other.gross, other.currency, language.tag),
      }),
    }));
  const corrects = all.find((other) => other.id === receipt.correctsId);
  return showPage(reply, publication, 'account/receipt', { ...receiptText(receipt, corrects, language), others });
}

/** A payment that was made before the subscription was taken over. */
async function showFormerReceipt(
  service: Service,
  { reply, publication, session, language }: SessionVisit,
  id: string,
): Promise<FastifyReply> {
  const payment = await findPayment(publication, service.database, session.customerId, id);
  if (payment === undefined) throw new NotFound('no such payment of this customer');
  const buyer = session.name === null ? session.email : `${session.name}, ${session.email}`;
  const names = { seller: `${publication.name}, ${publication.siteHost}`, buyer };
  const text = formerReceiptText(payment, names, language);
  return showPage(reply, publication, 'account/receipt', { ...text, others: [] });
}
