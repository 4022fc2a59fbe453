// `/dashboard/:publication/price-changes`: the price changes of the publication, newest first.
import type { FastifyReply } from 'fastify';
import { listPlans } from '../../models/catalog/plan.ts';
import { listPrices } from '../../models/catalog/price.ts';
import { listPriceChanges } from '../../models/money/price-change.ts';
import type { Service } from '../../service.ts';
import { formatDay } from '../../views/formats.ts';
import { priceText } from '../../views/price-text.ts';
import { EDITORS } from '../navigation.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { stateText } from './move-texts.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/pricing/price-changes': DashboardData & {
      readonly isEditor: boolean;
      readonly changes: readonly {
        readonly href: string;
        readonly plan: string;
        readonly before: string;
        readonly after: string;
        readonly made: string;
        readonly state: string;
      }[];
    };
  }
}

export async function showPriceChanges(service: Service, visit: Visit): Promise<FastifyReply> {
  const { language, session } = visit;
  const { publication, role } = session;
  const [changes, prices, plans] = await Promise.all([
    listPriceChanges(publication, service.database),
    listPrices(publication, service.database),
    listPlans(publication, service.database),
  ]);
  const textOf = (id: string): string => {
    const price = prices.find((one) => one.id === id);
    return price === undefined ? '' : priceText(price, language);
  };
  const planOf = (priceId: string): string => {
    const price = prices.find(({ id }) => id === priceId);
    return plans.find(({ id }) => id === price?.planId)?.name ?? '';
  };
  return showDashboard(service, visit, 'dashboard/pricing/price-changes', {
    isEditor: EDITORS.includes(role),
    changes: changes.map((change) => ({
      href: pathOf(visit, `/price-changes/${change.id}`),
      plan: planOf(change.fromPriceId),
      before: textOf(change.fromPriceId),
      after: textOf(change.toPriceId),
      made: formatDay(change.createdAt, language.tag),
      state: language.t(stateText(change)),
    })),
  });
}
