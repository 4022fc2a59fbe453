// What each filter of the list of people has: an index by which its people are found, and a condition by which a person
// is checked.
import type { QueryBuilder } from 'objection';
import { positionAt } from '../../database/ids.ts';
import type { CustomerRecord } from '../people/customer-record.ts';
import type { PersonState } from '../people/person-state.ts';
import type { Tenant } from '../record.ts';
import { endOfPrefix } from './words.ts';

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

type People = QueryBuilder<CustomerRecord, CustomerRecord[]>;

export interface Source {
  /** A query of the ids of its people, which is answered by an index alone. */
  readonly text: string;
  readonly values: readonly (string | number)[];
  /** Adds the filter to a query of customers; undefined for a word, which the name and the address tell. */
  readonly condition: ((people: People) => People) | undefined;
}

const holdsPlan = `exists (select 1 from subscriptions s where s.publication_id = customers.publication_id and s.plan_id = ?
  and s.customer_id = customers.id and s.status = 'active')`;
const receives = `exists (select 1 from newsletter_subscriptions n where n.publication_id = customers.publication_id
  and n.customer_id = customers.id and n.newsletter_id = ?)`;

/** Returns one for each filter that is given, and one for each word. */
export function sourcesOf({ id: publicationId }: Tenant, filter: PeopleFilter): Source[] {
  const { terms = [], state, planId, newsletterId, joinedFrom, joinedUntil, seenFrom, seenUntil } = filter;
  const query = (table: string, id: string, rest: string): string =>
    `select ${id} as id from ${table} where publication_id = ? and ${rest}`;
  const source = (text: string, values: readonly (string | number)[], condition?: Source['condition']): Source => ({
    text,
    values: [publicationId, ...values],
    condition,
  });
  const joined = rangeOf(filter);
  const seen = [seenFrom?.getTime() ?? 0, seenUntil?.getTime() ?? Number.MAX_SAFE_INTEGER];
  const words = query('customer_words', 'customer_id', 'word >= ? and word < ?');
  const given: readonly (Source | undefined)[] = [
    ...terms.map((term) => source(words, [term, endOfPrefix(term)])),
    state && source(query('customers', 'id', 'state = ?'), [state], (people) => people.where('customers.state', state)),
    planId === undefined
      ? undefined
      : source(query('subscriptions', 'customer_id', "plan_id = ? and status = 'active'"), [planId], (people) =>
          people.whereRaw(holdsPlan, [planId]),
        ),
    newsletterId === undefined
      ? undefined
      : source(query('newsletter_subscriptions', 'customer_id', 'newsletter_id = ?'), [newsletterId], (people) =>
          people.whereRaw(receives, [newsletterId]),
        ),
    joinedFrom === undefined && joinedUntil === undefined
      ? undefined
      : source(query('customers', 'id', 'id >= ? and id < ?'), joined, (people) =>
          people.whereRaw('customers.id >= ? and customers.id < ?', joined),
        ),
    seenFrom === undefined && seenUntil === undefined
      ? undefined
      : source(query('customers', 'id', 'last_seen_at >= ? and last_seen_at < ?'), seen, (people) =>
          people.whereRaw('customers.last_seen_at >= ? and customers.last_seen_at < ?', seen),
        ),
  ];
  return given.filter((one) => one !== undefined);
}

/** The ids of those who joined in the time of the filter: from, inclusive, and until, exclusive. */
export function rangeOf({ joinedFrom, joinedUntil }: PeopleFilter): [string, string] {
  return [
    joinedFrom === undefined ? 'cus_' : `cus_${positionAt(joinedFrom)}`,
    joinedUntil === undefined ? 'cus_~' : `cus_${positionAt(joinedUntil)}`,
  ];
}
