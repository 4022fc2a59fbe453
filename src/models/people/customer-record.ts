// The row of a customer. Each column is declared with its treatment by erasure, export, merge and data API; a column
// without one does not compile.
import { PublicationRecord, type RowOf } from '../record.ts';
import type { PersonState } from './person-state.ts';

export class CustomerRecord extends PublicationRecord {
  static override tableName = 'customers';
  declare email: string | null;
  /** The canonical form of the address, which is unique in a publication. */
  declare emailNormalized: string | null;
  declare name: string | null;
  /** JSON text, as src/models/postal/postal-address.ts writes it. */
  declare postalAddress: string | null;
  /** BCP 47 tag; null until the first sign-in. */
  declare language: string | null;
  declare emailVerifiedAt: number | null;
  /** When the person first verified an e-mail address; a later change of address keeps it. */
  declare activatedAt: number | null;
  declare createdAt: number;
  declare activationCodeMac: string | null;
  /** When the activation code can no longer be typed; null for never. */
  declare activationCodeExpiresAt: number | null;
  /** When the person was erased or merged into another (tombstone). */
  declare goneAt: number | null;
  declare mergedIntoId: string | null;
  /** To the hour. */
  declare lastSeenAt: number | null;
  /** Name and address as they are in the index of words (src/models/finding/word-index.ts). */
  declare searchedAs: string | null;
  /** Written by src/models/people/person-state.ts alone. */
  declare state: PersonState;
  /** When the person first paid, by the publication's clock (src/models/figure-change.ts); null for never. */
  declare payingSince: number | null;
  /** When the person refused to be invited once more (src/models/people/customer-mail-choice.ts). */
  declare invitationsRefusedAt: number | null;
  declare signInMailsRefusedAt: number | null;
  declare giftMailsRefusedAt: number | null;
}

type Row = RowOf<CustomerRecord>;

interface Treatment<Value> {
  /** Columns marked `erased` become null when the person is erased or merged into another. */
  readonly erasure: null extends Value ? 'erased' | 'kept' : 'kept';
  /** Whether the export of a person's own data shows the column. */
  readonly export: 'shown' | 'hidden';
  /** A column marked `taken over` is copied in a merge to the remaining person if theirs is null. */
  readonly merge: null extends Value ? 'taken over' | 'left' : 'left';
  /** A detail is set and read by publishers through the data API, and reported in events. */
  readonly dataApi: 'detail' | 'none';
}

/** The columns in the order of the export. */
export const CUSTOMER_COLUMNS = {
  publicationId: { erasure: 'kept', export: 'hidden', merge: 'left', dataApi: 'none' },
  id: { erasure: 'kept', export: 'shown', merge: 'left', dataApi: 'none' },
  email: { erasure: 'erased', export: 'shown', merge: 'left', dataApi: 'detail' },
  emailNormalized: { erasure: 'erased', export: 'hidden', merge: 'left', dataApi: 'none' },
  name: { erasure: 'erased', export: 'shown', merge: 'taken over', dataApi: 'detail' },
  postalAddress: { erasure: 'erased', export: 'shown', merge: 'taken over', dataApi: 'detail' },
  language: { erasure: 'erased', export: 'shown', merge: 'left', dataApi: 'none' },
  emailVerifiedAt: { erasure: 'erased', export: 'shown', merge: 'left', dataApi: 'none' },
  activatedAt: { erasure: 'kept', export: 'shown', merge: 'left', dataApi: 'none' },
  createdAt: { erasure: 'kept', export: 'shown', merge: 'left', dataApi: 'none' },
  // Activation codes are unique for ever, so the hash is kept after erasure.
  activationCodeMac: { erasure: 'kept', export: 'hidden', merge: 'left', dataApi: 'none' },
  activationCodeExpiresAt: { erasure: 'erased', export: 'hidden', merge: 'left', dataApi: 'none' },
  goneAt: { erasure: 'kept', export: 'hidden', merge: 'left', dataApi: 'none' },
  mergedIntoId: { erasure: 'kept', export: 'hidden', merge: 'left', dataApi: 'none' },
  lastSeenAt: { erasure: 'erased', export: 'shown', merge: 'left', dataApi: 'none' },
  searchedAs: { erasure: 'erased', export: 'hidden', merge: 'left', dataApi: 'none' },
  state: { erasure: 'kept', export: 'shown', merge: 'left', dataApi: 'none' },
  payingSince: { erasure: 'kept', export: 'shown', merge: 'taken over', dataApi: 'none' },
  signInMailsRefusedAt: { erasure: 'erased', export: 'shown', merge: 'taken over', dataApi: 'none' },
  giftMailsRefusedAt: { erasure: 'erased', export: 'shown', merge: 'taken over', dataApi: 'none' },
  invitationsRefusedAt: { erasure: 'erased', export: 'shown', merge: 'taken over', dataApi: 'none' },
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

/** The values written to the row of an erased or merged person. */
export const ERASED = Object.fromEntries(columnsWhere('erasure', 'erased').map((name) => [name, null])) as Record<
  ColumnsWhere<'erasure', 'erased'>,
  null
>;
export const EXPORTED = columnsWhere('export', 'shown');
export const TAKEN_OVER = columnsWhere('merge', 'taken over');
export const DETAILS = columnsWhere('dataApi', 'detail');

export type Details = Pick<Row, ColumnsWhere<'dataApi', 'detail'>>;
