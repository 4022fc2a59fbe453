// `/dashboard/invitations/:token`: accepts an invitation. The token came by mail, so it proves the address and signs in.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { getPublication } from '../../models/publication/publication.ts';
import { recordAct } from '../../models/staff/audit-entry.ts';
import { acceptInvitation, findInvitation } from '../../models/staff/invitation.ts';
import { findStaffMember } from '../../models/staff/staff-member.ts';
import type { StaffSession } from '../../models/staff/staff-session.ts';
import { shownNetworkOf } from '../../security/network.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { pathWith } from '../../site/destinations.ts';
import { FRESH } from '../../site/form.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { SIGN_IN_PATH } from '../dashboard-kind.ts';
import { findStaffSessionOf } from '../staff-cookie.ts';
import type { StaffFormVisit, StaffVisit } from '../visit.ts';
import { signIn } from './code.ts';
import { tokenOf, tryLink } from './link.ts';

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

export async function showInvitation(service: Service, visit: StaffVisit): Promise<FastifyReply> {
  const { request, reply, site, language } = visit;
  const token = tokenOf(request.params);
  const invitation = await tryLink(service, visit, () => findInvitation(service.database, service.clock, token));
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
  const { database } = service;
  const session = await findStaffSessionOf(service, site, request);
  const result = await tryLink(service, visit, () =>
    database.transaction((transaction) => accept(service, visit, transaction, session)),
  );
  if (result.state === 'sign in first') {
    const returnTo = `/dashboard/invitations/${tokenOf(request.params)}`;
    return redirectTo(reply, pathWith(SIGN_IN_PATH, { return_to: returnTo }));
  }
  service.securityLog.record('staff_sign_in', { request });
  return redirectTo(reply, `/dashboard/${result.publicationId}`, result.cookies);
}

type Accepted =
  | { readonly state: 'accepted'; readonly publicationId: string; readonly cookies: readonly string[] }
  | { readonly state: 'sign in first' };

/**
 * Accepts the invitation. A mail signs in nobody who switched e-mailed codes off: they accept it once they are signed in.
 * Undefined for an invitation that is over.
 */
async function accept(
  service: Service,
  visit: StaffFormVisit,
  transaction: Transaction,
  session: StaffSession | undefined,
): Promise<Accepted | undefined> {
  const { request } = visit;
  const { clock } = service;
  const token = tokenOf(request.params);
  const invitation = await findInvitation(transaction, clock, token);
  if (invitation === undefined) return undefined;
  const known = await findStaffMember(transaction, invitation.emailNormalized);
  const isByMail = known === undefined || known.codeDisabledAt === null;
  if (!isByMail && known.id !== session?.staffId) return { state: 'sign in first' };
  const accepted = await acceptInvitation(transaction, clock, token);
  if (accepted === undefined) return undefined;
  const { id, email } = accepted.member;
  const { publicationId } = invitation;
  await recordAct({ id: publicationId }, transaction, clock, {
    actor: { kind: 'staff', id, name: email, network: shownNetworkOf(request.ip) ?? null, requestId: request.id },
    act: { name: 'invitation.accept', recordId: invitation.id, recordName: email },
  });
  const cookies = isByMail ? await signIn(service, visit, transaction, id) : [];
  return { state: 'accepted', publicationId, cookies };
}
