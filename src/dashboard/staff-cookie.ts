// The session cookie of staff. Its name is another than that of customers, with whom the local demo shares a host.
import { isUnavailable } from '../database/connection.ts';
import {
  findStaffSession,
  isStaffTouchDue,
  STAFF_SESSION_MAX_LIFETIME_SECONDS,
  touchStaffSession,
  type StaffSession,
} from '../models/staff/staff-session.ts';
import type { Service } from '../service.ts';
import { clearCookie, readCookie, writeCookie } from '../site/cookie.ts';
import type { BrowserRequest, CookieNames, Site } from '../site/site.ts';

export const STAFF_COOKIES: CookieNames = {
  session: 'masthead_staff',
  browser: 'masthead_staff_browser',
  device: 'masthead_staff_device',
};

/** The live session of the browser. Its rolling expiry is extended at most once an hour. */
export async function findStaffSessionOf(
  { database, clock }: Pick<Service, 'database' | 'clock'>,
  site: Site,
  request: Pick<BrowserRequest, 'cookies'>,
): Promise<StaffSession | undefined> {
  const cookie = readCookie(site, request, STAFF_COOKIES.session);
  if (cookie === undefined) return undefined;
  const session = await findStaffSession(database, clock, cookie);
  if (session === undefined || !isStaffTouchDue(session, clock)) return session;
  try {
    await database.transaction((transaction) => touchStaffSession(transaction, clock, session));
  } catch (error) {
    // A page that only reads must not fail because this write did.
    if (!isUnavailable(error)) throw error;
  }
  return session;
}

/** The Set-Cookie header value of a session. The server alone decides when it ends. */
export function staffCookie(site: Site, value: string): string {
  return writeCookie(site, STAFF_COOKIES.session, value, STAFF_SESSION_MAX_LIFETIME_SECONDS);
}

export function clearStaffCookie(site: Site): string {
  return clearCookie(site, STAFF_COOKIES.session);
}
