// `/dashboard/prove`: before a sensitive page or act, the person proves once more that it is them, by a passkey or a code
// (decisions 37). Either leads back.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { CHALLENGE_LIFETIME_SECONDS } from '../../models/staff/passkey-challenge.ts';
import { listPasskeys } from '../../models/staff/passkey.ts';
import type { Service } from '../../service.ts';
import { ensureBrowserCookie } from '../../site/browser-cookie.ts';
import { pathWith } from '../../site/destinations.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { redirectTo } from '../../views/render.ts';
import { showStaffPage, type DashboardData } from '../show.ts';
import type { StaffSessionFormVisit, StaffSessionVisit } from '../visit.ts';
import { askForPasskey } from './passkey-ceremony.ts';
import { sendStaffCode } from './send-code.ts';
import { toDashboardPath, tooMany, type PasskeyQuestion } from './sign-in.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/getting-in/prove': DashboardData & {
      readonly email: string;
      readonly returnTo: string;
      /** Undefined for somebody without a passkey. */
      readonly question: PasskeyQuestion | undefined;
      readonly isCodeOn: boolean;
      readonly recoveryPath: string;
    };
  }
}

export async function showProve(service: Service, visit: StaffSessionVisit): Promise<FastifyReply> {
  return showProof(service, visit, toDashboardPath(valueOf(visit.query, 'return_to')), FRESH);
}

export async function requestProof(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  const { request, reply, site, session, form, language } = visit;
  const returnTo = toDashboardPath(fieldOf(form, 'return_to'));
  const browser = ensureBrowserCookie(site, request);
  const address = parseEmailAddress(session.email);
  const sent = await sendStaffCode(service, visit, { address, browser: browser.value, returnTo });
  if (sent.state === 'sent') return redirectTo(reply, `/dashboard/code/${sent.id}`, [browser.setCookie]);
  return showProof(service, visit, returnTo, tooMany(language, sent.resetsIn));
}

export async function showProof(
  service: Service,
  visit: StaffSessionVisit,
  returnTo: string,
  state: FormState,
): Promise<FastifyReply> {
  const { site, session } = visit;
  const own = await listPasskeys(service.database, session.staffId);
  const question: PasskeyQuestion | undefined =
    own.length === 0
      ? undefined
      : {
          action: '/dashboard/prove/passkey',
          options: await askForPasskey(service, site, { ceremony: 'proof', holder: session.id }, own),
          seconds: CHALLENGE_LIFETIME_SECONDS,
          fresh: pathWith('/dashboard/prove', { return_to: returnTo }),
          isInField: false,
        };
  const data = {
    email: session.email,
    returnTo,
    question,
    isCodeOn: session.codeDisabledAt === null,
    recoveryPath: pathWith('/dashboard/recovery', { return_to: returnTo }),
  };
  const options = question === undefined ? state : ({ ...state, script: 'passkey' } as const);
  return showStaffPage(service, visit, 'dashboard/getting-in/prove', data, options);
}
