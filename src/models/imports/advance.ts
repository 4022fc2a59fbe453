// The worker's part of imports: it checks and runs them block by block, each in a transaction of its own that also counts
// it. So a process that is killed loses and doubles nothing, and the next one goes on.
import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '../../database/connection.ts';
import { inPublication } from '../../database/scope.ts';
import { Publication, type PublicationRow } from '../publication/publication.ts';
import { readCatalog } from './catalog.ts';
import { checkBlock, newCheck } from './check.ts';
import { findBlock } from './import-block.ts';
import type { ImportParts } from './import-parts.ts';
import { getImport, listImportsToAdvance, type Import } from './import-record.ts';
import { countFailure, type Step } from './import.ts';
import type { RowContext } from './row.ts';
import { runBlock } from './run.ts';

/** How long a round works on one import before others have their turn. */
export const ROUND_BLOCKS = 50;
/**
 * Our choice: after each block an import rests as long as the block took, and no shorter than this, so that it takes at
 * most half of the time of the process and of SQLite's one writer.
 */
const REST_MILLISECONDS_MIN = 10;

/** Takes the next blocks of an import. Returns whether it took any. */
export type AdvanceImport = (
  parts: ImportParts,
  publication: PublicationRow,
  id: string,
  isStopped: () => boolean,
) => Promise<boolean>;

/**
 * Goes on with the imports of every publication. Returns whether there is more to do.
 * @param onError receives the error of each import that fails, which stops no other and is retried
 */
export async function advanceImports(
  parts: ImportParts & { readonly advanceTakeover: AdvanceImport },
  { onError, isStopped }: { readonly onError: (error: unknown) => void; readonly isStopped: () => boolean },
): Promise<boolean> {
  let hadAny = false;
  for (const { publicationId, id, source } of await listImportsToAdvance(parts.database)) {
    const advance = source === null ? advanceImport : parts.advanceTakeover;
    const publication = await Publication.query(parts.database.knex).findById(publicationId);
    if (publication === undefined) continue;
    try {
      hadAny = (await inPublication(publication, () => advance(parts, publication, id, isStopped))) || hadAny;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      onError(error);
    }
  }
  return hadAny && !isStopped();
}

/** Takes the next blocks of an import. Returns whether it took any. Throws what a block fails by, and counts it. */
export async function advanceImport(
  parts: ImportParts,
  publication: PublicationRow,
  id: string,
  isStopped: () => boolean = () => false,
): Promise<boolean> {
  const { database, clock } = parts;
  const found = await getImport(publication, database, id);
  if (found.state !== 'checking' && found.state !== 'running') return false;
  const context = await contextOf(parts, publication, found);
  try {
    const check = found.state === 'checking' ? await newCheck(parts, publication, found) : undefined;
    const end = Math.min(found.nextBlock + ROUND_BLOCKS, found.blocks);
    for (let number = found.nextBlock; number < end && !isStopped(); number += 1) {
      const begun = performance.now();
      const block = await findBlock(publication, database, parts.secretKeys, { importId: id, number });
      const step: Step = { state: found.state, number, revision: found.revision, blocks: found.blocks };
      if (block === undefined) return false;
      const work = { of: found, step, block, context };
      const isTaken = await (check === undefined
        ? runBlock(parts, publication, work)
        : checkBlock(parts, publication, { ...work, check }));
      if (!isTaken) return true;
      await restAfterBlock(begun);
    }
    return true;
  } catch (error) {
    if (!isUnavailable(error))
      await database.transaction((transaction) => countFailure(publication, transaction, clock, found));
    throw error;
  }
}

/** @param begun when work on the block began, by `performance.now()` */
export async function restAfterBlock(begun: number): Promise<void> {
  await pause(Math.max(REST_MILLISECONDS_MIN, performance.now() - begun));
}

export async function contextOf(
  { database, clock }: Pick<ImportParts, 'database' | 'clock'>,
  publication: PublicationRow,
  { settings }: Import,
): Promise<RowContext> {
  return {
    settings,
    catalog: await readCatalog(publication, database, settings),
    timeZone: publication.timeZone,
    now: clock.now().getTime(),
  };
}
