// One row of an account that is taken over: a customer with one of their subscriptions, or with none.
import type { FileRow } from '../../models/imports/file.ts';
import type { TakeoverNote } from '../../models/imports/import-block.ts';
import { ACCOUNT_HEADER, columnOf } from '../../models/imports/reading.ts';
import { readRow, type ReadRow, type RowContext, type RowFaultKind } from '../../models/imports/row.ts';
import type { AccountCustomer, AccountSubscription } from './account.ts';

export interface AccountRow {
  readonly line: number;
  readonly read: ReadRow;
  readonly customerRef: string;
  /** Undefined for a customer without a subscription. */
  readonly subscriptionRef: string | undefined;
  readonly priceRef: string;
  readonly isOurs: boolean;
  readonly fault: RowFaultKind | undefined;
  readonly notes: readonly TakeoverNote[];
}

/** In the cell of the fault: begun by a checkout of this publication. */
const OURS = 'ours';

/** The rows of a customer. @param line of the first one */
export function toFileRows(customer: AccountCustomer, line: number): FileRow[] {
  const { subscriptions } = customer;
  if (subscriptions.length === 0) return [{ line, cells: toCells(customer, undefined) }];
  return subscriptions.map((subscription, at) => ({ line: line + at, cells: toCells(customer, subscription) }));
}

function toCells(
  { email, name, createdAt, ref }: AccountCustomer,
  subscription: AccountSubscription | undefined,
): string[] {
  const cells: Record<(typeof ACCOUNT_HEADER)[number], string> = {
    email: email ?? '',
    name: name ?? '',
    created: String(Math.floor(createdAt.getTime() / 1000)),
    customer: ref,
    subscription: subscription?.ref ?? '',
    price: subscription?.priceRef ?? '',
    fault: subscription?.isOurs === true ? OURS : (subscription?.fault ?? ''),
    notes: (subscription?.notes ?? []).join(' '),
  };
  return ACCOUNT_HEADER.map((column) => cells[column]);
}

export function readAccountRow(row: FileRow, context: RowContext): AccountRow {
  const cell = (column: (typeof ACCOUNT_HEADER)[number]): string => row.cells[columnOf(column)] ?? '';
  const [subscription, fault, notes] = [cell('subscription'), cell('fault'), cell('notes')];
  return {
    line: row.line,
    read: readRow(row, context),
    customerRef: cell('customer'),
    subscriptionRef: subscription === '' ? undefined : subscription,
    priceRef: cell('price'),
    isOurs: fault === OURS,
    // Written by toCells.
    fault: fault === '' || fault === OURS ? undefined : (fault as RowFaultKind),
    notes: notes === '' ? [] : (notes.split(' ') as TakeoverNote[]),
  };
}
