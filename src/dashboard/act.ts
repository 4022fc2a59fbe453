// Runs what a form of the dashboard does: once, however often the form is sent, and with its entry in the audit log, all
// in one transaction.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transaction } from '../database/connection.ts';
import { networkOf } from '../http/network.ts';
import { Conflict, InvalidValue } from '../models/errors.ts';
import { claimIdempotencyKey, storeIdempotencyAnswer } from '../models/publication/idempotency-answer.ts';
import type { Tenant } from '../models/record.ts';
import { recordAct, type Act, type Actor } from '../models/staff/audit-entry.ts';
import type { StaffSession } from '../models/staff/staff-session.ts';
import type { Service } from '../service.ts';
import { MalformedRequest } from '../site/errors.ts';
import { faulty, fieldOf, type FormState } from '../site/form.ts';
import type { Language } from '../views/language.ts';
import { isTextKey } from '../views/text.ts';
import { goTo } from './show.ts';
import type { FormVisit, StaffSessionFormVisit } from './visit.ts';

const FORM_ID = /^[0-9A-Za-z]{43}$/;

/** What an act leaves for the page that follows it, as JSON can hold it, and its entry in the audit log. */
export interface Done<Result> {
  readonly result: Result;
  readonly act: Act;
  /** Whose audit log it is for, where the form is not on a page of that publication. */
  readonly of?: Tenant;
}

/**
 * Runs the work and records the act. A form that is sent again, by a second click or after "back", gets the result of
 * the first time. Throws what the work throws, with nothing done.
 */
export function runAct<Result>(
  service: Service,
  visit: FormVisit,
  work: (transaction: Transaction) => Promise<Done<Result>>,
): Promise<Result> {
  return runActOf(service, visit, visit.session.publication, work);
}

/** The same for a form of a page about the person. @param publication under which it is remembered that it ran */
export async function runActOf<Result>(
  service: Service,
  visit: StaffSessionFormVisit,
  publication: Tenant,
  work: (transaction: Transaction) => Promise<Done<Result>>,
): Promise<Result> {
  const { database, clock, secretKeys } = service;
  const { id } = visit.session;
  const formId = fieldOf(visit.form, 'form_id');
  if (!FORM_ID.test(formId)) throw new MalformedRequest('the form has no form_id');
  const [path = ''] = visit.request.url.split('?');
  const request = { key: `form ${id} ${formId}`, requestHash: path };
  return database.transaction(async (transaction) => {
    const stored = await claimIdempotencyKey(publication, transaction, clock, secretKeys, request);
    if (stored !== undefined) {
      if (!stored.isSameRequest || stored.answer === undefined) throw new MalformedRequest('form_id of another form');
      // Written below from a Result.
      return JSON.parse(stored.answer.body) as Result;
    }
    const { result, act, of } = await work(transaction);
    const actor = actorOf(visit.session, visit.request);
    await recordAct(of ?? publication, transaction, clock, { actor, act });
    const answer = { status: 200, body: JSON.stringify(result) };
    await storeIdempotencyAnswer(publication, transaction, secretKeys, request.key, answer);
    return result;
  });
}

/**
 * Runs the act of a form that has nothing to show, and goes on to a page.
 * @param next `path` follows the publication's; `done` is the key of the notice there, `dashboard.done.KEY`
 */
export async function actAndGo(
  service: Service,
  visit: FormVisit,
  next: { readonly path: string; readonly done: string },
  work: (transaction: Transaction) => Promise<Act>,
): Promise<FastifyReply> {
  await runAct(service, visit, async (transaction) => ({ result: null, act: await work(transaction) }));
  return goTo(visit, next.path, next.done);
}

function actorOf({ staffId, name, email }: StaffSession, request: FastifyRequest): Actor {
  return {
    kind: 'staff',
    id: staffId,
    name: name ?? email,
    network: networkOf(request.ip).near,
    requestId: request.id,
  };
}

/**
 * The form with the fault that a model found in what was typed, in the words of the page: `dashboard.fault.FIELD`, or
 * `dashboard.taken.FIELD` for a clash with what is stored. Where the model gives a reason, `dashboard.fault.FIELD-REASON`
 * comes before them. Rethrows every other error.
 */
export function toFault({ t }: Language, error: unknown): FormState {
  if (!(error instanceof InvalidValue) && !(error instanceof Conflict)) throw error;
  const { field } = error;
  const reason = error instanceof InvalidValue ? `dashboard.fault.${field}-${error.reason ?? ''}` : '';
  const key = [reason, `dashboard.${error instanceof Conflict ? 'taken' : 'fault'}.${field}`].find(isTextKey);
  if (key === undefined) throw error;
  return faulty([{ field, message: t(key) }]);
}
