// The state of a person: what they have of a publication, in one word. It is computed here alone, kept in the person's
// row, and read by lists, filters, figures, the data API and exports. Whoever changes what it depends on calls
// `touchPerson`, and it is computed anew before the commit.
import type { Clock } from '../../database/clock.ts';
import type { Transaction } from '../../database/connection.ts';
import { statement } from '../../database/statement.ts';
import { byPublicationClock } from '../figure-change.ts';
import type { Tenant } from '../record.ts';
import { inTrial } from '../trial-period.ts';

/**
 * The states in the order of precedence for somebody with several subscriptions. Our choice: what needs a publisher's
 * help comes first, then what is paid for.
 *
 * `past_due`: a payment failed, and the grace period runs. `paying`: a gateway collects, or the publisher by their own
 * means. `trial`: nothing was charged yet. `gift`: somebody else paid. `paused`: billing rests, and nothing is granted
 * (decisions 43). `complimentary`: the publisher gives it. `ended`: had a subscription and has none. `free`: never had
 * one. `gone`: erased, or merged into another person.
 */
export const PERSON_STATES = [
  'past_due',
  'paying',
  'trial',
  'gift',
  'paused',
  'complimentary',
  'ended',
  'free',
  'gone',
] as const;

export type PersonState = (typeof PERSON_STATES)[number];
/** The state of somebody who is still there. */
export type LivingState = Exclude<PersonState, 'gone'>;

/** Throws for somebody who is gone, of whom nothing is shown. */
export function toLivingState(state: PersonState): LivingState {
  if (state === 'gone') throw new Error('nothing is shown of somebody who is gone');
  return state;
}

/** The place of each state among PERSON_STATES, as SQL: the least of a person's subscriptions decides. */
const rank = (state: PersonState): string => String(PERSON_STATES.indexOf(state));
/** SQL for the rank of a subscription `s` with its billing record `b`, if it has one. */
const rankOfSubscription = `case
    when b.end_reason is null and b.state = 'paused' then ${rank('paused')}
    when b.state = 'past_due' and (b.end_reason is null or s.status = 'active') then ${rank('past_due')}
    when s.status = 'canceled' then ${rank('ended')}
    when s.complimentary then ${rank('complimentary')}
    when s.billing = 'gift' then ${rank('gift')}
    when ${inTrial('b')} then ${rank('trial')}
    else ${rank('paying')} end`;

/** SQL for the state of the customer of row `c`, computed from what they have. */
export const computedState = `case when c.gone_at is not null then 'gone' else
  case coalesce((select min(${rankOfSubscription}) from subscriptions s
      left join billings b on b.publication_id = s.publication_id and b.subscription_id = s.id
      where s.publication_id = c.publication_id and s.customer_id = c.id), ${rank('free')})
    ${PERSON_STATES.map((state) => `when ${rank(state)} then '${state}'`).join(' ')} end end`;

const givenIds = {
  sqlite: 'select value from json_each(:ids)',
  postgres: 'select value from json_array_elements_text(:ids::json) given (value)',
};
// Concurrent changes of a person wait here, and each then sees what the one before has committed.
const lockText = (ids: string): string =>
  `select id from customers where publication_id = :publicationId and id in (${ids}) order by id`;
const lock = statement('lock_people_of_states', {
  sqlite: lockText(givenIds.sqlite),
  postgres: `${lockText(givenIds.postgres)} for no key update`,
});
/** Persons whose billing has begun and not ended: only from these can anybody be lost. */
export const SUBSCRIBERS: readonly PersonState[] = ['past_due', 'paying', 'paused'];
const isSubscriber = (state: string): string => `${state} in (${SUBSCRIBERS.map((one) => `'${one}'`).join(', ')})`;
const at = byPublicationClock(':now');
const payingSince = (state: string, row: string): string =>
  `coalesce(${row}.paying_since, case when ${state} = 'paying' then ${at} end)`;
/** SQL for the people whose kept state is not the computed one. */
const changed = (ids: string): string => `known as (
    select c.id, c.merged_into_id, c.state as former, ${computedState} as next, c.paying_since
      from customers c where c.publication_id = :publicationId and c.id in (${ids})),
  changed as (select * from known where former <> next)`;
/**
 * Of each change of a state. Our choice: where a merge hands a state on from one record to the other, the other record
 * is counted as the one that went, so that nobody is counted as lost or won.
 */
const counted = `insert into figure_changes (publication_id, customer_id, at, figure, part, currency, amount, since)
  select :publicationId, p.id, ${at}, 'people', coalesce(i.former, p.former) || '>' || case when p.merged_into_id is null then p.next else 'merged' end,
    '', 1, null from changed p left join changed i on i.id = p.merged_into_id and i.next = p.former
    where not exists (select 1 from changed m where m.merged_into_id = p.id and m.former = p.next)
  union all select :publicationId, p.id, ${at}, 'cohort', '', '', case when ${isSubscriber('p.next')} then 1 else -1 end, ${payingSince('p.next', 'p')}
    from changed p where ${payingSince('p.next', 'p')} is not null
      and (${isSubscriber('p.former')} and p.paying_since is not null) <> (${isSubscriber('p.next')})
  union all select :publicationId, p.id, ${at}, 'first_paid', '', '', 1, null from changed p where p.paying_since is null and p.next = 'paying'`;
/** For SQLite only: on PostgreSQL one statement counts and keeps. */
const count = statement('count_person_states', {
  sqlite: `with ${changed(givenIds.sqlite)} ${counted}`,
  postgres: `with ${changed(givenIds.postgres)} ${counted}`,
});
const keep = statement('keep_person_states', {
  sqlite: `update customers as c set state = ${computedState}, paying_since = ${payingSince(computedState, 'c')}
    where c.publication_id = :publicationId and c.id in (${givenIds.sqlite}) and c.state <> ${computedState}`,
  postgres: `with ${changed(givenIds.postgres)}, counted as (${counted})
    update customers c set state = k.next, paying_since = ${payingSince('k.next', 'c')} from changed k where c.publication_id = :publicationId and c.id = k.id`,
});

interface Touched {
  readonly publicationId: string;
  readonly customerId: string;
  readonly clock: Clock;
}

/**
 * Has the person's state computed before the commit: their subscriptions, their billing or their row changed. What
 * changes is counted for the figures.
 */
export function touchPerson(publication: Tenant, transaction: Transaction, clock: Clock, customerId: string): void {
  transaction.beforeCommit(keepStates, { publicationId: publication.id, customerId, clock });
}

async function keepStates(transaction: Transaction, touched: readonly Touched[]): Promise<void> {
  for (const [publicationId, people] of Map.groupBy(touched, (person) => person.publicationId)) {
    const ids = JSON.stringify([...new Set(people.map(({ customerId }) => customerId))]);
    const [now] = people.map(({ clock }) => clock.now());
    if (now === undefined) continue;
    if (transaction.dialect === 'postgres') await transaction.all(lock, { publicationId, ids });
    else await transaction.run(count, { publicationId, ids, now });
    await transaction.run(keep, { publicationId, ids, now });
  }
}
