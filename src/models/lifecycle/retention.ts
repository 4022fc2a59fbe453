// How long records are kept that have served their purpose (decisions 14, 18; the data protection promise of docs). Deleted in small slices,
// each a transaction of its own, so that no request waits for it.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../database/clock.ts';
import type { Database } from '../../database/connection.ts';
import { positionAt } from '../../database/ids.ts';
import { statement, type Statement, type Value } from '../../database/statement.ts';
import { IDEMPOTENCY_LIFETIME_SECONDS } from '../publication/idempotency-answer.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Our choice: more than a year, so that a yearly round of a publisher's books finds its events. */
const EVENT_LIFETIME_SECONDS = 400 * DAY_SECONDS;
const SLICE_ROWS = 200;
/** Between two slices, so that others write meanwhile. */
const SLICE_PAUSE_MILLISECONDS = 20;

interface Rule {
  readonly deletion: Statement<unknown>;
  /** How long after the time that the condition looks at. */
  readonly keepSeconds: number;
  /** Where the condition looks at something else than milliseconds. */
  readonly toValue?: (before: Date) => Value;
}

/** @param condition on the row `t`; its one value is the time before which a row is deleted. */
function rule(name: string, table: string, key: string, condition: string, keepSeconds: number): Rule {
  const slice = (lock: string): string =>
    `delete from ${table} where (${key}) in (select ${key} from ${table} t where ${condition} limit ${SLICE_ROWS}${lock})`;
  return {
    deletion: statement(`delete_${name}`, { sqlite: slice(''), postgres: slice(' for update skip locked') }),
    keepSeconds,
  };
}

// Publication by publication, as the log is keyed.
const deleteOldEvents = statement('delete_old_events', {
  sqlite: `delete from events where (publication_id, id) in (select publication_id, id from events
    where publication_id in (select id from publications) and id < ? limit ${SLICE_ROWS})`,
  postgres: `delete from events where (publication_id, id) in (select t.publication_id, t.id from publications p cross join lateral
    (select publication_id, id from events where publication_id = p.id and id < ? order by id limit ${SLICE_ROWS} for update skip locked) t limit ${SLICE_ROWS})`,
});

const RULES: readonly Rule[] = [
  rule('expired_email_codes', 'email_codes', 'publication_id, id', 't.expires_at < ?', 12 * HOUR_SECONDS),
  rule(
    'expired_authorization_codes',
    'authorization_codes',
    'publication_id, hash',
    't.expires_at < ?',
    12 * HOUR_SECONDS,
  ),
  rule('ended_sessions', 'sessions', 'publication_id, id', 't.ended_at < ?', 30 * DAY_SECONDS),
  rule('expired_sessions', 'sessions', 'publication_id, id', 't.expires_at < ?', 30 * DAY_SECONDS),
  rule('past_limits', 'limits', 'bucket', 't.resets_at < ?', HOUR_SECONDS),
  rule(
    'old_idempotency_answers',
    'idempotency_answers',
    'publication_id, key_hash',
    't.created_at < ?',
    IDEMPOTENCY_LIFETIME_SECONDS,
  ),
  rule('ended_gateway_events', 'gateway_events', 'gateway, event_id', 't.ended_at < ?', 90 * DAY_SECONDS),
  rule('old_reconciliations', 'reconciliations', 'publication_id, id', 't.claimed_at < ?', 90 * DAY_SECONDS),
  rule('old_price_switches', 'price_switches', 'publication_id, id', 't.created_at < ?', 7 * DAY_SECONDS),
  rule('ended_deliveries', 'deliveries', 'publication_id, id', 't.ended_at < ?', 90 * DAY_SECONDS),
  { deletion: deleteOldEvents, keepSeconds: EVENT_LIFETIME_SECONDS, toValue: (before) => `evt_${positionAt(before)}` },
  rule('old_mailbox_messages', 'mailbox_messages', 'id', 't.created_at < ?', 7 * DAY_SECONDS),
];

/**
 * An access token tells which applications a session signed in to, and those are told when it ends: the latest of each application outlives
 * its expiry for as long as its session is kept. Those before it are looked for among the tokens that expired within a day, slice by slice.
 */
const SUPERSEDED_AFTER_SECONDS = 12 * HOUR_SECONDS;
const SUPERSEDED_UNTIL_SECONDS = 38 * HOUR_SECONDS;
const endOfTokenSlice = statement<{ end: number | null }>(
  'end_of_slice_of_expired_access_tokens',
  `select max(expires_at) as "end" from (select expires_at from access_tokens where expires_at > ? and expires_at <= ? order by expires_at limit ${SLICE_ROWS}) slice`,
);
const deleteSuperseded = statement(
  'delete_superseded_access_tokens',
  // A scalar subquery and not exists(): PostgreSQL would join the whole table for that.
  `delete from access_tokens where expires_at > ? and expires_at <= ? and expires_at < (select max(newer.expires_at) from access_tokens newer
    where newer.publication_id = access_tokens.publication_id and newer.session_id = access_tokens.session_id and newer.application_id = access_tokens.application_id)`,
);

/** Deletes what is due for it; returns how many rows went. Stops early when `isStopped` says so. */
export async function deleteOldRecords(
  database: Database,
  clock: Clock,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let count = await deleteSupersededTokens(database, clock, isStopped);
  for (const { deletion, keepSeconds, toValue = (time: Date): Value => time } of RULES) {
    const before = toValue(new Date(clock.now().getTime() - keepSeconds * 1000));
    let slice = SLICE_ROWS;
    while (slice === SLICE_ROWS && !isStopped()) {
      slice = await database.transaction((transaction) => transaction.run(deletion, [before]));
      count += slice;
      if (slice === SLICE_ROWS) await pause(SLICE_PAUSE_MILLISECONDS);
    }
  }
  return count;
}

async function deleteSupersededTokens(database: Database, clock: Clock, isStopped: () => boolean): Promise<number> {
  const last = clock.now().getTime() - SUPERSEDED_AFTER_SECONDS * 1000;
  let start = clock.now().getTime() - SUPERSEDED_UNTIL_SECONDS * 1000;
  let count = 0;
  while (!isStopped()) {
    const end = (await database.first(endOfTokenSlice, [start, last]))?.end ?? undefined;
    if (end === undefined) break;
    const from = start;
    count += await database.transaction((transaction) => transaction.run(deleteSuperseded, [from, end]));
    start = end;
    await pause(SLICE_PAUSE_MILLISECONDS);
  }
  return count;
}
