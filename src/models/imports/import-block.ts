// The rows of a file, a few hundred in each block: what the worker takes at once. What they say is encrypted, and emptied
// in the transaction that imports it; what became of each row stays.
import type { Connection, Transaction } from '../../database/connection.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import { TenantRecord, type Tenant } from '../record.ts';
import type { FileRow } from './file.ts';
import type { RowFault } from './row.ts';

/** Our choice: a block is one transaction of the run, for which other writers of SQLite wait. */
export const BLOCK_ROWS = 100;

class ImportBlockRecord extends TenantRecord {
  static override tableName = 'import_blocks';
  static override idColumn = ['publicationId', 'importId', 'number'];
  declare importId: string;
  declare number: number;
  /** Empty once they are imported, or never will be. */
  declare rowsSealed: string;
  /** JSON: for each row the short keyed hash of whom it is about, by which a second row about them is found. */
  declare keys: string;
  /** JSON: RowOutcome for each row. */
  declare outcomes: string;
  declare faultyCount: number;
}

const CHANGES = ['name', 'newsletters', 'subscription', 'postal_address', 'note', 'activation_code'] as const;
export type Change = (typeof CHANGES)[number];

/** `former_fee`: the service that sold it still takes a share of each payment. */
const TAKEOVER_NOTES = ['trial', 'past_due', 'ends', 'not_collected', 'discount', 'schedule', 'former_fee'] as const;
export type TakeoverNote = (typeof TAKEOVER_NOTES)[number];

/** `address_as_note`: what its columns say of a postal address is not whole, or does not fit the country. */
type RowNote = TakeoverNote | 'address_as_note';

/** What becomes of a row, or would. */
export interface RowOutcome {
  readonly line: number;
  readonly kind: 'created' | 'changed' | 'unchanged' | 'faulty';
  readonly changes?: readonly Change[];
  readonly faults?: readonly RowFault[];
  /** What is particular about it, such as about a subscription that is taken over. */
  readonly notes?: readonly RowNote[];
  /** The person who was found; a person who was erased since is not created anew. */
  readonly customerId?: string;
}

export interface ImportBlock {
  readonly number: number;
  readonly rows: readonly FileRow[];
  readonly outcomes: readonly RowOutcome[];
}

export async function addBlock(
  publication: Tenant,
  transaction: Transaction,
  secretKeys: SecretKeys,
  { importId, number, rows }: { readonly importId: string; readonly number: number; readonly rows: readonly FileRow[] },
): Promise<void> {
  const rowsSealed = secretKeys.encrypt('import', JSON.stringify(rows));
  const row = { importId, number, rowsSealed, keys: '[]', outcomes: '[]', faultyCount: 0 };
  await ImportBlockRecord.add(publication, transaction, row);
}

export async function findBlock(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  { importId, number }: { readonly importId: string; readonly number: number },
): Promise<ImportBlock | undefined> {
  const found = await ImportBlockRecord.find(publication, connection, { importId, number });
  return found && opened(secretKeys, found);
}

/** Finds the next block from a number on that has faulty rows. */
export async function findFaultyBlock(
  publication: Tenant,
  connection: Connection,
  secretKeys: SecretKeys,
  { importId, from }: { readonly importId: string; readonly from: number },
): Promise<ImportBlock | undefined> {
  const [found] = await ImportBlockRecord.in(publication, connection, { importId })
    .where('number', '>=', from)
    .where('faultyCount', '>', 0)
    .orderBy('number')
    .limit(1);
  return found && opened(secretKeys, found);
}

/** Returns the line of each key of the blocks before this one. */
export async function readKeysBefore(
  publication: Tenant,
  connection: Connection,
  { importId, number }: { readonly importId: string; readonly number: number },
): Promise<Map<string, number>> {
  const blocks = await ImportBlockRecord.in(publication, connection, { importId })
    .where('number', '<', number)
    .select('keys');
  // Written by settleBlock.
  return new Map(blocks.flatMap(({ keys }) => JSON.parse(keys) as [string, number][]));
}

export async function settleBlock(
  publication: Tenant,
  transaction: Transaction,
  { importId, number }: { readonly importId: string; readonly number: number },
  given: {
    readonly outcomes: readonly RowOutcome[];
    /** Of a check. */
    readonly keys?: readonly (readonly [key: string, line: number])[];
    /** Whether what the rows say is of no more use. */
    readonly isOver?: boolean;
  },
): Promise<void> {
  const { outcomes, keys, isOver } = given;
  await ImportBlockRecord.in(publication, transaction, { importId, number }).patch({
    outcomes: JSON.stringify(outcomes),
    faultyCount: outcomes.filter(({ kind }) => kind === 'faulty').length,
    ...(keys !== undefined && { keys: JSON.stringify(keys) }),
    ...(isOver && { rowsSealed: '', keys: '[]' }),
  });
}

/** Forgets what the rows of a file say. */
export async function emptyBlocks(publication: Tenant, transaction: Transaction, importId: string): Promise<void> {
  await ImportBlockRecord.in(publication, transaction, { importId }).patch({ rowsSealed: '', keys: '[]' });
}

function opened(
  secretKeys: SecretKeys,
  { number, rowsSealed, outcomes }: Pick<ImportBlockRecord, 'number' | 'rowsSealed' | 'outcomes'>,
): ImportBlock {
  return {
    number,
    // Written by addBlock and settleBlock.
    rows: rowsSealed === '' ? [] : (JSON.parse(secretKeys.decrypt('import', rowsSealed)) as FileRow[]),
    outcomes: JSON.parse(outcomes) as RowOutcome[],
  };
}
