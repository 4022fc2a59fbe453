// An export that is brought back by the dashboard: uploaded, checked, begun, and imported by a worker. A worker claims it by a
// lease; one that was killed is followed by the next, which goes on where the import has come to.
import type { Clock } from '../../../database/clock.ts';
import type { Connection, Database, Transaction } from '../../../database/connection.ts';
import { statement } from '../../../database/statement.ts';
import { Conflict } from '../../errors.ts';
import { endOfLease } from '../../lease.ts';
import { AWAY } from '../../move-state.ts';
import { TenantRecord, type RowOf, type Tenant } from '../../record.ts';
import { removeUpload, type Upload } from '../upload.ts';
import { findImport, listContent } from './import-state.ts';

/**
 * `faulty`: it cannot be imported. `placed`: everything is there but for programs, whose secrets are made when their owner
 * asks for them. `failed`: in the middle; the import can go on.
 */
export type RestoreState = 'checking' | 'faulty' | 'checked' | 'running' | 'placed' | 'done' | 'failed';

/** A fault by its name, and what it is about. */
export interface RestoreFault {
  readonly fault: string;
  readonly file?: string;
  /** 0 or absent for a file as a whole. */
  readonly line?: number;
  readonly words?: Readonly<Record<string, string>>;
}

/** What an export holds. */
export interface RestoreContent {
  readonly name: string;
  readonly siteUrl: string;
  readonly asOf: string;
  /** By kind. */
  readonly records: Readonly<Record<string, number>>;
}

class RestoreRecord extends TenantRecord {
  static override tableName = 'restores';
  static override idColumn = ['publicationId'];
  /** Null once the file is of no more use. */
  declare uploadId: string | null;
  declare state: RestoreState;
  /** The name of the owner who uploaded it. */
  declare requestedBy: string;
  /** How often a worker has claimed it; the last one has it. */
  declare claims: number;
  /** How often a worker has claimed it since it last came further. */
  declare failures: number;
  declare leasedUntil: number;
  /** How many of `total` records are read, or imported. */
  declare records: number;
  declare total: number;
  /** JSON: RestoreContent; null until it is read. */
  declare holds: string | null;
  /** JSON: RestoreFault. */
  declare faults: string;
  /** JSON: rows of programs, which hold no secrets. */
  declare programs: string;
  declare createdAt: number;
  declare endedAt: number | null;
}

export type Restore = Omit<RowOf<RestoreRecord>, 'holds' | 'faults'> & {
  readonly holds: RestoreContent | null;
  readonly faults: readonly RestoreFault[];
};
/** A restore that this worker goes on with; another claim is another worker's. */
export type ClaimedRestore = Pick<Restore, 'publicationId' | 'claims'> & { readonly state: 'checking' | 'running' };

/** Our choice: one that ends its worker each time is given up. */
const FAILURES_MAX = 10;
const openOnes = statement<Pick<Restore, 'publicationId' | 'claims' | 'failures'> & Pick<ClaimedRestore, 'state'>>(
  'open_restores',
  `select publication_id, claims, failures, state from restores where state in ('checking', 'running') and leased_until <= :now
    and publication_id not in (${AWAY}) order by leased_until limit 1`,
);

export async function findRestore(publication: Tenant, connection: Connection): Promise<Restore | undefined> {
  const found = await RestoreRecord.find(publication, connection, {});
  if (found === undefined) return undefined;
  // Both are written below alone.
  return {
    ...found,
    holds: found.holds === null ? null : (JSON.parse(found.holds) as RestoreContent),
    faults: JSON.parse(found.faults) as RestoreFault[],
  };
}

/**
 * Has a worker check an export. It takes the place of one that was not begun. Throws Conflict (`archive`) for a publication
 * that is not empty, or that takes another one in.
 */
export async function requestRestore(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { readonly upload: Pick<Upload, 'id'>; readonly requestedBy: string },
): Promise<void> {
  await checkEmpty(publication, transaction);
  await dropUnbegun(publication, transaction);
  const { upload, requestedBy } = given;
  const isFirst = await RestoreRecord.add(publication, transaction, {
    uploadId: upload.id,
    state: 'checking',
    requestedBy,
    claims: 0,
    failures: 0,
    leasedUntil: 0,
    records: 0,
    total: 0,
    faults: '[]',
    programs: '[]',
    createdAt: clock.now().getTime(),
  });
  if (!isFirst) throw new Conflict('archive', 'Another export is being brought back', 'under-way');
  transaction.notify('restores');
}

/** Throws Conflict. */
async function checkEmpty(publication: Tenant, transaction: Transaction): Promise<void> {
  if ((await listContent(publication, transaction)).length > 0)
    throw new Conflict('archive', 'The publication is not empty', 'not-empty');
  const begun = await findImport(publication, transaction);
  if (begun !== undefined) throw new Conflict('archive', 'Another export is being brought back', 'under-way');
}

/** Forgets an export that was uploaded and not begun. Throws Conflict (`archive`) for one that was. */
export async function discardRestore(publication: Tenant, transaction: Transaction): Promise<void> {
  if (!(await dropUnbegun(publication, transaction)))
    throw new Conflict('archive', 'The export is being brought back', 'under-way');
}

async function dropUnbegun(publication: Tenant, transaction: Transaction): Promise<boolean> {
  const found = await RestoreRecord.find(publication, transaction, {});
  const unbegun = RestoreRecord.in(publication, transaction).whereIn('state', ['checking', 'faulty', 'checked']);
  const isDropped = (await unbegun.delete()) > 0;
  if (isDropped && found !== undefined && found.uploadId !== null)
    await removeUpload(publication, transaction, found.uploadId);
  return isDropped;
}

/** Begins to import what was checked. Throws Conflict (`archive`) where there is nothing, or the publication is not empty. */
export async function startRestore(publication: Tenant, transaction: Transaction): Promise<void> {
  await checkEmpty(publication, transaction);
  await run(publication, transaction, 'checked');
}

/** Goes on with one that failed. Throws Conflict (`archive`). */
export async function continueRestore(publication: Tenant, transaction: Transaction): Promise<void> {
  await run(publication, transaction, 'failed');
}

async function run(publication: Tenant, transaction: Transaction, state: RestoreState): Promise<void> {
  const next = { state: 'running', failures: 0, leasedUntil: 0, records: 0, faults: '[]', endedAt: null } as const;
  if ((await RestoreRecord.in(publication, transaction, { state }).patch(next)) === 0)
    throw new Conflict('archive', 'The export was begun or forgotten meanwhile', 'over');
  transaction.notify('restores');
}

/**
 * Ends a restore whose programs alone are missing. Returns their rows to one caller, who imports them in the same
 * transaction. Throws Conflict (`archive`) for every other.
 */
export async function finishRestore(publication: Tenant, transaction: Transaction, clock: Clock): Promise<string> {
  const found = await RestoreRecord.find(publication, transaction, { state: 'placed' });
  const placed = RestoreRecord.in(publication, transaction, { state: 'placed' });
  const end = { state: 'done', programs: '[]', endedAt: clock.now().getTime() } as const;
  if ((await placed.patch(end)) === 0) throw new Conflict('archive', 'The secrets were shown already', 'over');
  return found?.programs ?? '[]';
}

/** Claims a restore that waits, or whose worker was killed. */
export async function claimRestore(database: Database, clock: Clock): Promise<ClaimedRestore | undefined> {
  const open = await database.first(openOnes, { now: clock.now() });
  if (open === undefined) return undefined;
  const { publicationId, state } = open;
  const publication = { id: publicationId };
  const claims = open.claims + 1;
  const failures = open.failures + 1;
  const hasWon = await database.transaction(async (transaction) => {
    const free = RestoreRecord.in(publication, transaction, { claims: open.claims, state });
    return (await free.patch({ claims, failures, leasedUntil: endOfLease(clock).getTime() })) === 1;
  });
  if (!hasWon) return claimRestore(database, clock);
  const claimed = { publicationId, claims, state };
  if (failures <= FAILURES_MAX) return claimed;
  await database.transaction((transaction) => failRestore(transaction, clock, claimed, [{ fault: 'fault' }]));
  return claimRestore(database, clock);
}

/** Records how far it has come, and renews the lease. Returns false where the restore is no longer this worker's. */
export async function renewRestore(
  transaction: Transaction,
  clock: Clock,
  claimed: ClaimedRestore,
  progress: Pick<Restore, 'records' | 'total'>,
): Promise<boolean> {
  const leasedUntil = endOfLease(clock).getTime();
  return (await ofClaim(transaction, claimed).patch({ ...progress, leasedUntil, failures: 0 })) === 1;
}

/** Leaves the restore to the next worker, at once. */
export async function releaseRestore(transaction: Transaction, claimed: ClaimedRestore): Promise<void> {
  await ofClaim(transaction, claimed).patch({ leasedUntil: 0, failures: 0 });
}

/** Shows what was checked. */
export async function settleCheck(
  transaction: Transaction,
  claimed: ClaimedRestore,
  { holds, faults }: { readonly holds: RestoreContent | undefined; readonly faults: readonly RestoreFault[] },
): Promise<void> {
  await ofClaim(transaction, claimed).patch({
    state: faults.length === 0 ? 'checked' : 'faulty',
    holds: holds === undefined ? null : JSON.stringify(holds),
    faults: JSON.stringify(faults),
  });
}

/** Leaves the programs to their owner, and forgets the file. Returns false where another worker has done so. */
export async function placeRestore(
  transaction: Transaction,
  clock: Clock,
  claimed: ClaimedRestore,
  { programs, uploadId }: { readonly programs: readonly object[]; readonly uploadId: string },
): Promise<boolean> {
  const isDone = programs.length === 0;
  const placed = await ofClaim(transaction, claimed).patch({
    state: isDone ? 'done' : 'placed',
    programs: JSON.stringify(programs),
    uploadId: null,
    endedAt: isDone ? clock.now().getTime() : null,
  });
  if (placed === 1) await removeUpload({ id: claimed.publicationId }, transaction, uploadId);
  return placed === 1;
}

/** Stops it with what is in the way: what was not begun is faulty, an import fails where it is. */
export async function failRestore(
  transaction: Transaction,
  clock: Clock,
  claimed: ClaimedRestore,
  faults: readonly RestoreFault[],
): Promise<void> {
  const state = claimed.state === 'checking' ? 'faulty' : 'failed';
  const end = { state, faults: JSON.stringify(faults), endedAt: clock.now().getTime() } as const;
  await ofClaim(transaction, claimed).patch(end);
}

function ofClaim(transaction: Transaction, { publicationId, claims, state }: ClaimedRestore) {
  return RestoreRecord.in({ id: publicationId }, transaction, { claims, state });
}
