// What the forms on a person's page do: join and leave newsletters, end sessions, send a mail again, write a note. The
// page shows a fault, with what was typed.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { valueOf } from '../../http/bodies/form.ts';
import type { Act } from '../../models/act.ts';
import { getNewsletter } from '../../models/catalog/newsletter.ts';
import { Conflict, NotFound } from '../../models/errors.ts';
import { findStoppedAddresses, mailSpansOf } from '../../models/lifecycle/mails-of-person.ts';
import { mailPaymentAgain } from '../../models/money/payment.ts';
import { findMailTo } from '../../models/outbox/mail-log.ts';
import { resendDelivery } from '../../models/outbox/resend.ts';
import { isRefused } from '../../models/people/customer-mail-choice.ts';
import { subscribeToNewsletter, unsubscribeFromNewsletter } from '../../models/people/newsletter-subscription.ts';
import { addNote } from '../../models/people/note.ts';
import { endSessions } from '../../models/sign-in/session.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { actAndGo, toFault } from '../act.ts';
import type { FormVisit } from '../visit.ts';
import { wayOf } from './mails.ts';
import { getPerson, type PersonRow } from './part.ts';
import { showPersonPage } from './person.ts';

/** Acts, and goes back to a part of the person's page. */
async function actOnPage(
  service: Service,
  visit: FormVisit,
  back: { readonly done: string; readonly focus: string },
  work: (transaction: Transaction, person: PersonRow) => Promise<Pick<Act, 'name' | 'recordName'>>,
): Promise<FastifyReply> {
  const person = await getPerson(service, visit);
  try {
    return await actAndGo(service, visit, { path: `/people/${person.id}`, ...back }, async (transaction) => ({
      ...(await work(transaction, person)),
      recordId: person.id,
    }));
  } catch (error) {
    return showPersonPage(service, visit, toFault(visit.language, error), { note: valueOf(visit.form, 'note') });
  }
}

export function joinNewsletter(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const back = { done: 'newsletter-joined', focus: 'newsletters' };
  return actOnPage(service, visit, back, async (transaction, { id: customerId }) => {
    const newsletter = await getNewsletter(publication, transaction, fieldOf(visit.form, 'newsletter'));
    if (newsletter.archivedAt !== null) throw new Conflict('newsletter', 'It is archived', 'archived');
    const subscription = { customerId, newsletterId: newsletter.id };
    await subscribeToNewsletter(publication, transaction, service.clock, subscription);
    return { name: 'customer.join', recordName: newsletter.slug };
  });
}

export function leaveNewsletter(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const back = { done: 'newsletter-left', focus: 'newsletters' };
  return actOnPage(service, visit, back, async (transaction, { id: customerId }) => {
    const newsletter = await getNewsletter(publication, transaction, fieldOf(visit.form, 'newsletter'));
    const subscription = { customerId, newsletterId: newsletter.id };
    await unsubscribeFromNewsletter(publication, transaction, service.clock, subscription);
    return { name: 'customer.leave', recordName: newsletter.slug };
  });
}

/** Ends one session, and tells its applications (decisions 24); one that is somebody else's or has ended is ignored. */
export function endOneSession(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const only = fieldOf(visit.form, 'session');
  const back = { done: 'session-ended', focus: 'sessions' };
  return actOnPage(service, visit, back, async (transaction, { id: customerId }) => {
    await endSessions(publication, transaction, service.clock, {
      customerId,
      only,
      by: 'sign_out',
      endedBy: 'publisher',
    });
    return { name: 'customer.end-session' };
  });
}

export function endAllSessions(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const back = { done: 'sessions-ended', focus: 'sessions' };
  return actOnPage(service, visit, back, async (transaction, { id: customerId }) => {
    await endSessions(publication, transaction, service.clock, { customerId, by: 'sign_out', endedBy: 'publisher' });
    return { name: 'customer.sign-out' };
  });
}

/** Sends a mail of the person again, in the way that is left for it. */
export function resendMail(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { clock, secretKeys } = service;
  const { publication } = visit.session;
  return actOnPage(service, visit, { done: 'mail-resent', focus: 'mails' }, async (transaction, person) => {
    const spans = await mailSpansOf(publication, transaction, secretKeys, person);
    const mail = await findMailTo(publication, transaction, { id: fieldOf(visit.form, 'mail'), spans });
    if (mail === undefined) throw new NotFound('No such mail');
    const stopped = await findStoppedAddresses(publication, transaction, { spans, email: person.email, secretKeys });
    const unwanted = await isRefused(publication, transaction, { purpose: mail.purpose, customerId: person.id });
    const way = wayOf(mail, clock.now().getTime(), stopped, unwanted);
    if (way === 'anew') await mailPaymentAgain(publication, transaction, mail.objectId ?? '');
    else if (way === 'now' || way === 'again') await resendDelivery(publication, transaction, clock, mail.id);
    else throw new Conflict('mail', 'The mail cannot be sent again', way);
    return { name: 'mail.resend', recordName: mail.purpose };
  });
}

export async function writeNote(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication, staffId, name, email } = visit.session;
  const author = { id: staffId, name: name ?? email };
  const text = fieldOf(visit.form, 'note');
  return actOnPage(service, visit, { done: 'note-added', focus: 'notes' }, async (transaction, { id: customerId }) => {
    await addNote(publication, transaction, service.clock, { customerId, author, text });
    return { name: 'note.create' };
  });
}
