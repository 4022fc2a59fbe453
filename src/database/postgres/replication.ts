// How far the primary has written, and whether a standby has replayed that. The two are asked of the servers and not remembered, so
// the answer holds for what any process has written.
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { ReplicaState } from '../connection.ts';

/** A place in the log of writes (WAL) of one cluster, on one of its timelines: each promotion of a standby begins another. */
export interface WalPosition {
  readonly system: string;
  readonly database: string;
  readonly timeline: string;
  readonly lsn: string;
}

interface StandbyAnswer extends Omit<WalPosition, 'lsn'> {
  readonly isStandby: boolean;
  readonly hasReplayed: boolean;
  readonly bytesBehind: number;
  readonly mayRead: boolean;
}

/** Our choice: what a person does not notice. */
const PATIENCE_MILLISECONDS = 50;
const FIRST_PAUSE_MILLISECONDS = 1;

/**
 * What is acknowledged was flushed before, unless commits do not wait for that (synchronous_commit = off): then it is in what was inserted. Where they wait,
 * what is inserted and not flushed belongs to nobody yet, and reaches no standby.
 */
const PRIMARY = {
  name: 'replica_primary_position',
  text: `select (select system_identifier from pg_control_system())::text as system, current_database()::text as database, left(pg_walfile_name(lsn), 8) as timeline, lsn::text
    from (select case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end as lsn) as written`,
} as const;

/** The timeline is that of the last restartpoint: one of the new timeline comes within checkpoint_timeout after a failover. */
const STANDBY = {
  name: 'replica_standby_position',
  text: `select pg_is_in_recovery() as "isStandby", (select system_identifier from pg_control_system())::text as system, current_database()::text as database,
      lpad(upper(to_hex((select timeline_id from pg_control_checkpoint()))), 8, '0') as timeline,
      coalesce(pg_last_wal_replay_lsn() >= $1::pg_lsn, false) as "hasReplayed", coalesce(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::bigint as "bytesBehind",
      coalesce((select (u.rolsuper or u.rolbypassrls or pg_has_role(u.oid, t.relowner, 'usage') or not t.relrowsecurity)
          and ($2::text is null or pg_has_role(u.oid, (select oid from pg_roles where rolname = $2), 'member'))
        from pg_roles u, pg_class t where u.rolname = session_user and t.oid = to_regclass('publications')), true) as "mayRead"`,
} as const;

type Queryable = Pick<pg.ClientBase, 'query'>;

export async function readPosition(primary: Queryable): Promise<WalPosition> {
  const { rows } = await primary.query<WalPosition>(PRIMARY);
  if (rows[0] === undefined) throw new Error('PostgreSQL does not say how far it has written');
  return rows[0];
}

/**
 * Waits a moment for a standby that is about to have it.
 * @param role as which statements run behind the second wall (wall.ts); undefined where it does not stand
 */
export async function followPosition(
  standby: Queryable,
  position: WalPosition,
  role: string | undefined,
): Promise<ReplicaState> {
  const until = performance.now() + PATIENCE_MILLISECONDS;
  for (let wait = FIRST_PAUSE_MILLISECONDS; ; wait *= 2) {
    const state = await compare(standby, position, role);
    if (state.standing !== 'behind' || performance.now() + wait > until) return state;
    await pause(wait);
  }
}

async function compare(standby: Queryable, position: WalPosition, role: string | undefined): Promise<ReplicaState> {
  const { rows } = await standby.query<StandbyAnswer>({ ...STANDBY, values: [position.lsn, role ?? null] });
  const [answer] = rows;
  const fault = answer === undefined ? 'it does not say what it is' : faultOf(answer, position);
  if (fault !== undefined) return { standing: 'refused', cause: fault };
  if (answer?.hasReplayed === true) return { standing: 'fresh', cause: '' };
  return { standing: 'behind', cause: `it is ${answer?.bytesBehind} bytes behind the primary` };
}

/** Why the server is no replica of the primary's database; undefined for one. */
function faultOf(answer: StandbyAnswer, { system, database, timeline }: WalPosition): string | undefined {
  if (answer.system !== system) return 'it belongs to another cluster than the primary';
  if (answer.database !== database) return `its database is ${answer.database}, and that of the primary is ${database}`;
  if (!answer.isStandby) return 'it takes writes, so it is no standby';
  // Whoever the policies bind would find nothing, and not know it.
  if (!answer.mayRead)
    return 'its user is not that of the primary: it neither owns the tables nor may take on the role of the wall';
  // A standby of the former primary may have replayed what the new one never had.
  return answer.timeline === timeline ? undefined : 'it has not followed the last failover to a restartpoint yet';
}
