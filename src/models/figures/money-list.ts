// The money in and out of a publication, row by row, newest first: payments, gifts that were bought, what was paid back, and
// charges that failed. They are the changes that the figures of money are made of, so that list and figure always agree.
import type { QueryBuilder } from 'objection';
import type { Connection, Database } from '../../database/connection.ts';
import { CustomerRecord } from '../people/customer-record.ts';
import type { RowOf, Tenant } from '../record.ts';
import { FigureChangeRecord } from './figure-change-record.ts';

/** `net`: money in and out; `in`: payments and gifts; `out`: what was paid back, of both. */
export const MONEY_KINDS = ['net', 'in', 'payment', 'gift', 'out', 'failed'] as const;
export type MoneyKind = (typeof MONEY_KINDS)[number];

/** `correction`: what an operator took back of a payment, since the gateway knows it otherwise. */
type Movement = 'payment' | 'gift' | 'refund' | 'gift_refund' | 'failed' | 'correction';

export interface MoneyRow {
  readonly number: number;
  /** In milliseconds: of the payment, or when we learned of the refund. */
  readonly at: number;
  readonly movement: Movement;
  /** The person, or the one that they were merged into. */
  readonly customerId: string;
  /** Null for somebody without an address, or who was erased. */
  readonly email: string | null;
  readonly name: string | null;
  /** The payment or the gift; the subscription of a charge that failed; null in rows that were written elsewhere. */
  readonly recordId: string | null;
  readonly planName: string | null;
  /** Minor units; below 0 for money that went out. */
  readonly amount: number;
  readonly currency: string;
}

/** Keyset pagination: what is older than this position. */
export interface MoneyPosition {
  readonly at: number;
  readonly number: number;
}

export interface MoneyFilter {
  /** All of them where it is not given, as everywhere here. */
  readonly kind?: MoneyKind | undefined;
  /** Milliseconds; `from` is included. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  readonly planId?: string | undefined;
  readonly currency?: string | undefined;
  readonly customerId?: string | undefined;
}

type Query = QueryBuilder<FigureChangeRecord, FigureChangeRecord[]>;
type Found = RowOf<FigureChangeRecord> &
  Pick<MoneyRow, 'email' | 'name' | 'planName'> & { readonly mergedIntoId: string | null };

/** The condition of the indexes (src/database/migrations/first-schema/figures.ts), letter by letter. */
const MONEY = "figure_changes.figure in ('in', 'out', 'failed')";
const OF_KIND: Readonly<Record<MoneyKind, (query: Query) => Query>> = {
  net: (query) => query.whereIn('figure_changes.figure', ['in', 'out']),
  in: (query) => query.where('figure_changes.figure', 'in'),
  payment: (query) => query.where({ 'figure_changes.figure': 'in', 'figure_changes.part': 'payment' }),
  gift: (query) => query.where('figure_changes.figure', 'in').whereRaw("figure_changes.part = 'gift'"),
  out: (query) => query.where('figure_changes.figure', 'out'),
  failed: (query) => query.where('figure_changes.figure', 'failed'),
};

export async function listMoney(
  publication: Tenant,
  connection: Connection,
  filter: MoneyFilter,
  { before, limit }: { readonly before?: MoneyPosition | undefined; readonly limit: number },
): Promise<MoneyRow[]> {
  const { kind, from, until, planId, currency, customerId } = filter;
  const same = { ...(planId === undefined ? {} : { planId }), ...(currency === undefined ? {} : { currency }) };
  const query = FigureChangeRecord.in(publication, connection, same)
    .joinRelated('customer')
    .leftJoinRelated('plan')
    .select('figure_changes.*', 'customer.email', 'customer.name', 'customer.mergedIntoId', 'plan.name as planName')
    .whereRaw(MONEY)
    .orderBy([
      { column: 'figure_changes.at', order: 'desc' },
      { column: 'figure_changes.number', order: 'desc' },
    ])
    .limit(limit);
  if (kind !== undefined) OF_KIND[kind](query);
  if (from !== undefined) query.where('figure_changes.at', '>=', from);
  if (until !== undefined) query.where('figure_changes.at', '<', until);
  if (customerId !== undefined)
    query.whereIn('figure_changes.customerId', [
      customerId,
      ...(await mergedInto(publication, connection, customerId)),
    ]);
  if (before !== undefined)
    query
      .where('figure_changes.at', '<=', before.at)
      .where((older) =>
        older.where('figure_changes.at', '<', before.at).orWhere('figure_changes.number', '<', before.number),
      );
  return withPeople(publication, connection, await query.castTo<Found[]>());
}

/** The former records of a person. */
async function mergedInto(publication: Tenant, connection: Connection, mergedIntoId: string): Promise<string[]> {
  return (await CustomerRecord.in(publication, connection, { mergedIntoId }).select('id')).map(({ id }) => id);
}

/** Names whoever was merged as the person whom they were merged into. */
async function withPeople(publication: Tenant, connection: Connection, found: readonly Found[]): Promise<MoneyRow[]> {
  const ids = [...new Set(found.flatMap(({ mergedIntoId }) => mergedIntoId ?? []))];
  const others = ids.length === 0 ? [] : await CustomerRecord.in(publication, connection).whereIn('id', ids);
  return found.map(({ number, at, figure, part, customerId, email, name, mergedIntoId, amount, ...row }) => {
    const person = others.find(({ id }) => id === mergedIntoId) ?? { id: customerId, email, name };
    return {
      number,
      at,
      movement: movementOf(figure, part, amount),
      customerId: person.id,
      email: person.email,
      name: person.name,
      recordId: row.recordId,
      planName: row.planName,
      amount: figure === 'out' ? -amount : amount,
      currency: row.currency,
    };
  });
}

/** The rows of a filter, slice by slice, so that no reader of the database waits. */
export async function* readMoney(
  publication: Tenant,
  database: Database,
  filter: MoneyFilter,
): AsyncGenerator<readonly MoneyRow[]> {
  let before: MoneyPosition | undefined;
  do {
    const request = { before, limit: SLICE };
    const rows = await database.replicaRead((connection) => listMoney(publication, connection, filter, request));
    yield rows;
    before = rows.length < SLICE ? undefined : rows.at(-1);
  } while (before !== undefined);
}

/** Our choice: what a file is read by. */
const SLICE = 500;

function movementOf(figure: string, part: string, amount: number): Movement {
  if (amount < 0) return 'correction';
  if (figure === 'failed') return 'failed';
  if (figure === 'out') return part === 'gift' ? 'gift_refund' : 'refund';
  return part === 'gift' ? 'gift' : 'payment';
}

/** A position as it stands in addresses and commands; undefined for other texts. */
export function parseMoneyPosition(text: string | undefined): MoneyPosition | undefined {
  const [, at, number] = /^(\d{1,16})-(\d{1,16})$/.exec(text ?? '') ?? [];
  return at === undefined || number === undefined ? undefined : { at: Number(at), number: Number(number) };
}

export function toPositionText({ at, number }: MoneyPosition): string {
  return `${at}-${number}`;
}
