// Sessions of staff on the dashboard: other table, other cookie, other host than those of customers (decisions 37). The
// cookie's value is stored only as a hash.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret, randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';

/** Our choice: two weeks rolling, a quarter of a year at most; sensitive acts ask for a fresh proof besides. */
const SESSION_LIFETIME_SECONDS = 14 * 24 * 3600;
export const STAFF_SESSION_MAX_LIFETIME_SECONDS = 90 * 24 * 3600;
const SESSION_TOUCH_SECONDS = 3600;
/** Decisions 37. */
const PROOF_LIFETIME_SECONDS = 15 * 60;

/** A staff session that is valid now, with its person. */
export interface StaffSession {
  readonly id: string;
  readonly staffId: string;
  readonly email: string;
  readonly name: string | null;
  readonly createdAt: number;
  readonly seenAt: number;
  /** When the person last proved that it is them. */
  readonly provedAt: number;
  /** When the person switched e-mailed codes off; null while codes sign them in. */
  readonly codeDisabledAt: number | null;
}

export interface ListedStaffSession {
  readonly id: string;
  readonly browser: string | null;
  readonly network: string;
  readonly createdAt: number;
  readonly seenAt: number;
}

export interface NewStaffSession {
  readonly staffId: string;
  readonly browser: string | null;
  /** Where it began, so that its owner recognizes it. */
  readonly network: string;
}

const insert = statement(
  'insert_staff_session',
  `insert into staff_sessions (id, staff_id, hash, browser, network, created_at, seen_at, proved_at, expires_at)
    values (:id, :staffId, :hash, :browser, :network, :now, :now, :now, :expiresAt)`,
);
const live = statement<StaffSession>(
  'live_staff_session',
  `select s.id, s.staff_id, m.email, m.name, m.code_disabled_at, s.created_at, s.seen_at, s.proved_at
    from staff_sessions s join staff_members m on m.id = s.staff_id
    where s.hash = :hash and s.ended_at is null and s.expires_at > :now`,
);
const list = statement<ListedStaffSession>(
  'live_sessions_of_staff_member',
  `select id, browser, network, created_at, seen_at from staff_sessions
    where staff_id = :staffId and ended_at is null and expires_at > :now order by id desc`,
);
const touch = statement(
  'touch_staff_session',
  'update staff_sessions set seen_at = :now, expires_at = :expiresAt where id = :id and ended_at is null',
);
const prove = statement(
  'prove_staff_session',
  'update staff_sessions set proved_at = :now where id = :id and ended_at is null',
);
const end = statement(
  'end_staff_session',
  'update staff_sessions set ended_at = :now where staff_id = :staffId and id = :id and ended_at is null',
);
const endAll = statement(
  'end_all_staff_sessions',
  'update staff_sessions set ended_at = :now where staff_id = :staffId and ended_at is null',
);
const endOthers = statement(
  'end_other_staff_sessions',
  'update staff_sessions set ended_at = :now where staff_id = :staffId and id <> :id and ended_at is null',
);

/** Starts a session, which counts as proved. `cookie` is the value for the browser and is stored only as a hash. */
export async function startStaffSession(
  transaction: Transaction,
  clock: Clock,
  given: NewStaffSession,
): Promise<{ id: string; cookie: string }> {
  const now = clock.now();
  const [id, cookie] = [newId('sts', now), randomSecret()];
  const expiresAt = addSeconds(now, SESSION_LIFETIME_SECONDS);
  await transaction.run(insert, { ...given, id, hash: hashSecret(cookie), now, expiresAt });
  return { id, cookie };
}

export function findStaffSession(
  connection: Connection,
  clock: Clock,
  cookie: string,
): Promise<StaffSession | undefined> {
  return connection.first(live, { hash: hashSecret(cookie), now: clock.now() });
}

/** Lists the person's live sessions, newest first. */
export function listStaffSessions(
  connection: Connection,
  clock: Clock,
  staffId: string,
): Promise<ListedStaffSession[]> {
  return connection.all(list, { staffId, now: clock.now() });
}

/** Extends the session at most once an hour, so that reading a page rarely writes. */
export function isStaffTouchDue({ seenAt }: StaffSession, clock: Clock): boolean {
  return clock.now().getTime() - seenAt > SESSION_TOUCH_SECONDS * 1000;
}

export async function touchStaffSession(transaction: Transaction, clock: Clock, session: StaffSession): Promise<void> {
  const now = clock.now();
  const expiresAt = Math.min(
    addSeconds(now, SESSION_LIFETIME_SECONDS).getTime(),
    session.createdAt + STAFF_SESSION_MAX_LIFETIME_SECONDS * 1000,
  );
  await transaction.run(touch, { id: session.id, now, expiresAt });
}

/** Whether the person proved within the last 15 minutes that it is them. */
export function isProofFresh({ provedAt }: StaffSession, clock: Clock): boolean {
  return clock.now().getTime() - provedAt <= PROOF_LIFETIME_SECONDS * 1000;
}

export async function proveStaffSession(transaction: Transaction, clock: Clock, id: string): Promise<void> {
  await transaction.run(prove, { id, now: clock.now() });
}

/** Ends one session of the person. Returns false for one that has ended or is somebody else's. */
export async function endStaffSession(
  transaction: Transaction,
  clock: Clock,
  { staffId, id }: { readonly staffId: string; readonly id: string },
): Promise<boolean> {
  return (await transaction.run(end, { staffId, id, now: clock.now() })) === 1;
}

/** Ends all sessions of the person but one. Returns how many. */
export function endOtherStaffSessions(
  transaction: Transaction,
  clock: Clock,
  { staffId, except }: { readonly staffId: string; readonly except: string },
): Promise<number> {
  return transaction.run(endOthers, { staffId, id: except, now: clock.now() });
}

export async function endAllStaffSessions(transaction: Transaction, clock: Clock, staffId: string): Promise<void> {
  await transaction.run(endAll, { staffId, now: clock.now() });
}
