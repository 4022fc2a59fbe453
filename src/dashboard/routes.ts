// The pages of the dashboard as rows: those about the person who is signed in, those of operators, and those of a publication, by room. Each
// row names the roles that may see it and the roles that may send its form.
import type { FastifyInstance } from 'fastify';
import type { Service } from '../service.ts';
import { errorPagesOf, type AnswerError } from '../site/errors.ts';
import { registerSite } from '../site/pages.ts';
import { redirectTo } from '../views/render.ts';
import { CATALOG_ROUTES } from './catalog/routes.ts';
import { CONNECTIONS_ROUTES } from './connections/routes.ts';
import { dashboardSiteOf, OPERATOR_PAGES, publicationPages, STAFF_PAGES } from './dashboard-kind.ts';
import { FIGURES_ROUTES } from './figures/routes.ts';
import { COLLEAGUES_ROUTES, STAFF_ROUTES } from './getting-in/routes.ts';
import { HELPING_ROUTES } from './helping/routes.ts';
import { HOSTING_ROUTES, OPENING_ROUTES } from './hosting/routes.ts';
import { LETTING_IN_ROUTES } from './letting-in/routes.ts';
import { MAILS_ROUTES } from './mails/routes.ts';
import { MOVING_ROUTES } from './moving/routes.ts';
import { EVERYBODY, ROOT } from './navigation.ts';
import { OPERATING_ROUTES } from './operating/routes.ts';
import { showOverview } from './overview.ts';
import { PEOPLE_ROUTES } from './people/routes.ts';
import { PERSON_ROUTES } from './person/routes.ts';
import type { Previews } from './previews.ts';
import { PRICING_ROUTES } from './pricing/routes.ts';
import { SETTINGS_ROUTES } from './settings/routes.ts';
import { TAX_ROUTES } from './tax/routes.ts';
import { TESTING_ROUTES } from './testing/routes.ts';
import { TRANSLATIONS_ROUTES } from './translations/routes.ts';
import type { Page } from './visit.ts';

export const PUBLICATION_ROUTES: readonly Page[] = [
  { path: ROOT, roles: EVERYBODY, show: showOverview },
  ...PEOPLE_ROUTES,
  ...PERSON_ROUTES,
  ...HELPING_ROUTES,
  ...LETTING_IN_ROUTES,
  ...FIGURES_ROUTES,
  ...MOVING_ROUTES,
  ...CATALOG_ROUTES,
  ...PRICING_ROUTES,
  ...CONNECTIONS_ROUTES,
  ...COLLEAGUES_ROUTES,
  ...SETTINGS_ROUTES,
  ...TAX_ROUTES,
  ...MAILS_ROUTES,
  ...TRANSLATIONS_ROUTES,
  ...HOSTING_ROUTES,
  ...TESTING_ROUTES,
];

/** @param previews the hosted pages that are shown in a frame; doors do not import one another, so the app brings them */
export async function registerDashboard(app: FastifyInstance, service: Service, previews: Previews): Promise<void> {
  await registerSite(app, service, STAFF_PAGES, [...STAFF_ROUTES, ...OPENING_ROUTES]);
  await registerSite(app, service, OPERATOR_PAGES, OPERATING_ROUTES);
  await registerSite(app, service, publicationPages(previews), PUBLICATION_ROUTES);
}

/** On a host of its own, the dashboard is also at the root. */
export function registerDashboardRoot(app: FastifyInstance, service: Service): void {
  const site = dashboardSiteOf(service);
  if (site !== undefined) app.get('/', (_request, reply) => redirectTo(reply, site.home));
}

export function dashboardErrorPages(service: Service): AnswerError {
  return errorPagesOf(service, STAFF_PAGES);
}
