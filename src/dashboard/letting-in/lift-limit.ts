// Lifts the limits of e-mailed codes for the address of a reader who is kept waiting by them, or for one that nobody has.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { parseEmailAddress, type EmailAddress } from '../../models/email-address.ts';
import { InvalidValue } from '../../models/errors.ts';
import { liftCodeLimits } from '../../models/people/code-limit-lift.ts';
import { getCustomer } from '../../models/people/customer-person.ts';
import { listSteps, type TrailOwner } from '../../models/sign-in/sign-in-trail.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { MalformedRequest } from '../../site/errors.ts';
import { fieldOf } from '../../site/form.ts';
import { maskAddress } from '../../views/masked-address.ts';
import { redirectTo } from '../../views/render.ts';
import { actAndGo, runAct } from '../act.ts';
import { pathOf } from '../show.ts';
import type { FormVisit } from '../visit.ts';
import { customerIdOf } from './customer-id.ts';

const DONE = 'limit-lifted';

/** Throws NotFound. */
export async function liftLimitOfPerson(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { id, email } = await getCustomer(publication, service.database, customerIdOf(visit));
  const reached = email === null ? [] : [{ customerId: id, ...parseEmailAddress(email) }];
  return actAndGo(service, visit, { path: `/people/${id}`, done: DONE, focus: 'why' }, async (transaction) => {
    for (const owner of reached) await lift(service, visit, transaction, owner);
    return { name: 'customer.lift-limit', recordId: id };
  });
}

/** Our choice: the audit log, which is kept for long, has such an address masked. */
export async function liftLimitOfAddress(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const address = addressOf(visit);
  await runAct(service, visit, async (transaction) => {
    await lift(service, visit, transaction, { customerId: undefined, ...address });
    return {
      result: null,
      act: { name: 'address.lift-limit', recordId: null, recordName: maskAddress(address.email) },
    };
  });
  const { emailNormalized: email } = address;
  return redirectTo(visit.reply, pathWith(pathOf(visit, '/people/why'), { email, done: DONE }));
}

async function lift(
  { config: { limits }, secretKeys, clock }: Service,
  { session: { publication } }: FormVisit,
  transaction: Transaction,
  owner: TrailOwner & EmailAddress,
): Promise<void> {
  const steps = await listSteps(publication, transaction, { clock, secretKeys }, owner);
  const reached = steps.flatMap(({ facts }) => facts.buckets ?? []);
  const { emailNormalized } = owner;
  await liftCodeLimits(publication, transaction, { limits, secretKeys }, { emailNormalized, reached });
}

function addressOf({ form }: FormVisit): EmailAddress {
  try {
    return parseEmailAddress(fieldOf(form, 'email'));
  } catch (error) {
    if (error instanceof InvalidValue) throw new MalformedRequest('the form has no address');
    throw error;
  }
}
