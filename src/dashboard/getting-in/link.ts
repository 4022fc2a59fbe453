// `/dashboard/link/:token`: a link that signs in once, which `npm start` and the command line print. Opening it uses up
// nothing; the button does.
import type { FastifyReply } from 'fastify';
import { redeemSignInLink } from '../../models/staff/sign-in-link.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { FRESH } from '../../site/form.ts';
import { tryCode } from '../../site/typed-code.ts';
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
  const { request, reply } = visit;
  const cookies = await tryLink(service, visit, () =>
    service.database.transaction(async (transaction) => {
      const staffId = await redeemSignInLink(transaction, service.clock, tokenOf(request.params));
      return staffId && signIn(service, visit, transaction, staffId);
    }),
  );
  service.securityLog.record('staff_sign_in', { request });
  return redirectTo(reply, '/dashboard', cookies);
}

/** Throws LinkOver for a link that is not found, and TooManyRequests for one network that tries many. */
export async function tryLink<Found extends object>(
  service: Service,
  { request, site }: StaffVisit,
  find: () => Promise<Found | '' | undefined>,
): Promise<Found> {
  const typed = { kind: 'staff_link', request } as const;
  const tried = await tryCode(service, site, typed, async () => (await find()) || undefined);
  if (tried.state === 'limited') throw new TooManyRequests(tried.resetsIn);
  if (tried.state === 'unknown') throw new LinkOver();
  return tried.found;
}

export function tokenOf(params: unknown): string {
  const { token = '' } = params as { token?: string };
  return /^[0-9A-Za-z]{43}$/.test(token) ? token : '';
}
