// What is done with an endpoint: changing it, a new secret, disabling, enabling, deleting, and sending a test event.
import type { FastifyReply } from 'fastify';
import type { Transaction } from '../../database/connection.ts';
import { InvalidValue } from '../../models/errors.ts';
import {
  deleteEventEndpoint,
  disableEventEndpoint,
  enableEventEndpoint,
  EventEndpointRecord,
  rotateEndpointSecret,
  updateEventEndpoint,
} from '../../models/outbox/event-endpoint.ts';
import { addTestDelivery, type TestDelivery } from '../../models/outbox/test-delivery.ts';
import { sendTestEvent } from '../../outbound/event-push.ts';
import { openGuardedClient } from '../../outbound/guarded-client.ts';
import type { Service } from '../../service.ts';
import { fieldOf } from '../../site/form.ts';
import { actAndGo, runAct, toFault } from '../act.ts';
import { goTo } from '../show.ts';
import type { FormVisit } from '../visit.ts';
import { policyOf, readEndpoint, settingsOf, toEndpointFault } from './endpoint-fields.ts';
import { endpointIdOf, showEndpointPage } from './endpoint.ts';

export async function changeEndpoint(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = endpointIdOf(visit);
  const typed = readEndpoint(visit.form);
  const policy = policyOf(service);
  const { publication } = visit.session;
  try {
    await runAct(service, visit, async (transaction) => {
      const { url } = await updateEventEndpoint(publication, transaction, id, settingsOf(typed, policy), policy);
      return { result: null, act: { name: 'endpoint.update', recordId: id, recordName: url } };
    });
  } catch (error) {
    return showEndpointPage(service, visit, id, { typed, state: toEndpointFault(visit.language, error) });
  }
  return goTo(visit, `/endpoints/${id}`, 'saved');
}

/** The form names the secret that it replaces, so that of two rotations at once one makes a secret. */
export async function rotateSecret(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { clock, secretKeys, securityLog } = service;
  const { publication } = visit.session;
  const id = endpointIdOf(visit);
  const replaced = Number(fieldOf(visit.form, 'replaced'));
  let newSecret: string;
  try {
    newSecret = await runAct(service, visit, async (transaction) => {
      if (!Number.isSafeInteger(replaced)) throw new InvalidValue('signing_secret', 'the form names no secret');
      const act = { name: 'endpoint.rotate-secret', ...(await recordOf(visit, transaction)) };
      const secret = await rotateEndpointSecret(publication, transaction, clock, secretKeys, { id, replaced });
      securityLog.record('endpoint_secret_rotated', { publication, request: visit.request, record: id });
      return { result: secret, act };
    });
  } catch (error) {
    return showEndpointPage(service, visit, id, { state: toFault(visit.language, error) });
  }
  return showEndpointPage(service, visit, id, { newSecret });
}

export function disableEndpoint(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = endpointIdOf(visit);
  return actAndGo(service, visit, { path: `/endpoints/${id}`, done: 'endpoint-disabled' }, async (transaction) => {
    await disableEventEndpoint(visit.session.publication, transaction, service.clock, id, 'by hand');
    return { name: 'endpoint.disable', ...(await recordOf(visit, transaction)) };
  });
}

export function enableEndpoint(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const id = endpointIdOf(visit);
  return actAndGo(service, visit, { path: `/endpoints/${id}`, done: 'endpoint-enabled' }, async (transaction) => {
    const { url } = await enableEventEndpoint(visit.session.publication, transaction, id);
    return { name: 'endpoint.enable', recordId: id, recordName: url };
  });
}

export function deleteEndpoint(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const id = endpointIdOf(visit);
  return actAndGo(service, visit, { path: '/endpoints', done: 'endpoint-deleted' }, async (transaction) => {
    const act = { name: 'endpoint.delete', ...(await recordOf(visit, transaction)) };
    await deleteEventEndpoint(publication, transaction, service.clock, id);
    service.securityLog.record('endpoint_secret_deleted', { publication, request: visit.request, record: id });
    return act;
  });
}

/** Sends the event after the commit, and only for the first of several clicks; then shows what was answered. */
export async function sendTest(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { publication } = visit.session;
  const id = endpointIdOf(visit);
  const first: { delivery?: TestDelivery } = {};
  const deliveryId = await runAct(service, visit, async (transaction) => {
    first.delivery = await addTestDelivery(publication, transaction, service.clock, id);
    return { result: first.delivery.id, act: { name: 'endpoint.test', ...(await recordOf(visit, transaction)) } };
  });
  if (first.delivery !== undefined) {
    const client = openGuardedClient(service.config);
    try {
      await sendTestEvent(service, client, publication, first.delivery);
    } finally {
      await client.close();
    }
  }
  return goTo(visit, `/endpoints/${id}/deliveries/${deliveryId}`);
}

/** What the audit log says of the endpoint. Throws NotFound. */
async function recordOf(
  visit: FormVisit,
  transaction: Transaction,
): Promise<{ readonly recordId: string; readonly recordName: string }> {
  const { id, url } = await EventEndpointRecord.get(visit.session.publication, transaction, endpointIdOf(visit));
  return { recordId: id, recordName: url };
}
