// `/dashboard/link/:token`: a link that signs in once, which `npm start` and the command line print. Opening it uses up
// nothing; the button does.
import type { FastifyReply } from 'fastify';
import { redeemSignInLink } from '../../models/staff/sign-in-link.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { FRESH } from '../../site/form.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import { LinkOver } from '../link-over.ts';
import type { StaffFormVisit, StaffVisit } from '../visit.ts';
import { signIn } from './code.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/link': FormData & { readonly action: string };
  }
}

export async function showSignInLink(service: Service, { request, reply, site }: StaffVisit): Promise<FastifyReply> {
  const browser = ensureBrowserCookie(site, request);
  const csrfToken = csrfTokenFor(service.secretKeys, site, browser.value);
  const data = { csrfToken, errors: FRESH.errors, action: `/dashboard/link/${tokenOf(request.params)}` };
  return showPage(reply, site, 'dashboard/getting-in/link', data, { cookies: [browser.setCookie] });
}

export async function submitSignInLink(service: Service, visit: StaffFormVisit): Promise<FastifyReply> {
  const { request, reply, site } = visit;
  const cookies = await service.database.transaction(async (transaction) => {
    const staffId = await redeemSignInLink(transaction, service.clock, tokenOf(request.params));
    return staffId && signIn(service, visit, transaction, staffId);
  });
  service.securityLog.record(cookies ? 'staff_sign_in' : 'staff_link_refused', { request });
  if (!cookies) throw new LinkOver();
  return redirectTo(reply, site, '/dashboard', cookies);
}

export function tokenOf(params: unknown): string {
  const { token = '' } = params as { token?: string };
  return /^[0-9A-Za-z]{43}$/.test(token) ? token : '';
}
