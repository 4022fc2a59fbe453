// A person's payments with what was refunded of each, newest first.
import { valueOf } from '../../http/form.ts';
import { listPaymentPage, type Payment } from '../../models/money/payment-record.ts';
import type { Service } from '../../service.ts';
import { formatAmount, formatDay } from '../../views/formats.ts';
import { toPosition } from '../paging.ts';
import { pathOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { isEditor, type PersonRow } from './part.ts';

interface PaymentOnPage {
  readonly id: string;
  readonly day: string;
  readonly amount: string;
  readonly what: string;
  /** Empty where nothing was refunded. */
  readonly refunded: string;
  /** Empty where there is none. */
  readonly receiptHref: string;
  /** Where it is refunded; empty where nothing is left, or for somebody who may not. */
  readonly refundHref: string;
}

interface Payments {
  readonly payments: readonly PaymentOnPage[];
  /** Empty on the last page. */
  readonly next: string;
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/payments': Payments;
  }
}

const PAYMENTS_SHOWN = 5;

export async function readPayments({ database }: Service, visit: Visit, { id }: PersonRow): Promise<Payments> {
  const page = toPosition(valueOf(visit.query, 'payments'));
  const request = { customerId: id, limit: PAYMENTS_SHOWN, page };
  const { objects, nextPage } = await listPaymentPage(visit.session.publication, database, request);
  const here = pathOf(visit, `/people/${id}`);
  return {
    payments: objects.map((payment) => toOnPage(visit, payment, here)),
    next: nextPage === null ? '' : `${here}?payments=${nextPage}#payments`,
  };
}

function toOnPage(visit: Visit, payment: Payment, here: string): PaymentOnPage {
  const { t, tag } = visit.language;
  const { id, paidAt, amount, currency, refundedAmount, planName, reason } = payment;
  return {
    id,
    day: formatDay(paidAt, tag),
    amount: formatAmount(amount, currency, tag),
    what: `${planName}, ${t(`dashboard.reader.payment.${reason}`)}`,
    refunded:
      refundedAmount === 0
        ? ''
        : t('dashboard.reader.refunded', { amount: formatAmount(refundedAmount, currency, tag) }),
    receiptHref: `${here}/receipts/${id}`,
    refundHref: isEditor(visit) && refundedAmount < amount ? `${here}/payments/${id}/refund` : '',
  };
}
