// One delivery with its request and the answer to each attempt, and sending it again. Our choice: owners only, who can
// read the same by the data API; what was erased with a person is erased here, too (src/outbound/sent-request.ts).
import type { FastifyReply } from 'fastify';
import { listDeliveryAttempts, type DeliveryAttempt } from '../../models/outbox/delivery-attempt.ts';
import { getDeliveryTo, type TargetDelivery } from '../../models/outbox/delivery-log.ts';
import { EventRecord } from '../../models/outbox/event-record.ts';
import { resendDelivery } from '../../models/outbox/resend.ts';
import { TEST_EVENT } from '../../models/outbox/test-delivery.ts';
import { requestOf } from '../../outbound/sent-request.ts';
import type { Service } from '../../service.ts';
import { FRESH, type FormState } from '../../site/form.ts';
import { formatMoment } from '../../views/formats.ts';
import { runAct, toFault } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { findApplication, findEndpoint, type FindTarget } from './delivery-target.ts';
import { adviceText, deliveryStateText, resultText } from './delivery-text.ts';

interface ShownAttempt {
  readonly number: number;
  readonly when: string;
  readonly duration: string;
  readonly result: string;
  readonly advice: string;
  /** The start of the answer; empty for none. */
  readonly answer: string;
}

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/delivery': DashboardData & {
      readonly id: string;
      readonly what: string;
      readonly state: string;
      readonly isSending: boolean;
      readonly created: string;
      /** When it is tried again; empty if it is not. */
      readonly next: string;
      /** It was given up when the endpoint was disabled, not by an attempt. */
      readonly isGivenUp: boolean;
      /** The method and the URL; empty where it is not known yet. */
      readonly requestLine: string;
      readonly headers: readonly { readonly name: string; readonly value: string }[];
      /** Empty where it is not known, or no longer kept. */
      readonly content: string;
      readonly isLogout: boolean;
      /** The page of the person whom the event is about; empty where that is not known. */
      readonly personHref: string;
      readonly attempts: readonly ShownAttempt[];
      readonly backHref: string;
      readonly back: string;
      /** Where it is sent again; empty where it cannot be. */
      readonly resendHref: string;
    };
  }
}

export const showEndpointDelivery = (service: Service, visit: Visit): Promise<FastifyReply> =>
  show(service, visit, findEndpoint, FRESH);
export const showApplicationDelivery = (service: Service, visit: Visit): Promise<FastifyReply> =>
  show(service, visit, findApplication, FRESH);
export const resendToEndpoint = (service: Service, visit: FormVisit): Promise<FastifyReply> =>
  resend(service, visit, findEndpoint);
export const resendToApplication = (service: Service, visit: FormVisit): Promise<FastifyReply> =>
  resend(service, visit, findApplication);

function idOf({ request }: Visit): string {
  const { delivery = '' } = request.params as { delivery?: string };
  return delivery;
}

async function resend(service: Service, visit: FormVisit, find: FindTarget): Promise<FastifyReply> {
  const { publication } = visit.session;
  const id = idOf(visit);
  const { target, path, name } = await find(service, visit);
  try {
    await runAct(service, visit, async (transaction) => {
      await getDeliveryTo(publication, transaction, target, id);
      await resendDelivery(publication, transaction, service.clock, id);
      return { result: null, act: { name: 'delivery.resend', recordId: id, recordName: name } };
    });
  } catch (error) {
    return show(service, visit, find, toFault(visit.language, error));
  }
  return goTo(visit, `${path}/deliveries`, 'resent');
}

async function show(service: Service, visit: Visit, find: FindTarget, state: FormState): Promise<FastifyReply> {
  const { publication } = visit.session;
  const { database } = service;
  const { target, path, name } = await find(service, visit);
  const delivery = await getDeliveryTo(publication, database, target, idOf(visit));
  const attempts = await listDeliveryAttempts(publication, database, delivery.id);
  const last = attempts.at(-1);
  const request = await requestOf(service, publication, delivery, last?.request);
  const isLogout = 'applicationId' in target;
  const url = request?.url || (isLogout ? '' : name);
  const here = pathOf(visit, `${path}/deliveries`);
  return showDashboard(
    service,
    visit,
    'dashboard/connections/delivery',
    {
      ...stateOf(visit, delivery, last),
      requestLine: url === '' ? '' : `POST ${url}`,
      headers: Object.entries(request?.headers ?? {}).map(([header, value]) => ({ name: header, value })),
      content: toText(request?.content),
      isLogout,
      personHref: await personHrefOf(service, visit, delivery),
      attempts: attempts.map((attempt) => toShown(visit, attempt, isLogout)).toReversed(),
      backHref: here,
      back: visit.language.t('dashboard.delivery.back'),
      resendHref: isSentAgain(delivery) ? `${here}/${delivery.id}/resend` : '',
    },
    state,
  );
}

async function personHrefOf({ database }: Service, visit: Visit, { eventId }: TargetDelivery): Promise<string> {
  if (eventId === null) return '';
  const event = await EventRecord.find(visit.session.publication, database, { id: eventId });
  return event === undefined ? '' : pathOf(visit, `/people/${event.customerId}`);
}

/** A test event is not: it is as easy to send another. */
function isSentAgain({ kind, type }: TargetDelivery): boolean {
  return kind === 'event' ? type !== null && type !== TEST_EVENT : true;
}

function stateOf(visit: Visit, delivery: TargetDelivery, last: DeliveryAttempt | undefined) {
  const { language, session } = visit;
  const { id, type, kind, state, createdAt, dueAt, endedAt } = delivery;
  const moment = (at: number): string => formatMoment(at, language.tag, session.publication.timeZone);
  const ofEvent = type ?? language.t('dashboard.delivery.not-kept');
  return {
    id,
    what: kind === 'event' ? ofEvent : language.t('dashboard.delivery.logout'),
    state: deliveryStateText(language, state),
    isSending: state === 'sending',
    created: moment(createdAt),
    next: state === 'waiting' ? moment(dueAt) : '',
    isGivenUp: kind === 'event' && state === 'dead' && last?.endedAt !== endedAt,
  };
}

function toShown({ language, session }: Visit, attempt: DeliveryAttempt, isLogout: boolean): ShownAttempt {
  const { number, startedAt, endedAt, answer } = attempt;
  return {
    number,
    when: formatMoment(startedAt, language.tag, session.publication.timeZone),
    duration: language.t('dashboard.attempt.milliseconds', { count: endedAt - startedAt }),
    result: resultText(language, attempt),
    advice: adviceText(language, attempt, isLogout),
    answer: answer ?? '',
  };
}

function toText(content: unknown): string {
  return content === null || content === undefined ? '' : JSON.stringify(content, undefined, 2);
}
