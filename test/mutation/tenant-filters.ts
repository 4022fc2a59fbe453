// A mutant for each place in the sources where SQL, or an Objection query, is restricted to one publication: it removes
// that one comparison. Mutants are found and not written by hand, so a new statement's are included at once.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Mutant } from './mutant.ts';
import { noticedBy } from './tenant-filter-tests.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));

/** With a value that is given (:name or ? in the sources, $1 or +? in what is made of them), with another table's publication, or with the publication itself. */
const COMPARISON =
  /(?<![\w."])(?:(?:\w+\.)?publication_id = (?<value>\+?\?|:\w+|\$\d+)|(?:\w+\.)?publication_id = (?<other>(?:\w+|\$\{\w+\})\.publication_id|given\."publicationId"|\w+\.id)|\w+\.id = (?<owner>\w+\.publication_id))(?![\w.("])/g;
/** Objection's, and what stands in their place. */
const QUERIES: readonly [RegExp, string][] = [
  [/\.where\((`[^`]*\.publicationId`), publication\.id\)/g, '.whereNotNull($1)'],
  [/(?<=\.(?:where|findOne)\(\{ )publicationId: publication\.id(?:, )?/g, ''],
];
/** What a comparison stands in: the statement's name, else the constant or function that its text is put together in. */
const NAMES =
  /\b(?:statement|queueStatement|reading|rule)(?:<.*>)?\(\s*'(\w+)'|^(?:export )?(?:const|(?:async )?function) (\w+)|^ {2}static (\w+)</gm;

export interface TenantFilter {
  readonly file: string;
  readonly name: string;
  /** As it stands in the sources. */
  readonly text: string;
  readonly mutant: Mutant;
}

export interface Dropped {
  readonly start: number;
  readonly text: string;
  readonly replacement: string;
}

/** Each comparison of a text with a publication, and what is as long in values and true of every row. */
export function droppedComparisons(text: string): Dropped[] {
  return [...text.matchAll(COMPARISON)].map(({ 0: found, index, groups: { value, other, owner } = {} }) => {
    return {
      start: index,
      text: found,
      replacement: value === undefined ? `${other ?? owner} is not null` : `cast(${value} as text) is not null`,
    };
  });
}

/** In the order of the files and of their text. */
export function tenantFilters(): TenantFilter[] {
  const files = readdirSync(join(PROJECT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.startsWith('database/migrations/'),
  );
  return files.toSorted().flatMap((name) => filtersOf(`src/${name}`));
}

function filtersOf(file: string): TenantFilter[] {
  const source = readFileSync(join(PROJECT, file), 'utf8');
  const places = [
    ...droppedComparisons(source),
    ...QUERIES.flatMap(([pattern, replacement]) => droppedQueries(source, pattern, replacement)),
  ].toSorted((a, b) => a.start - b.start);
  const names = places.map(({ start }) => nameAt(source, start));
  return places.map((place, index) => {
    const name = names[index] ?? '';
    const others = names.flatMap((other, at) => (other === name ? [at] : []));
    // Of several in one statement, which.
    const which = others.length > 1 ? ` (${others.indexOf(index) + 1} of ${others.length})` : '';
    const what = `The tenant filter ${place.text} of ${name}${which} in ${file} is gone.`;
    return {
      file,
      name,
      text: place.text,
      mutant: { what, file, ...singleText(source, place), ...noticedBy(file, name, place.text) },
    };
  });
}

function droppedQueries(source: string, pattern: RegExp, replacement: string): Dropped[] {
  return [...source.matchAll(pattern)].map(({ 0: text, index, 1: kept = '' }) => ({
    start: index,
    text,
    replacement: replacement.replace('$1', () => kept),
  }));
}

function nameAt(source: string, start: number): string {
  const before = [...source.matchAll(NAMES)].findLast(({ index }) => index < start);
  return before?.slice(1).find((name) => name !== undefined) ?? '';
}

/** Widened on both sides until it stands only there. */
function singleText(source: string, { start, text, replacement }: Dropped): Pick<Mutant, 'find' | 'replace'> {
  for (let more = 0; ; more += 10) {
    const [before, after] = [
      source.slice(Math.max(0, start - more), start),
      source.slice(start + text.length, start + text.length + more),
    ];
    const find = before + text + after;
    if (source.split(find).length === 2) return { find, replace: before + replacement + after };
  }
}
