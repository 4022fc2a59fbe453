// Imports of what a gateway's account holds: it is read page by page into blocks of rows, checked as often as the publisher
// wishes, then taken over once. Each write is conditional on what was read, as in import.ts.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import type { SecretKeys } from '../../database/secrets.ts';
import type { Tenant } from '../record.ts';
import type { FileRow } from './file.ts';
import { addBlock } from './import-block.ts';
import {
  getImport,
  ImportRecord,
  type AccountPrice,
  type Import,
  type ImportFault,
  type ImportState,
} from './import-record.ts';
import { NO_SETTINGS, type ImportSettings } from './import-settings.ts';
import { addImport, NO_COUNTS, tooLate } from './import.ts';

/** The columns of a row, with the gateway's own words. */
export const ACCOUNT_HEADER = [
  'email',
  'name',
  'created',
  'customer',
  'subscription',
  'price',
  'fault',
  'notes',
] as const;
type AccountColumn = (typeof ACCOUNT_HEADER)[number];
const FIELDS: ImportSettings['fields'] = ['email', 'name', 'joined', null, null, null, null, null];

/** The place of a column in a row. */
export function columnOf(column: AccountColumn): number {
  return ACCOUNT_HEADER.indexOf(column);
}

/** Has the worker read the account. Returns the id of the import. */
export async function beginReading(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { source, name }: { readonly source: string; readonly name: string },
): Promise<string> {
  const id = newId('imp', clock.now());
  await addImport(publication, transaction, clock, { id, fileName: name, source });
  const settings: ImportSettings = { ...NO_SETTINGS, fields: FIELDS };
  await ImportRecord.in(publication, transaction, { id }).patch({
    header: JSON.stringify(ACCOUNT_HEADER),
    settings: JSON.stringify(settings),
  });
  transaction.notify('imports');
  return id;
}

/** A page of the account, and where the next one begins. */
export interface ReadPage {
  readonly rows: readonly FileRow[];
  readonly prices: readonly AccountPrice[];
  /** Undefined after the last page. */
  readonly next: string | undefined;
}

/** Stores a page. Returns false where another worker stored it, or the import was canceled. */
export async function keepPage(
  publication: Tenant,
  transaction: Transaction,
  { secretKeys, clock }: { readonly secretKeys: SecretKeys; readonly clock: Clock },
  { id, cursor, blocks, rowCount }: Import,
  { rows, prices, next }: ReadPage,
): Promise<boolean> {
  const count = rowCount + rows.length;
  const read = {
    cursor: next ?? cursor,
    blocks: blocks + (rows.length === 0 ? 0 : 1),
    rowCount: count,
    doneCount: count,
    failures: 0,
    accountPrices: JSON.stringify(prices),
  };
  const fault: ImportFault = { kind: 'empty-account' };
  const state: ImportState = next !== undefined ? 'reading' : count === 0 ? 'failed' : 'uploaded';
  const end = state === 'failed' ? { fault: JSON.stringify(fault), endedAt: clock.now().getTime() } : {};
  const here = ImportRecord.in(publication, transaction, { id, state: 'reading', cursor, blocks });
  if ((await here.patch({ ...read, ...end, state })) === 0) return false;
  if (rows.length > 0) await addBlock(publication, transaction, secretKeys, { importId: id, number: blocks, rows });
  return true;
}

/** What a publisher says of an account. */
export type AccountSettings = Pick<ImportSettings, 'prices' | 'isForEverybody'>;

/** Has the worker check what was read by these settings. Throws NotFound, and Conflict once the import has begun. */
export async function checkReading(
  publication: Tenant,
  transaction: Transaction,
  id: string,
  said: AccountSettings,
): Promise<void> {
  const { state, revision, settings } = await getImport(publication, transaction, id);
  const open = ImportRecord.in(publication, transaction, { id, revision })
    .whereNotNull('source')
    .whereIn('state', ['uploaded', 'checking', 'checked']);
  const next = { ...NO_COUNTS, state: 'checking', revision: revision + 1, nextBlock: 0, failures: 0 } as const;
  const kept = JSON.stringify({ ...settings, ...said });
  if ((await open.patch({ ...next, settings: kept })) === 0) throw tooLate(state);
  transaction.notify('imports');
}

/** Replaces what the prices mean by what was made for them, before a checked import begins. Throws Conflict. */
export async function settlePrices(
  publication: Tenant,
  transaction: Transaction,
  { id, state, settings }: Import,
  { revision, prices }: { readonly revision: number; readonly prices: ImportSettings['prices'] },
): Promise<void> {
  const checked = ImportRecord.in(publication, transaction, { id, state: 'checked', revision });
  if ((await checked.patch({ settings: JSON.stringify({ ...settings, prices }) })) === 0) throw tooLate(state);
}
