// Retention: how long records are kept after they have served their purpose (decisions 14 and 18, reliability R-P4).
// Rows are deleted in small batches, each in its own transaction, so that no request waits for them.
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../database/clock.ts';
import type { Database } from '../../database/connection.ts';
import { givenRows } from '../../database/given-rows.ts';
import { positionAt } from '../../database/ids.ts';
import { statement, type Dialect, type Statement, type Values } from '../../database/statement.ts';
import { normalizeEmail } from '../email-address.ts';
import { AWAY } from '../move-state.ts';
import { IDEMPOTENCY_LIFETIME_SECONDS } from '../publication/idempotency-answer.ts';
import { TRAIL_SECONDS } from '../sign-in/sign-in-trail.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** Our choice: more than a year, so that a publisher's yearly accounts still find their events. */
const EVENT_LIFETIME_SECONDS = 400 * DAY_SECONDS;
/** Decisions 37. */
const AUDIT_LIFETIME_SECONDS = 400 * DAY_SECONDS;
/** Our choice: as long as the events that tell of them, so that a reader who writes from a former address is recognized. */
const ADDRESS_CHANGE_LIFETIME_SECONDS = EVENT_LIFETIME_SECONDS;
/** Our choice: as long as events, so that the figures of a year can be counted. */
const MAIL_REPORT_LIFETIME_SECONDS = 400 * DAY_SECONDS;
const SLICE_ROWS = 200;
/** The pause between two batches, in which other transactions write. */
const SLICE_PAUSE_MILLISECONDS = 20;

interface Rule {
  readonly deletion: Statement<unknown>;
  /** How long a row is kept after the time that the condition compares. */
  readonly keepSeconds: number;
  /** Where its values are not that time alone. */
  readonly toValues?: (before: Date, operators: readonly string[]) => Values;
}

/**
 * Builds a rule that deletes rows in batches.
 * @param condition on the row `t`; its one value is the time before which a row is deleted
 */
function rule(name: string, table: string, key: string, condition: string, keepSeconds: number): Rule {
  // Of a publication that is being moved nothing is deleted, so that both ends hold the same.
  const stays = key.startsWith('publication_id') ? ` and t.publication_id not in (${AWAY})` : '';
  const slice = (lock: string): string =>
    `delete from ${table} where (${key}) in (select ${key} from ${table} t where ${condition}${stays} limit ${SLICE_ROWS}${lock})`;
  return {
    deletion: statement(`delete_${name}`, { sqlite: slice(''), postgres: slice(' for update skip locked') }),
    keepSeconds,
  };
}

// Deletes publication by publication, which is the order of the log's key.
const deleteOldEvents = statement('delete_old_events', {
  sqlite: `delete from events where (publication_id, id) in (select publication_id, id from events
    where publication_id in (select id from publications where move_state is null) and id < ? limit ${SLICE_ROWS})`,
  postgres: `delete from events where (publication_id, id) in (select t.publication_id, t.id from publications p cross join lateral
    (select publication_id, id from events where publication_id = p.id and id < ? order by id limit ${SLICE_ROWS} for update skip locked) t
    where p.move_state is null limit ${SLICE_ROWS})`,
});

const staffWithoutRole = (
  dialect: Dialect,
  lock: string,
): string => `delete from staff_members where id in (select t.id from staff_members t
  where t.created_at < :before and not exists (select 1 from staff_roles r where r.staff_id = t.id)
    and not exists (select 1 from staff_sessions s where s.staff_id = t.id)
    and t.email_normalized not in (select email from ${givenRows({ email: 'text' })[dialect]}) limit ${SLICE_ROWS}${lock})`;
// Our choice: whoever proved an address and opened nothing, or left the last publication, is forgotten with the last of their sessions, but
// for operators, who have no role: their passkeys have to last as long as the settings name them.
const deleteStaffWithoutRole = statement('delete_staff_without_role', {
  sqlite: staffWithoutRole('sqlite', ''),
  postgres: staffWithoutRole('postgres', ' for update of t skip locked'),
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
  rule(
    'past_address_changes',
    'address_changes',
    'publication_id, id',
    't.created_at < ?',
    ADDRESS_CHANGE_LIFETIME_SECONDS,
  ),
  rule('old_sign_in_steps', 'sign_in_steps', 'publication_id, id', 't.last_at < ?', TRAIL_SECONDS),
  rule('expired_sign_in_links', 'sign_in_links', 'publication_id, hash', 't.expires_at < ?', 12 * HOUR_SECONDS),
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
  // Of those that belong to somebody, as long as the address does.
  rule(
    'old_mail_problems_of_nobody',
    'mail_problems',
    'publication_id, id',
    't.last_at < ? and t.customer_id is null',
    MAIL_REPORT_LIFETIME_SECONDS,
  ),
  rule(
    'past_soft_bounces',
    'mail_problems',
    'publication_id, id',
    't.last_at < ? and t.dead_at is null',
    90 * DAY_SECONDS,
  ),
  rule('old_mail_reports', 'mail_reports', 'publication_id, id', 't.created_at < ?', MAIL_REPORT_LIFETIME_SECONDS),
  {
    deletion: deleteOldEvents,
    keepSeconds: EVENT_LIFETIME_SECONDS,
    toValues: (before) => [`evt_${positionAt(before)}`],
  },
  rule('old_mailbox_messages', 'mailbox_messages', 'publication_id, id', 't.created_at < ?', 7 * DAY_SECONDS),
  rule('old_audit_entries', 'audit_entries', 'publication_id, id', 't.created_at < ?', AUDIT_LIFETIME_SECONDS),
  // With its rows. A file that was never imported is kept a week, what became of one that was, a month.
  rule(
    'forgotten_imports',
    'imports',
    'publication_id, id',
    "t.created_at < ? and t.state in ('uploading', 'uploaded', 'checked')",
    7 * DAY_SECONDS,
  ),
  rule(
    'ended_imports',
    'imports',
    'publication_id, id',
    "t.created_at < ? and t.state in ('done', 'canceled', 'failed')",
    30 * DAY_SECONDS,
  ),
  rule('expired_exports', 'exports', 'publication_id, id', 't.expires_at < ?', 0),
  // One that was uploaded and never begun is forgotten after a week, one that failed after a month; files that nobody goes on
  // with, after a day.
  rule(
    'forgotten_restores',
    'restores',
    'publication_id',
    "t.created_at < ? and t.state in ('faulty', 'checked')",
    7 * DAY_SECONDS,
  ),
  rule('failed_restores', 'restores', 'publication_id', "t.created_at < ? and t.state = 'failed'", 30 * DAY_SECONDS),
  rule(
    'forgotten_uploads',
    'uploads',
    'publication_id, id',
    `t.created_at < ?
      and not exists (select 1 from restores r where r.publication_id = t.publication_id and r.upload_id = t.id)`,
    DAY_SECONDS,
  ),
  rule('past_staff_invitations', 'staff_invitations', 'publication_id, id', 't.expires_at < ?', 30 * DAY_SECONDS),
  rule('expired_staff_challenges', 'staff_used_challenges', 'hash', 't.expires_at < ?', HOUR_SECONDS),
  rule('expired_staff_links', 'staff_links', 'hash', 't.expires_at < ?', 12 * HOUR_SECONDS),
  rule('ended_staff_sessions', 'staff_sessions', 'id', 't.ended_at < ?', 30 * DAY_SECONDS),
  rule('expired_staff_sessions', 'staff_sessions', 'id', 't.expires_at < ?', 30 * DAY_SECONDS),
  {
    deletion: deleteStaffWithoutRole,
    keepSeconds: 30 * DAY_SECONDS,
    toValues: (before, operators) => ({
      before,
      given: JSON.stringify(operators.map((operator) => ({ email: normalizeEmail(operator) }))),
    }),
  },
];

/**
 * The applications that a session signed in to are known from its access tokens, and each is notified when the session
 * ends. Therefore the latest token of each application is kept as long as its session. Older ones are deleted, batch by
 * batch, among the tokens that expired within this window.
 */
const SUPERSEDED_AFTER_SECONDS = 12 * HOUR_SECONDS;
const SUPERSEDED_UNTIL_SECONDS = 38 * HOUR_SECONDS;
const endOfTokenSlice = statement<{ end: number | null }>(
  'end_of_slice_of_expired_access_tokens',
  `select max(expires_at) as "end" from (select expires_at from access_tokens where expires_at > ? and expires_at <= ? order by expires_at limit ${SLICE_ROWS}) slice`,
);
const deleteSuperseded = statement(
  'delete_superseded_access_tokens',
  // A scalar subquery instead of not exists(), for which PostgreSQL would join the whole table.
  `delete from access_tokens where expires_at > ? and expires_at <= ? and expires_at < (select max(newer.expires_at) from access_tokens newer
    where newer.publication_id = access_tokens.publication_id and newer.session_id = access_tokens.session_id and newer.application_id = access_tokens.application_id)
    and publication_id not in (${AWAY})`,
);

export interface RetentionOptions {
  /** The e-mail addresses of the deployment's operators. */
  readonly operators?: readonly string[];
  /** It stops early once this returns true. */
  readonly isStopped?: () => boolean;
}

/** Deletes the rows whose retention has ended and returns their number. */
export async function deleteOldRecords(
  database: Database,
  clock: Clock,
  { operators = [], isStopped = () => false }: RetentionOptions = {},
): Promise<number> {
  let count = await deleteSupersededTokens(database, clock, isStopped);
  for (const { deletion, keepSeconds, toValues = (before: Date): Values => [before] } of RULES) {
    const values = toValues(new Date(clock.now().getTime() - keepSeconds * 1000), operators);
    let slice = SLICE_ROWS;
    while (slice === SLICE_ROWS && !isStopped()) {
      slice = await database.transaction((transaction) => transaction.run(deletion, values));
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
