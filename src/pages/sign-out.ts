// The sign-out buttons of the account page (service.md, Events: the back-channel logout is emitted when a customer signs out by using
// them; decisions 24 and 25). The notices are recorded in the transaction that ends the session; the page never waits for receivers.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../database/connection.ts';
import type { PublicationRow } from '../models/publication.ts';
import { endOtherSessions, endSession } from '../models/session.ts';
import { recordBackchannelLogouts } from '../outbound/backchannel-logout.ts';
import type { Service } from '../service.ts';
import { goTo } from '../site/render.ts';
import { clearedSessionCookie } from '../site/session-cookie.ts';
import type { SessionFormVisit } from './visit.ts';

export async function signOut(service: Service, { reply, publication, session }: SessionFormVisit): Promise<FastifyReply> {
  await service.database.transaction((transaction) => endThis(service, publication, transaction, session));
  return leave(service, reply, publication);
}

/** Ends every session of the customer, in all browsers. */
export async function signOutEverywhere(service: Service, { reply, publication, session }: SessionFormVisit): Promise<FastifyReply> {
  const { database, clock } = service;
  const { customerId } = session;
  await database.transaction(async (transaction) => {
    await endThis(service, publication, transaction, session);
    const others = await endOtherSessions(publication, transaction, clock, customerId, session.id);
    for (const sid of others) await recordBackchannelLogouts(publication, transaction, clock, { sid, customerId });
  });
  return leave(service, reply, publication);
}

/** Of two clicks at once, one ends the session and sends the notices. */
async function endThis(
  { clock }: Service,
  publication: PublicationRow,
  transaction: Transaction,
  { id: sid, customerId }: { id: string; customerId: string },
): Promise<void> {
  const isEndedNow = await endSession(publication, transaction, clock, sid);
  if (isEndedNow) await recordBackchannelLogouts(publication, transaction, clock, { sid, customerId });
}

function leave(service: Service, reply: FastifyReply, publication: PublicationRow): FastifyReply {
  service.wakeWorker();
  return goTo(reply, publication, '/', [clearedSessionCookie(publication)]);
}
