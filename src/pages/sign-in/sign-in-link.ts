// `/sign-in-link/:token`: the link in a mail that a publisher sent to a reader who could not get in. Opening it uses up
// nothing, as mail programs open links by themselves; the button does.
import type { FastifyReply } from 'fastify';
import { normalizeEmail } from '../../models/email-address.ts';
import { findCustomer } from '../../models/people/customer-summary.ts';
import { findSignInLink, redeemSignInLink } from '../../models/sign-in/sign-in-link.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { findContinueUrl } from '../../site/destinations.ts';
import { deviceCookie } from '../../site/device-cookie.ts';
import { SignInLinkOver } from '../../site/publication-kind.ts';
import { findSessionOf } from '../../site/session-cookie.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { Proof } from '../proof.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { continueOrigins } from './application.ts';
import { findOrCreateOwner } from './owner.ts';
import { startSessionFor } from './start-session.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'sign-in/sign-in-link': { readonly csrfToken: string; readonly action: string };
  }
}

export async function showSignInLink(service: Service, visit: Visit): Promise<FastifyReply> {
  const { request, reply, publication } = visit;
  const token = tokenOf(visit);
  const link = await findSignInLink(publication, service.database, service.clock, token);
  if (link === undefined) throw new SignInLinkOver();
  const browser = ensureBrowserCookie(publication, request);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, browser.value);
  const data = { csrfToken, action: `/sign-in-link/${token}` };
  const options = { cookies: [browser.setCookie], formActionOrigins: continueOrigins(link.destination ?? undefined) };
  return showPage(reply, publication, 'sign-in/sign-in-link', data, options);
}

/** The mail has proved the address, as a code does. Throws SignInLinkOver. */
export async function followSignInLink(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication } = visit;
  const { database, clock, secretKeys, securityLog } = service;
  const session = await findSessionOf(service, publication, request);
  const { cookie, emailNormalized, destination } = await database.transaction(async (transaction) => {
    const link = await redeemSignInLink(publication, transaction, clock, tokenOf(visit));
    const customer = link && (await findCustomer(publication, transaction, link.customerId));
    if (link === undefined || customer?.email === undefined || customer.email === null) throw new SignInLinkOver();
    const address = { email: customer.email, emailNormalized: normalizeEmail(customer.email) };
    const intent = { purpose: 'sign-in', returnTo: null } as const;
    const proof: Proof = { ...visit, transaction, address, intent, session };
    const owner = await findOrCreateOwner(service, proof);
    return {
      cookie: await startSessionFor(service, proof, owner.id),
      emailNormalized: address.emailNormalized,
      destination: link.destination,
    };
  });
  securityLog.record('sign_in', { publication, request, who: emailNormalized });
  const cookies = [cookie, deviceCookie(secretKeys, publication, request, emailNormalized)];
  // A host may have left the allowlist since.
  return redirectTo(reply, (await findContinueUrl(service, publication, destination ?? undefined)) ?? '/', cookies);
}

function tokenOf({ request }: Visit): string {
  const { token = '' } = request.params as { token?: string };
  return /^[0-9A-Za-z]{43}$/.test(token) ? token : '';
}
