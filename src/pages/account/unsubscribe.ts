// `/unsubscribe/:token`: the link in an invitation by which its reader gets no other one. Opening it changes nothing, as
// mail programs open links by themselves. They also send its form by themselves when their reader asks them to (RFC 8058):
// without cookies, with any body, and following no redirect.
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { findUnsubscriber, refuseInvitations } from '../../models/people/customer-mail-choice.ts';
import type { Service } from '../../service.ts';
import { showPage } from '../../views/render.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'account/unsubscribe': { readonly path: string };
    'account/unsubscribed': object;
  }
}

export async function showUnsubscribe(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication } = visit;
  getUnsubscriber(service, visit);
  const [path = ''] = request.url.split('?');
  return showPage(reply, publication, 'account/unsubscribe', { path });
}

export async function unsubscribe(service: Service, visit: Visit): Promise<FastifyReply> {
  const { reply, publication } = visit;
  const customerId = getUnsubscriber(service, visit);
  await service.database.transaction((transaction) =>
    refuseInvitations(publication, transaction, service.clock, customerId),
  );
  return showPage(reply, publication, 'account/unsubscribed', {});
}

/** Throws NotFound for a token that we did not make. */
function getUnsubscriber({ secretKeys }: Service, { request, publication }: Visit): string {
  const { token = '' } = request.params as { token?: string };
  const customerId = findUnsubscriber(secretKeys, publication, token);
  if (customerId === undefined) throw new NotFound('No such link');
  return customerId;
}
