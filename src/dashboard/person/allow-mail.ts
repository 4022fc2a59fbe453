// Why mails to a person's address do not arrive, and the act that has it written to again.
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { findMailProblem, liftMailProblems } from '../../models/outbox/mail-problem.ts';
import { getCustomer } from '../../models/people/customer-person.ts';
import type { Service } from '../../service.ts';
import { formatMoment } from '../../views/formats.ts';
import { actAndGo } from '../act.ts';
import { EDITORS } from '../navigation.ts';
import type { FormVisit, Visit } from '../visit.ts';
import type { PartFrame, PersonRow } from './part.ts';

export interface MailProblemPart {
  /** Empty where mails arrive. */
  readonly text: string;
  /** The server's own words; empty if there are none. */
  readonly answer: string;
  /** Where the form is sent that has the address written to again; empty where there is nothing to lift, or not by this role. */
  readonly action: string;
}

declare module '../../views/templates.ts' {
  interface Parts {
    'person/mail-problem': MailProblemPart & Pick<PartFrame, 'csrfToken' | 'formId'>;
  }
}

const NONE: MailProblemPart = { text: '', answer: '', action: '' };

export async function readMailProblem(
  { database, secretKeys }: Service,
  { session, language, publicationId }: Visit,
  { id, email }: PersonRow,
): Promise<MailProblemPart> {
  const { publication, role } = session;
  const problem = email === null ? undefined : await findMailProblem(publication, database, secretKeys, email);
  if (problem === undefined) return NONE;
  const { kind, deadAt, lastAt, softDays, answer } = problem;
  const day = formatMoment(lastAt, language.tag, publication.timeZone);
  const text =
    deadAt === null
      ? language.t('dashboard.mail-problem.some', { time: day, count: softDays })
      : language.t(`dashboard.mail-problem.${kind}`, { time: day });
  const isLiftable = deadAt !== null && EDITORS.includes(role);
  return {
    text,
    answer: answer ?? '',
    action: isLiftable ? `/dashboard/${publicationId}/people/${id}/allow-mail` : '',
  };
}

/** Has the address written to again, whatever was reported about it. Throws NotFound. */
export async function allowMail(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { customer = '' } = visit.request.params as { customer?: string };
  const { id, email } = await getCustomer(publication, service.database, customer);
  if (email === null) throw new NotFound('No such address');
  return actAndGo(service, visit, { path: `/people/${id}`, done: 'mail-allowed' }, async (transaction) => {
    await liftMailProblems(publication, transaction, service.secretKeys, email);
    return { name: 'mail-problem.lift', recordId: id };
  });
}
