// The sign-out buttons of the account page (service.md, Events: the back-channel logout is emitted when a customer
// signs out by using them; decisions 24 and 25). Ending a session queues its logout notices in the same transaction;
// the page does not wait for their delivery.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import type { PublicationRow } from '../../models/publication/publication.ts';
import { endSessions, type SessionsToEnd } from '../../models/sign-in/session.ts';
import type { Service } from '../../service.ts';
import { clearSessionCookie } from '../../site/session-cookie.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { SessionFormVisit, Visit } from '../visit.ts';
import { findSignedIn } from '../visitor.ts';

export async function signOut(
  service: Service,
  { reply, publication, session }: SessionFormVisit,
): Promise<FastifyReply> {
  await end(service, publication, { customerId: session.customerId, only: session.id, endedBy: 'reader' });
  return redirectTo(reply, '/signed-out', [clearSessionCookie(publication)]);
}

/** Ends every session of the customer, in all browsers. */
export async function signOutEverywhere(
  service: Service,
  { reply, publication, session }: SessionFormVisit,
): Promise<FastifyReply> {
  await end(service, publication, { customerId: session.customerId, endedBy: 'reader_elsewhere' });
  return redirectTo(reply, '/signed-out?done=everywhere', [clearSessionCookie(publication)]);
}

/** The page after signing out. Whoever is signed in is led to their account. */
export async function showSignedOut(
  service: Service,
  { request, reply, publication, query }: Visit,
): Promise<FastifyReply> {
  if ((await findSignedIn(service, publication, request)) !== undefined) return redirectTo(reply, '/');
  const isEverywhere = valueOf(query, 'done') === 'everywhere';
  return showPage(reply, publication, 'sign-in/signed-out', { refusedRedirect: undefined, isEverywhere });
}

/** Ends one session of the list. A session that belongs to another customer or has ended is ignored silently. */
export async function endListedSession(
  service: Service,
  { request, reply, publication, session }: SessionFormVisit,
): Promise<FastifyReply> {
  const { id = '' } = request.params as { id?: string };
  const endedBy = id === session.id ? 'reader' : 'reader_elsewhere';
  await end(service, publication, { customerId: session.customerId, only: id, endedBy });
  return redirectTo(reply, '/?done=session', id === session.id ? [clearSessionCookie(publication)] : []);
}

async function end(
  { database, clock }: Service,
  publication: PublicationRow,
  sessions: Omit<SessionsToEnd, 'by'>,
): Promise<void> {
  await database.transaction((transaction) =>
    endSessions(publication, transaction, clock, { ...sessions, by: 'sign_out' }),
  );
}
