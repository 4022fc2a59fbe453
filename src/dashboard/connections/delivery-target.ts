// Whose deliveries a page shows: those of an endpoint for events, or those of an application's logout receiver.
import type { DeliveryTarget } from '../../models/outbox/delivery-log.ts';
import { EventEndpointRecord } from '../../models/outbox/event-endpoint.ts';
import { OauthApplicationRecord } from '../../models/sign-in/oauth-application.ts';
import type { Service } from '../../service.ts';
import type { TextKey } from '../../views/text.ts';
import type { Visit } from '../visit.ts';
import { endpointIdOf } from './endpoint.ts';

interface ShownTarget {
  readonly target: DeliveryTarget;
  /** The path of its own page, below that of the publication. */
  readonly path: string;
  /** Its URL or name. */
  readonly name: string;
  readonly title: TextKey;
  readonly lead: TextKey;
  readonly back: TextKey;
}

/** Finds the target that the path names. Throws NotFound. */
export type FindTarget = (service: Service, visit: Visit) => Promise<ShownTarget>;

export const findEndpoint: FindTarget = async (service, visit) => {
  const id = endpointIdOf(visit);
  const { url } = await EventEndpointRecord.get(visit.session.publication, service.database, id);
  return {
    target: { endpointId: id },
    path: `/endpoints/${id}`,
    name: url,
    title: 'dashboard.deliveries.of-endpoint',
    lead: 'dashboard.deliveries.of-endpoint-lead',
    back: 'dashboard.deliveries.back-to-endpoint',
  };
};

export const findApplication: FindTarget = async (service, visit) => {
  const { application: id = '' } = visit.request.params as { application?: string };
  const { name } = await OauthApplicationRecord.get(visit.session.publication, service.database, id);
  return {
    target: { applicationId: id },
    path: `/applications/${id}`,
    name,
    title: 'dashboard.deliveries.of-application',
    lead: 'dashboard.deliveries.of-application-lead',
    back: 'dashboard.deliveries.back-to-application',
  };
};
