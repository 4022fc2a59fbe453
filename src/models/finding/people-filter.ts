// Lists of people by words and filters, the newest first. No page depends on how many people there are: a filter that few
// people meet is read whole by its index; where some thousands meet each, the database intersects their indexes; and where
// many do, people are walked in their order, so many of them for each page.
import type { Connection } from '../../database/connection.ts';
import { positionOf } from '../../database/ids.ts';
import { CustomerRecord } from '../people/customer-record.ts';
import type { Tenant } from '../record.ts';
import { rangeOf, sourcesOf, type PeopleFilter, type Source } from './filter-source.ts';
import { isFound } from './words.ts';

const SHOWN = ['id', 'email', 'name', 'state', 'createdAt', 'lastSeenAt'] as const;
export type ListedPerson = Pick<CustomerRecord, (typeof SHOWN)[number]>;

export interface PeoplePage {
  readonly people: readonly ListedPerson[];
  /** The position after which the next page begins; null after the last one. */
  readonly next: string | null;
  /** How many people match, exactly up to `some`; undefined where that is not known. */
  readonly found: number | undefined;
  /** Whether the page ends before all people were looked at, though it is not full. */
  readonly isPartial: boolean;
}

export interface PeopleRequest {
  readonly limit: number;
  /** A position. */
  readonly after?: string | undefined;
  readonly bounds?: Bounds;
}

/** How much is read for a page. */
interface Bounds {
  /** Up to so many matches of one filter are read at once. */
  readonly few: number;
  /** Up to so many matches of a filter are intersected with those of others. */
  readonly some: number;
  /** So many people are looked at. */
  readonly walked: number;
}

/** Our choice: each takes the database some 10 ms. */
const BOUNDS: Bounds = { few: 1000, some: 20_000, walked: 10_000 };
/** People are looked at in slices, each twice as large as the one before, until a page is full. */
const FIRST_SLICE = 250;

interface Search {
  readonly publication: Tenant;
  readonly connection: Connection;
  readonly filter: PeopleFilter;
  readonly request: PeopleRequest;
  readonly bounds: Bounds;
}

interface Sized extends Source {
  /** Exact up to `some`. */
  readonly count: number;
}

export async function findPeople(
  publication: Tenant,
  connection: Connection,
  filter: PeopleFilter,
  request: PeopleRequest,
): Promise<PeoplePage> {
  const { bounds = BOUNDS } = request;
  const search = { publication, connection, filter, request, bounds };
  const sources: Sized[] = [];
  for (const source of sourcesOf(publication, filter)) {
    const [{ count } = { count: 0 }]: { count: number | string }[] = await connection.knex
      .count('* as count')
      .from(connection.knex.raw(`(${source.text} limit ${bounds.some + 1}) counted`, source.values));
    // PostgreSQL counts in bigint, which comes as text.
    sources.push({ ...source, count: Number(count) });
    if (Number(count) === 0) return { people: [], next: null, found: 0, isPartial: false };
  }
  const fewest = sources.toSorted((one, other) => one.count - other.count)[0];
  if (fewest !== undefined && fewest.count <= bounds.few) return amongFew(search, fewest, sources);
  const some = sources.filter(({ count }) => count <= bounds.some);
  if (some.length > 0) return amongSome(search, some, sources);
  const page = await amongAll(search, sources);
  return { ...page, found: sources.length === 1 ? fewest?.count : undefined };
}

function pageOf(people: readonly ListedPerson[], limit: number): Pick<PeoplePage, 'people' | 'next'> {
  const shown = people.slice(0, limit);
  const last = shown.at(-1);
  return { people: shown, next: people.length > limit && last !== undefined ? positionOf(last.id) : null };
}

function present({ publication, connection }: Search) {
  return CustomerRecord.in(publication, connection, { goneAt: null }).select(SHOWN).orderBy('customers.id', 'desc');
}

/** Those of the people with these ids who meet the sources, the newest first. */
async function check(search: Search, ids: readonly string[], sources: readonly Source[]): Promise<ListedPerson[]> {
  const among = present(search).whereIn('customers.id', [...ids]);
  const found = await sources.reduce((people, { condition }) => condition?.(people) ?? people, among);
  return found.filter((person) => isFound(person, search.filter.terms ?? []));
}

async function amongFew(search: Search, fewest: Sized, sources: readonly Sized[]): Promise<PeoplePage> {
  const { limit, after } = search.request;
  const ids: { id: string }[] = await search.connection.knex.raw(fewest.text, [...fewest.values]).then(rowsOf);
  const matching = await check(
    search,
    ids.map(({ id }) => id),
    sources.filter((source) => source !== fewest),
  );
  const rest = after === undefined ? matching : matching.filter(({ id }) => id < `cus_${after}`);
  return { ...pageOf(rest, limit), found: matching.length, isPartial: false };
}

/** The database answers in one of these shapes. */
function rowsOf(answer: { id: string }[] | { readonly rows: { id: string }[] }): { id: string }[] {
  return Array.isArray(answer) ? answer : answer.rows;
}

/** Intersects the indexes of `some`, and checks the newest of those who are in each by the other sources. */
async function amongSome(search: Search, some: readonly Sized[], sources: readonly Sized[]): Promise<PeoplePage> {
  const { limit, after } = search.request;
  const { knex } = search.connection;
  const others = sources.filter((source) => !some.includes(source));
  // Where nothing is left to check, the first ids are the page, and all are counted.
  const isWhole = others.length === 0;
  const wanted = isWhole ? limit + 1 : search.bounds.walked;
  const texts = some.map(({ text }) => text).join(' intersect ');
  const met = knex.raw(
    `(select distinct id from (${texts}) each_of) met`,
    some.flatMap(({ values }) => values),
  );
  const all = isWhole ? knex.select('id', knex.raw('count(*) over () as found')).from(met).as('counted') : met;
  const rows: { id: string; found?: number | string }[] = await knex
    .from(all)
    .where('id', '<', `cus_${after ?? '~'}`)
    .orderBy('id', 'desc')
    .limit(wanted);
  const people: ListedPerson[] = [];
  for (let [from, size] = [0, FIRST_SLICE]; from < rows.length && people.length <= limit; from += size, size *= 2) {
    const ids = rows.slice(from, from + size).map(({ id }) => id);
    people.push(...(await check(search, ids, others)));
  }
  const end = rows.length === wanted ? rows.at(-1) : undefined;
  const found = isWhole ? Number(rows[0]?.found ?? 0) : undefined;
  return { ...endingAt(end, people, limit), found };
}

/** A page that is not full goes on after the last person who was looked at. */
function endingAt(
  end: { readonly id: string } | undefined,
  found: readonly ListedPerson[],
  limit: number,
): Pick<PeoplePage, 'people' | 'next' | 'isPartial'> {
  const { people, next } = pageOf(found, limit);
  const isPartial = next === null && end !== undefined;
  return { people, next: isPartial ? positionOf(end.id) : next, isPartial };
}

async function amongAll(search: Search, sources: readonly Source[]): Promise<Omit<PeoplePage, 'found'>> {
  const { filter, request } = search;
  const { limit, after } = request;
  const [from, until] = rangeOf(filter);
  const cursor = `cus_${after ?? '~'}`;
  // One lower bound: of two, SQLite stops at the first alone, which may be the oldest of all people.
  const between = (lower: string, upper: string) => {
    const people = present(search).where('customers.id', '<', upper).where('customers.id', '>=', lower);
    return filter.state === undefined ? people : people.where('customers.state', filter.state);
  };
  let last = cursor < until ? cursor : until;
  const [end] = await between(from, last)
    .clearSelect()
    .select('customers.id')
    .offset(search.bounds.walked - 1)
    .limit(1);
  const terms = filter.terms ?? [];
  const found: ListedPerson[] = [];
  for (let size = terms.length === 0 ? limit + 1 : FIRST_SLICE; found.length <= limit; size *= 2) {
    const walked = between(end?.id ?? from, last);
    const slice = await sources.reduce((people, { condition }) => condition?.(people) ?? people, walked).limit(size);
    found.push(...slice.filter((person) => isFound(person, terms)));
    last = slice.at(-1)?.id ?? last;
    if (slice.length < size) break;
  }
  return endingAt(end, found, limit);
}
