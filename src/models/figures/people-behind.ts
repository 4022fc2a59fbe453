// The people behind a figure of a period: who joined, began to pay, was lost or ended on its days, the newest first.
import type { Connection } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { countsChange, PEOPLE_COUNTS, type PeopleCount } from './period.ts';

export interface Move {
  readonly number: number;
  readonly at: number;
  readonly customerId: string;
  /** Null for somebody who was erased. */
  readonly email: string | null;
  readonly name: string | null;
  /** The states before and after; empty before for a new person. */
  readonly from: string;
  readonly to: string;
  /** Why a subscription ended with it, END/LEAVING (src/models/money/subscription-end.ts); undefined where none did. */
  readonly end: string | undefined;
}

interface Row extends Omit<Move, 'from' | 'to' | 'end'> {
  readonly part: string;
}

interface EndRow {
  readonly customerId: string;
  readonly at: number;
  readonly part: string;
}

/** Our choice: a person changes state in the transaction in which a subscription ends, but by a later reading of the clock. */
const SAME_CHANGE_MILLISECONDS = 60_000;

const STATES = ['', 'past_due', 'paying', 'trial', 'gift', 'paused', 'complimentary', 'ended', 'free', 'gone'];
const PAIRS = STATES.flatMap((from) => STATES.map((to) => [from, to] as const));

const moves = statement<Row>('moves_behind_figures', {
  sqlite: movesText('select value from json_each(:parts)'),
  postgres: movesText('select json_array_elements_text(:parts::json)'),
});

function movesText(parts: string): string {
  return `select f.number, f.at, f.customer_id, c.email, c.name, f.part from figure_changes f
    join customers c on c.publication_id = f.publication_id and c.id = f.customer_id
    where f.publication_id = :publicationId and f.figure = 'people' and f.at >= :from and f.at < :until
      and (f.at < :at or (f.at = :at and f.number < :number)) and f.part in (${parts}) order by f.at desc, f.number desc limit :limit`;
}

const ends = statement<EndRow>('ends_behind_figures', {
  sqlite: endsText('select value from json_each(:people)'),
  postgres: endsText('select json_array_elements_text(:people::json)'),
});

function endsText(people: string): string {
  return `select customer_id, at, part from figure_changes
    where publication_id = :publicationId and figure = 'end' and at >= :from and at < :until and amount > 0
      and customer_id in (${people}) order by at`;
}

/** Keyset pagination: what is older than this position. */
export interface MovePosition {
  readonly at: number;
  readonly number: number;
}

/**
 * @param from milliseconds, when the first day begins
 * @param until when the day after the last one begins
 */
export async function listPeopleBehind(
  publication: { readonly id: string },
  connection: Connection,
  given: {
    readonly count: PeopleCount;
    readonly from: number;
    readonly until: number;
    readonly before: MovePosition | undefined;
    readonly limit: number;
  },
): Promise<Move[]> {
  const { count, from, until, limit, before = { at: until, number: 0 } } = given;
  const parts = PAIRS.filter(([one, other]) => countsChange(count, one, other)).map((pair) => pair.join('>'));
  const values = { publicationId: publication.id, from, until, limit, parts: JSON.stringify(parts), ...before };
  const found = await connection.all(moves, values);
  const reasons = await readEnds(publication, connection, found);
  return found.map(({ part, ...row }) => {
    const [former = '', next = ''] = part.split('>');
    return { ...row, from: former, to: next, end: reasons.get(row.number) };
  });
}

/** Returns why a subscription ended with each of these changes, by its number. */
async function readEnds(
  publication: { readonly id: string },
  connection: Connection,
  behind: readonly Row[],
): Promise<Map<number, string>> {
  const [last, first] = [behind[0], behind.at(-1)];
  if (last === undefined || first === undefined) return new Map();
  const found = await connection.all(ends, {
    publicationId: publication.id,
    from: first.at - SAME_CHANGE_MILLISECONDS,
    until: last.at + SAME_CHANGE_MILLISECONDS,
    people: JSON.stringify([...new Set(behind.map(({ customerId }) => customerId))]),
  });
  const of = Map.groupBy(found, ({ customerId }) => customerId);
  return new Map(
    behind.flatMap(({ number, customerId, at }) => {
      const distance = (end: EndRow): number => Math.abs(end.at - at);
      const [nearest] = (of.get(customerId) ?? []).toSorted((one, other) => distance(one) - distance(other));
      const isSame = nearest !== undefined && distance(nearest) <= SAME_CHANGE_MILLISECONDS;
      return isSame ? [[number, nearest.part] as const] : [];
    }),
  );
}

export function isPeopleCount(text: string): text is PeopleCount {
  return PEOPLE_COUNTS.some((one) => one === text);
}
