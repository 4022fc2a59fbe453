// `/dashboard/:publication/money`: all money in and out, newest first: payments, gifts, what was paid back, and charges that
// failed. `/dashboard/:publication/money.csv`: the same as a file.
import type { FastifyReply } from 'fastify';
import { CSV_MEDIA_TYPE, csvStream, type CsvRow } from '../../csv.ts';
import { valueOf } from '../../http/bodies/form.ts';
import { decimalsOf } from '../../models/amount.ts';
import { listPlans } from '../../models/catalog/plan.ts';
import { listPrices } from '../../models/catalog/price.ts';
import {
  listMoney,
  MONEY_KINDS,
  parseMoneyPosition,
  readMoney,
  toPositionText,
  type MoneyKind,
  type MoneyRow,
} from '../../models/figures/money-list.ts';
import { numberText, type Receipt } from '../../models/receipts/receipt-record.ts';
import { receiptsOfMoney } from '../../models/receipts/receipts-of-money.ts';
import { recordAct } from '../../models/staff/audit-entry.ts';
import { HUNDREDTHS } from '../../models/tax/split.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { faulty, FRESH } from '../../site/form.ts';
import { formatAmount, formatMoment } from '../../views/formats.ts';
import type { TextKey } from '../../views/text.ts';
import { actorOf } from '../act.ts';
import { sendFile } from '../download.ts';
import { MOVEMENTS } from '../movements.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { faultsOf, isFiltered, toFilter, typedMoney, type KnownMoney, type TypedMoney } from './money-filter.ts';

interface Choice {
  readonly value: string;
  readonly text: string;
}

interface MoneyOnPage {
  readonly when: string;
  readonly who: string;
  readonly personHref: string;
  readonly what: string;
  /** The payment, or where it can be seen; empty for none. */
  readonly href: string;
  readonly plan: string;
  readonly amount: string;
  readonly isBad: boolean;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/figures/money': DashboardData & {
      readonly typed: TypedMoney;
      readonly kinds: readonly Choice[];
      readonly plans: readonly Choice[];
      readonly currencies: readonly Choice[];
      readonly isFiltered: boolean;
      readonly zone: string;
      readonly rows: readonly MoneyOnPage[];
      readonly file: string;
      /** Empty on the last page. */
      readonly next: string;
    };
  }
}

const SHOWN = 50;

const KINDS: Readonly<Record<MoneyKind, TextKey>> = {
  net: 'dashboard.money.kind-net',
  in: 'dashboard.money.kind-in',
  payment: 'dashboard.money.kind-payment',
  gift: 'dashboard.money.kind-gift',
  out: 'dashboard.money.kind-out',
  failed: 'dashboard.money.kind-failed',
};
const COLUMNS: CsvRow = [
  'at',
  'what',
  'id',
  'customer_id',
  'email',
  'name',
  'plan',
  'amount',
  'currency',
  'number',
  'net',
  'tax',
  'gross',
  'rate_percent',
  'country',
];

export async function showMoney(service: Service, visit: Visit): Promise<FastifyReply> {
  const { database } = service;
  const { publication } = visit.session;
  const { t } = visit.language;
  const known = await readKnown(service, visit);
  const typed = typedMoney(visit.query);
  const errors = faultsOf(typed, known, t);
  const request = { before: parseMoneyPosition(valueOf(visit.query, 'page')), limit: SHOWN + 1 };
  const filter = toFilter(typed, known.timeZone);
  const found =
    errors.length > 0
      ? []
      : await database.replicaRead((connection) => listMoney(publication, connection, filter, request));
  const rows = found.slice(0, SHOWN);
  const last = found.length > SHOWN ? rows.at(-1) : undefined;
  const all = (text: TextKey): Choice => ({ value: '', text: t(text) });
  const data = {
    typed,
    kinds: [all('dashboard.money.everything'), ...MONEY_KINDS.map((value) => ({ value, text: t(KINDS[value]) }))],
    plans: [all('dashboard.money.all-plans'), ...known.plans.map(({ id, name }) => ({ value: id, text: name }))],
    currencies: [
      all('dashboard.money.all-currencies'),
      ...known.currencies.map((currency) => ({ value: currency, text: currency })),
    ],
    isFiltered: isFiltered(typed),
    zone: publication.timeZone,
    rows: rows.map((row) => toOnPage(row, visit)),
    file: pathWith(pathOf(visit, '/money.csv'), typed),
    next: last === undefined ? '' : pathWith(pathOf(visit, '/money'), { ...typed, page: toPositionText(last) }),
  };
  return showDashboard(service, visit, 'dashboard/figures/money', data, errors.length > 0 ? faulty(errors) : FRESH);
}

/** As the list of people, it is read slice by slice, and each download is an act of its own. */
export async function sendMoney(service: Service, visit: Visit): Promise<FastifyReply> {
  const { database, clock } = service;
  const { publication } = visit.session;
  const typed = typedMoney(visit.query);
  const known = await readKnown(service, visit);
  // The page says what is wrong with it.
  if (faultsOf(typed, known, visit.language.t).length > 0) return goTo(visit, pathWith('/money', typed));
  const act = { name: 'money.export', recordId: null, recordName: null };
  await database.transaction((transaction) =>
    recordAct(publication, transaction, clock, { actor: actorOf(visit.session, visit.request), act }),
  );
  const day = clock.now().toISOString().slice(0, 10);
  const slices = readMoney(publication, database, toFilter(typed, known.timeZone));
  return sendFile(
    visit.reply,
    { name: `money-${day}.csv`, mediaType: CSV_MEDIA_TYPE },
    csvStream(COLUMNS, toCsv(service, visit, slices)),
  );
}

async function* toCsv(
  { database }: Service,
  { session }: Visit,
  slices: AsyncIterable<readonly MoneyRow[]>,
): AsyncGenerator<readonly CsvRow[]> {
  for await (const rows of slices) {
    const receipts = await database.replicaRead((connection) => receiptsOfMoney(session.publication, connection, rows));
    yield rows.map((row) => {
      const { at, movement, recordId, customerId, email, name, planName, amount, currency } = row;
      const money = [planName, decimalOf(amount, currency), currency] as const;
      const receipt = receipts.get(row.number);
      return [new Date(at), movement, recordId, customerId, email, name, ...money, ...receiptCells(receipt)];
    });
  }
}

/** Of a credit note, the sums are below 0, as the amount is. */
function receiptCells(receipt: Receipt | undefined): CsvRow {
  if (receipt === undefined) return [null, null, null, null, null, null];
  const { kind, net, tax, gross, rate, country, currency } = receipt;
  const sign = kind === 'receipt' ? 1 : -1;
  const [ofNet = 0, ofTax = 0, ofGross = 0] = [net, tax, gross].map((minor) => decimalOf(sign * minor, currency));
  return [numberText(receipt), ofNet, ofTax, ofGross, rate === null ? null : rate / HUNDREDTHS, country];
}

function decimalOf(minor: number, currency: string): number {
  const digits = decimalsOf(currency);
  return Number((minor / 10 ** digits).toFixed(digits));
}

/** What there is to filter by. */
async function readKnown({ database }: Service, visit: Visit): Promise<KnownMoney> {
  const { publication } = visit.session;
  const [plans, prices] = await Promise.all([listPlans(publication, database), listPrices(publication, database)]);
  const currencies = [...new Set(prices.map(({ currency }) => currency))].toSorted();
  return { plans, currencies, timeZone: publication.timeZone };
}

function toOnPage(row: MoneyRow, visit: Visit): MoneyOnPage {
  const { t, tag } = visit.language;
  const { movement, customerId, email, name, recordId, planName, amount, currency, at } = row;
  const personHref = pathOf(visit, `/people/${customerId}`);
  const isOfPayment = recordId !== null && (movement === 'payment' || movement === 'refund');
  return {
    when: formatMoment(at, tag, visit.session.publication.timeZone),
    who: email ?? name ?? customerId,
    personHref,
    what: t(MOVEMENTS[movement]),
    href: isOfPayment ? `${personHref}/receipts/${recordId}` : `${personHref}#payments`,
    plan: planName ?? '',
    amount: formatAmount(amount, currency, tag),
    isBad: movement === 'failed',
  };
}
