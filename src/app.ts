// Builds the HTTP application: a list of all doors, in the order in which they are registered.
import { readFileSync } from 'node:fs';
import type { ServerOptions } from 'node:http';
import type { TlsOptions } from 'node:tls';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { refuseUnknown, registerApi, sendApiError } from './api/routes.ts';
import { isLocalDemo, type Config } from './config.ts';
import { registerDocsSite } from './docs-site/routes.ts';
import { warnOfMissingAddress } from './http/forwarded.ts';
import { registerHealth } from './http/health.ts';
import { logRequests, newRequestId } from './http/request-log.ts';
import { Surfaces, type Surface } from './http/surface.ts';
import { answerUnreadable, MAX_HEADER_BYTES } from './http/unreadable.ts';
import { registerMailbox } from './mailbox/routes.ts';
import { registerOauth } from './oauth/routes.ts';
import { registerPages } from './pages/routes.ts';
import { registerSandbox } from './sandbox/routes.ts';
import type { Service } from './service.ts';
import { errorPagesOf } from './site/errors.ts';
import { PUBLICATION } from './site/publication-kind.ts';
import { registerAssets } from './views/assets.ts';
import { registerWebhooks } from './webhooks/routes.ts';

/** A connection is closed when its TLS handshake, headers or body take longer. */
const REQUEST_TIMEOUT_MILLISECONDS = 10_000;
/** The interval at which Node checks connections for these timeouts. */
const TIMEOUT_CHECK_MILLISECONDS = 1000;
const MAX_PARAMETER_LENGTH = 2048;

/** @param stopping aborted when the process is about to end */
export async function createApp(
  service: Service,
  log: FastifyBaseLogger,
  stopping = new AbortController().signal,
  surfaces = new Surfaces(surfacesOf(service)),
): Promise<FastifyInstance> {
  /** Answers a failure before routing in the shape of the surface that the request was for. */
  const answerFailure = async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    surfaces.ofUnknown(request).fail(error, request, reply);
  const app = fastify({
    ...settingsOf(service.config, log),
    frameworkErrors: (error, request, reply) => void answerFailure(error, request, reply),
  });

  logRequests(app);
  if (service.config.trustProxy.length > 0) warnOfMissingAddress(app);
  registerHealth(app, service.database, stopping);
  await surfaces.register(app);
  registerMailbox(app, service);
  app.setNotFoundHandler((request, reply) => surfaces.ofUnknown(request).refuseUnknown(request, reply));
  app.setErrorHandler(answerFailure);
  return app;
}

/** In production the data API has a host of its own; in the local demo one address serves everything. */
export function surfacesOf(service: Service): Surface[] {
  const { config } = service;
  const answerError = errorPagesOf(service, PUBLICATION);
  return [
    {
      name: 'api',
      host: isLocalDemo(config) ? undefined : new URL(config.apiUrl).host,
      register: async (scope) => {
        await registerApi(scope, service);
        await registerDocsSite(scope, service);
      },
      refuseUnknown: refuseUnknown(service),
      fail: sendApiError,
    },
    {
      name: 'site',
      host: undefined,
      register: async (scope) => {
        await registerOauth(scope, service);
        registerAssets(scope);
        await registerPages(scope, service);
        await registerWebhooks(scope, service);
        await registerSandbox(scope, service);
      },
      refuseUnknown: (request, reply) => answerError({ statusCode: 404 }, request, reply),
      fail: answerError,
    },
  ];
}

function settingsOf(config: Config, log: FastifyBaseLogger) {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    requestTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    forceCloseConnections: 'idle' as const,
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    clientErrorHandler: answerUnreadable,
    ...serverOf(config),
  };
}

/** Settings of the HTTP server, or of the HTTPS server where the service terminates TLS itself (decisions 7). */
function serverOf({ tls }: Config): { http: ServerOptions } | { https: ServerOptions & TlsOptions } {
  // Both are set, because headersTimeout is a minute by default and Node applies the longer of the two to the body.
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: REQUEST_TIMEOUT_MILLISECONDS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MILLISECONDS,
  };
  if (tls === undefined) return { http: limits };
  return {
    https: {
      ...limits,
      handshakeTimeout: REQUEST_TIMEOUT_MILLISECONDS,
      cert: readFileSync(tls.certificate),
      key: readFileSync(tls.key),
    },
  };
}
