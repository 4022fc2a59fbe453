// `/dashboard/prove`: before a sensitive page or act, the person proves once more that it is them, by a code (decisions
// 37). The code's page then leads back.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { fieldOf, FRESH } from '../../site/form.ts';
import { redirectTo } from '../../views/render.ts';
import { showStaffPage, type DashboardData } from '../show.ts';
import type { StaffSessionFormVisit, StaffSessionVisit } from '../visit.ts';
import { sendStaffCode } from './send-code.ts';
import { toDashboardPath, tooMany } from './sign-in.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/prove': DashboardData & { readonly email: string; readonly returnTo: string };
  }
}

export async function showProve(service: Service, visit: StaffSessionVisit): Promise<FastifyReply> {
  const returnTo = toDashboardPath(valueOf(visit.query, 'return_to'));
  return showStaffPage(service, visit, 'dashboard/getting-in/prove', { email: visit.session.email, returnTo }, FRESH);
}

export async function requestProof(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  const { request, reply, site, session, form, language } = visit;
  const returnTo = toDashboardPath(fieldOf(form, 'return_to'));
  const browser = ensureBrowserCookie(site, request);
  const address = parseEmailAddress(session.email);
  const sent = await sendStaffCode(service, visit, { address, browser: browser.value, returnTo });
  if (sent.state === 'sent') return redirectTo(reply, site, `/dashboard/code/${sent.id}`, [browser.setCookie]);
  const data = { email: session.email, returnTo };
  return showStaffPage(service, visit, 'dashboard/getting-in/prove', data, tooMany(language, sent.resetsIn));
}
