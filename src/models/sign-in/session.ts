// Sessions: one signed-in browser each (service.md, ID token `sid`). The cookie's value is stored only as a hash; the
// id is the public sid, which is never reused and never the cookie. The session's authorization codes and access tokens
// are invalid once it has ended.
import { addSeconds, type Clock } from '../../database/clock.ts';
import type { Connection, Transaction } from '../../database/connection.ts';
import { newId } from '../../database/ids.ts';
import { hashSecret, randomSecret } from '../../database/secrets.ts';
import { statement } from '../../database/statement.ts';
import { NotFound } from '../errors.ts';
import { recordEvent, type NewEvent } from '../outbox/event.ts';
import { lockPersonOf } from '../people/customer-person.ts';
import { noteSeen } from '../people/last-seen.ts';
import { PublicationRecord, type RowOf, type Tenant } from '../record.ts';
import { recordLogoutNotices } from './logout-notice.ts';
import type { LogoutTrigger } from './logout-receiver.ts';

/** Decisions 18: 90 days rolling, one year at most. */
const SESSION_LIFETIME_SECONDS = 90 * 24 * 3600;
export const SESSION_MAX_LIFETIME_SECONDS = 365 * 24 * 3600;
/** Our choice: the rolling expiry is extended at most once an hour, so that reading a page rarely writes. */
const SESSION_TOUCH_SECONDS = 3600;

/** Who or what ended a session before its time. */
export type EndedBy =
  | 'reader'
  /** The reader, in another browser or in all of them. */
  | 'reader_elsewhere'
  /** A new sign-in in the same browser. */
  | 'sign_in'
  | 'application'
  | 'publisher'
  | 'address_change'
  | 'merge'
  | 'erasure';

class SessionRecord extends PublicationRecord {
  static override tableName = 'sessions';
  declare customerId: string;
  declare hash: string;
  declare browser: string | null;
  /** Where it began: a /24 or /48. Null where that is not known. */
  declare network: string | null;
  declare authenticatedAt: number;
  declare createdAt: number;
  declare seenAt: number;
  declare expiresAt: number;
  declare endedAt: number | null;
  declare endedBy: EndedBy | null;
  /** The application that asked for the end. */
  declare endedByApplication: string | null;
}

/** What a customer and the publisher see of a session. */
const SHOWN = ['id', 'browser', 'network', 'createdAt', 'seenAt'] as const;
export type ListedSession = Pick<RowOf<SessionRecord>, (typeof SHOWN)[number]>;

/** A session that is valid now, with what requests need of its customer. */
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

/** Which of a customer's sessions end, and why. */
export interface SessionsToEnd {
  readonly customerId: string;
  /** Ends only this session. Without `only` and `except`, every session ends. */
  readonly only?: string | undefined;
  readonly except?: string | undefined;
  /** Decides which applications get a notice: none after `sign_in`, which replaces the browser's session. */
  readonly by: LogoutTrigger | 'sign_in';
  /** Kept with the session, for the publisher who is asked why. */
  readonly endedBy: EndedBy;
  /** The id of the application where that is who ended it. */
  readonly endedByApplication?: string | null;
}

const insert = statement(
  'insert_session',
  `insert into sessions (id, publication_id, customer_id, hash, browser, network, authenticated_at, created_at, seen_at, expires_at)
    values (:id, :publicationId, :customerId, :hash, :browser, :network, :now, :now, :now, :expiresAt)`,
);
const live = statement<LiveSession>(
  'live_session',
  `select s.id, s.customer_id, c.email, c.name, s.authenticated_at, s.created_at,
    s.seen_at from sessions s join customers c on c.publication_id = s.publication_id and c.id = s.customer_id
    where s.hash = :hash and s.publication_id = :publicationId and s.ended_at is null and s.expires_at > :now`,
);
const touch = statement(
  'touch_session',
  'update sessions set seen_at = :now, expires_at = :expiresAt where publication_id = :publicationId and id = :id and ended_at is null',
);
const endOne = statement<{ id: string }>(
  'end_session',
  'update sessions set ended_at = :now, ended_by = :endedBy, ended_by_application = :endedByApplication where publication_id = :publicationId and id = :id and customer_id = :customerId and ended_at is null returning id',
);
const endOthers = statement<{ id: string }>(
  'end_other_sessions',
  'update sessions set ended_at = :now, ended_by = :endedBy, ended_by_application = :endedByApplication where publication_id = :publicationId and customer_id = :customerId and id <> :id and ended_at is null returning id',
);

/** Returns whose session it is or was, for the trail of a browser whose session has ended. */
export async function findCustomerOfSession(
  publication: Tenant,
  connection: Connection,
  cookie: string,
): Promise<string | undefined> {
  const found = await SessionRecord.find(publication, connection, { hash: hashSecret(cookie) });
  return found?.customerId;
}

/** Starts a session. `cookie` is the value for the browser and is stored only as a hash. */
export async function startSession(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  given: { customerId: string; browser: string | null; network?: string | undefined },
): Promise<{ sid: string; cookie: string }> {
  const now = clock.now();
  const sid = newId('sid', now);
  const cookie = randomSecret();
  await transaction.run(insert, {
    ...given,
    network: given.network ?? null,
    publicationId: publication.id,
    id: sid,
    hash: hashSecret(cookie),
    now,
    expiresAt: addSeconds(now, SESSION_LIFETIME_SECONDS),
  });
  await noteSeen(publication, transaction, clock, given.customerId);
  return { sid, cookie };
}

export function findSession(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  cookie: string,
): Promise<LiveSession | undefined> {
  return connection.first(live, { publicationId: publication.id, hash: hashSecret(cookie), now: clock.now() });
}

/** The customer's live sessions, newest first. */
export function listSessions(
  publication: Tenant,
  connection: Connection,
  clock: Clock,
  { customerId, limit }: { readonly customerId: string; readonly limit: number },
): Promise<ListedSession[]> {
  return SessionRecord.in(publication, connection, { customerId, endedAt: null })
    .select(SHOWN)
    .where('expiresAt', '>', clock.now().getTime())
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

const HISTORY = ['createdAt', 'expiresAt', 'endedAt', 'endedBy', 'endedByApplication', 'browser', 'network'] as const;
export type PastSession = Pick<RowOf<SessionRecord>, (typeof HISTORY)[number]>;

/** The customer's sessions, those that have ended included, newest first. */
export function listSessionHistory(
  publication: Tenant,
  connection: Connection,
  { customerId, limit }: { readonly customerId: string; readonly limit: number },
): Promise<PastSession[]> {
  return SessionRecord.in(publication, connection, { customerId })
    .select(HISTORY)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns whether the session's rolling expiry is due to be extended, which `touchSession` does. */
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
  await transaction.run(touch, { publicationId: publication.id, id: session.id, now, expiresAt });
  await noteSeen(publication, transaction, clock, session.customerId);
}

/**
 * Ends sessions and records the event of each and the notices to the applications that it had signed in to. Skips
 * sessions that have ended or are another customer's. Returns how many it ended; of concurrent calls, one ends a
 * session and sends its notices.
 */
export async function endSessions(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  { customerId, only, except = '', by, endedBy, endedByApplication = null }: SessionsToEnd,
): Promise<number> {
  const values = { publicationId: publication.id, customerId, now: clock.now(), endedBy, endedByApplication };
  const ended =
    only === undefined
      ? await transaction.all(endOthers, { ...values, id: except })
      : await transaction.all(endOne, { ...values, id: only });
  for (const { id } of ended) {
    await recordEvent(publication, transaction, clock, sessionEndedEvent(id, customerId));
    if (by !== 'sign_in')
      await recordLogoutNotices(publication, transaction, clock, { sid: id, customerId, trigger: by });
  }
  return ended.length;
}

/**
 * Ends every session of a person at the publisher's request (decisions 24). Returns the person's own id, which differs
 * from the given one for a merged customer. Throws NotFound for an unknown and for an erased customer.
 */
export async function signOutPerson(
  publication: Tenant,
  transaction: Transaction,
  clock: Clock,
  id: string,
): Promise<{ readonly id: string; readonly sessionsEnded: number }> {
  const person = await lockPersonOf(publication, transaction, id);
  if (person === undefined || person.goneAt !== null) throw new NotFound(`No such customer: ${id}`);
  const customerId = person.id;
  const sessionsEnded = await endSessions(publication, transaction, clock, {
    customerId,
    by: 'sign_out',
    endedBy: 'publisher',
  });
  return { id: customerId, sessionsEnded };
}

function sessionEndedEvent(id: string, customerId: string): NewEvent {
  return { type: 'session.ended', objectId: id, customerId, facts: { object: { id, customerId } } };
}
