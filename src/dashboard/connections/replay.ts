// `/dashboard/:publication/endpoints/:endpoint/replay`: sends all events since a time to an endpoint again. The page says
// how many before anything is sent.
import type { FastifyReply } from 'fastify';
import { addSeconds } from '../../database/clock.ts';
import { valueOf } from '../../http/bodies/form.ts';
import { InvalidValue } from '../../models/errors.ts';
import { EventEndpointRecord, typesOf } from '../../models/outbox/event-endpoint.ts';
import { countEventsSince } from '../../models/outbox/event-log.ts';
import { startReplay } from '../../models/outbox/replay.ts';
import type { Service } from '../../service.ts';
import { fieldOf, FRESH, type FormState } from '../../site/form.ts';
import { formatMoment } from '../../views/formats.ts';
import { runAct, toFault } from '../act.ts';
import { goTo, pathOf, showDashboard, type DashboardData } from '../show.ts';
import type { FormVisit, Visit } from '../visit.ts';
import { endpointIdOf } from './endpoint.ts';
import { parseMoment, toMomentFields, type MomentFields } from './moment-field.ts';

declare module '../../views/templates.ts' {
  interface Templates {
    'dashboard/connections/replay': DashboardData &
      MomentFields & {
        readonly here: string;
        readonly backHref: string;
        readonly url: string;
        readonly timeZone: string;
        readonly isDisabled: boolean;
        /** Whether the number of events is shown, and can be sent. */
        readonly hasPreview: boolean;
        readonly since: string;
        readonly count: number;
        /** There are more than `count`. */
        readonly isMore: boolean;
      };
  }
}

/** Our choice: the most events that the preview counts, so that it is fast whatever the log holds. */
const COUNTED_MAX = 10_000;
const DEFAULT_SECONDS = 24 * 3600;

export async function showReplay(service: Service, visit: Visit): Promise<FastifyReply> {
  const { query, session, language } = visit;
  const [day, time] = [valueOf(query, 'day'), valueOf(query, 'time')];
  if (day === undefined && time === undefined) {
    const start = addSeconds(service.clock.now(), -DEFAULT_SECONDS);
    return show(
      service,
      visit,
      { typed: toMomentFields(start, session.publication.timeZone), since: undefined },
      FRESH,
    );
  }
  const typed = { day: day ?? '', time: time ?? '' };
  try {
    const since = parseMoment(typed, session.publication.timeZone);
    if (since > service.clock.now()) throw new InvalidValue('since', 'since must be in the past');
    return await show(service, visit, { typed, since }, FRESH);
  } catch (error) {
    return show(service, visit, { typed, since: undefined }, toFault(language, error));
  }
}

export async function submitReplay(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, language } = visit;
  const { publication } = session;
  const endpointId = endpointIdOf(visit);
  const typed = { day: fieldOf(form, 'day'), time: fieldOf(form, 'time') };
  try {
    await runAct(service, visit, async (transaction) => {
      const since = parseMoment(typed, publication.timeZone);
      await startReplay(publication, transaction, service.clock, { endpointId, since });
      const recordName = `since ${since.toISOString()}`;
      return { result: null, act: { name: 'endpoint.replay', recordId: endpointId, recordName } };
    });
  } catch (error) {
    return show(service, visit, { typed, since: undefined }, toFault(language, error));
  }
  return goTo(visit, `/endpoints/${endpointId}`, 'replay');
}

async function show(
  service: Service,
  visit: Visit,
  { typed, since }: { readonly typed: MomentFields; readonly since: Date | undefined },
  state: FormState,
): Promise<FastifyReply> {
  const { publication } = visit.session;
  const endpoint = await EventEndpointRecord.get(publication, service.database, endpointIdOf(visit));
  const types = typesOf(endpoint);
  const atMost = COUNTED_MAX + 1;
  const found =
    since === undefined ? 0 : await countEventsSince(publication, service.database, { types, since, atMost });
  const here = pathOf(visit, `/endpoints/${endpoint.id}`);
  const data = {
    ...typed,
    here: `${here}/replay`,
    backHref: here,
    url: endpoint.url,
    timeZone: publication.timeZone,
    isDisabled: endpoint.disabledAt !== null,
    hasPreview: since !== undefined,
    since: since === undefined ? '' : formatMoment(since.getTime(), visit.language.tag, publication.timeZone),
    count: Math.min(found, COUNTED_MAX),
    isMore: found > COUNTED_MAX,
  };
  return showDashboard(service, visit, 'dashboard/connections/replay', data, state);
}
