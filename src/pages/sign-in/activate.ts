// `/activate`: takes an activation code that the publisher handed out (service.md, Data API rule 3; decisions 10). The
// right one redirects to the activation URL; attempts are rate limited.
import type { FastifyReply } from 'fastify';
import { InvalidValue } from '../../models/errors.ts';
import { activationPath } from '../../models/people/activation.ts';
import {
  countActivationCode,
  findByActivationCode,
  type UnactivatedCustomer,
} from '../../models/people/unactivated-customer.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { csrfTokenFor } from '../../site/csrf.ts';
import { sourceOf } from '../../site/email-code.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { faulty, fieldOf, FRESH, type FormState } from '../../site/form.ts';
import type { FormData } from '../../views/page-data.ts';
import { redirectTo, showPage } from '../../views/render.ts';
import type { FormVisit, Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'sign-in/activate': FormData & { readonly code: string };
  }
}

export async function showActivate(service: Service, visit: Visit): Promise<FastifyReply> {
  return showForm(service, visit, '', FRESH);
}

export async function submitActivationCode(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { request, reply, publication, form, language } = visit;
  const { secretKeys, securityLog, limiter } = service;
  const event = { publication, request };
  const code = fieldOf(form, 'code');
  const counted = await countActivationCode(limiter, secretKeys, sourceOf(request.ip));
  if (counted.isExceeded) {
    if (!counted.isRemembered) securityLog.record('activation_code_limited', event);
    throw new TooManyRequests(counted.resetsIn);
  }
  const customer = await find(service, visit, code);
  if (customer !== undefined) return redirectTo(reply, publication, activationPath(secretKeys, customer.id));
  securityLog.record('activation_code_wrong', event);
  return showForm(service, visit, code, faulty([{ field: 'code', message: language.t('activate.unknown') }]));
}

/** Undefined for an unknown code, one of a wrong length included. */
async function find(
  { database, secretKeys }: Service,
  { publication }: Visit,
  code: string,
): Promise<UnactivatedCustomer | undefined> {
  try {
    return await findByActivationCode(publication, database, secretKeys, code);
  } catch (error) {
    if (error instanceof InvalidValue) return undefined;
    throw error;
  }
}

function showForm(
  service: Service,
  { request, reply, publication }: Visit,
  code: string,
  state: FormState,
): FastifyReply {
  const browser = ensureBrowserCookie(publication, request);
  const csrfToken = csrfTokenFor(service.secretKeys, publication, browser.value);
  return showPage(
    reply,
    publication,
    'sign-in/activate',
    { csrfToken, errors: state.errors, code },
    { ...state, cookies: [browser.setCookie] },
  );
}
