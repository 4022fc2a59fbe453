// The dry run: what each row would do, and every fault with its line and column. Nothing but the import's own rows is
// written.
import type { Connection } from '../../database/connection.ts';
import type { Tenant } from '../record.ts';
import { readCatalog } from './catalog.ts';
import { readKeysBefore, settleBlock, type ImportBlock, type RowOutcome } from './import-block.ts';
import type { ImportParts } from './import-parts.ts';
import type { Import, UnknownWords } from './import-record.ts';
import { wordOf, type ImportSettings } from './import-settings.ts';
import { countStep, takeStep, type Step } from './import.ts';
import { readKnownPeople } from './known-people.ts';
import { countsOf, outcomeOf } from './outcome.ts';
import type { RowContext } from './row.ts';
import { keysOf, planOf, readBlock, wantedOf } from './rows-of-block.ts';

/** What a check knows of the blocks before. */
export interface Check {
  readonly lines: Map<string, number>;
  readonly plans: Set<string>;
  readonly newsletters: Set<string>;
}

export interface BlockWork {
  readonly of: Import;
  readonly step: Step;
  readonly block: ImportBlock;
  readonly context: RowContext;
}

/** Our choice: as many as a publisher wishes to assign by hand. */
const UNKNOWN_WORDS_MAX = 60;

export async function newCheck(
  { database }: Pick<ImportParts, 'database'>,
  publication: Tenant,
  { id, nextBlock, unknownWords }: Import,
): Promise<Check> {
  const isFirst = nextBlock === 0;
  return {
    lines: await readKeysBefore(publication, database, { importId: id, number: nextBlock }),
    plans: new Set(isFirst ? [] : unknownWords.plans),
    newsletters: new Set(isFirst ? [] : unknownWords.newsletters),
  };
}

/** Returns false where another worker took the block, or the import is not checked by these settings any more. */
export async function checkBlock(
  { database, clock, secretKeys }: ImportParts,
  publication: Tenant,
  { of, step, block, context, check }: BlockWork & { readonly check: Check },
): Promise<boolean> {
  const parts = { secretKeys, publication };
  // An earlier check may have used other settings.
  const fresh = { ...block, outcomes: [] };
  const rows = readBlock(parts, fresh, context);
  const people = await readKnownPeople(publication, database, wantedOf(fresh, rows));
  const keys: [string, number][] = [];
  const outcomes: RowOutcome[] = [...rows.faulty];
  for (const good of rows.good) {
    const { line } = good.row;
    const own = keysOf(parts, good);
    const isTwice = own.some((key) => check.lines.has(key));
    for (const key of own.filter((one) => !check.lines.has(one))) {
      check.lines.set(key, line);
      keys.push([key, line]);
    }
    const planned = planOf(parts, good, people, { overwrites: of.settings.overwrites, before: undefined });
    outcomes.push(outcomeOf(line, isTwice ? 'twice' : planned, of.settings));
  }
  collectUnknown(check, block, context);
  const unknownWords: UnknownWords = { plans: [...check.plans], newsletters: [...check.newsletters] };
  outcomes.sort((a, b) => a.line - b.line);
  return database.transaction(async (transaction) => {
    if (!(await takeStep(publication, transaction, of.id, step))) return false;
    await settleBlock(publication, transaction, { importId: of.id, number: block.number }, { outcomes, keys });
    await countStep(publication, transaction, clock, { id: of.id, step, counts: countsOf(outcomes), unknownWords });
    return true;
  });
}

/** Returns the words of the first rows that the publisher can be asked about before anything is checked. */
export async function firstUnknownWords(
  publication: Tenant,
  connection: Connection,
  block: ImportBlock,
  settings: ImportSettings,
): Promise<UnknownWords> {
  const found: Check = { lines: new Map(), plans: new Set(), newsletters: new Set() };
  collectUnknown(found, block, { settings, catalog: await readCatalog(publication, connection, settings) });
  return { plans: [...found.plans], newsletters: [...found.newsletters] };
}

/** Collects the words that the publisher is asked about. */
function collectUnknown(
  check: Check,
  { rows }: ImportBlock,
  { settings, catalog }: Pick<RowContext, 'settings' | 'catalog'>,
): void {
  const wordsOf = (field: 'plan' | 'newsletters', text: string): string[] =>
    (field === 'plan' ? [text] : text.split(/[,;|\n]/)).map(wordOf).filter((word) => word !== '');
  for (const [column, field] of settings.fields.entries()) {
    if (field !== 'plan' && field !== 'newsletters') continue;
    const found = field === 'plan' ? check.plans : check.newsletters;
    for (const { cells } of rows)
      for (const word of wordsOf(field, cells[column] ?? '')) {
        const isKnown = field === 'plan' ? catalog.planOf(word) : catalog.newsletterOf(word);
        if (isKnown === undefined && found.size < UNKNOWN_WORDS_MAX) found.add(word);
      }
  }
}
