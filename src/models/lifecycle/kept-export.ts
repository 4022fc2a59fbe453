// Exports that the dashboard makes: begun by an owner, made by a worker in the background, kept in pieces for a week, so
// that any process can hand them out. One that a killed worker left is begun anew by the next.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Database, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { statement } from '../../database/statement.ts';
import { Conflict } from '../errors.ts';
import { endOfLease } from '../lease.ts';
import { AWAY } from '../move-state.ts';
import { first, PublicationRecord, TenantRecord, type RowOf, type Tenant } from '../record.ts';
import { countErasure, isUnerased } from './export-guard.ts';

/** Our choice: time enough to fetch it, and no longer, since it holds everybody's data. */
const EXPORT_LIFETIME_SECONDS = 7 * 24 * 3600;
/** Our choice: an export that ends its worker each time, or during which somebody is erased each time, is given up. */
const ATTEMPTS_MAX = 10;

/** `removed`: somebody was erased whom it held. */
type ExportState = 'waiting' | 'running' | 'ready' | 'removed' | 'failed';

class ExportRecord extends PublicationRecord {
  static override tableName = 'exports';
  declare state: ExportState;
  /** The name of the owner who asked for it. */
  declare requestedBy: string;
  declare attempts: number;
  declare leasedUntil: number;
  /** The file that is being written, of `steps` files. */
  declare step: number;
  declare steps: number;
  declare records: number;
  declare bytes: number;
  declare chunks: number;
  declare createdAt: number;
  declare readyAt: number | null;
  declare expiresAt: number;
}

class ExportChunkRecord extends TenantRecord {
  static override tableName = 'export_chunks';
  static override idColumn = ['publicationId', 'exportId', 'number'];
  declare exportId: string;
  declare number: number;
  declare content: Buffer;
}

export type KeptExport = RowOf<ExportRecord>;
export type ExportProgress = Pick<KeptExport, 'step' | 'steps' | 'records' | 'bytes' | 'chunks'>;
/** An export that this worker makes; another attempt at it is another worker's. */
export type ClaimedExport = Pick<KeptExport, 'id' | 'attempts'>;

const NOTHING_YET: ExportProgress = { step: 0, steps: 0, records: 0, bytes: 0, chunks: 0 };
const openOnes = statement<Pick<KeptExport, 'publicationId' | 'id' | 'attempts'>>(
  'open_exports',
  `select publication_id, id, attempts from exports where state in ('waiting', 'running') and leased_until <= :now
    and publication_id not in (${AWAY}) order by leased_until limit 1`,
);

/** Begins an export. Throws Conflict while another one of the publication is being made. */
export async function requestExport(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  requestedBy: string,
): Promise<string> {
  const open = ExportRecord.in(publication, transaction).whereIn('state', ['waiting', 'running']);
  if ((await first(open)) !== undefined) throw new Conflict('export', 'An export is being made already');
  const now = clock.now();
  const id = newId('exp', now);
  await ExportRecord.in(publication, transaction).insert({
    publicationId: publication.id,
    id,
    state: 'waiting',
    requestedBy,
    attempts: 0,
    leasedUntil: 0,
    ...NOTHING_YET,
    createdAt: now.getTime(),
    readyAt: null,
    expiresAt: addSeconds(now, EXPORT_LIFETIME_SECONDS).getTime(),
  });
  transaction.notify('exports');
  return id;
}

/** The newest first. */
export async function listExports(publication: Tenant, connection: Connection): Promise<KeptExport[]> {
  return ExportRecord.in(publication, connection).orderBy('id', 'desc');
}

/** Throws NotFound. */
export function getExport(publication: Tenant, connection: Connection, id: string): Promise<KeptExport> {
  return ExportRecord.get(publication, connection, id);
}

/** Claims an export that waits, or whose worker was killed, and drops what that one had made. */
export async function claimExport(
  database: Database,
  clock: Clock,
): Promise<{ readonly publicationId: string; readonly claimed: ClaimedExport } | undefined> {
  const open = await database.first(openOnes, { now: clock.now() });
  if (open === undefined) return undefined;
  const { publicationId, id } = open;
  const publication = { id: publicationId };
  const attempts = open.attempts + 1;
  const isFailed = attempts > ATTEMPTS_MAX;
  const hasWon = await database.transaction(async (transaction) => {
    const changed = await ExportRecord.in(publication, transaction, { id, attempts: open.attempts })
      .whereIn('state', ['waiting', 'running'])
      .patch({
        ...NOTHING_YET,
        attempts,
        state: isFailed ? 'failed' : 'running',
        leasedUntil: endOfLease(clock).getTime(),
      });
    if (changed === 1) await ExportChunkRecord.in(publication, transaction, { exportId: id }).delete();
    return changed === 1;
  });
  if (!hasWon || isFailed) return claimExport(database, clock);
  return { publicationId, claimed: { id, attempts } };
}

/** Adds a piece and renews the lease. Returns false where the export is no longer this worker's. */
export async function addChunk(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { claimed, progress, content }: { claimed: ClaimedExport; progress: ExportProgress; content: Buffer },
): Promise<boolean> {
  const leasedUntil = endOfLease(clock).getTime();
  if ((await running(publication, transaction, claimed).patch({ ...progress, leasedUntil })) === 0) return false;
  const number = progress.chunks;
  return ExportChunkRecord.add(publication, transaction, { exportId: claimed.id, number, content });
}

/**
 * Makes the export ready, unless somebody was erased since its snapshot: then it is begun anew. Returns whether it is
 * ready.
 */
export async function finishExport(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { claimed, erasures }: { readonly claimed: ClaimedExport; readonly erasures: number },
): Promise<boolean> {
  if (!(await isUnerased(publication, transaction, erasures))) {
    await releaseExport(publication, transaction, claimed);
    return false;
  }
  const now = clock.now();
  const expiresAt = addSeconds(now, EXPORT_LIFETIME_SECONDS).getTime();
  const ready = { state: 'ready' as const, readyAt: now.getTime(), expiresAt };
  return (await running(publication, transaction, claimed).patch(ready)) === 1;
}

/** Leaves the export to the next worker, at once. */
export async function releaseExport(
  publication: Tenant,
  transaction: Transaction,
  claimed: ClaimedExport,
): Promise<void> {
  await running(publication, transaction, claimed).patch({ state: 'waiting', leasedUntil: 0 });
}

/**
 * Takes back what holds a person, before anything of them is erased: exports that are ready are removed, and one that is
 * being made cannot become ready.
 */
export async function removeExports(publication: Tenant, transaction: Transaction): Promise<void> {
  await countErasure(publication, transaction);
  const ready = await ExportRecord.in(publication, transaction, { state: 'ready' }).select('id');
  for (const { id } of ready) {
    await ExportRecord.in(publication, transaction, { id }).patch({ state: 'removed', bytes: 0, chunks: 0 });
    await ExportChunkRecord.in(publication, transaction, { exportId: id }).delete();
  }
}

/** Yields the pieces of a ready export. Throws once it is taken back, since half of it must not look whole. */
export async function* readChunks(
  publication: Tenant,
  connection: Connection,
  { id, chunks }: Pick<KeptExport, 'id' | 'chunks'>,
): AsyncGenerator<Buffer> {
  for (let number = 1; number <= chunks; number += 1) {
    const chunk = await ExportChunkRecord.find(publication, connection, { exportId: id, number });
    if (chunk === undefined) throw new Error('the export was taken back while it was handed out');
    yield chunk.content;
  }
}

function running(publication: Tenant, transaction: Transaction, { id, attempts }: ClaimedExport) {
  return ExportRecord.in(publication, transaction, { id, attempts, state: 'running' });
}
