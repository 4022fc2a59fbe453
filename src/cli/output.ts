// The output of commands: records to standard output, as an aligned table or one JSON document; remarks to standard
// error. JSON fields are named as in the data API.
import type { OutputOptions } from './command.ts';

type Cell = string | number | boolean | null | readonly string[];
export type Cells = Readonly<Record<string, Cell>>;

export function printJson(document: unknown): void {
  process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
}

/** Writes a remark for people to standard error. */
export function remark(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** @param toCells maps an object to the columns of the table */
export function printList<Item extends object>(
  options: OutputOptions,
  items: readonly Item[],
  toCells: (item: Item) => Cells,
): void {
  if (options.json) printJson(items);
  else if (items.length === 0) remark('There are none.');
  else process.stdout.write(`${table(items.map(toCells))}\n`);
}

/** Writes one page of a list; in JSON with the cursor of the next page, else with a remark about it. */
export function printPage<Item extends object>(
  options: OutputOptions,
  { objects, nextPage }: { readonly objects: readonly Item[]; readonly nextPage: string | null },
  toCells: (item: Item) => Cells,
): void {
  if (options.json) {
    printJson({ objects, next_page: nextPage });
    return;
  }
  printList(options, objects, toCells);
  if (nextPage !== null) remark(`There are more: add --page ${nextPage}`);
}

export function printOne<Item extends object>(
  options: OutputOptions,
  item: Item,
  toCells: (item: Item) => Cells,
): void {
  if (options.json) {
    printJson(item);
    return;
  }
  const cells = Object.entries(toCells(item));
  const width = Math.max(...cells.map(([name]) => name.length));
  process.stdout.write(`${cells.map(([name, cell]) => `${name.padEnd(width)}  ${toText(cell)}`).join('\n')}\n`);
}

/** For objects whose fields are all cells. */
export function asCells(item: Cells): Cells {
  return item;
}

/** An ISO 8601 time in UTC. */
export function toTime(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}

function table(rows: readonly Cells[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = [names, ...rows.map((row) => names.map((name) => toText(row[name] ?? null)))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function toText(cell: Cell): string {
  if (cell === null) return '-';
  return typeof cell === 'object' ? cell.join(', ') || '-' : String(cell);
}
