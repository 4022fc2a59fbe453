// Folds the changes of figures into sums for each day, in the publication's time zone. Each change is folded once: the
// revision of the publication's book is raised by one conditional write in the same transaction, so of several workers
// one folds. A change of the time zone begins a new generation, into which all is folded again.
import type { Connection, Database, Transaction } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { inPublication } from '../../database/scope.ts';
import { queueStatement, statement } from '../../database/statement.ts';
import { TenantRecord, type RowOf } from '../record.ts';
import { dayIn, monthOf } from './local-day.ts';

class FigureBookRecord extends TenantRecord {
  static override tableName = 'figure_books';
  static override idColumn = 'publicationId';
  declare timeZone: string;
  /** Counts the changes of the time zone. */
  declare generation: number;
  /** Optimistic lock. */
  declare revision: number;
  /** The last change that was folded again after a change of the time zone; null when all are. */
  declare refoldedTo: number | null;
}

export type FigureBook = RowOf<FigureBookRecord>;

/** What is needed of the publication whose figures are meant. */
export interface FigurePublication {
  readonly id: string;
  readonly timeZone: string;
}

interface Change {
  readonly number: number;
  readonly at: number;
  readonly figure: string;
  readonly part: string;
  readonly currency: string;
  readonly amount: number;
  readonly since: number | null;
}

/** Our choice: few enough that other writers of SQLite wait for some milliseconds only. */
const BATCH = 1000;
/** Our choice: a page waits for this many batches; the worker folds the rest of a longer queue. */
const BATCHES_OF_A_READER = 10;

const changeColumns = 'number, at, figure, part, currency, amount, since';
const unfolded = queueStatement<Change>(
  'unfolded_figure_changes',
  `select ${changeColumns} from figure_changes where publication_id = :publicationId and folded_as = 0 order by number limit ${BATCH}`,
);
const hasUnfolded = queueStatement<{ one: number }>(
  'has_unfolded_figure_changes',
  'select 1 as one from figure_changes where publication_id = :publicationId and folded_as = 0 limit 1',
);
const toRefold = queueStatement<Change>(
  'figure_changes_to_refold',
  `select ${changeColumns} from figure_changes where publication_id = :publicationId and number > :after
    and folded_as > 0 and folded_as < :generation order by number limit ${BATCH}`,
);
const markText = (numbers: string): string =>
  `update figure_changes set folded_as = :generation where publication_id = :publicationId and folded_as = 0 and number in (${numbers})`;
const mark = queueStatement('mark_folded_figure_changes', {
  sqlite: markText('select value from json_each(:numbers)'),
  postgres: markText('select cast(value as bigint) from json_array_elements_text(:numbers::json) given (value)'),
});
const sums = givenRows({ day: 'text', figure: 'text', part: 'text', currency: 'text', amount: 'bigint' });
const addText = (rows: string): string =>
  `insert into daily_figures (publication_id, generation, day, figure, part, currency, amount)
    select :publicationId, cast(:generation as integer), day, figure, part, currency, amount from ${rows} where true
    on conflict (publication_id, generation, figure, day, part, currency) do update set amount = daily_figures.amount + excluded.amount`;
const add = statement('add_to_daily_figures', { sqlite: addText(sums.sqlite), postgres: addText(sums.postgres) });
const forget = statement(
  'forget_former_daily_figures',
  'delete from daily_figures where publication_id = :publicationId and generation < :generation',
);
const withWork = queueStatement<FigurePublication>(
  'publications_with_figures_to_fold',
  `select p.id, p.time_zone from publications p where p.move_state is null and (p.id in (select publication_id from (
      select publication_id from figure_changes where folded_as = 0 limit ${BATCH}) waiting)
    or p.id in (select b.publication_id from figure_books b join publications z on z.id = b.publication_id
      where b.refolded_to is not null or b.time_zone <> z.time_zone))`,
);

export function findFigureBook(
  { id }: { readonly id: string },
  connection: Connection,
): Promise<FigureBook | undefined> {
  return FigureBookRecord.find({ id }, connection, {});
}

/** Folds what waits; returns whether all is folded, which a reader of the figures may say. */
export async function foldFigures(database: Database, publication: FigurePublication): Promise<boolean> {
  for (let batches = 0; batches < BATCHES_OF_A_READER; batches += 1)
    if (!(await foldBatch(database, publication))) return true;
  return false;
}

/** One round of the worker, over all publications. Returns whether there was anything to fold. */
export async function foldWaiting(database: Database): Promise<boolean> {
  let hadAny = false;
  for (const publication of await database.all(withWork, []))
    hadAny = (await inPublication(publication, () => foldBatch(database, publication))) || hadAny;
  return hadAny;
}

/** Returns false where nothing waits. */
async function foldBatch(database: Database, publication: FigurePublication): Promise<boolean> {
  const { id: publicationId, timeZone } = publication;
  const known = await findFigureBook(publication, database);
  const isSettled = known !== undefined && known.timeZone === timeZone && known.refoldedTo === null;
  const waits = (await database.first(hasUnfolded, { publicationId })) !== undefined;
  if (isSettled && !waits) return false;
  await database.transaction(async (transaction) => {
    const book = await claimBook(transaction, publication, known);
    if (book === undefined) return;
    await refold(transaction, book);
    const changes = await transaction.all(unfolded, { publicationId });
    await addChanges(transaction, book, changes);
    const numbers = JSON.stringify(changes.map(({ number }) => number));
    await transaction.run(mark, { publicationId, generation: book.generation, numbers });
  });
  return true;
}

/** Returns undefined where another worker folds at the same time. */
async function claimBook(
  transaction: Transaction,
  publication: FigurePublication,
  known: FigureBook | undefined,
): Promise<FigureBook | undefined> {
  const { id: publicationId, timeZone } = publication;
  if (known === undefined) {
    const book = { timeZone, generation: 1, revision: 1, refoldedTo: null };
    return (await FigureBookRecord.add(publication, transaction, book)) ? { ...book, publicationId } : undefined;
  }
  const isMoved = known.timeZone !== timeZone;
  const generation = known.generation + (isMoved ? 1 : 0);
  const book = {
    timeZone,
    generation,
    revision: known.revision + 1,
    refoldedTo: isMoved ? 0 : known.refoldedTo,
  };
  const claimed = FigureBookRecord.in(publication, transaction, { revision: known.revision });
  if ((await claimed.patch(book)) === 0) return undefined;
  if (isMoved) await transaction.run(forget, { publicationId, generation });
  return { ...book, publicationId };
}

/** Folds a batch of what was folded for a former time zone. */
async function refold(transaction: Transaction, book: FigureBook): Promise<void> {
  const { publicationId, generation, refoldedTo: after } = book;
  if (after === null) return;
  const changes = await transaction.all(toRefold, { publicationId, generation, after });
  await addChanges(transaction, book, changes);
  const refoldedTo = changes.length < BATCH ? null : (changes.at(-1)?.number ?? null);
  await FigureBookRecord.in({ id: publicationId }, transaction).patch({ refoldedTo });
}

async function addChanges(
  transaction: Transaction,
  { publicationId, generation, timeZone }: FigureBook,
  changes: readonly Change[],
): Promise<void> {
  if (changes.length === 0) return;
  const dayOf = dayIn(timeZone);
  const days = new Map<string, Omit<Change, 'number' | 'at' | 'since'> & { readonly day: string }>();
  for (const { at, since, figure, part: ownPart, currency, amount } of changes) {
    const day = dayOf(at);
    const part = since === null ? ownPart : monthOf(dayOf(since));
    const key = [day, figure, part, currency].join(' ');
    days.set(key, { day, figure, part, currency, amount: (days.get(key)?.amount ?? 0) + amount });
  }
  await transaction.run(add, { publicationId, generation, given: JSON.stringify([...days.values()]) });
}
