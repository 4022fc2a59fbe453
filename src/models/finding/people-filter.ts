// Lists of people by words and filters, the newest first. A filter that few people match is read by its own index; where
// many match each of them, people are walked in their order, so many of them for each page, so that no page depends on how many people
// there are.
import type { QueryBuilder } from 'objection';
import type { Connection } from '../../database/connection.ts';
import { positionAt, positionOf } from '../../database/ids.ts';
import { CustomerRecord } from '../people/customer-record.ts';
import type { PersonState } from '../people/person-state.ts';
import type { Tenant } from '../record.ts';
import { endOfPrefix, isFound } from './words.ts';

export interface PeopleFilter {
  /** The beginnings of words that all have to match (words.ts). */
  readonly terms?: readonly string[] | undefined;
  readonly state?: PersonState | undefined;
  readonly planId?: string | undefined;
  readonly newsletterId?: string | undefined;
  /** From, inclusive, and until, exclusive. */
  readonly joinedFrom?: Date | undefined;
  readonly joinedUntil?: Date | undefined;
  readonly seenFrom?: Date | undefined;
  readonly seenUntil?: Date | undefined;
}

const SHOWN = ['id', 'email', 'name', 'state', 'createdAt', 'lastSeenAt'] as const;
export type ListedPerson = Pick<CustomerRecord, (typeof SHOWN)[number]>;

export interface PeoplePage {
  readonly people: readonly ListedPerson[];
  /** The position after which the next page begins; null after the last one. */
  readonly next: string | null;
  /** How many people match; undefined where they are too many to count. */
  readonly found: number | undefined;
  /** Whether the page ends before all people were looked at, though it is not full. */
  readonly isPartial: boolean;
}

export interface PeopleRequest {
  readonly limit: number;
  /** A position. */
  readonly after?: string | undefined;
}

/** Our choice: up to so many matches of one filter are read at once, and counted. */
const FEW = 2000;
/** Our choice: so many people are looked at for one page. */
const WALKED = 10_000;

type People = QueryBuilder<CustomerRecord, CustomerRecord[]>;
/** Adds a condition to a query of customers. */
type Condition = (people: People) => People;

const holdsPlan = `exists (select 1 from subscriptions s where s.publication_id = customers.publication_id and s.plan_id = ?
  and s.customer_id = customers.id and s.status = 'active')`;
const receives = `exists (select 1 from newsletter_subscriptions n where n.publication_id = customers.publication_id
  and n.customer_id = customers.id and n.newsletter_id = ?)`;

export async function findPeople(
  publication: Tenant,
  connection: Connection,
  filter: PeopleFilter,
  { limit, after }: PeopleRequest,
): Promise<PeoplePage> {
  const few = await findFew(publication, connection, filter);
  if (few !== undefined) {
    const matching = await matchAmong(publication, connection, filter, few);
    const below = after === undefined ? undefined : `cus_${after}`;
    const rest = below === undefined ? matching : matching.filter(({ id }) => id < below);
    return { ...pageOf(rest, limit), found: matching.length, isPartial: false };
  }
  return walk(publication, connection, filter, { limit, after });
}

function pageOf(people: readonly ListedPerson[], limit: number): Pick<PeoplePage, 'people' | 'next'> {
  const shown = people.slice(0, limit);
  const last = shown.at(-1);
  return { people: shown, next: people.length > limit && last !== undefined ? positionOf(last.id) : null };
}

/** Returns the ids that the filter with the fewest matches has, undefined where each has many. */
async function findFew(
  publication: Tenant,
  connection: Connection,
  filter: PeopleFilter,
): Promise<readonly string[] | undefined> {
  let fewest: readonly string[] | undefined;
  for (const source of sourcesOf(publication, filter)) {
    const { knex } = connection;
    const rows: readonly { id: string }[] = await knex
      .select('id')
      .from(knex.raw(`(${source.text} limit ${FEW + 1}) few`, source.values));
    if (rows.length <= FEW && (fewest === undefined || rows.length < fewest.length)) fewest = rows.map(({ id }) => id);
    if (fewest !== undefined && fewest.length === 0) return fewest;
  }
  return fewest;
}

interface Source {
  readonly text: string;
  readonly values: readonly (string | number)[];
}

/** The index of each filter, as a query of the ids of its customers. */
function sourcesOf(publication: Tenant, filter: PeopleFilter): Source[] {
  const { terms = [], state, planId, newsletterId, joinedFrom, joinedUntil, seenFrom, seenUntil } = filter;
  const ofPublication = (table: string, id: string, rest: string) =>
    `select ${id} as id from ${table} where publication_id = ? and ${rest}`;
  const source = (table: string, id: string, rest: string, ...values: (string | number)[]): Source => ({
    text: ofPublication(table, id, rest),
    values: [publication.id, ...values],
  });
  return [
    ...terms.map((term) => source('customer_words', 'customer_id', 'word >= ? and word < ?', term, endOfPrefix(term))),
    ...(state === undefined ? [] : [source('customers', 'id', 'state = ?', state)]),
    ...(planId === undefined
      ? []
      : [source('subscriptions', 'customer_id', "plan_id = ? and status = 'active'", planId)]),
    ...(newsletterId === undefined
      ? []
      : [source('newsletter_subscriptions', 'customer_id', 'newsletter_id = ?', newsletterId)]),
    ...(joinedFrom === undefined && joinedUntil === undefined
      ? []
      : [source('customers', 'id', 'id >= ? and id < ?', ...rangeOf(joinedFrom, joinedUntil))]),
    ...(seenFrom === undefined && seenUntil === undefined
      ? []
      : [source('customers', 'id', 'last_seen_at >= ? and last_seen_at < ?', ...timesOf(seenFrom, seenUntil))]),
  ];
}

function rangeOf(from: Date | undefined, until: Date | undefined): [string, string] {
  return [
    from === undefined ? 'cus_' : `cus_${positionAt(from)}`,
    until === undefined ? 'cus_~' : `cus_${positionAt(until)}`,
  ];
}

function timesOf(from: Date | undefined, until: Date | undefined): [number, number] {
  return [from?.getTime() ?? 0, until?.getTime() ?? Number.MAX_SAFE_INTEGER];
}

/** All that match, the newest first. */
async function matchAmong(
  publication: Tenant,
  connection: Connection,
  filter: PeopleFilter,
  ids: readonly string[],
): Promise<ListedPerson[]> {
  const among = CustomerRecord.in(publication, connection, { goneAt: null })
    .select(SHOWN)
    .whereIn('customers.id', [...ids]);
  const found = await conditionsOf(filter)
    .reduce((people, condition) => condition(people), among)
    .orderBy('customers.id', 'desc');
  return found.filter((person) => isFound(person, filter.terms ?? []));
}

async function walk(
  publication: Tenant,
  connection: Connection,
  filter: PeopleFilter,
  { limit, after }: PeopleRequest,
): Promise<PeoplePage> {
  const [from, until] = rangeOf(filter.joinedFrom, filter.joinedUntil);
  const cursor = `cus_${after ?? '~'}`;
  const below = cursor < until ? cursor : until;
  const ofState: Condition = (people) =>
    filter.state === undefined ? people : people.where('customers.state', filter.state);
  const inOrder = () =>
    ofState(
      CustomerRecord.in(publication, connection, { goneAt: null })
        .where('customers.id', '<', below)
        .where('customers.id', '>=', from),
    ).orderBy('customers.id', 'desc');
  const [end] = await inOrder()
    .select('customers.id')
    .offset(WALKED - 1)
    .limit(1);
  const terms = filter.terms ?? [];
  const walked = conditionsOf(filter).reduce((people, condition) => condition(people), inOrder().select(SHOWN));
  if (end !== undefined) walked.where('customers.id', '>=', end.id);
  const found = await (terms.length === 0 ? walked.limit(limit + 1) : walked);
  const { people, next } = pageOf(
    found.filter((person) => isFound(person, terms)),
    limit,
  );
  const isPartial = next === null && end !== undefined;
  return { people, next: isPartial ? positionOf(end.id) : next, found: undefined, isPartial };
}

/** All conditions but the words, which the name and the address tell. */
function conditionsOf({
  state,
  planId,
  newsletterId,
  joinedFrom,
  joinedUntil,
  seenFrom,
  seenUntil,
}: PeopleFilter): Condition[] {
  const [from, until] = rangeOf(joinedFrom, joinedUntil);
  const [seen, unseen] = timesOf(seenFrom, seenUntil);
  const conditions: readonly (readonly [isGiven: boolean, condition: Condition])[] = [
    [state !== undefined, (people) => people.where('customers.state', state ?? '')],
    [planId !== undefined, (people) => people.whereRaw(holdsPlan, [planId ?? ''])],
    [newsletterId !== undefined, (people) => people.whereRaw(receives, [newsletterId ?? ''])],
    [
      joinedFrom !== undefined || joinedUntil !== undefined,
      (people) => people.where('customers.id', '>=', from).where('customers.id', '<', until),
    ],
    [
      seenFrom !== undefined || seenUntil !== undefined,
      (people) => people.where('customers.lastSeenAt', '>=', seen).where('customers.lastSeenAt', '<', unseen),
    ],
  ];
  return conditions.flatMap(([isGiven, condition]) => (isGiven ? [condition] : []));
}
