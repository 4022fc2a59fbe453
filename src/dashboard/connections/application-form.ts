// `/dashboard/:publication/new-application` and `…/applications/:application/settings`: makes an OAuth application, whose
// secret is shown once in the answer, and changes its settings.
import type { FastifyReply } from 'fastify';
import {
  createOauthApplication,
  getOauthApplication,
  updateOauthApplication,
  type OauthApplication,
} from '../../models/sign-in/oauth-application.ts';
import type { Service } from '../../service.ts';
import { fieldsOf, FRESH, keptOf, type FormState } from '../../site/form.ts';
import { runAct } from '../act.ts';
import { goTo, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import {
  APPLICATION_FIELDS,
  BLANK_APPLICATION,
  policyOf,
  SWITCHES,
  toApplicationFault,
  toSettings,
  typedOf,
  type TypedApplication,
} from './application-fields.ts';
import { applicationIdOf, getApplication, showApplicationPage } from './application.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/application-form': DashboardData &
      TypedApplication & {
        readonly heading: string;
        readonly lead: string;
        readonly action: string;
        readonly backHref: string;
        readonly backText: string;
        readonly send: string;
        readonly switches: readonly {
          readonly name: string;
          readonly isOn: boolean;
          readonly label: string;
          readonly hint: string;
        }[];
      };
  }
}

export async function showNewApplication(service: Service, visit: Visit): Promise<FastifyReply> {
  return show(service, visit, { typed: keptOf(visit.query, APPLICATION_FIELDS) ?? BLANK_APPLICATION });
}

export async function submitNewApplication(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language, request } = visit;
  const { publication } = session;
  const typed = fieldsOf(form, APPLICATION_FIELDS);
  const policy = policyOf(service);
  try {
    const made = await runAct(service, visit, async (transaction) => {
      const { clock, securityLog } = service;
      const settings = toSettings(typed);
      const created = await createOauthApplication(publication, transaction, clock, settings, policy);
      const { id, name } = created.application;
      securityLog.record('client_secret_created', { publication, request, record: id });
      const act = { name: 'application.create', recordId: id, recordName: name };
      return { result: { id, clientSecret: created.clientSecret }, act };
    });
    const application = await getOauthApplication(publication, service.database, made.id);
    return await showApplicationPage(service, visit, application, { newSecret: made.clientSecret });
  } catch (error) {
    return show(service, visit, { typed, state: toApplicationFault(language, error, typed, policy) });
  }
}

export async function showApplicationSettings(service: Service, visit: Visit): Promise<FastifyReply> {
  const application = await getApplication(service, visit);
  return show(service, visit, { application, typed: keptOf(visit.query, APPLICATION_FIELDS) ?? typedOf(application) });
}

export async function submitApplicationSettings(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language } = visit;
  const application = await getApplication(service, visit);
  const typed = fieldsOf(form, APPLICATION_FIELDS);
  const policy = policyOf(service);
  try {
    await runAct(service, visit, async (transaction) => {
      const settings = toSettings(typed);
      await updateOauthApplication(session.publication, transaction, application.id, settings, policy);
      return {
        result: null,
        act: { name: 'application.update', recordId: application.id, recordName: settings.name },
      };
    });
  } catch (error) {
    return show(service, visit, { application, typed, state: toApplicationFault(language, error, typed, policy) });
  }
  return goTo(visit, `/applications/${applicationIdOf(visit)}`, 'saved');
}

interface Shown {
  /** Undefined for a new one. */
  readonly application?: OauthApplication;
  readonly typed: TypedApplication;
  readonly state?: FormState;
}

async function show(
  service: Service,
  visit: Visit,
  { application, typed, state = FRESH }: Shown,
): Promise<FastifyReply> {
  const { t } = visit.language;
  const base = `/dashboard/${visit.publicationId}`;
  const switches = SWITCHES.map((key) => ({
    name: APPLICATION_FIELDS[key],
    isOn: typed[key] === 'on',
    label: t(`dashboard.application.${APPLICATION_FIELDS[key]}`),
    hint: t(`dashboard.application.${APPLICATION_FIELDS[key]}-hint`),
  }));
  const own = application === undefined ? `${base}/new-application` : `${base}/applications/${application.id}`;
  return showDashboard(
    service,
    visit,
    'dashboard/connections/application-form',
    {
      ...typed,
      switches,
      heading: application?.name ?? t('dashboard.applications.new'),
      lead: application === undefined ? t('dashboard.application.new-lead') : '',
      action: application === undefined ? own : `${own}/settings`,
      backHref: application === undefined ? `${base}/applications` : own,
      backText: application?.name ?? t('dashboard.applications.title'),
      send: application === undefined ? t('dashboard.application.create') : t('dashboard.form.save'),
    },
    state,
  );
}
