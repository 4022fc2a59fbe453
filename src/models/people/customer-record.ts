// A customer as kept. Each column is declared once and says what erasure, the export, a merge and the data API do with it: without that it does
// not compile.
import { PublicationRecord, type RowOf } from '../record.ts';

export class CustomerRecord extends PublicationRecord {
  static override tableName = 'customers';
  declare email: string | null;
  /** What is compared and unique in a publication. */
  declare emailNormalized: string | null;
  declare name: string | null;
  /** BCP 47; null for one who has never signed in. */
  declare language: string | null;
  declare emailVerifiedAt: number | null;
  /** When the person first proved an e-mail address, kept once it is another one. */
  declare activatedAt: number | null;
  declare createdAt: number;
  declare activationCodeMac: string | null;
  /** When the person was erased, or became part of another. */
  declare goneAt: number | null;
  declare mergedIntoId: string | null;
}

type Row = RowOf<CustomerRecord>;

interface Treatment<Value> {
  /** Erased columns are null once the person is gone, be it by erasure or by a merge. */
  readonly erasure: null extends Value ? 'erased' | 'kept' : 'kept';
  /** Whether a person who downloads their own data gets it. */
  readonly export: 'shown' | 'hidden';
  /** What is taken over by a person who has none, when another record becomes part of theirs. */
  readonly merge: null extends Value ? 'taken over' | 'left' : 'left';
  /** A detail is what a publisher sets and reads by the data API, and events tell of it. */
  readonly dataApi: 'detail' | 'none';
}

/** In the order of the export. */
export const CUSTOMER_COLUMNS = {
  publicationId: { erasure: 'kept', export: 'hidden', merge: 'left', dataApi: 'none' },
  id: { erasure: 'kept', export: 'shown', merge: 'left', dataApi: 'none' },
  email: { erasure: 'erased', export: 'shown', merge: 'left', dataApi: 'detail' },
  emailNormalized: { erasure: 'erased', export: 'hidden', merge: 'left', dataApi: 'none' },
  name: { erasure: 'erased', export: 'shown', merge: 'taken over', dataApi: 'detail' },
  language: { erasure: 'erased', export: 'shown', merge: 'left', dataApi: 'none' },
  emailVerifiedAt: { erasure: 'erased', export: 'shown', merge: 'left', dataApi: 'none' },
  activatedAt: { erasure: 'kept', export: 'shown', merge: 'left', dataApi: 'none' },
  createdAt: { erasure: 'kept', export: 'shown', merge: 'left', dataApi: 'none' },
  // Never given again, so it outlives the person.
  activationCodeMac: { erasure: 'kept', export: 'hidden', merge: 'left', dataApi: 'none' },
  goneAt: { erasure: 'kept', export: 'hidden', merge: 'left', dataApi: 'none' },
  mergedIntoId: { erasure: 'kept', export: 'hidden', merge: 'left', dataApi: 'none' },
} as const satisfies { readonly [Name in keyof Row]-?: Treatment<Row[Name]> };

type Columns = typeof CUSTOMER_COLUMNS;
type ColumnsWhere<Deed extends keyof Treatment<null>, Choice> = {
  [Name in keyof Columns]: Columns[Name][Deed] extends Choice ? Name : never;
}[keyof Columns];

function columnsWhere<Deed extends keyof Treatment<null>, Choice extends Treatment<null>[Deed]>(
  deed: Deed,
  choice: Choice,
): ColumnsWhere<Deed, Choice>[] {
  const names = Object.keys(CUSTOMER_COLUMNS) as (keyof Columns)[];
  return names.filter((name): name is ColumnsWhere<Deed, Choice> => CUSTOMER_COLUMNS[name][deed] === choice);
}

/** What is written of a person who is gone. */
export const ERASED = Object.fromEntries(columnsWhere('erasure', 'erased').map((name) => [name, null])) as Record<
  ColumnsWhere<'erasure', 'erased'>,
  null
>;
export const EXPORTED = columnsWhere('export', 'shown');
export const TAKEN_OVER = columnsWhere('merge', 'taken over');
export const DETAILS = columnsWhere('dataApi', 'detail');

export type Details = Pick<Row, ColumnsWhere<'dataApi', 'detail'>>;
