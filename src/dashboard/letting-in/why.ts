// `/dashboard/:publication/people/why`: why somebody with this address cannot get in. An address that somebody has leads to
// their page; of one that nobody has, the page says which people it may have meant, and what happened to it.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { parseEmailAddress } from '../../models/email-address.ts';
import { readAddressFacts } from '../../models/lifecycle/diagnosis-facts.ts';
import { diagnose } from '../../models/lifecycle/diagnosis.ts';
import { findCustomerByEmail } from '../../models/people/customer-summary.ts';
import type { Service } from '../../service.ts';
import { faulty, FRESH, parseField } from '../../site/form.ts';
import { redirectTo } from '../../views/render.ts';
import { toShownFindings, type ShownFinding } from '../finding-texts.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import { toShownSteps, type ShownStep } from '../sign-in-steps.ts';
import type { Visit } from '../visit.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/letting-in/why': DashboardData & {
      readonly here: string;
      readonly email: string;
      readonly findings: readonly ShownFinding[];
      readonly steps: readonly ShownStep[];
    };
  }
  interface Parts {
    findings: {
      readonly findings: readonly ShownFinding[];
      /** Where the form is sent that lifts a limit. */
      readonly action: string;
      /** Where the form is sent that has the address written to again. */
      readonly mailAction: string;
      /** An address that nobody has; empty for that of the person of the path. */
      readonly email: string;
      readonly csrfToken: string;
      readonly formId: string;
    };
    'sign-in-steps': { readonly steps: readonly ShownStep[] };
  }
}

export async function showWhy(service: Service, visit: Visit): Promise<FastifyReply> {
  const { database } = service;
  const { publication } = visit.session;
  const here = pathOf(visit, '/people/why');
  const email = valueOf(visit.query, 'email') ?? '';
  const nothing = { here, email, findings: [], steps: [] };
  if (email === '') return showDashboard(service, visit, 'dashboard/letting-in/why', nothing);
  const { value: address, errors } = parseField(visit.language, () => parseEmailAddress(email));
  if (address === undefined) return showDashboard(service, visit, 'dashboard/letting-in/why', nothing, faulty(errors));
  const person = await findCustomerByEmail(publication, database, address);
  if (person !== undefined) return redirectTo(visit.reply, `${pathOf(visit, `/people/${person.id}`)}#why`);
  const facts = await readAddressFacts(publication, database, service, address);
  const findings = toShownFindings(visit, diagnose(facts), { ...facts, here: '' });
  const data = { here, email: address.email, findings, steps: toShownSteps(visit, facts) };
  return showDashboard(service, visit, 'dashboard/letting-in/why', data, FRESH);
}
