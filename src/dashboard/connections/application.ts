// `/dashboard/:publication/applications/:application`: what a website needs in order to sign readers in (client ID,
// addresses, secrets, a program with all of it filled in), and what its owner may do with it.
import type { FastifyReply } from 'fastify';
import { secretsOf } from '../../models/sign-in/client-secret.ts';
import { getOauthApplication, redirectUrisOf, type OauthApplication } from '../../models/sign-in/oauth-application.ts';
import type { Service } from '../../service.ts';
import { FRESH, type FormState } from '../../site/form.ts';
import { formatMoment } from '../../views/formats.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { snippetsFor, type Snippet } from './snippets.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/application': DashboardData & {
      readonly name: string;
      /** The path of the application's pages. */
      readonly own: string;
      readonly isDisabled: boolean;
      readonly clientId: string;
      readonly issuer: string;
      readonly redirectUris: readonly string[];
      readonly postLogoutRedirectUri: string;
      readonly backchannelLogoutUri: string;
      /** The older one first. */
      readonly secrets: readonly { readonly hint: string; readonly created: string; readonly lastUsed: string }[];
      /** The secret that was just made; empty for none. */
      readonly newSecret: string;
      readonly snippets: readonly Snippet[];
    };
  }
}

export function applicationIdOf({ request }: Visit): string {
  const { application = '' } = request.params as { application?: string };
  return application;
}

/** The application of the path. Throws NotFound. */
export function getApplication({ database }: Service, visit: Visit): Promise<OauthApplication> {
  return getOauthApplication(visit.session.publication, database, applicationIdOf(visit));
}

export async function showApplication(service: Service, visit: Visit): Promise<FastifyReply> {
  return showApplicationPage(service, visit, await getApplication(service, visit), {});
}

/** @param newSecret a secret that was made just now, which is shown here and never again */
export async function showApplicationPage(
  service: Service,
  visit: Visit,
  application: OauthApplication,
  { newSecret = '', state = FRESH }: { readonly newSecret?: string; readonly state?: FormState },
): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { t, tag } = visit.language;
  const moment = (at: number): string => formatMoment(at, tag, publication.timeZone);
  const secrets = secretsOf(application).map(({ hint, createdAt, usedAt }) => ({
    hint,
    created: moment(createdAt),
    lastUsed: usedAt === null ? t('dashboard.keys.never-used') : moment(usedAt),
  }));
  const snippets = await snippetsFor(t, { issuer: publication.siteUrl, application, clientSecret: newSecret });
  const data = {
    name: application.name,
    own: `/dashboard/${visit.publicationId}/applications/${application.id}`,
    isDisabled: application.disabledAt !== null,
    clientId: application.clientId,
    issuer: publication.siteUrl,
    redirectUris: redirectUrisOf(application),
    postLogoutRedirectUri: application.postLogoutRedirectUri ?? '',
    backchannelLogoutUri: application.backchannelLogoutUri ?? '',
    secrets,
    newSecret,
    snippets,
  };
  return showDashboard(service, visit, 'dashboard/connections/application', data, state);
}
