// What an owner does with an OAuth application: disables and enables it, makes a second secret, ends one of two, and
// deletes it behind a page that says what happens.
import type { FastifyReply } from 'fastify';
import { addClientSecret, endClientSecret } from '../../models/sign-in/client-secret.ts';
import {
  deleteOauthApplication,
  disableOauthApplication,
  enableOauthApplication,
} from '../../models/sign-in/oauth-application.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { actAndGo, runAct, toFault } from '../act.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { applicationIdOf, getApplication, showApplicationPage } from './application.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/delete-application': DashboardData & { readonly name: string; readonly own: string };
  }
}

export function disableApplication(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = applicationIdOf(visit);
  const next = { path: `/applications/${id}`, done: 'application-disabled' };
  return actAndGo(service, visit, next, async (transaction) => {
    const { publication } = visit.session;
    const { name: recordName } = await disableOauthApplication(publication, transaction, service.clock, id);
    return { name: 'application.disable', recordId: id, recordName };
  });
}

export function enableApplication(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = applicationIdOf(visit);
  const next = { path: `/applications/${id}`, done: 'application-enabled' };
  return actAndGo(service, visit, next, async (transaction) => {
    const { name: recordName } = await enableOauthApplication(visit.session.publication, transaction, id);
    return { name: 'application.enable', recordId: id, recordName };
  });
}

export async function addSecret(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { session, language, request } = visit;
  const { publication } = session;
  const { id, name: recordName } = await getApplication(service, visit);
  try {
    const newSecret = await runAct(service, visit, async (transaction) => {
      const secret = await addClientSecret(publication, transaction, service.clock, id);
      service.securityLog.record('client_secret_added', { publication, request, record: id });
      return { result: secret, act: { name: 'application.add-secret', recordId: id, recordName } };
    });
    return await showApplicationPage(service, visit, await getApplication(service, visit), { newSecret });
  } catch (error) {
    const state = toFault(language, error);
    return showApplicationPage(service, visit, await getApplication(service, visit), { state });
  }
}

export async function endSecret(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { session, form, language, request } = visit;
  const { publication } = session;
  const hint = fieldOf(form, 'secret');
  const { id, name } = await getApplication(service, visit);
  try {
    await runAct(service, visit, async (transaction) => {
      await endClientSecret(publication, transaction, id, hint);
      service.securityLog.record('client_secret_ended', { publication, request, record: id });
      const act = { name: 'application.end-secret', recordId: id, recordName: `${name} …${hint}` };
      return { result: null, act };
    });
  } catch (error) {
    const state = toFault(language, error);
    return showApplicationPage(service, visit, await getApplication(service, visit), { state });
  }
  return goTo(visit, `/applications/${id}`, 'secret-ended');
}

export async function showDeleteApplication(service: Service, visit: Visit): Promise<FastifyReply> {
  const { id, name } = await getApplication(service, visit);
  const own = `/dashboard/${visit.publicationId}/applications/${id}`;
  return showDashboard(service, visit, 'dashboard/connections/delete-application', { name, own });
}

export function deleteApplication(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = applicationIdOf(visit);
  const { publication } = visit.session;
  const next = { path: '/applications', done: 'application-deleted' };
  return actAndGo(service, visit, next, async (transaction) => {
    const { name: recordName } = await deleteOauthApplication(publication, transaction, id);
    service.securityLog.record('client_secret_deleted', { publication, request: visit.request, record: id });
    return { name: 'application.delete', recordId: id, recordName };
  });
}
