// Everything that answers, in the order it is registered.
import { readFileSync } from 'node:fs';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { refuseUnknown, registerApi, sendApiError } from './api/door.ts';
import type { Config } from './config.ts';
import { registerHealth } from './http/health.ts';
import { logRequests, newRequestId } from './http/request-log.ts';
import { Surfaces } from './http/surface.ts';
import { registerMailbox } from './mailbox/door.ts';
import type { Service } from './service.ts';

/** A client that sends its headers or body more slowly is cut off. */
const REQUEST_TIMEOUT_MILLISECONDS = 15_000;
const MAX_PARAMETER_LENGTH = 2048;

export async function createApp(service: Service, log: FastifyBaseLogger): Promise<FastifyInstance> {
  const { config } = service;
  const surfaces = new Surfaces(config);
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    frameworkErrors: (error, request, reply) => void sendApiError(error, request, reply),
    ...tlsOf(config),
  });
  const refuseUnknownApi = refuseUnknown(service);

  logRequests(app);
  registerHealth(app, service.database);
  registerMailbox(app, service);
  await app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => (surfaces.isAt(request, 'api') ? undefined : reply.callNotFound()));
    await registerApi(scope, service);
  });
  const answerUnknown = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    return sendApiError(error, request, reply);
  };
  app.setNotFoundHandler((request, reply) => refuseUnknownApi(request, reply));
  app.setErrorHandler(answerUnknown);
  return app;
}

/** The service can terminate TLS itself, with a certificate and its key (decisions 7). */
function tlsOf({ tls }: Config): { https?: { cert: Buffer; key: Buffer } } {
  return tls === undefined ? {} : { https: { cert: readFileSync(tls.certificate), key: readFileSync(tls.key) } };
}
