// The forms that connect a payment gateway, replace its key, and disconnect it. The gateway is asked before the transaction.
import type { FastifyReply } from 'fastify';
import { InvalidValue, NotFound } from '../../models/errors.ts';
import type { GatewayConnection, GatewayDefinition } from '../../payments/gateway-definition.ts';
import { GatewayUnavailable } from '../../payments/gateway.ts';
import { listGateways, withTimeout } from '../../payments/gateways.ts';
import type { Service } from '../../service.ts';
import { faulty, fieldOf, type FormState } from '../../site/form.ts';
import { isTextKey } from '../../views/text.ts';
import { actAndGo, formIdOf, toFault } from '../act.ts';
import type { FormVisit } from '../visit.ts';
import { gatewayText, showPaymentsPage } from './payments-page.ts';

type Connectable = GatewayDefinition & { readonly connection: GatewayConnection };

/** What was entered is secret, so a form with a fault is shown without it. */
export async function connectGateway(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { form, session, request } = visit;
  const { publication } = session;
  formIdOf(visit);
  const gateway = getConnectable(service, visit);
  const { fields } = gateway.connection;
  const entered = Object.fromEntries(fields.map((field) => [field, fieldOf(form, field)]));
  try {
    const checked = await withTimeout(gateway.connection.check(service, publication, entered));
    const next = { path: '/payments', done: 'gateway-connected' };
    const reply = await actAndGo(service, visit, next, async (transaction) => {
      await checked.store(transaction);
      return { name: `${gateway.name}.connect`, recordId: null, recordName: checked.state.account };
    });
    service.securityLog.record('gateway_connected', { publication, request, record: gateway.name });
    return reply;
  } catch (error) {
    return showPaymentsPage(service, visit, toConnectionFault(visit, gateway, error));
  }
}

export async function disconnectGateway(service: Service, visit: FormVisit): Promise<FastifyReply> {
  const { session, request } = visit;
  const { publication } = session;
  const gateway = getConnectable(service, visit);
  try {
    const next = { path: '/payments', done: 'gateway-disconnected' };
    const reply = await actAndGo(service, visit, next, async (transaction) => {
      await gateway.connection.disconnect(publication, transaction);
      return { name: `${gateway.name}.disconnect`, recordId: null, recordName: gateway.name };
    });
    service.securityLog.record('gateway_disconnected', { publication, request, record: gateway.name });
    return reply;
  } catch (error) {
    return showPaymentsPage(service, visit, toConnectionFault(visit, gateway, error));
  }
}

/** Throws NotFound for a name that is no gateway's, and for one that needs no connection. */
function getConnectable(service: Service, { request }: FormVisit): Connectable {
  const { gateway: name } = request.params as { gateway?: string };
  const found = listGateways(service).find((gateway) => gateway.name === name);
  if (found?.connection === undefined) throw new NotFound('No such gateway');
  return { ...found, connection: found.connection };
}

function toConnectionFault({ language }: FormVisit, gateway: Connectable, error: unknown): FormState {
  if (error instanceof GatewayUnavailable) {
    const [field = ''] = gateway.connection.fields;
    const message = language.t('dashboard.payments.down', { gateway: gatewayText(language, gateway, 'name') });
    return { status: 503, errors: [{ field, message }] };
  }
  const key = error instanceof InvalidValue ? `dashboard.fault.${error.field}-${error.reason ?? ''}` : '';
  return error instanceof InvalidValue && isTextKey(key)
    ? faulty([{ field: error.field, message: language.t(key) }])
    : toFault(language, error);
}
