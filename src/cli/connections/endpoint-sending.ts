// masthead endpoint test, events, resend and replay: the deliveries of an event endpoint.
import type { Command } from 'commander';
import { isLocalDemo } from '../../config.ts';
import { InvalidValue } from '../../models/errors.ts';
import { listEventDeliveries, resendEvent, type EventDeliverySummary } from '../../models/outbox/delivery-queue.ts';
import { EventEndpointRecord } from '../../models/outbox/event-endpoint.ts';
import { getEvent, lockEventLog, replayEvents } from '../../models/outbox/event-log.ts';
import { pushTestEvent } from '../../outbound/event-push.ts';
import { createGuardedClient } from '../../outbound/guarded-client.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printOne, printPage, remark, toTime, type Cells } from '../output.ts';
import { addPaging, toPageRequest, type PagingOptions } from '../paging.ts';

export function registerSending(noun: Command): void {
  addPublicationVerb(
    noun,
    'test <id>',
    'Send an event of type endpoint.test now, and show the answer',
    'endpoint test whe_01jd…',
  ).action(test);
  addPaging(
    addPublicationVerb(
      noun,
      'events <id>',
      'List the deliveries to an endpoint, the newest first',
      'endpoint events whe_01jd…',
    ),
  ).action(events);
  addPublicationVerb(
    noun,
    'resend <id> <event-id>',
    'Send an event again',
    'endpoint resend whe_01jd… evt_01jd…',
  ).action(resend);
  addPublicationVerb(
    noun,
    'replay <id>',
    'Send all events since a time again, in order',
    'endpoint replay whe_01jd… --since 2026-03-01T00:00:00Z',
  )
    .requiredOption('--since <time>', 'an ISO 8601 time')
    .action(replay);
}

async function test(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ config, database, clock, secretKeys }, publication) => {
    const client = createGuardedClient({ isLocal: isLocalDemo(config) });
    try {
      const { id: eventId, outcome } = await pushTestEvent({ database, clock, secretKeys }, client, publication, id);
      printOne(options, { event_id: eventId, result: outcome.result, outcome: outcome.text }, asCells);
      if (outcome.result !== 'delivered')
        throw new Refused('The endpoint did not accept the event: it must answer 2xx.');
    } finally {
      await client.close();
    }
  });
}

async function events(id: string, options: PublicationOptions & PagingOptions): Promise<void> {
  const request = toPageRequest(options);
  await withPublication(options, async ({ database }, publication) => {
    await EventEndpointRecord.get(publication, database, id);
    const page = await listEventDeliveries(publication, database, id, request);
    printPage(options, { ...page, objects: page.objects.map(toEventDeliveryObject) }, asCells);
  });
}

async function resend(id: string, eventId: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    await EventEndpointRecord.get(publication, database, id);
    const event = await getEvent(publication, database, eventId);
    const isQueued = await database.transaction(async (transaction) => {
      await lockEventLog(publication, transaction);
      return resendEvent(publication, transaction, clock, id, event);
    });
    if (!isQueued) throw new Refused('The endpoint is disabled: enable it first.');
    remark('The running service sends it within a second, unless it waits for an earlier event of the same object.');
  });
}

async function replay(id: string, options: PublicationOptions & { since: string }): Promise<void> {
  const since = new Date(options.since);
  if (Number.isNaN(since.getTime()))
    throw new InvalidValue('since', 'since must be a time such as 2026-03-01T00:00:00Z');
  await withPublication(options, async ({ database, clock }, publication) => {
    const { disabledAt } = await EventEndpointRecord.get(publication, database, id);
    if (disabledAt !== null) throw new Refused('The endpoint is disabled: enable it first.');
    printOne(options, { events: await replayEvents(publication, database, clock, id, since) }, asCells);
    remark('The running service sends them, the events of each object in order.');
  });
}

function toEventDeliveryObject({
  id,
  eventId,
  type,
  objectId,
  state,
  attempts,
  createdAt,
  dueAt,
  endedAt,
  outcome,
}: EventDeliverySummary): Cells {
  const nextAttemptAt = state === 'waiting' ? toTime(dueAt) : null;
  const times = { created_at: toTime(createdAt), next_attempt_at: nextAttemptAt, ended_at: toTime(endedAt) };
  return { id, event_id: eventId, type, object_id: objectId, state, attempts, ...times, outcome };
}
