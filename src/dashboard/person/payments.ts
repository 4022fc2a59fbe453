// What a person paid and got back, newest first: payments, gifts that they bought, refunds, and charges that failed.
import { valueOf } from '../../http/bodies/form.ts';
import { listMoney, parseMoneyPosition, toPositionText, type MoneyRow } from '../../models/figures/money-list.ts';
import { findPayments, type Payment } from '../../models/money/payment-record.ts';
import type { Service } from '../../service.ts';
import { formatAmount, formatDay } from '../../views/formats.ts';
import { MOVEMENTS } from '../movements.ts';
import { pathOf } from '../show.ts';
import type { Visit } from '../visit.ts';
import { isEditor, type PersonRow } from './part.ts';

interface PaymentOnPage {
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
  const { publication } = visit.session;
  const before = parseMoneyPosition(valueOf(visit.query, 'payments'));
  const request = { before, limit: PAYMENTS_SHOWN + 1 };
  const found = await listMoney(publication, database, { customerId: id }, request);
  const rows = found.slice(0, PAYMENTS_SHOWN);
  const last = found.length > PAYMENTS_SHOWN ? rows.at(-1) : undefined;
  const payments = await findPayments(
    publication,
    database,
    rows.flatMap(({ recordId }) => recordId ?? []),
  );
  const here = pathOf(visit, `/people/${id}`);
  return {
    payments: rows.map((row) => toOnPage(visit, row, payments.get(row.recordId ?? ''), here)),
    next: last === undefined ? '' : `${here}?payments=${toPositionText(last)}#payments`,
  };
}

/** @param payment the one that the row is about; undefined for a gift and for a charge that failed */
function toOnPage(visit: Visit, row: MoneyRow, payment: Payment | undefined, here: string): PaymentOnPage {
  const { t, tag } = visit.language;
  const { at, movement, amount, currency, planName } = row;
  const kind =
    movement === 'payment' && payment !== undefined
      ? t(`dashboard.reader.payment.${payment.reason}`)
      : t(MOVEMENTS[movement]);
  const refunded = movement === 'payment' ? (payment?.refundedAmount ?? 0) : 0;
  const isLeft = movement === 'payment' && payment !== undefined && refunded < payment.amount;
  return {
    day: formatDay(at, tag),
    amount: formatAmount(amount, currency, tag),
    what: [planName, kind].filter(Boolean).join(', '),
    refunded: refunded === 0 ? '' : t('dashboard.reader.refunded', { amount: formatAmount(refunded, currency, tag) }),
    receiptHref: payment === undefined ? '' : `${here}/receipts/${payment.id}`,
    refundHref: isEditor(visit) && isLeft ? `${here}/payments/${payment.id}/refund` : '',
  };
}
