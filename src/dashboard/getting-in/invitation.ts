// `/dashboard/invitations/:token`: accepts an invitation. The token came by mail, so it proves the address and signs in.
import type { FastifyReply } from 'fastify';
import { getPublication } from '../../models/publication/publication.ts';
import { recordAct } from '../../models/staff/audit-entry.ts';
import { acceptInvitation, findInvitation } from '../../models/staff/invitation.ts';
import { shownNetworkOf } from '../../security/network.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { FRESH } from '../../site/form.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { LinkOver } from '../link-over.ts';
import type { StaffFormVisit, StaffVisit } from '../visit.ts';
import { signIn } from './code.ts';
import { tokenOf } from './link.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/invitation': FormData & {
      readonly action: string;
      readonly publication: string;
      readonly email: string;
      /** What the role may do. */
      readonly role: string;
    };
  }
}

export async function showInvitation(
  service: Service,
  { request, reply, site, language }: StaffVisit,
): Promise<FastifyReply> {
  const token = tokenOf(request.params);
  const invitation = await findInvitation(service.database, service.clock, token);
  if (invitation === undefined) throw new LinkOver();
  const { name } = await getPublication(service.database, invitation.publicationId);
  const browser = ensureBrowserCookie(site, request);
  const data = {
    csrfToken: csrfTokenFor(service.secretKeys, site, browser.value),
    errors: FRESH.errors,
    action: `/dashboard/invitations/${token}`,
    publication: name,
    email: invitation.email,
    role: language.t(`dashboard.role.${invitation.role}-may`),
  };
  return showPage(reply, site, 'dashboard/getting-in/invitation', data, { cookies: [browser.setCookie] });
}

export async function submitInvitation(service: Service, visit: StaffFormVisit): Promise<FastifyReply> {
  const { request, reply, site } = visit;
  const { database, clock } = service;
  const result = await database.transaction(async (transaction) => {
    const accepted = await acceptInvitation(transaction, clock, tokenOf(request.params));
    if (accepted === undefined) return undefined;
    const { invitation, member } = accepted;
    const { id, email } = member;
    await recordAct({ id: invitation.publicationId }, transaction, clock, {
      actor: { kind: 'staff', id, name: email, network: shownNetworkOf(request.ip) ?? null, requestId: request.id },
      act: { name: 'invitation.accept', recordId: invitation.id, recordName: email },
    });
    return { cookies: await signIn(service, visit, transaction, id), publicationId: invitation.publicationId };
  });
  service.securityLog.record(result ? 'staff_sign_in' : 'staff_link_refused', { request });
  if (result === undefined) throw new LinkOver();
  return redirectTo(reply, site, `/dashboard/${result.publicationId}`, result.cookies);
}
