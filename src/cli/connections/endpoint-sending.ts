// masthead endpoint test, deliveries, resend and replay: what is sent to an event endpoint.
import { Option, type Command } from 'commander';
import { DELIVERY_FILTERS, listDeliveriesTo, type DeliveryFilter } from '../../models/outbox/delivery-log.ts';
import { EventEndpointRecord, typesOf } from '../../models/outbox/event-endpoint.ts';
import { countEventsSince } from '../../models/outbox/event-log.ts';
import { startReplay } from '../../models/outbox/replay.ts';
import { resendEventTo } from '../../models/outbox/resend.ts';
import { addTestDelivery } from '../../models/outbox/test-delivery.ts';
import { sendTestEvent } from '../../outbound/event-push.ts';
import { openGuardedClient } from '../../outbound/guarded-client.ts';
import { addPublicationVerb, withPublication, type PublicationOptions } from '../command.ts';
import { Refused } from '../failure.ts';
import { asCells, printOne, printPage, remark } from '../output.ts';
import { addPaging, toPageRequest, type PagingOptions } from '../paging.ts';
import { toTargetDeliveryObject } from './delivery-object.ts';

/** The options of a list of the deliveries to one target. */
export interface DeliveriesOptions extends PublicationOptions, PagingOptions {
  state?: DeliveryFilter;
}

export function registerSending(noun: Command): void {
  addPublicationVerb(
    noun,
    'test <id>',
    'Send an event of type endpoint.test now, and show the answer',
    'endpoint test whe_01jd…',
  ).action(test);
  addDeliveriesOptions(
    addPublicationVerb(
      noun,
      'deliveries <id>',
      'List the deliveries to an endpoint, the newest first',
      'endpoint deliveries whe_01jd… --state dead',
    ),
  ).action(deliveries);
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

export function addDeliveriesOptions(verb: Command): Command {
  return addPaging(verb).addOption(
    new Option('--state <state>', 'open: neither delivered nor given up').choices(DELIVERY_FILTERS),
  );
}

async function test(id: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ config, database, clock, secretKeys }, publication) => {
    const client = openGuardedClient(config);
    try {
      const delivery = await database.transaction((transaction) =>
        addTestDelivery(publication, transaction, clock, id),
      );
      const outcome = await sendTestEvent({ database, clock, secretKeys }, client, publication, delivery);
      const sent = { id: delivery.id, event_id: delivery.eventId };
      printOne(options, { ...sent, result: outcome.result, outcome: outcome.text }, asCells);
      if (outcome.result !== 'delivered')
        throw new Refused('The endpoint did not accept the event: it must answer 2xx.');
    } finally {
      await client.close();
    }
  });
}

async function deliveries(id: string, options: DeliveriesOptions): Promise<void> {
  const request = { ...toPageRequest(options), filter: options.state };
  await withPublication(options, async ({ database }, publication) => {
    await EventEndpointRecord.get(publication, database, id);
    const page = await listDeliveriesTo(publication, database, { endpointId: id }, request);
    printPage(options, { ...page, objects: page.objects.map(toTargetDeliveryObject) }, asCells);
  });
}

async function resend(endpointId: string, eventId: string, options: PublicationOptions): Promise<void> {
  await withPublication(options, async ({ database, clock }, publication) => {
    await database.transaction((transaction) =>
      resendEventTo(publication, transaction, clock, { endpointId, eventId }),
    );
    remark('The running service sends it within a second, unless it waits for an earlier event of the same object.');
  });
}

async function replay(endpointId: string, options: PublicationOptions & { since: string }): Promise<void> {
  const since = new Date(options.since);
  await withPublication(options, async ({ database, clock }, publication) => {
    await database.transaction((transaction) => startReplay(publication, transaction, clock, { endpointId, since }));
    const types = typesOf(await EventEndpointRecord.get(publication, database, endpointId));
    const events = await countEventsSince(publication, database, { types, since, atMost: Number.MAX_SAFE_INTEGER });
    printOne(options, { events }, asCells);
    remark('The running service sends them, the events of each object in order.');
  });
}
