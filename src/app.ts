// Builds the HTTP application: a list of all doors, in the order in which they are registered.
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
import { Gate } from './api/gate.ts';
import { refuseUnknown, registerApi, sendApiError } from './api/routes.ts';
import { isLocalDemo, type Config } from './config.ts';
import { dashboardErrorPages, registerDashboard, registerDashboardRoot } from './dashboard/routes.ts';
import { beginNowhere } from './database/scope.ts';
import { registerDocsSite } from './docs-site/routes.ts';
import { endSlowRequests } from './http/bodies/slow-requests.ts';
import { drainUnreadBodies } from './http/bodies/unread-body.ts';
import { warnOfProxies } from './http/forwarded.ts';
import { registerHealth } from './http/health.ts';
import { requireHttps, STRICT_TRANSPORT_SECURITY } from './http/https.ts';
import { MAX_PARAMETER_LENGTH } from './http/methods.ts';
import { admitInTurn } from './http/overload/admission.ts';
import {
  answerExpectations,
  answerLoopbackNamesOnly,
  MAX_READ_HEADER_BYTES,
  refuseUnfitRequests,
} from './http/refusal.ts';
import { logRequests, logUndecodable, newRequestId } from './http/request-log.ts';
import { Surfaces, type Surface } from './http/surface.ts';
import { readTlsFiles } from './http/tls-files.ts';
import { registerTlsQuestion } from './http/tls-question.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { registerMailbox } from './mailbox/routes.ts';
import { findHolder } from './models/publication/site-host.ts';
import { registerOauth } from './oauth/routes.ts';
import { PREVIEWS, registerPages } from './pages/routes.ts';
import { registerSandbox } from './sandbox/routes.ts';
import type { Service } from './service.ts';
import { errorPagesOf } from './site/errors.ts';
import { PUBLICATION } from './site/publication-kind.ts';
import { registerAssets } from './views/assets.ts';
import { registerMailWebhooks } from './webhooks/mail.ts';
import { registerWebhooks } from './webhooks/routes.ts';

/** A connection is closed when its TLS handshake or headers take longer. */
const HEADERS_TIMEOUT_MILLISECONDS = 10_000;
/** When the whole request takes longer, even an upload. */
const REQUEST_TIMEOUT_MILLISECONDS = 305_000;
/** The interval at which Node checks connections for these timeouts. */
const TIMEOUT_CHECK_MILLISECONDS = 1000;

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
  const isPlainHttpAnswered = isLocalDemo(service.config);
  const headers = isPlainHttpAnswered ? {} : STRICT_TRANSPORT_SECURITY;
  const app = fastify({
    ...settingsOf(service.config, log),
    // Neither of the two runs the hooks below.
    frameworkErrors: (error, request, reply) => {
      logUndecodable(request, reply);
      void answerFailure(error, request, reply.headers(headers));
    },
    clientErrorHandler: answerUnreadable(headers),
  });

  // SQLite keeps nobody's rows apart.
  if (service.database.dialect === 'postgres') beginRequestsNowhere(app);
  logRequests(app);
  warnOfProxies(app);
  if (!isPlainHttpAnswered) requireHttps(app);
  refuseUnfitRequests(app);
  endSlowRequests(app);
  admitInTurn(app, service.config.maxWait);
  drainUnreadBodies(app);
  answerExpectations(app);
  registerHealth(app, service.database, stopping);
  registerTlsQuestion(app, (host) => isOurHost(service, host));
  await surfaces.register(app);
  app.setNotFoundHandler((request, reply) => surfaces.ofUnknown(request).refuseUnknown(request, reply));
  app.setErrorHandler(answerFailure);
  return app;
}

/** A request begins with the rows of nobody: its door says for whom it is, once it knows (database/scope.ts). */
function beginRequestsNowhere(app: FastifyInstance): void {
  const scopes = new WeakMap<FastifyRequest, (work: () => void) => void>();
  app.addHook('onRequest', (request, _reply, done) => {
    const within = beginNowhere();
    scopes.set(request, within);
    within(done);
  });
  // What reads a body goes on in the context of the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const within = scopes.get(request);
    if (within === undefined) done();
    else within(done);
  });
}

/** A host of the deployment, or one at which a publication answers or leads on to its new address. */
async function isOurHost({ config, database }: Service, host: string): Promise<boolean> {
  const { apiUrl, dashboardUrl = apiUrl } = config;
  const isOwn = [apiUrl, dashboardUrl].some((url) => new URL(url).hostname === host);
  return isOwn || (await findHolder(database, host)) !== undefined;
}

/** In production the data API has a host of its own; in the local demo one address serves everything. */
export function surfacesOf(service: Service): Surface[] {
  const { config } = service;
  const answerError = errorPagesOf(service, PUBLICATION);
  const gate = new Gate(service);
  return [
    {
      name: 'api',
      host: isLocalDemo(config) ? undefined : new URL(config.apiUrl).host,
      register: async (scope) => {
        if (isLocalDemo(config)) answerLoopbackNamesOnly(scope);
        await registerApi(scope, service, gate);
        await registerDocsSite(scope, service);
        await registerMailWebhooks(scope, service);
      },
      refuseUnknown: refuseUnknown(gate),
      fail: sendApiError,
    },
    ...dashboardSurface(service),
    {
      name: 'site',
      host: undefined,
      register: async (scope) => {
        await registerOauth(scope, service);
        registerAssets(scope);
        await registerPages(scope, service);
        await registerWebhooks(scope, service);
        await registerSandbox(scope, service);
        await registerMailbox(scope, service);
      },
      refuseUnknown: (request, reply) => answerError({ statusCode: 404 }, request, reply),
      fail: answerError,
    },
  ];
}

/** None where the configuration has no dashboard. */
function dashboardSurface(service: Service): Surface[] {
  const { config } = service;
  if (config.dashboardUrl === undefined) return [];
  const fail = dashboardErrorPages(service);
  const host =
    isLocalDemo(config) && config.dashboardUrl === config.apiUrl ? undefined : new URL(config.dashboardUrl).host;
  const register: Surface['register'] = async (scope) => {
    if (host === undefined) answerLoopbackNamesOnly(scope);
    else {
      registerAssets(scope);
      registerDashboardRoot(scope, service);
    }
    await registerDashboard(scope, service, PREVIEWS);
  };
  return [
    {
      name: 'dashboard',
      host,
      register,
      refuseUnknown: (request, reply) => fail({ statusCode: 404 }, request, reply),
      fail,
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
    ...serverOf(config),
  };
}

/** Settings of the HTTP server, or of the HTTPS server where the service terminates TLS itself (decisions 7). */
function serverOf({ tls }: Config): { http: ServerOptions } | { https: ServerOptions & TlsOptions } {
  // Both are set, because headersTimeout is a minute by default and Node applies the longer of the two to the body.
  const limits = {
    maxHeaderSize: MAX_READ_HEADER_BYTES,
    // Answered by ourselves, in the shape of the surface.
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MILLISECONDS,
    connectionsCheckingInterval: TIMEOUT_CHECK_MILLISECONDS,
  };
  if (tls === undefined) return { http: limits };
  return {
    https: {
      ...limits,
      handshakeTimeout: HEADERS_TIMEOUT_MILLISECONDS,
      ...readTlsFiles(tls),
    },
  };
}
