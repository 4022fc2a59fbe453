// Runs what a form of the dashboard does: once, however often the form is sent, and with its entry in the audit log, all
// in one transaction.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../database/connection.ts';
import { hashSecret } from '../database/secrets.ts';
import type { Act, Actor } from '../models/act.ts';
import { Conflict, InvalidValue } from '../models/errors.ts';
import { claimIdempotencyKey, storeIdempotencyAnswer } from '../models/publication/idempotency-answer.ts';
import { HOUSE_ID } from '../models/publication/publication.ts';
import type { Tenant } from '../models/record.ts';
import { recordAct } from '../models/staff/audit-entry.ts';
import { listMemberships } from '../models/staff/role.ts';
import type { StaffSession } from '../models/staff/staff-session.ts';
import { shownNetworkOf } from '../security/network.ts';
import type { Service } from '../service.ts';
import { MalformedRequest } from '../site/errors.ts';
import { faulty, fieldOf, type FormState } from '../site/form.ts';
import type { Language } from '../views/language.ts';
import { isTextKey } from '../views/text.ts';
import { goTo } from './show.ts';
import type { FormVisit, StaffSessionFormVisit } from './visit.ts';

/** Of a page, and with the record that the form is for where the page has a form for each of several. */
const FORM_ID = /^[0-9A-Za-z]{43}(?:-[0-9a-z_-]{1,64})?$/;

/** What an act leaves for the page that follows it, as JSON can hold it, and its entry in the audit log. */
export interface Done<Result> {
  readonly result: Result;
  readonly act: Act;
}

/**
 * Runs the work and records the act. A form that is sent again as it was, by a second click or after "back", gets
 * the result of the first time. Throws what the work throws, with nothing done.
 */
export function runAct<Result>(
  service: Service,
  visit: FormVisit,
  work: (transaction: Transaction) => Promise<Done<Result>>,
): Promise<Result> {
  const { publication } = visit.session;
  return runOnce(service, visit, publication, async (transaction) => {
    const { result, act } = await work(transaction);
    await recordAct(publication, transaction, service.clock, { actor: actorOf(visit.session, visit.request), act });
    return result;
  });
}

/** Runs a form of a page about the person whose act is one of another publication, which its result names. */
export function runActOf<Result>(
  service: Service,
  visit: StaffSessionFormVisit,
  work: (transaction: Transaction) => Promise<Done<Result> & { readonly publication: Tenant }>,
): Promise<Result> {
  return runOnce(service, visit, { id: HOUSE_ID }, async (transaction) => {
    const { result, act, publication } = await work(transaction);
    await recordAct(publication, transaction, service.clock, { actor: actorOf(visit.session, visit.request), act });
    return result;
  });
}

/**
 * Runs what somebody changes about their own sign-in. Our choice: it stands in the audit log of each publication in which
 * they have a role, as it concerns who gets in there.
 */
export function runPersonalAct<Result>(
  service: Service,
  visit: StaffSessionFormVisit,
  work: (transaction: Transaction) => Promise<Done<Result>>,
): Promise<Result> {
  const { session, request } = visit;
  return runOnce(service, visit, { id: HOUSE_ID }, async (transaction) => {
    const { result, act } = await work(transaction);
    const actor = actorOf(session, request);
    for (const publication of await listMemberships(transaction, session.staffId))
      await recordAct(publication, transaction, service.clock, { actor, act });
    return result;
  });
}

function runOnce<Result>(
  { database, clock, secretKeys }: Service,
  visit: StaffSessionFormVisit,
  tenant: Tenant,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const formId = formIdOf(visit);
  // A page may hold several buttons: another one, or changed fields, is another act.
  const [path = ''] = visit.request.url.split('?');
  const files = [
    ...Object.entries(visit.uploads).map(([name, bytes]) => [name, hash('sha256', bytes)]),
    ...Object.entries(visit.kept).map(([name, file]) => [name, typeof file === 'string' ? file : file.digest]),
  ];
  const requestHash = hashSecret(JSON.stringify([path, visit.form.pairs, files]));
  const request = { key: `form ${visit.session.id} ${formId} ${requestHash}`, requestHash };
  return database.transaction(async (transaction) => {
    const stored = await claimIdempotencyKey(tenant, transaction, clock, secretKeys, request);
    if (stored !== undefined) {
      if (!stored.isSameRequest || stored.answer === undefined) throw new MalformedRequest('form_id of another form');
      // Written below from a Result.
      return JSON.parse(stored.answer.body) as Result;
    }
    const result = await work(transaction);
    const answer = { status: 200, body: JSON.stringify(result) };
    await storeIdempotencyAnswer(tenant, transaction, secretKeys, request.key, answer);
    return result;
  });
}

/** Throws MalformedRequest for a form that no page of ours sent. */
export function formIdOf({ form }: Pick<StaffSessionFormVisit, 'form'>): string {
  const formId = fieldOf(form, 'form_id');
  if (!FORM_ID.test(formId)) throw new MalformedRequest('the form has no form_id');
  return formId;
}

/**
 * Runs the act of a form that has nothing to show, and goes on to a page.
 * @param next `path` follows the publication's; `done` is the key of the notice there, `dashboard.done.KEY`; `focus` is
 * the id of an element there
 */
export async function actAndGo(
  service: Service,
  visit: FormVisit,
  next: { readonly path: string; readonly done: string; readonly focus?: string },
  work: (transaction: Transaction) => Promise<Act>,
): Promise<FastifyReply> {
  await runAct(service, visit, async (transaction) => ({ result: null, act: await work(transaction) }));
  return goTo(visit, next.path, next.done, next.focus);
}

/** The staff member, as the audit log names them. */
export function actorOf({ staffId, name, email }: StaffSession, request: FastifyRequest): Actor {
  return {
    kind: 'staff',
    id: staffId,
    name: name ?? email,
    network: shownNetworkOf(request.ip) ?? null,
    requestId: request.id,
  };
}

/**
 * The form with the fault that a model found in what was typed, in the words of the page: `dashboard.fault.FIELD`, or
 * `dashboard.taken.FIELD` for a clash with what is stored. Where the model gives a reason, the same with `-REASON` behind
 * it comes first. Rethrows every other error.
 */
export function toFault({ t }: Language, error: unknown): FormState {
  if (!(error instanceof InvalidValue) && !(error instanceof Conflict)) throw error;
  const { field, reason } = error;
  const general = `dashboard.${error instanceof Conflict ? 'taken' : 'fault'}.${field}`;
  const key = [`${general}-${reason ?? ''}`, general].find(isTextKey);
  if (key === undefined) throw error;
  return faulty([{ field, message: t(key) }]);
}
