// `/dashboard/:publication/endpoints/:endpoint`: one endpoint with its settings and its state, and what can be done with it.
import type { FastifyReply } from 'fastify';
import { addSeconds } from '../../database/clock.ts';
import { EventEndpointRecord, FORMER_SECRET_SECONDS, typesOf } from '../../models/outbox/event-endpoint.ts';
import type { Service } from '../../service.ts';
import { FRESH, type FormState } from '../../site/form.ts';
import { formatMoment } from '../../views/formats.ts';
import { pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { Visit } from '../visit.ts';
import { keptEndpoint, toFields, type EndpointFields, type TypedEndpoint } from './endpoint-fields.ts';
import { stateText } from './endpoints.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/endpoint': DashboardData & {
      /** The path of this page. */
      readonly here: string;
      readonly url: string;
      readonly state: string;
      readonly isDisabled: boolean;
      readonly disabled: string;
      /** Since when nothing was accepted; empty where it is. */
      readonly failing: string;
      readonly isReplaying: boolean;
      readonly fields: EndpointFields;
      /** The secret that was just made; empty for none. */
      readonly newSecret: string;
      readonly secretSince: string;
      /** Identifies the current secret. */
      readonly replaced: number;
      /** Until when the former secret signs as well; empty if it does not. */
      readonly formerUntil: string;
    };
  }
}

export function endpointIdOf({ request }: Pick<Visit, 'request'>): string {
  const { endpoint = '' } = request.params as { endpoint?: string };
  return endpoint;
}

export function showEndpoint(service: Service, visit: Visit): Promise<FastifyReply> {
  const typed = keptEndpoint(visit.query);
  return showEndpointPage(service, visit, endpointIdOf(visit), typed && { typed });
}

interface Shown {
  readonly newSecret?: string;
  /** What was typed, where it was refused. */
  readonly typed?: TypedEndpoint;
  readonly state?: FormState;
}

/** Throws NotFound. */
export async function showEndpointPage(
  service: Service,
  visit: Visit,
  id: string,
  { newSecret = '', typed, state = FRESH }: Shown = {},
): Promise<FastifyReply> {
  const { publication } = visit.session;
  const endpoint = await EventEndpointRecord.get(publication, service.database, id);
  const { url, disabledAt, failingSince, secretCreatedAt, createdAt } = endpoint;
  const moment = (at: number | null): string =>
    at === null ? '' : formatMoment(at, visit.language.tag, publication.timeZone);
  const types = typesOf(endpoint);
  const stored = { url, which: types.length === 0 ? 'all' : 'chosen', types } as const;
  const formerUntil = addSeconds(new Date(secretCreatedAt), FORMER_SECRET_SECONDS);
  const hasFormer = secretCreatedAt > createdAt && formerUntil > service.clock.now();
  const data = {
    here: pathOf(visit, `/endpoints/${id}`),
    url,
    state: stateText(visit.language, endpoint),
    isDisabled: disabledAt !== null,
    disabled: moment(disabledAt),
    failing: moment(failingSince),
    isReplaying: endpoint.replayAfter !== null,
    fields: toFields(visit.language, typed ?? stored),
    newSecret,
    secretSince: moment(secretCreatedAt),
    replaced: secretCreatedAt,
    formerUntil: hasFormer ? moment(formerUntil.getTime()) : '',
  };
  return showDashboard(service, visit, 'dashboard/connections/endpoint', data, state);
}
