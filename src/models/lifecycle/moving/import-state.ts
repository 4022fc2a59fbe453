// How far the import of an export has come. It is written with each slice of records, so that an import that was killed goes
// on where it ended, and no record comes twice.
import type { Clock } from '../../../database/clock.ts';
import type { Connection, Transaction } from '../../../database/connection.ts';
import { statement } from '../../../database/statement.ts';
import { Conflict } from '../../errors.ts';
import { DETAIL_COLUMNS, type GivenDetails } from '../../publication/details.ts';
import { Publication, updatePublication } from '../../publication/publication.ts';
import { TenantRecord, type RowOf, type Tenant } from '../../record.ts';
import { fillIn, type FreshParts, type NewSecret } from './fresh.ts';
import type { Kind } from './kind.ts';
import { IMPORTED_KINDS } from './kinds.ts';
import { hasRows, insertRows } from './rows.ts';

class ExportImportRecord extends TenantRecord {
  static override tableName = 'export_imports';
  static override idColumn = ['publicationId'];
  /** The SHA-256 of the manifest. */
  declare digest: string;
  /** How far ids are moved. */
  declare shift: string;
  /** The kind that comes next, and how many of its lines are imported. */
  declare kind: string;
  declare line: number;
  declare startedAt: number;
  declare endedAt: number | null;
}

export type ImportState = RowOf<ExportImportRecord>;
export type ImportPlace = Pick<ImportState, 'kind' | 'line'>;

const raiseEndOfLog = statement(
  'raise_end_of_event_log',
  'update event_log set last_id = :lastId where publication_id = :publicationId and last_id < :lastId',
);

/** Those of a new publication that never had anything: its settings, which an import replaces. */
const MAY_BE_THERE: ReadonlySet<string> = new Set(['publications']);

/** Lists the tables of which the publication has something already; none of them for an empty publication. */
export async function listContent(publication: Tenant, connection: Connection): Promise<string[]> {
  const found: string[] = [];
  for (const kind of IMPORTED_KINDS)
    if (!MAY_BE_THERE.has(kind.table) && (await hasRows(kind, publication, connection))) found.push(kind.table);
  return found;
}

export function findImport(publication: Tenant, connection: Connection): Promise<ImportState | undefined> {
  return ExportImportRecord.find(publication, connection, {});
}

/** Begins an import. Throws Conflict for a publication that is not empty. */
export async function beginImport(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: Pick<ImportState, 'digest' | 'shift' | 'kind'>,
): Promise<void> {
  const [content] = await listContent(publication, transaction);
  if (content !== undefined)
    throw new Conflict('publication', `The publication is not empty: it has ${content.replaceAll('_', ' ')} already`);
  const startedAt = clock.now().getTime();
  const isFirst = await ExportImportRecord.add(publication, transaction, { ...given, line: 0, startedAt });
  if (!isFirst) throw new Conflict('publication', 'An import was begun meanwhile');
}

/** Moves on, in the transaction of what is imported. Throws Conflict where another process has done so meanwhile. */
export async function moveImport(
  publication: Tenant,
  transaction: Transaction,
  at: ImportPlace,
  next: Partial<Pick<ImportState, 'kind' | 'line' | 'endedAt'>>,
): Promise<void> {
  const moved = await ExportImportRecord.in(publication, transaction, { ...at, endedAt: null }).patch(next);
  if (moved === 0) throw new Conflict('publication', 'Another process imports the same export');
}

/** Imports rows of a kind. Returns the secrets that were made for them. */
export async function importRows(
  parts: FreshParts,
  kind: Kind,
  rows: readonly Record<string, unknown>[],
): Promise<readonly NewSecret[]> {
  const { publication, transaction } = parts;
  const { table } = kind;
  const secrets = await fillIn(parts, table, rows);
  if (table === 'publications') await takeSettings(publication, transaction, rows[0] ?? {});
  else await insertRows(kind, publication, transaction, rows);
  if (table === 'events')
    await transaction.run(raiseEndOfLog, { publicationId: publication.id, lastId: String(rows.at(-1)?.['id']) });
  return secrets;
}

async function takeSettings(
  publication: Tenant,
  transaction: Transaction,
  row: Record<string, unknown>,
): Promise<void> {
  await updatePublication(transaction, publication.id, {
    name: String(row['name']),
    brandColor: String(row['brand_color']),
    font: String(row['font']),
    radius: Number(row['radius']),
    locale: String(row['locale']),
    timeZone: String(row['time_zone']),
    ...givenDetails(row),
  });
  const files = { logo: textOf(row['logo']), darkLogo: textOf(row['dark_logo']), cover: textOf(row['cover']) };
  const texts = textOf(row['texts']);
  await Publication.query(transaction.knex)
    .findById(publication.id)
    .patch({ ...files, texts });
}

/** Each operator says from which domains mails come, so that address is not taken. */
function givenDetails(row: Record<string, unknown>): GivenDetails {
  const columns = {
    ...DETAIL_COLUMNS,
    plansPerReader: 'plans_per_reader',
    pausesSetBy: 'pauses_set_by',
    languages: 'languages',
  };
  const given = Object.entries(columns).flatMap(([name, column]) => {
    const value = row[column];
    return name !== 'mailFrom' && typeof value === 'string' ? [[name, value]] : [];
  });
  return Object.fromEntries(given);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
