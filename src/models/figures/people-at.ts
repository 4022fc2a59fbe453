// The people behind a figure of the end of a day: who was in a state, and whose payments made the recurring revenue. It is
// read from the kept changes of each person up to then, as the figure is, the newest person first. Whoever was merged into
// another since is shown as that person.
import type { Connection } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { statement, type Statement } from '../../database/statement.ts';
import { CustomerRecord } from '../people/customer-record.ts';
import { SUBSCRIBERS, type PersonState } from '../people/person-state.ts';
import type { Tenant } from '../record.ts';
import { LIVING_STATES, type LivingState } from './period.ts';

/** A state; `members` for everybody who was there; `subscribers` for those of SUBSCRIBERS. */
export type GroupOfPeople = LivingState | 'members' | 'subscribers';

/** Milliseconds; `until` is exclusive. */
interface Cohort {
  readonly from: number;
  readonly until: number;
}

/** Who was in a group; the subscribers among those who first paid in this time; or the revenue of these plans in a currency. */
export type FigureAt =
  | { readonly group: GroupOfPeople }
  | { readonly cohort: Cohort }
  | { readonly currency: string; readonly planIds: readonly string[] };

export interface PersonAt {
  readonly id: string;
  /** Null for somebody who was erased. */
  readonly email: string | null;
  readonly name: string | null;
  /** The state now. */
  readonly state: PersonState;
  /** How many people they were then, as merges came later; of revenue, twelfths of a minor unit. */
  readonly amount: number;
}

export interface PeopleAtPage {
  readonly people: readonly PersonAt[];
  /** Where the next page begins; null after the last one. */
  readonly next: string | null;
}

/** A change that counts, and whether it adds to the figure (1) or takes away from it (-1). */
interface Part {
  readonly part: string;
  readonly sign: 1 | -1;
}

interface Sum {
  readonly id: string;
  readonly amount: number;
  /** The last of the records of this person by which they may be met. */
  readonly met: string;
}

/** Our choice: candidates that are summed at once, and those that are looked at for a page. */
const SLICE = 250;
const WALKED = 10_000;
/** Above every id. */
const END = 'cus_~';

type FigureOfPeople = 'people' | 'cohort' | 'mrr';

/** A change of a cohort names the first payment. */
const sinceText = (figure: FigureOfPeople): string =>
  figure === 'cohort' ? 'and f.since >= :sinceFrom and f.since < :sinceUntil' : '';
const candidatesOf = (figure: FigureOfPeople): Statement<{ id: string }> =>
  statement<{ id: string }>(
    `${figure}_met_by_a_change`,
    `select distinct f.customer_id as id from figure_changes f where f.publication_id = :publicationId and f.figure = '${figure}'
      and f.part = :part and f.customer_id < :before and f.at < :until ${sinceText(figure)} order by f.customer_id desc limit ${SLICE}`,
  );
const CANDIDATES = { people: candidatesOf('people'), cohort: candidatesOf('cohort'), mrr: candidatesOf('mrr') };

const parts = givenRows({ part: 'text', sign: 'integer' });
const sumsText = (figure: FigureOfPeople, ids: string, given: string): string => `with met as (
    select distinct coalesce(c.merged_into_id, c.id) as id from customers c where c.publication_id = :publicationId and c.id in (${ids})),
  records as (select m.id as person, m.id from met m
    union all select m.id, c.id from met m join customers c on c.publication_id = :publicationId and c.merged_into_id = m.id)
  select r.person as id, cast(sum(f.amount * given.sign) as bigint) as amount, max(case when given.sign > 0 then f.customer_id end) as met
    from records r cross join ${given}
    join figure_changes f on f.publication_id = :publicationId and f.figure = '${figure}' and f.part = given.part and f.customer_id = r.id
    where f.at < :until and (:currency = '' or f.currency = :currency) ${sinceText(figure)} group by r.person having sum(f.amount * given.sign) > 0`;
const sumsOf = (figure: FigureOfPeople): Statement<Sum> =>
  statement<Sum>(`${figure}_of_persons_at`, {
    sqlite: sumsText(figure, 'select value from json_each(:ids)', parts.sqlite),
    postgres: sumsText(figure, 'select json_array_elements_text(:ids::json)', parts.postgres),
  });
const SUMS = { people: sumsOf('people'), cohort: sumsOf('cohort'), mrr: sumsOf('mrr') };

/**
 * @param given.until milliseconds, when the day after begins
 * @param given.before keyset pagination: the `next` of the page before
 */
export async function listPeopleAt(
  publication: Tenant,
  connection: Connection,
  given: {
    readonly figure: FigureAt;
    readonly until: number;
    readonly before: string | undefined;
    readonly limit: number;
  },
): Promise<PeopleAtPage> {
  const { until, limit } = given;
  const asked = toAsked(given.figure);
  const { figure, counted } = asked;
  const common = { publicationId: publication.id, until, ...asked.values };
  const found: Sum[] = [];
  let before: string | null = given.before ?? END;
  for (let walked = 0; before !== null && walked < WALKED && found.length <= limit; walked += SLICE) {
    const slice: Slice = await readCandidates(connection, asked, { ...common, before });
    const values = { ...common, currency: asked.currency, ids: JSON.stringify(slice.ids) };
    const sums = await connection.all(SUMS[figure], { ...values, given: JSON.stringify(counted) });
    const ids = new Set(slice.ids);
    // One person is met by each of their records; they are listed at the last one.
    const listed = sums.filter(({ met }) => ids.has(met)).toSorted((one, other) => (one.met < other.met ? 1 : -1));
    found.push(...listed);
    before = slice.next;
  }
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1)?.met : undefined;
  return { people: await withDetails(publication, connection, shown), next: last ?? before };
}

interface Asked {
  readonly figure: FigureOfPeople;
  readonly counted: readonly Part[];
  /** Empty for persons. */
  readonly currency: string;
  readonly values: Readonly<Record<string, number>>;
}

function toAsked(asked: FigureAt): Asked {
  if ('currency' in asked) {
    const counted = asked.planIds.map((part) => ({ part, sign: 1 }) as const);
    return { figure: 'mrr', counted, currency: asked.currency, values: {} };
  }
  if ('cohort' in asked) {
    const values = { sinceFrom: asked.cohort.from, sinceUntil: asked.cohort.until };
    return { figure: 'cohort', counted: [{ part: '', sign: 1 }], currency: '', values };
  }
  const meant = new Set<string>(statesOf(asked.group));
  const ends = [...LIVING_STATES, 'gone', 'merged'];
  const pairs = ['', ...LIVING_STATES].flatMap((from) => ends.map((to) => [from, to] as const));
  const crossing = pairs.filter(([from, to]) => meant.has(from) !== meant.has(to));
  const counted = crossing.map(([from, to]) => ({ part: `${from}>${to}`, sign: meant.has(to) ? 1 : -1 }) as const);
  return { figure: 'people', counted, currency: '', values: {} };
}

function statesOf(group: GroupOfPeople): readonly PersonState[] {
  if (group === 'members') return LIVING_STATES;
  return group === 'subscribers' ? SUBSCRIBERS : [group];
}

interface Slice {
  readonly ids: readonly string[];
  /** Null where there are no more. */
  readonly next: string | null;
}

/** The next people whom a change added to the figure; each kind of change is read in the order of its index. */
async function readCandidates(
  connection: Connection,
  { figure, counted }: Asked,
  values: { readonly publicationId: string; readonly until: number; readonly before: string },
): Promise<Slice> {
  const adding = counted.filter(({ sign }) => sign > 0);
  const lists: { readonly id: string }[][] = [];
  for (const { part } of adding) lists.push(await connection.all(CANDIDATES[figure], { ...values, part }));
  // A full list says nothing of the people after its last one.
  const ends = lists.flatMap((list) => (list.length < SLICE ? [] : [list.at(-1)?.id ?? '']));
  const next = ends.toSorted().at(-1) ?? null;
  const ids = new Set(lists.flat().map(({ id }) => id));
  return { ids: [...ids].filter((id) => next === null || id >= next), next };
}

async function withDetails(publication: Tenant, connection: Connection, sums: readonly Sum[]): Promise<PersonAt[]> {
  const ids = sums.map(({ id }) => id);
  const people = await CustomerRecord.in(publication, connection)
    .select('id', 'email', 'name', 'state')
    .whereIn('id', ids);
  const byId = new Map(people.map((person) => [person.id, person]));
  return sums.flatMap(({ id, amount }) => {
    const person = byId.get(id);
    return person === undefined ? [] : [{ id, email: person.email, name: person.name, state: person.state, amount }];
  });
}
