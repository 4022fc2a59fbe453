// The record of an import, and how it is read. Who writes it: import.ts, and the worker by progress.ts.
import type { Connection } from '../../database/connection.ts';
import { queueStatement } from '../../database/statement.ts';
import type { Interval } from '../catalog/price.ts';
import { AWAY } from '../move-state.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import type { FileFault } from './file-fault.ts';
import { NO_SETTINGS, type ImportSettings } from './import-settings.ts';
import type { Preset } from './presets.ts';

/**
 * `uploading` until the whole file is here, `reading` while the worker reads the account of a gateway, `uploaded` until the
 * publisher has said what the columns or prices mean. `checking` and `running` are the worker's. Nothing but the import's own rows is written before `running`.
 */
export type ImportState =
  'uploading' | 'reading' | 'uploaded' | 'checking' | 'checked' | 'running' | 'done' | 'canceled' | 'failed';

export class ImportRecord extends PublicationRecord {
  static override tableName = 'imports';
  declare state: ImportState;
  /** Optimistic lock of what the publisher says about the file. */
  declare revision: number;
  /** The gateway whose account is taken over; null for a file. */
  declare source: string | null;
  /** Where the reading of the account goes on; null at its beginning. */
  declare cursor: string | null;
  declare fileName: string;
  /** JSON: the names of the columns. */
  declare header: string;
  declare preset: Preset | null;
  /** JSON: ImportSettings. */
  declare settings: string;
  declare blocks: number;
  declare rowCount: number;
  /** The block that the worker takes next, of the check or of the run. */
  declare nextBlock: number;
  declare doneCount: number;
  declare createdCount: number;
  declare changedCount: number;
  declare unchangedCount: number;
  declare faultyCount: number;
  /** JSON: UnknownWords. */
  declare unknownWords: string;
  /** JSON: AccountPrice, of a gateway's account. */
  declare accountPrices: string;
  /** JSON: ImportFault; null where the file could be read. */
  declare fault: string | null;
  /** How often the next block has failed in a row. */
  declare failures: number;
  /** JSON: Invitation; null where nobody is written to. */
  declare invitation: string | null;
  /** When the next person to be invited is; null where nobody is written to. */
  declare nextInvitationAt: number | null;
  declare createdAt: number;
  declare endedAt: number | null;
}

/** The counts of what was done, or in a check, of what would be. */
export type ImportCounts = Pick<
  ImportRecord,
  'doneCount' | 'createdCount' | 'changedCount' | 'unchangedCount' | 'faultyCount'
>;

/** Words of the file that no plan and no newsletter has. */
export interface UnknownWords {
  readonly plans: readonly string[];
  readonly newsletters: readonly string[];
}

/** A price at a gateway, as a publisher maps it. */
export interface AccountPrice {
  readonly ref: string;
  /** What it is a price of: prices of one product become prices of one plan. */
  readonly product: string;
  readonly name: string;
  /** Minor units; null for a price that we cannot hold. */
  readonly amount: number | null;
  /** ISO 4217, in upper case. */
  readonly currency: string;
  /** Null for one that we cannot hold. */
  readonly interval: Interval | null;
  /** Our price behind it, where this service made it for the publication. */
  readonly ourPriceId: string | null;
  /** How many subscriptions have it. */
  readonly count: number;
}

/**
 * Why the import as a whole failed. `fault`: an error of ours, which is in the log. `refused`: the gateway does not accept
 * our key. `empty-account`: it has no customers.
 */
export interface ImportFault {
  readonly kind: FileFault | 'fault' | 'refused' | 'empty-account';
  readonly line?: number | undefined;
  readonly column?: string | undefined;
}

/** A mail to those whom the import creates. */
export interface Invitation {
  readonly subject: string;
  readonly text: string;
}

export type Import = Omit<
  RowOf<ImportRecord>,
  'header' | 'settings' | 'unknownWords' | 'accountPrices' | 'fault' | 'invitation'
> & {
  readonly header: readonly string[];
  readonly settings: ImportSettings;
  readonly unknownWords: UnknownWords;
  readonly accountPrices: readonly AccountPrice[];
  readonly fault: ImportFault | null;
  readonly invitation: Invitation | null;
};

/** Our choice: a publication sees its newest imports; older ones are in its audit log. */
const LISTED_MAX = 50;
const toAdvance = queueStatement<Pick<ImportRecord, 'publicationId' | 'id' | 'source'>>(
  'imports_to_advance',
  `select publication_id, id, source from imports where state in ('reading', 'checking', 'running') and publication_id not in (${AWAY}) order by id limit 20`,
);
const takeoverRuns = queueStatement<{ one: number }>(
  'takeover_that_runs',
  "select 1 as one from imports where state = 'running' and source = ? limit 1",
);

/** Throws NotFound. */
export async function getImport(publication: Tenant, connection: Connection, id: string): Promise<Import> {
  return toImport(await ImportRecord.get(publication, connection, id));
}

/** Lists the publication's imports whose file has arrived, newest first. */
export async function listImports(publication: Tenant, connection: Connection): Promise<Import[]> {
  const rows = await ImportRecord.in(publication, connection)
    .whereNot('state', 'uploading')
    .orderBy('id', 'desc')
    .limit(LISTED_MAX);
  return rows.map(toImport);
}

/** Lists the imports of every publication that the worker goes on with. */
export function listImportsToAdvance(
  connection: Connection,
): Promise<Pick<ImportRecord, 'publicationId' | 'id' | 'source'>[]> {
  return connection.all(toAdvance, []);
}

/** Whether a publication is taking over its account at the gateway. */
export async function isTakingOver(connection: Connection, gateway: string): Promise<boolean> {
  return (await connection.first(takeoverRuns, [gateway])) !== undefined;
}

function toImport(row: RowOf<ImportRecord>): Import {
  // The columns are written by import.ts and progress.ts alone, from values of these types.
  return {
    ...row,
    header: JSON.parse(row.header) as string[],
    settings: { ...NO_SETTINGS, ...(JSON.parse(row.settings) as Partial<ImportSettings>) },
    unknownWords: JSON.parse(row.unknownWords) as UnknownWords,
    accountPrices: JSON.parse(row.accountPrices) as AccountPrice[],
    fault: row.fault === null ? null : (JSON.parse(row.fault) as ImportFault),
    invitation: row.invitation === null ? null : (JSON.parse(row.invitation) as Invitation),
  };
}
