// Sessions: one signed-in browser (service.md, ID token `sid`). The cookie's value is stored only as a hash; the id is the public sid,
// never reused and never the cookie. Ending a session kills its authorization codes and access tokens, which are valid only with it.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret, randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { recordEvent, type NewEvent } from '../outbox/event.ts';
import { PublicationRecord, type Tenant } from '../record.ts';

/** Decisions 18: 90 days rolling, one year at most. */
const SESSION_LIFETIME_SECONDS = 90 * 24 * 3600;
export const SESSION_MAX_LIFETIME_SECONDS = 365 * 24 * 3600;
/** Our choice: the rolling end is moved at most once an hour, so that reading a page rarely writes. */
const SESSION_TOUCH_SECONDS = 3600;

export class Session extends PublicationRecord {
  static override tableName = 'sessions';
  declare customerId: string;
  declare hash: string;
  declare browser: string | null;
  declare authenticatedAt: number;
  declare createdAt: number;
  declare seenAt: number;
  declare expiresAt: number;
  declare endedAt: number | null;
}

/** A session that is good now, with what the doors need of its customer. */
export interface LiveSession {
  /** The public sid. */
  id: string;
  customerId: string;
  email: string;
  name: string | null;
  /** Milliseconds; `auth_time` of the ID token. */
  authenticatedAt: number;
  createdAt: number;
  seenAt: number;
}

interface EndedSession {
  id: string;
  customerId: string;
}

const insert = statement(
  'insert_session',
  `insert into sessions (id, publication_id, customer_id, hash, browser, authenticated_at, created_at, seen_at, expires_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
);
const live = statement<LiveSession>(
  'live_session',
  `select s.id, s.customer_id as "customerId", c.email, c.name, s.authenticated_at as "authenticatedAt", s.created_at as "createdAt",
    s.seen_at as "seenAt" from sessions s join customers c on c.id = s.customer_id
    where s.hash = ? and s.publication_id = ? and s.ended_at is null and s.expires_at > ?`,
);
const touch = statement(
  'touch_session',
  'update sessions set seen_at = ?, expires_at = ? where publication_id = ? and id = ? and ended_at is null',
);
const end = statement<EndedSession>(
  'end_session',
  'update sessions set ended_at = ? where publication_id = ? and id = ? and ended_at is null returning id, customer_id as "customerId"',
);
const endOwn = statement<EndedSession>(
  'end_own_session',
  'update sessions set ended_at = ? where publication_id = ? and id = ? and customer_id = ? and ended_at is null returning id, customer_id as "customerId"',
);
const endOthers = statement<EndedSession>(
  'end_other_sessions',
  'update sessions set ended_at = ? where publication_id = ? and customer_id = ? and id <> ? and ended_at is null returning id, customer_id as "customerId"',
);

/** A new session; `cookie` is the value for the browser and is kept nowhere else. */
export async function startSession(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { customerId: string; browser: string | null },
): Promise<{ sid: string; cookie: string }> {
  const now = clock.now();
  const sid = newId('sid', now);
  const cookie = randomSecret();
  const expiresAt = addSeconds(now, SESSION_LIFETIME_SECONDS);
  await transaction.run(insert, [
    sid,
    publication.id,
    given.customerId,
    hashSecret(cookie),
    given.browser,
    now,
    now,
    now,
    expiresAt,
  ]);
  return { sid, cookie };
}

export function findSession(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  cookie: string,
): Promise<LiveSession | undefined> {
  return connection.first(live, [hashSecret(cookie), publication.id, clock.now()]);
}

/** Whether the session's rolling end is due to be moved; `touchSession` moves it. */
export function isTouchDue(session: LiveSession, clock: Clock): boolean {
  return clock.now().getTime() - session.seenAt > SESSION_TOUCH_SECONDS * 1000;
}

export async function touchSession(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  session: LiveSession,
): Promise<void> {
  const now = clock.now();
  const expiresAt = Math.min(
    addSeconds(now, SESSION_LIFETIME_SECONDS).getTime(),
    session.createdAt + SESSION_MAX_LIFETIME_SECONDS * 1000,
  );
  await transaction.run(touch, [now, expiresAt, publication.id, session.id]);
}

/** Returns false when it had ended before: of two sign-outs at once, one wins and sends the notices. */
export async function endSession(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  sid: string,
): Promise<boolean> {
  return (
    (await record(publication, transaction, clock, await transaction.all(end, [clock.now(), publication.id, sid])))
      .length === 1
  );
}

/** Ends one session of the customer's own. Returns false when it had ended before, or is not theirs. */
export async function endSessionOf(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  sid: string,
): Promise<boolean> {
  return (
    (
      await record(
        publication,
        transaction,
        clock,
        await transaction.all(endOwn, [clock.now(), publication.id, sid, customerId]),
      )
    ).length === 1
  );
}

/** Ends every session of the customer; returns the sids that this call ended. */
export function endAllSessions(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
): Promise<string[]> {
  return endOtherSessions(publication, transaction, clock, customerId, '');
}

/** Ends every session of the customer but `exceptSid`; returns the sids that this call ended. */
export async function endOtherSessions(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  customerId: string,
  exceptSid: string,
): Promise<string[]> {
  return record(
    publication,
    transaction,
    clock,
    await transaction.all(endOthers, [clock.now(), publication.id, customerId, exceptSid]),
  );
}

/** Returns the sids. */
async function record(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  ended: readonly EndedSession[],
): Promise<string[]> {
  for (const { id, customerId } of ended)
    await recordEvent(publication, transaction, clock, sessionEndedEvent(id, customerId));
  return ended.map(({ id }) => id);
}

function sessionEndedEvent(id: string, customerId: string): NewEvent {
  return { type: 'session.ended', objectId: id, customerId, facts: { object: { id, customerId } } };
}
