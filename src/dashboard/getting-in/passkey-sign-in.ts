// `/dashboard/passkey` and `/dashboard/prove/passkey`: a passkey in place of the e-mailed code, to begin a session or as a
// fresh proof in one. An unknown passkey gets the answer of a wrong one.
import type { FastifyReply } from 'fastify';
import type { ChallengeUse } from '../../models/staff/passkey-challenge.ts';
import { usePasskey, type Passkey } from '../../models/staff/passkey.ts';
import type { Service } from '../../service.ts';
import { TooManyRequests } from '../../site/errors.ts';
import { faulty, fieldOf, type FormState } from '../../site/form.ts';
import { tryCode } from '../../site/typed-code.ts';
import type { Language } from '../../views/language.ts';
import { redirectTo } from '../../views/render.ts';
import type { StaffFormVisit, StaffSessionFormVisit } from '../visit.ts';
import { signIn } from './code.ts';
import { checkPasskey } from './passkey-ceremony.ts';
import { showProof } from './prove.ts';
import { showSignInForm, toDashboardPath } from './sign-in.ts';

export async function signInByPasskey(service: Service, visit: StaffFormVisit): Promise<FastifyReply> {
  const { reply, form, browser, language } = visit;
  const returnTo = toDashboardPath(fieldOf(form, 'return_to'));
  const cookies = await tryPasskey(service, visit, { ceremony: 'sign-in', holder: browser });
  if (cookies === undefined) return showSignInForm(service, visit, { email: '', returnTo }, refused(language));
  return redirectTo(reply, returnTo, cookies);
}

export async function proveByPasskey(service: Service, visit: StaffSessionFormVisit): Promise<FastifyReply> {
  const { reply, form, session, language } = visit;
  const returnTo = toDashboardPath(fieldOf(form, 'return_to'));
  const isOwn = ({ staffId }: Pick<Passkey, 'staffId'>): boolean => staffId === session.staffId;
  const cookies = await tryPasskey(service, visit, { ceremony: 'proof', holder: session.id }, isOwn);
  if (cookies === undefined) return showProof(service, visit, returnTo, refused(language));
  return redirectTo(reply, returnTo, cookies);
}

/** Returns the Set-Cookie header values; undefined for a passkey that does not count. Throws TooManyRequests. */
async function tryPasskey(
  service: Service,
  visit: StaffFormVisit | StaffSessionFormVisit,
  use: ChallengeUse,
  isAdmitted: (passkey: Pick<Passkey, 'staffId'>) => boolean = () => true,
): Promise<readonly string[] | undefined> {
  const { request, site, form } = visit;
  const { database, clock, secretKeys, securityLog } = service;
  const credential = fieldOf(form, 'credential');
  const tried = await tryCode(service, site, { kind: 'staff_passkey', request }, async () => {
    const passkey = await checkPasskey(service, site, { ...use, credential });
    if (passkey === undefined || !isAdmitted(passkey)) return undefined;
    const cookies = await database.transaction(async (transaction) =>
      (await usePasskey(transaction, clock, secretKeys, passkey))
        ? signIn(service, visit, transaction, passkey.staffId)
        : undefined,
    );
    return cookies && { cookies, staffId: passkey.staffId };
  });
  if (tried.state === 'limited') throw new TooManyRequests(tried.resetsIn);
  if (tried.state === 'unknown') return undefined;
  securityLog.record('staff_sign_in', { request, record: tried.found.staffId });
  return tried.found.cookies;
}

function refused({ t }: Language): FormState {
  return faulty([{ field: 'passkey', message: t('dashboard.passkey.refused') }]);
}
