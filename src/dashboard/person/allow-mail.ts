// The act that has an address written to again to which mails were stopped; why they were, the top of the page says.
import type { FastifyReply } from 'fastify';
import { NotFound } from '../../models/errors.ts';
import { liftMailProblems } from '../../models/outbox/mail-problem.ts';
import { getCustomer } from '../../models/people/customer-person.ts';
import type { Service } from '../../service.ts';
import { actAndGo } from '../act.ts';
import type { FormVisit } from '../visit.ts';

/** Has the address written to again, whatever was reported about it. Throws NotFound. */
export async function allowMail(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { customer = '' } = visit.request.params as { customer?: string };
  const { id, email } = await getCustomer(publication, service.database, customer);
  if (email === null) throw new NotFound('No such address');
  const next = { path: `/people/${id}`, done: 'mail-allowed', focus: 'why' };
  return actAndGo(service, visit, next, async (transaction) => {
    await liftMailProblems(publication, transaction, service.secretKeys, email);
    return { name: 'mail-problem.lift', recordId: id };
  });
}
