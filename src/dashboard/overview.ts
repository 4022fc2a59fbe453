// `/dashboard/:publication`: what is missing before the first sale, with a tick for each step that is done.
import type { FastifyReply } from 'fastify';
import { listOffers } from '../models/catalog/offer.ts';
import { listPlans } from '../models/catalog/plan.ts';
import { listApiKeys } from '../models/publication/api-key.ts';
import { listOauthApplications } from '../models/sign-in/oauth-application.ts';
import { findGateway } from '../payments/gateways.ts';
import type { Service } from '../service.ts';
import { showDashboard, type DashboardData } from './show.ts';
import type { Visit } from './visit.ts';

declare module '../views/templates.ts' {
  interface Templates {
    'dashboard/overview': DashboardData & {
      readonly steps: readonly { readonly text: string; readonly isDone: boolean }[];
      readonly offersUrl: string;
    };
  }
}

export async function showOverview(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { t } = visit.language;
  const { database } = service;
  const [plans, offers, gateway, applications, keys] = await Promise.all([
    listPlans(publication, database),
    listOffers(publication, database),
    findGateway(service, publication),
    listOauthApplications(publication, database),
    listApiKeys(publication, database),
  ]);
  const steps = [
    { text: t('dashboard.overview.plan'), isDone: plans.length > 0 },
    { text: t('dashboard.overview.offer'), isDone: offers.length > 0 },
    { text: t('dashboard.overview.payments'), isDone: gateway !== undefined },
    { text: t('dashboard.overview.application'), isDone: applications.length > 0 },
    { text: t('dashboard.overview.key'), isDone: keys.some(({ revokedAt }) => revokedAt === null) },
  ];
  return showDashboard(service, visit, 'dashboard/overview', { steps, offersUrl: `${publication.siteUrl}/offers` });
}
