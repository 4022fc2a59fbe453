// `/dashboard/:publication/new-endpoint`: makes an endpoint. Its signing secret is shown once, in the answer to the form; a
// second click shows the same secret again.
import type { FastifyReply } from 'fastify';
import { createEventEndpoint } from '../../models/outbox/event-endpoint.ts';
import type { Service } from '../../service.ts';
import { FRESH, type FormState } from '../../site/form.ts';
import { runAct } from '../act.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import {
  keptEndpoint,
  policyOf,
  readEndpoint,
  settingsOf,
  toEndpointFault,
  toFields,
  type EndpointFields,
  type TypedEndpoint,
} from './endpoint-fields.ts';
import { showEndpointPage } from './endpoint.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/new-endpoint': DashboardData & { readonly fields: EndpointFields };
  }
}

const BLANK: TypedEndpoint = { url: '', which: 'all', types: [] };

export async function showNewEndpoint(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, keptEndpoint(visit.query) ?? BLANK, FRESH);
}

export async function submitNewEndpoint(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { clock, secretKeys, securityLog } = service;
  const { publication } = visit.session;
  const typed = readEndpoint(visit.form);
  const policy = policyOf(service);
  let made: { readonly id: string; readonly secret: string };
  try {
    made = await runAct(service, visit, async (transaction) => {
      const settings = settingsOf(typed, policy);
      const { endpoint, secret } = await createEventEndpoint(
        publication,
        transaction,
        clock,
        secretKeys,
        settings,
        policy,
      );
      const { id, url } = endpoint;
      securityLog.record('endpoint_secret_created', { publication, request: visit.request, record: id });
      return { result: { id, secret }, act: { name: 'endpoint.create', recordId: id, recordName: url } };
    });
  } catch (error) {
    return show(service, visit, typed, toEndpointFault(visit.language, error));
  }
  return showEndpointPage(service, visit, made.id, { newSecret: made.secret });
}

function show(service: Service, visit: Visit, typed: TypedEndpoint, state: FormState): FastifyReply {
  const fields = toFields(visit.language, typed);
  return showDashboard(service, visit, 'dashboard/connections/new-endpoint', { fields }, state);
}
