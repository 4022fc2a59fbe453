// The worker's part of a takeover: it reads the account page by page, then checks and runs what it read block by block, as
// imports of files are.
import { isUnavailable } from '../../database/connection.ts';
import { contextOf, restAfterBlock, ROUND_BLOCKS, type AdvanceImport } from '../../models/imports/advance.ts';
import { newCheck } from '../../models/imports/check.ts';
import { findBlock } from '../../models/imports/import-block.ts';
import type { ImportParts } from '../../models/imports/import-parts.ts';
import { getImport, type AccountPrice, type Import } from '../../models/imports/import-record.ts';
import { countFailure } from '../../models/imports/import.ts';
import { keepPage } from '../../models/imports/reading.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { CredentialsRefused, GatewayUnavailable } from '../gateway.ts';
import { listGateways, type PaymentParts } from '../gateways.ts';
import { toFileRows } from './account-row.ts';
import { checkAccountBlock } from './check-block.ts';
import { runAccountBlock, type TakeoverParts } from './run-block.ts';

/** Goes on with a takeover, as `advanceImport` does with a file. */
export function takeoverAdvancer(parts: PaymentParts): AdvanceImport {
  return async (importParts, publication, id, isStopped) => {
    const found = await getImport(publication, importParts.database, id);
    const definition = listGateways(parts).find(({ name }) => name === found.source);
    if (definition?.takeover === undefined) return false;
    const { invitationsPerMinute } = importParts;
    const gateway = definition.open(parts);
    // The database of a command notes what it writes.
    const own = { ...parts, database: importParts.database };
    const takeoverParts = { ...own, gateway, takeover: definition.takeover, invitationsPerMinute };
    try {
      return found.state === 'reading'
        ? await readOn(takeoverParts, publication, found, isStopped)
        : await advanceBlocks(takeoverParts, importParts, publication, found, isStopped);
    } catch (error) {
      // A gateway that does not answer is asked again; one that does not accept our key will not.
      const isPassing = error instanceof GatewayUnavailable && !(error instanceof CredentialsRefused);
      const kind = error instanceof CredentialsRefused ? 'refused' : 'fault';
      if (!isUnavailable(error) && !isPassing)
        await parts.database.transaction((transaction) =>
          countFailure(publication, transaction, parts.clock, found, kind),
        );
      throw error;
    }
  };
}

/** Reads the next pages. Returns whether it read any. */
async function readOn(
  parts: TakeoverParts,
  publication: PublicationRow,
  { id }: Import,
  isStopped: () => boolean,
): Promise<boolean> {
  const { database } = parts;
  for (let pages = 0; pages < ROUND_BLOCKS && !isStopped(); pages += 1) {
    const of = await getImport(publication, database, id);
    if (of.state !== 'reading') break;
    const page = await parts.takeover.listCustomers(parts, publication, of.cursor ?? undefined);
    let line = of.rowCount + 1;
    const rows = page.customers.flatMap((customer) => {
      const made = toFileRows(customer, line);
      line += made.length;
      return made;
    });
    const refs = page.customers.flatMap(({ subscriptions }) => subscriptions.map(({ priceRef }) => priceRef));
    const prices = await countPrices(parts, publication, of.accountPrices, refs);
    const isKept = await database.transaction((transaction) =>
      keepPage(publication, transaction, parts, of, { rows, prices, next: page.next }),
    );
    if (!isKept) return true;
  }
  return true;
}

async function countPrices(
  parts: TakeoverParts,
  publication: PublicationRow,
  known: readonly AccountPrice[],
  refs: readonly string[],
): Promise<AccountPrice[]> {
  const counted = new Map(known.map((price) => [price.ref, price]));
  for (const ref of refs.filter((one) => one !== '')) {
    const price = counted.get(ref) ?? { ...(await parts.takeover.readPrice(parts, publication, ref)), count: 0 };
    counted.set(ref, { ...price, count: price.count + 1 });
  }
  return [...counted.values()];
}

/** Takes the next blocks. Returns whether it took any. */
async function advanceBlocks(
  parts: TakeoverParts,
  importParts: ImportParts,
  publication: PublicationRow,
  found: Import,
  isStopped: () => boolean,
): Promise<boolean> {
  const { database, secretKeys, gateway } = parts;
  if (found.state !== 'checking' && found.state !== 'running') return false;
  const context = await contextOf(importParts, publication, found);
  const check = found.state === 'checking' ? await newCheck(importParts, publication, found) : undefined;
  const end = Math.min(found.nextBlock + ROUND_BLOCKS, found.blocks);
  for (let number = found.nextBlock; number < end && !isStopped(); number += 1) {
    const begun = performance.now();
    const block = await findBlock(publication, database, secretKeys, { importId: found.id, number });
    if (block === undefined) return false;
    const step = { state: found.state, number, revision: found.revision, blocks: found.blocks };
    const work = { of: found, step, block, context };
    const isTaken = await (check === undefined
      ? runAccountBlock(parts, publication, work)
      : checkAccountBlock(importParts, publication, gateway.name, { ...work, check }));
    if (!isTaken) return true;
    await restAfterBlock(begun);
  }
  return true;
}
