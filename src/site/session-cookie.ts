// The session cookie on publications' sites (decisions 18; sign-in rules S1 to S4). Its value is secret and stored as a
// hash only; it is unrelated to the session's id, which is public as `sid`.
import { isUnavailable } from '../database/connection.ts';
import type { PublicationRow } from '../models/publication/publication.ts';
import {
  findSession,
  isTouchDue,
  SESSION_MAX_LIFETIME_SECONDS,
  touchSession,
  type LiveSession,
} from '../models/sign-in/session.ts';
import type { Service } from '../service.ts';
import { clearCookie, readCookie, writeCookie } from './cookie.ts';
import { PUBLICATION_COOKIES } from './publication.ts';
import type { BrowserRequest } from './site.ts';

/** The live session of the browser on this publication's site. Its rolling expiry is extended at most once an hour. */
export async function findSessionOf(
  service: Pick<Service, 'database' | 'clock'>,
  publication: PublicationRow,
  request: Pick<BrowserRequest, 'cookies'>,
): Promise<LiveSession | undefined> {
  const cookie = readCookie(publication, request, PUBLICATION_COOKIES.session);
  if (cookie === undefined) return undefined;
  const session = await findSession(publication, service.database, service.clock, cookie);
  if (session !== undefined && isTouchDue(session, service.clock)) await keepAlive(service, publication, session);
  return session;
}

/**
 * The Set-Cookie header value of a session. The cookie lives as long as any session may, because the server alone
 * decides when a session ends.
 */
export function sessionCookie(publication: PublicationRow, value: string): string {
  return writeCookie(publication, PUBLICATION_COOKIES.session, value, SESSION_MAX_LIFETIME_SECONDS);
}

export function clearSessionCookie(publication: PublicationRow): string {
  return clearCookie(publication, PUBLICATION_COOKIES.session);
}

/** Extends the session. A page that only reads must not fail because this write did. */
async function keepAlive(
  service: Pick<Service, 'database' | 'clock'>,
  publication: PublicationRow,
  session: LiveSession,
): Promise<void> {
  try {
    await service.database.transaction((transaction) => touchSession(publication, transaction, service.clock, session));
  } catch (error) {
    if (!isUnavailable(error)) throw error;
  }
}
