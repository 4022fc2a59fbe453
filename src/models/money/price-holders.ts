// Who pays a price now, and how far a price change has come with them. Both are counted in slices along an index, so that
// no statement reads a million rows at once.
import type { Connection } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import type { Tenant } from '../record.ts';
import type { Billing } from './billing-record.ts';
import type { MoveState, SkipReason } from './price-change-move.ts';

const SLICE = 20_000;

/** Subscribers who pay the same and are renewed within the same step of time, such as a day. */
export interface HolderGroup {
  readonly count: number;
  /** What the next renewal costs, in minor units: the price less a discount. */
  readonly amount: number;
  /** The beginning of the step in which the next renewal is, in milliseconds. */
  readonly renewalAt: number;
  /** Why they are not moved as things are: null for those who are. */
  readonly reason: 'ending' | 'past_due' | 'paused' | 'own_switch' | null;
}

const endOfSlice = statement<{ id: string }>(
  'end_of_slice_of_holders',
  `select id from billings where publication_id = :publicationId and price_id = :priceId and state <> 'ended' and id > :after
    order by id limit 1 offset ${SLICE - 1}`,
);
const groups = statement<HolderGroup>(
  'holders_of_price',
  `select count(*) as count, amount, renewal_at, reason from (
      select coalesce(next_amount, amount) as amount, period_end - period_end % :step as renewal_at,
        case when cancel_at is not null or end_reason is not null then 'ending' when state = 'paused' or pause_from = period_end then 'paused' when state <> 'active' then 'past_due'
          when next_price_id is not null and next_price_id <> price_id then 'own_switch' end as reason
      from billings where publication_id = :publicationId and price_id = :priceId and state <> 'ended' and id > :after and id <= :last
    ) held group by amount, renewal_at, reason`,
);
const count = statement<{ count: number }>(
  'count_holders_of_price',
  "select count(*) as count from billings where publication_id = :publicationId and price_id = :priceId and state <> 'ended'",
);

const examples = statement<Holder>(
  'examples_of_holders',
  `select c.id as customer_id, c.email, coalesce(b.next_amount, b.amount) as amount, b.period_end, b.interval
    from billings b join customers c on c.publication_id = b.publication_id and c.id = b.customer_id
    where b.publication_id = :publicationId and b.price_id = :priceId and b.state <> 'ended' and b.state = 'active' and b.cancel_at is null
      and b.end_reason is null and c.email is not null order by b.id limit :limit`,
);
const endOfSliceOfMoves = statement<{ id: string }>(
  'end_of_slice_of_moves',
  `select id from price_change_moves where publication_id = :publicationId and change_id = :changeId and id > :after
    order by id limit 1 offset ${SLICE - 1}`,
);
const moveGroups = statement<MoveGroup>(
  'states_of_moves',
  `select count(*) as count, state, reason from price_change_moves
    where publication_id = :publicationId and change_id = :changeId and id > :after and id <= :last group by state, reason`,
);

/** Above every id. */
const LAST = '~';

export interface Holder extends Pick<Billing, 'amount' | 'periodEnd' | 'interval'> {
  readonly customerId: string;
  readonly email: string;
}

export interface MoveGroup {
  readonly count: number;
  readonly state: MoveState;
  readonly reason: SkipReason | null;
}

/** Returns the groups slice by slice. @param step milliseconds */
export async function* groupHolders(
  publication: Tenant,
  connection: Connection,
  priceId: string,
  step: number,
): AsyncGenerator<HolderGroup> {
  const of = { publicationId: publication.id, priceId };
  for (let after = ''; after !== LAST;) {
    const last = (await connection.first(endOfSlice, { ...of, after }))?.id ?? LAST;
    yield* await connection.all(groups, { ...of, after, last, step });
    after = last;
  }
}

/** Counts those whose subscription at the price has not ended, by the index alone. */
export async function countHolders(publication: Tenant, connection: Connection, priceId: string): Promise<number> {
  return (await connection.first(count, { publicationId: publication.id, priceId }))?.count ?? 0;
}

/** Returns some of those who would be moved, the oldest subscriptions first. */
export function listHolderExamples(
  publication: Tenant,
  connection: Connection,
  priceId: string,
  limit: number,
): Promise<Holder[]> {
  return connection.all(examples, { publicationId: publication.id, priceId, limit });
}

/** Counts the moves of a price change by their state. */
export async function countMoves(
  publication: Tenant,
  connection: Connection,
  changeId: string,
): Promise<readonly MoveGroup[]> {
  const of = { publicationId: publication.id, changeId };
  const counts = new Map<string, MoveGroup>();
  for (let after = ''; after !== LAST;) {
    const last = (await connection.first(endOfSliceOfMoves, { ...of, after }))?.id ?? LAST;
    for (const { count: found, state, reason } of await connection.all(moveGroups, { ...of, after, last })) {
      const key = `${state} ${reason ?? ''}`;
      counts.set(key, { state, reason, count: found + (counts.get(key)?.count ?? 0) });
    }
    after = last;
  }
  return [...counts.values()];
}
