// `/dashboard/:publication/plans`: what readers subscribe to, in the order of the publisher's, with the prices of each, and
// the archived plans, which can be brought back.
import type { FastifyReply } from 'fastify';
import { listOffers } from '../../models/catalog/offer.ts';
import { listPlans, movePlan } from '../../models/catalog/plan.ts';
import { listPrices } from '../../models/catalog/price.ts';
import type { Service } from '../../service.ts';
import { priceText } from '../../views/price-text.ts';
import { EDITORS } from '../navigation.ts';
import { showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { mover, withPlaces, type Placed } from './order.ts';

interface PlanInList {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly prices: readonly string[];
  /** The names of the offers for sale that sell it. */
  readonly offers: readonly string[];
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/catalog/plans': DashboardData & {
      readonly plans: readonly (PlanInList & { readonly place: Placed })[];
      readonly archived: readonly PlanInList[];
      readonly isEditor: boolean;
    };
  }
}

export async function showPlans(service: Service, visit: Visit): Promise<FastifyReply> {
  const { publication, role } = visit.session;
  const { database } = service;
  const [plans, prices, offers] = await Promise.all([
    listPlans(publication, database),
    listPrices(publication, database),
    listOffers(publication, database),
  ]);
  const rows = plans.map(({ id, slug, name, archivedAt }) => ({
    id,
    slug,
    name,
    archivedAt,
    prices: prices
      .filter((price) => price.planId === id && price.archivedAt === null)
      .map((price) => priceText(price, visit.language)),
    offers: offers.filter(({ plan }) => plan.id === id).map((offer) => offer.name),
  }));
  return showDashboard(service, visit, 'dashboard/catalog/plans', {
    plans: withPlaces(rows.filter(({ archivedAt }) => archivedAt === null)),
    archived: rows.filter(({ archivedAt }) => archivedAt !== null),
    isEditor: EDITORS.includes(role),
  });
}

export const moveOnPlans = mover({
  path: '/plans',
  act: 'plan.move',
  move: movePlan,
  list: async (publication, transaction) =>
    (await listPlans(publication, transaction)).filter(({ archivedAt }) => archivedAt === null).map(({ id }) => id),
});
