import { addDelivery } from '../../../src/models/outbox/delivery.ts';
import { createEventEndpoint, disableEventEndpoint } from '../../../src/models/outbox/event-endpoint.ts';
import { logPendingEvents } from '../../../src/models/outbox/event-log.ts';
import { recordEvent } from '../../../src/models/outbox/event.ts';
import { newApplication } from '../../support/publications/signed-in.ts';
import { OWNER, type Given, type Rows } from './row.ts';

/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';

async function endpoint({ service, site }: Given): Promise<{ endpoint: string }> {
  const { database, clock, secretKeys } = service;
  const given = { url: `${NOWHERE}/events`, types: [] };
  const made = await database.transaction((transaction) =>
    createEventEndpoint(site.publication, transaction, clock, secretKeys, given, { allowsLoopbackHttp: true }),
  );
  return { endpoint: made.endpoint.id };
}

async function delivery(given: Given): Promise<{ endpoint: string; delivery: string }> {
  const { database, clock } = given.service;
  const { publication } = given.site;
  const made = await endpoint(given);
  const event = { type: 'session.ended', objectId: 'sid_1', customerId: 'cus_1', facts: { object: {} } } as const;
  await database.transaction((transaction) => recordEvent(publication, transaction, clock, event));
  await logPendingEvents(database, clock);
  const { id } = await database.knex('deliveries').where({ receiver: made.endpoint }).first();
  return { ...made, delivery: id };
}

async function notice({ service, site }: Given): Promise<{ application: string; delivery: string }> {
  const { database, clock } = service;
  const { id: applicationId } = await newApplication(service, site.publication, `${NOWHERE}/logout`);
  const payload = JSON.stringify({ applicationId, sid: 'sid_1', sub: 'cus_1' });
  const given = { kind: 'backchannel_logout', receiver: NOWHERE, payload, applicationId } as const;
  return {
    application: applicationId,
    delivery: await database.transaction((transaction) => addDelivery(site.publication, transaction, clock, given)),
  };
}

const act = (name: string, adds = 0) => ({
  name: `endpoint.${name}`,
  page: '/endpoints/:endpoint',
  table: 'event_endpoints',
  adds,
});
const resent = (page: string) => ({ name: 'delivery.resend', page, table: 'deliveries', adds: 0 });

export const EVENT_ROWS: Rows = {
  '/endpoints': { see: OWNER },
  '/new-endpoint': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    act: {
      name: 'endpoint.create',
      fields: async () => ({ url: 'https://www.example.org/events' }),
      table: 'event_endpoints',
      adds: 1,
    },
  },
  '/endpoints/:endpoint': {
    see: OWNER,
    send: OWNER,
    isSensitive: true,
    params: endpoint,
    act: { ...act('update'), fields: async () => ({ url: 'https://www.example.org/events' }) },
  },
  '/endpoints/:endpoint/rotate-secret': {
    send: OWNER,
    isSensitive: true,
    params: endpoint,
    act: act('rotate-secret'),
  },
  '/endpoints/:endpoint/disable': { send: OWNER, params: endpoint, act: act('disable') },
  '/endpoints/:endpoint/enable': {
    send: OWNER,
    params: async (given) => {
      const made = await endpoint(given);
      const { database, clock } = given.service;
      await database.transaction((transaction) =>
        disableEventEndpoint(given.site.publication, transaction, clock, made.endpoint, 'by hand'),
      );
      return made;
    },
    act: act('enable'),
  },
  '/endpoints/:endpoint/delete': { send: OWNER, isSensitive: true, params: endpoint, act: act('delete', -1) },
  '/endpoints/:endpoint/test': { send: OWNER, params: endpoint, act: { ...act('test', 1), table: 'deliveries' } },
  '/endpoints/:endpoint/replay': {
    see: OWNER,
    send: OWNER,
    params: delivery,
    act: { ...act('replay'), page: '/endpoints/:endpoint/replay?day=2026-01-01&time=00%3A00' },
  },
  '/endpoints/:endpoint/deliveries': { see: OWNER, params: endpoint },
  '/endpoints/:endpoint/deliveries/:delivery': { see: OWNER, params: delivery },
  '/endpoints/:endpoint/deliveries/:delivery/resend': {
    send: OWNER,
    params: delivery,
    act: resent('/endpoints/:endpoint/deliveries/:delivery'),
  },
  '/signing-keys': { see: OWNER },
  '/applications/:application/deliveries': { see: OWNER, params: notice },
  '/applications/:application/deliveries/:delivery': { see: OWNER, params: notice },
  '/applications/:application/deliveries/:delivery/resend': {
    send: OWNER,
    params: notice,
    act: resent('/applications/:application/deliveries/:delivery'),
  },
};
