// `…/endpoints/:endpoint/deliveries` and `…/applications/:application/deliveries`: what one receiver was sent, newest
// first, page by page, filtered by state.
import type { FastifyReply } from 'fastify';
import { valueOf } from '../../http/bodies/form.ts';
import { findLastAttempts } from '../../models/outbox/delivery-attempt.ts';
import { DELIVERY_FILTERS, listDeliveriesTo, type TargetDelivery } from '../../models/outbox/delivery-log.ts';
import type { Service } from '../../service.ts';
import { pathWith } from '../../site/destinations.ts';
import { formatMoment } from '../../views/formats.ts';
import { toPosition } from '../paging.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { findApplication, findEndpoint, type FindTarget } from './delivery-target.ts';
import { deliveryStateText, resultText } from './delivery-text.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/deliveries': DashboardData & {
      readonly title: string;
      readonly lead: string;
      readonly name: string;
      readonly backHref: string;
      readonly back: string;
      readonly filters: readonly { readonly href: string; readonly text: string; readonly isCurrent: boolean }[];
      readonly isLogout: boolean;
      readonly deliveries: readonly {
        readonly href: string;
        readonly when: string;
        readonly what: string;
        readonly state: string;
        readonly attempts: number;
        /** How the last attempt ended; empty before the first. */
        readonly result: string;
      }[];
      /** Empty on the last page. */
      readonly next: string;
    };
  }
}

const DELIVERIES_SHOWN = 50;

export const showEndpointDeliveries = (service: Service, visit: Visit): Promise<FastifyReply> =>
  show(service, visit, findEndpoint);
export const showApplicationDeliveries = (service: Service, visit: Visit): Promise<FastifyReply> =>
  show(service, visit, findApplication);

async function show(service: Service, visit: Visit, find: FindTarget): Promise<FastifyReply> {
  const { session, language, query } = visit;
  const { publication } = session;
  const shown = await find(service, visit);
  const { target, path, name } = shown;
  const filter = DELIVERY_FILTERS.find((one) => one === valueOf(query, 'state'));
  const { objects, nextPage } = await listDeliveriesTo(publication, service.database, target, {
    limit: DELIVERIES_SHOWN,
    page: toPosition(valueOf(query, 'page')),
    filter,
  });
  const last = await findLastAttempts(
    publication,
    service.database,
    objects.map(({ id }) => id),
  );
  const here = pathOf(visit, `${path}/deliveries`);
  const toRow = (delivery: TargetDelivery) => ({
    href: `${here}/${delivery.id}`,
    when: formatMoment(delivery.createdAt, language.tag, publication.timeZone),
    what: delivery.type ?? language.t('dashboard.delivery.not-kept'),
    state: deliveryStateText(language, delivery.state),
    attempts: delivery.attempts,
    result: resultText(language, last.get(delivery.id)),
  });
  return showDashboard(service, visit, 'dashboard/connections/deliveries', {
    title: language.t(shown.title),
    lead: language.t(shown.lead),
    name,
    backHref: pathOf(visit, path),
    back: language.t(shown.back),
    filters: [undefined, ...DELIVERY_FILTERS].map((one) => ({
      href: pathWith(here, { state: one ?? '' }),
      text: language.t(`dashboard.deliveries.${one ?? 'all'}`),
      isCurrent: one === filter,
    })),
    isLogout: 'applicationId' in target,
    deliveries: objects.map(toRow),
    next: nextPage === null ? '' : pathWith(here, { state: filter ?? '', page: nextPage }),
  });
}
