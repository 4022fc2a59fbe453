// masthead payment reconcile: shows and repairs drift between our billing records and the gateway's. Exits with 1 when
// drift is left.
import { Conflict, NotFound } from '../../models/errors.ts';
import { findNewestReconciliation } from '../../models/money/reconciliation.ts';
import { listPublications, type Publication } from '../../models/publication/publication.ts';
import type { DriftLine } from '../../payments/reconciliation/drift.ts';
import { gatewaysOf, reconcile } from '../../payments/reconciliation/reconcile.ts';
import { repair, repairAll } from '../../payments/reconciliation/repair.ts';
import { choosePublication, withDatabase, type Parts, type PublicationOptions } from '../command.ts';
import { Refused, UsageError } from '../failure.ts';
import { printJson, printList, remark, toTime, type Cells } from '../output.ts';

interface ReconcileOptions extends PublicationOptions {
  repair?: string;
  all?: boolean;
  last?: boolean;
}

/** The result of the reconciliation of one publication. */
interface Report {
  readonly publication_id: string;
  readonly compared: number | null;
  /** The time of the comparison: now, or last night. */
  readonly compared_at: string | null;
  readonly lines: readonly DriftLine[];
  /** References of the gateway's records that this service did not create. */
  readonly not_ours: readonly string[];
}

export async function reconcilePayments(options: ReconcileOptions): Promise<void> {
  if ([options.repair, options.all, options.last].filter((given) => given !== undefined).length > 1)
    throw new UsageError('Give one of --repair, --all and --last');
  await withDatabase(async (parts) => {
    const all = await listPublications(parts.database);
    const publications = options.publication === undefined ? all : [choosePublication(all, options.publication)];
    if (options.repair !== undefined) return repairOne(parts, publications, options.repair);
    const reports: Report[] = [];
    for (const publication of publications)
      reports.push(await (options.last ? readLast : compare)(parts, publication, options));
    show(options, reports);
    const left = reports.flatMap(({ lines }) => lines).length;
    if (left > 0)
      throw new Refused(
        `Drift is left: ${left} ${left === 1 ? 'line' : 'lines'}. Repair one by --repair ID, or all by --all`,
      );
  });
}

async function compare(parts: Parts, publication: Publication, { all }: ReconcileOptions): Promise<Report> {
  const found = await reconcile(parts, publication);
  const lines = all ? await repairAll(parts, publication, found, (text) => remark(text)) : found.lines;
  const at = parts.clock.now().getTime();
  return {
    publication_id: publication.id,
    compared: found.compared,
    compared_at: toTime(at),
    lines,
    not_ours: found.notOurs,
  };
}

async function readLast({ database }: Parts, publication: Publication): Promise<Report> {
  const kept = await findNewestReconciliation(publication, database);
  if (kept === undefined)
    return { publication_id: publication.id, compared: null, compared_at: null, lines: [], not_ours: [] };
  // Written only by src/payments/nightly.ts.
  const { lines, notOurs } = JSON.parse(kept.found) as { lines: DriftLine[]; notOurs: string[] };
  return {
    publication_id: publication.id,
    compared: kept.compared,
    compared_at: toTime(kept.endedAt),
    lines,
    not_ours: notOurs,
  };
}

/** Throws NotFound for an unknown record, Conflict for one that is not ours, Refused when drift is left. */
async function repairOne(parts: Parts, publications: readonly Publication[], ref: string): Promise<void> {
  for (const publication of publications) {
    for (const gateway of await gatewaysOf(parts, publication)) {
      try {
        const left = await repair(parts, gateway, publication, ref);
        if (left !== undefined) throw new Refused(`${ref} still differs: ${toText(left)}`);
        remark(`${ref} agrees with the gateway now.`);
        return;
      } catch (error) {
        if (!(error instanceof NotFound) && !(error instanceof Conflict && publications.length > 1)) throw error;
      }
    }
  }
  throw new NotFound(`Neither side knows ${ref}, or this service did not make it`);
}

function show(options: ReconcileOptions, reports: readonly Report[]): void {
  if (options.json) {
    printJson(reports);
    return;
  }
  const lines = reports.flatMap((report) => report.lines.map((line) => ({ report, line })));
  if (lines.length > 0) printList(options, lines, ({ report, line }) => toCells(report, line));
  for (const { publication_id: id, compared, compared_at: at, not_ours: notOurs } of reports) {
    remark(at === null ? `${id}: not compared yet.` : `${id}: ${compared ?? 0} records compared at ${at}.`);
    if (notOurs.length > 0) remark(`Not made by this service, and left alone: ${notOurs.join(', ')}`);
  }
}

function toCells({ publication_id: publication }: Report, line: DriftLine): Cells {
  return { id: line.ref, publication, billing: line.billingId, kind: line.kind, differences: toText(line) };
}

function toText({ differences }: DriftLine): string {
  return differences
    .map(({ field, ours, theirs }) => `${field}: ours ${ours ?? 'none'}, theirs ${theirs ?? 'none'}`)
    .join('; ');
}
