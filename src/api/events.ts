// Events of the data API, by keyset pagination: newest first, or in order after a given event (docs/events.md).
import { positionOf } from '../database/ids.ts';
import type { DataApiHandlers } from '../http/operation.ts';
import { listEvents, logPendingEventsOf } from '../models/outbox/event-log.ts';
import { toEventObject } from '../outbound/event-object.ts';
import type { Service } from '../service.ts';
import type { Caller } from './caller.ts';
import { toCreatedRange } from './filters.ts';

type EventHandlers = Pick<DataApiHandlers<Caller>, 'listEvents'>;

export function eventHandlers({ database, clock, secretKeys }: Service): EventHandlers {
  return {
    async listEvents({ query }, { publication }) {
      // A caller whose write was answered finds the event of that write in the log (read your own writes).
      await logPendingEventsOf(publication, database, clock);
      const { limit, page, type, after } = query;
      const { createdAfter } = toCreatedRange(query);
      const request = { limit, page, type, after: after && positionOf(after), createdAfter };
      const { objects, nextPage } = await listEvents(publication, database, request);
      return {
        status: 200,
        body: { objects: objects.map((event) => toEventObject(event, publication, secretKeys)), next_page: nextPage },
      };
    },
  };
}
